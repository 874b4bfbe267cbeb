"""Which records of a large file must be read before they can be written: in a new file, and in one
that is overwritten."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.words import size as amount
from figures.lun_alignment.experiments.partitions import a_second
from models.head.nic import GIGABIT, Nic
from models.machine import SUN_7410, Machine
from models.protocols.alignment import Partition, rewritten
from models.protocols.nfs.server import UNSTABLE
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import GiB, KiB, MiB

NEW, OVER = "a new file", "written over"
COLOURS = {NEW: "var(--wtg-1)", OVER: "var(--wtg-accent)"}
LAYS = {
    "in order": "in order, as it was first written",
    "scattered": "scattered, as overwriting leaves it",
}
FILE = 64 * GiB
SECONDS = 0.25
REACHED = 64 * MiB  # the most bytes of the file that are written in `SECONDS`
SIZES = tuple(n * KiB for n in (8, 16, 32, 48, 64, 96, 128))
RECORDS = tuple(n * KiB for n in (8, 16, 32, 64, 128))
SHOWN = 384 * KiB
WRITTEN, WHOLE, READ = "writes", "records, written as a whole", "records, read first"
KINDS = {WRITTEN: "var(--wtg-mute)", WHOLE: "var(--wtg-1)", READ: "var(--wtg-accent)"}
WRITES, UNDER = "writes", "records"


def run(
    record: float, size: float, laid: str, cached: float, pairs: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: box (lane, from, to, what), size (who, size, read: share of the records that are
    read first, bytes per second), and sum."""
    record, size = int(record), int(size)
    file = Partition(0, record, FILE)
    rows = [
        {"row": "box", "lane": WRITES, "from": at, "to": at + size, "what": WRITTEN}
        for at in range(0, SHOWN, size)
    ]
    states: dict[int, str] = {}
    for at in range(0, SHOWN, size):
        touched = file.touched(at, size)
        for number in range(touched.first, touched.last + 1):
            states.setdefault(number, READ if number in touched.partial else WHOLE)
    rows += [
        {"row": "box", "lane": UNDER, "from": n * record, "to": (n + 1) * record, "what": what}
        for n, what in states.items()
        if n * record < SHOWN
    ]
    yield rows
    for write_size in sorted({*SIZES, size}):
        for who in COLOURS:
            machine = server(record, laid, cached if who == OVER else 0.0, pairs, seed)
            paths, reads = written(machine, write_size, who)
            waits = [
                fsum(step.length for step in path.steps if step.component == "read from disk")
                for path in paths
            ]
            records = -(-len(paths) * write_size // record)
            yield [
                {
                    "row": "size",
                    "who": who,
                    "size": write_size,
                    "bytes": len(paths) * write_size / SECONDS,
                    "waited": fsum(waits) / len(waits),
                    "read": reads / records,
                    "own": int(write_size == size),
                    "law": 0.0 if who == NEW else (1 - cached) * rewritten(write_size, record),
                }
            ]
    yield [{"row": "sum", "record": record, "size": size, "cached": cached}]


def server(record: int, laid: str, cached: float, pairs: int, seed: int) -> Machine:
    """Return a file server that has the share `cached` (0-1) of the file's records in memory, and
    all pointers to them, as of a file in use."""
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": int(pairs), "scattered": laid == "scattered"},
        recordsize=record,
        pointers_held=True,
        groups={"interval": SECONDS, "age": SECONDS / 2},
    )
    machine = Machine(order.without("flash", "queue", "drive queue"), seed)
    for number in range(REACHED // record if cached else 0):
        if machine.random.random() < cached:
            machine.reads.written(number, record)
    return machine


def written(machine: Machine, size: int, who: str) -> tuple[list[RequestPath], int]:
    """Return the `RequestPath`s of a client's unstable writes, made one after another over its
    network port, and the number of records that were read for them."""
    client, loop, paths, reads = machine.client(), machine.loop, list[RequestPath](), [0]
    port = Nic(GIGABIT)

    def program() -> Process:
        """Write one block after another and record the paths, yielding each wait to the loop."""
        while True:
            path = RequestPath(loop.now)
            yield client.pause()
            yield port.send(loop.now, size, path) - loop.now
            yield from machine.server.write(
                size,
                UNSTABLE,
                offset=size * len(paths),
                path=path,
                rewrite="disk" if who == OVER else "",
            )
            paths.append(path)
            reads[0] = machine.reads.count["disk"]

    loop.spawn(program())
    loop.run(until=SECONDS)
    return paths, reads[0]


def only_overwriting_suffers(rows: Rows) -> bool:
    """Return whether only overwriting is slowed by reading first.

    A new file must read nothing, whatever the size of its writes. Overwriting must be as fast with
    writes of whole records. With writes of other sizes it must first read as many records as
    calculated, and be slower.
    """
    record = one(rows, "sum")["record"] if of(rows, "sum") else 0
    new, over = ({row["size"]: row for row in of(rows, "size", who=who)} for who in (NEW, OVER))
    parts = [size for size in over if record and size % record]
    whole = [size for size in over if record and not size % record]
    if not parts or not whole or set(new) != set(over):
        return False
    rates = [new[size]["bytes"] for size in sorted(new)]
    return (
        as_drawn(rows, record, one(rows, "sum")["size"])
        and all(row["read"] == row["waited"] == 0 < row["bytes"] for row in new.values())
        and all(less <= 1.02 * more for less, more in pairwise(rates))
        and all(
            over[size]["read"] == 0 and abs(over[size]["bytes"] / new[size]["bytes"] - 1) < 0.05
            for size in whole
        )
        and all(
            over[size]["law"] > 0
            and abs(over[size]["read"] / over[size]["law"] - 1) < 0.1
            and over[size]["waited"] > 0
            and 0 < over[size]["bytes"] < 0.9 * new[size]["bytes"]
            for size in parts
        )
    )


def as_drawn(rows: Rows, record: int, size: int) -> bool:
    """Return whether writes and records are drawn without a gap, and whether exactly those records
    are marked as read first whose first write does not cover them."""
    writes, records = (
        [(row["from"], row["to"], row["what"]) for row in of(rows, "box", lane=lane)]
        for lane in (WRITES, UNDER)
    )
    if [write[:2] for write in writes] != [(at, at + size) for at in range(0, SHOWN, size)]:
        return False
    if [each[:2] for each in sorted(records)] != [
        (at, at + record) for at in range(0, SHOWN, record)
    ]:
        return False
    for begin, end, what in records:
        first = next(write for write in writes if write[1] > begin)
        if what != (WHOLE if first[0] <= begin and end <= first[1] else READ):
            return False
    return True


def values(rows: Rows) -> dict[str, float]:
    found = {"record": one(rows, "sum")["record"], "size": one(rows, "sum")["size"]}
    for who, short in ((NEW, "new"), (OVER, "over")):
        for row in of(rows, "size", who=who):
            for name in ("bytes", "read", "waited"):
                if row["size"] in SIZES:
                    found[f"{name}_{short}_{row['size'] / KiB:g}"] = row[name]
                if row["own"]:
                    found[f"{name}_{short}"] = row[name]
    return {**found, "slower": found["bytes_new"] / found["bytes_over"]}


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"Writes of {amount(v['size'])} into records of {amount(v['record'])}: a new file takes "
        f"{a_second(v['bytes_new'])} and reads nothing; written over it takes {a_second(v['bytes_over'])}"
    )
    if not v["read_over"]:
        return f"{text}, and nothing has to be read either."
    return f"{text}, and {v['read_over']:.0%} of its records are read first."


COLOUR = {"domain": list(COLOURS), "range": list(COLOURS.values())}
X = {"label": "write size", "unit": "KiB", "domain": [0, 136 * KiB], "ticks": 8}
FIGURE = Figure(
    id="file-rewrite",
    title="A file that is written over",
    caption="A program writes a large file on a share from start to end, once as a new file and once over an old one; "
    "nobody waits for safety. Records read: its writes, the file's records beneath them, and those that have to be "
    "read before the first write to touch them can be taken; then their share, against the size of the writes "
    "(rings: the size that is set). Written a second: against the same.",
    params={
        "size": Number(
            "Write size",
            32 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="The size of a write when it reaches the server. NFS clients of Solaris often sent 32 KiB, Windows clients 64 KiB.",
        ),
        "record": Number(
            "Record size",
            128 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=RECORDS,
            help="The recordsize of the share, which is the block size of a large file.",
        ),
        "laid": Choice(
            "Old file lies",
            "in order",
            LAYS,
            "How the old file lies on disk. In order, the drive has often read ahead.",
        ),
        "cached": Number(
            "Old file in memory",
            0.0,
            0.0,
            1.0,
            unit="%",
            step=0.1,
            more=True,
            help="The share of the old file that is in the server's cache.",
        ),
        "pairs": Number(
            "Mirrored pairs",
            2,
            1,
            4,
            whole=True,
            more=True,
            help="The number of mirrored pairs of 7,200 rpm disks.",
        ),
    },
    presets={
        "NFS, 32 KiB": Preset(help="into records of 128 KiB, the default"),
        "96 KiB into 64": Preset({"record": 64 * KiB, "size": 96 * KiB}, "every third record"),
        "whole records": Preset({"size": 128 * KiB}),
        "64 KiB": Preset({"size": 64 * KiB}, "as Windows clients sent"),
        "records of 32 KiB": Preset({"record": 32 * KiB}, "made for the 32 KiB of NFS"),
        "scattered": Preset(
            {"laid": "scattered"}, "the file has been written over here and there before"
        ),
        "in memory": Preset({"cached": 1.0}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "box"},
                    y="lane",
                    x1="from",
                    x2="to",
                    fill="what",
                    inset=0.7,
                    tip=True,
                )
            ],
            {
                "x": {
                    "label": "place in the file",
                    "unit": "KiB",
                    "domain": [0, SHOWN],
                    "ticks": 7,
                },
                "y": {"label": None, "domain": [WRITES, UNDER]},
                "color": {"domain": list(KINDS), "range": list(KINDS.values()), "legend": True},
            },
            height=145,
            tab="Records read",
        ),
        panel(
            [
                mark("line", {"row": "size"}, x="size", y="read", stroke="who", strokeWidth=2),
                mark("dot", {"row": "size"}, x="size", y="read", fill="who", r=3.5, tip=True),
                mark(
                    "dot",
                    {"row": "size", "own": 1},
                    x="size",
                    y="read",
                    stroke="who",
                    r=7,
                    strokeWidth=2,
                ),
            ],
            {
                "x": X,
                "y": {
                    "label": "records read first",
                    "unit": "%",
                    "domain": [-0.03, 1.05],
                    "grid": True,
                    "ticks": 5,
                },
                "color": {**COLOUR, "legend": True},
            },
            height=280,
            tab="Records read",
        ),
        panel(
            [
                mark("line", {"row": "size"}, x="size", y="bytes", stroke="who", strokeWidth=2),
                mark("dot", {"row": "size"}, x="size", y="bytes", fill="who", r=3.5, tip=True),
                mark(
                    "dot",
                    {"row": "size", "own": 1},
                    x="size",
                    y="bytes",
                    stroke="who",
                    r=7,
                    strokeWidth=2,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": X,
                "y": {"label": "written", "unit": "MB/s", "zero": True, "grid": True, "ticks": 5},
                "color": {**COLOUR, "legend": True},
            },
            height=380,
            tab="Written a second",
        ),
    ],
    table=table(
        {"row": "size", "own": 1},
        [
            column("who", "file"),
            column("size", "write size", "KiB"),
            column("bytes", "written", "MB/s", 1),
            column("read", "records read first", "%"),
            column("waited", "wait of a write for them", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Case 3"),
    reproduces=["alignment-file-rewrite"],
    targets=[target("align-new-file-pattern", only_overwriting_suffers)],
)
