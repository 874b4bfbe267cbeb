"""The bytes that a group writes for each byte that programs write at random places of a large
file."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite, column, mark, panel, table
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import about
from figures.transaction_groups.experiments.rewrites import rewrites
from models.machine import FREEBSD_BOX, Machine, Overwriting
from models.units import GiB, KiB, MiB
from models.zfs.txg.txg_spec import TxgSpec

RECORDS = tuple(int(record) for record in powers(8 * KiB, 128 * KiB))
INTERVALS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 45.0, 60.0)
PARTS = ("pages that changed", "the rest of its records", "pointers above")
FOLLOWED = 8000  # most overwrites of a machine; of more, a part is simulated in a part of the file
LATER, LOOK = (
    3600.0,
    0.05,
)  # time (s) after which a group would be written by itself; time (s) between looks at the disk
FILES = (64 * MiB, 256 * MiB, *(n * GiB for n in (1, 4, 10, 40, 100, 400, 1024)))


def label(record: int) -> str:
    return f"{record // KiB} KiB"


def run(
    interval: float, rate: float, size: float, file: float, copies: int, pointers: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: curve (record, interval in s, share), part (record, part, bytes), group (record,
    bytes, share, transfers, reads), and written (record, bytes, share).

    There is a curve for each recordsize, which shows the mean of all groups. Parts and group are
    what a group of a machine collects in `interval` (s). Written is what the machine's disk then
    writes, for the smallest and the largest records.
    """
    part, written, ends = (
        max(1, min(rate * interval // FOLLOWED, file // GiB)),
        rate * interval * size,
        {},
    )
    changed = written
    for record in RECORDS:
        machine = Machine(
            FREEBSD_BOX.order(
                recordsize=record,
                groups={
                    "interval": interval + LATER,
                    "limit": 2 * int(file),
                    "copies": copies,
                    "pointers": int(pointers),
                },
            ).bare(),
            seed,
        )
        machine.start(Overwriting(file / part, int(size), rate / part))
        machine.loop.run(until=interval)
        groups, spec, ends[record] = machine.zfs.groups, machine.zfs.groups.spec, machine
        data, pointer_bytes = (
            part * groups.dirty,
            part * groups.above * spec.copies * spec.indirect,
        )
        changed = min(
            written, data, changed
        )  # counted in units of 8 KiB; bytes overwritten twice count once
        total = data + pointer_bytes
        yield (
            [
                {
                    "row": "curve",
                    "record": label(record),
                    "interval": every,
                    "share": rewrites(spec, int(file), rate * every, int(size)).amplification,
                }
                for every in INTERVALS
            ]
            + [
                {"row": "part", "record": label(record), "part": name, "bytes": bytes}
                for name, bytes in zip(PARTS, (changed, data - changed, pointer_bytes), strict=True)
            ]
            + [
                {
                    "row": "group",
                    "record": label(record),
                    "interval": interval,
                    "share": total / written,
                    "bytes": total,
                    "asked": written,
                    "transfers": total / spec.transfer,
                    "pointers": spec.pointers,
                    "reads": data / record if size < record else 0.0,
                }
            ]
        )
    for record in (RECORDS[0], RECORDS[-1]):
        bytes = part * goes_out(ends[record])
        yield [
            {
                "row": "written",
                "record": label(record),
                "interval": interval,
                "share": bytes / written,
                "bytes": bytes,
            }
        ]


def goes_out(machine: Machine) -> int:
    """Make the open group be written now, and return the bytes that the disk has written when the
    group is on disk."""
    groups = machine.zfs.groups
    groups.wake()
    while not groups.history:
        machine.loop.run(until=machine.loop.now + LOOK)
    return machine.counters().moved["disks"][3]


def values(rows: Rows) -> dict[str, float]:
    groups = {row["record"]: row for row in of(rows, "group")}
    curve = {(row["record"], row["interval"]): row["share"] for row in of(rows, "curve")}
    small, large = label(RECORDS[0]), label(RECORDS[-1])
    return {
        "small": groups[small]["share"],
        "large": groups[large]["share"],
        "asked": groups[small]["asked"],
        "large_bytes": groups[large]["bytes"],
        "large_transfers": groups[large]["transfers"],
        "small_bytes": groups[small]["bytes"],
        "small_transfers": groups[small]["transfers"],
        "large_reads": groups[large]["reads"],
        "interval": groups[small]["interval"],
        "pointers": groups[small]["pointers"],
        "pointer_block": TxgSpec().indirect,
        **{
            f"{name}_{every:.0f}": curve[record, every]
            for name, record in (("small", small), ("large", large))
            for every in (1.0, 5.0, 30.0, 60.0)
        },
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"In {v['interval']:g} s programs write {about(v['asked'])}. With records of {label(RECORDS[0])} the group is "
        f"{about(v['small_bytes'])}, {v['small']:.3g} bytes for each byte written. With records of {label(RECORDS[-1])} "
        f"it is {about(v['large_bytes'])}, {v['large']:.3g} for each."
    )


COLOURS = {
    "domain": [label(record) for record in RECORDS],
    "legend": True,
    "range": [f"var(--wtg-{n})" for n in (3, 1, 5, 4, 2)],
}

FIGURE = Figure(
    id="burst-size",
    title="What a group makes of scattered writes",
    caption="Programs overwrite small pieces anywhere in a large file. By interval: bytes to disk for each byte written, "
    "against the time between groups, for five recordsizes; both scales are logarithmic. Lines are the mean of "
    "many groups, rings what one group of a machine has gathered in the chosen interval, dots (of the smallest "
    "and the largest records) what its disk then wrote. One group: what is in it.",
    params={
        "interval": Number(
            "A group every",
            5.0,
            1.0,
            60.0,
            unit="s",
            step=1.0,
            help="The time for which a group collects writes.",
        ),
        "file": Number(
            "File",
            10 * GiB,
            64 * MiB,
            1024 * GiB,
            unit="GiB",
            stops=FILES,
            help="The size of the file over which writes are scattered.",
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            help="The bytes that a program writes at a time.",
        ),
        "rate": Number(
            "Overwrites a second",
            1000,
            10,
            20_000,
            unit="1/s",
            stops=(10, 30, 100, 300, 1000, 3000, 10_000, 20_000),
            help="Overwrites per second, at places drawn uniformly from the file.",
            more=True,
        ),
        "copies": Number(
            "Copies of pointers",
            2,
            1,
            3,
            whole=True,
            help="The number of copies of the blocks above data; ZFS keeps two.",
            more=True,
        ),
        "pointers": Number(
            "Pointers a block",
            128,
            128,
            1024,
            stops=(128, 256, 512, 1024),
            help="The number of pointers in a block: 128 in the ZFS of these chapters (blocks of 16 KiB), 1,024 in OpenZFS today.",
            more=True,
        ),
    },
    presets={
        "a database": Preset(help="1,000 8 KiB overwrites a second in 10 GiB"),
        "every 60 s": Preset({"interval": 60.0}),
        "a small file": Preset(
            {"file": 256 * MiB, "interval": 60.0}, "the same places again and again"
        ),
        "a terabyte": Preset({"file": 1024 * GiB}),
        "large writes": Preset({"size": 128 * KiB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line",
                    {"row": "curve"},
                    x="interval",
                    y="share",
                    stroke="record",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "group"},
                    x="interval",
                    y="share",
                    stroke="record",
                    r=5,
                    strokeWidth=2,
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "written"},
                    x="interval",
                    y="share",
                    fill="record",
                    r=2.5,
                    tip=True,
                ),
                mark("ruleY", data=[1], stroke="currentColor", strokeDasharray="3,4"),
            ],
            {
                "x": {
                    "label": "a group every",
                    "unit": "s",
                    "type": "log",
                    "domain": [1.0, 60.0],
                    "ticks": [1, 2, 5, 10, 30, 60],
                    "tickFormat": "d",
                },
                "y": {
                    "label": "bytes to disk for a byte written",
                    "type": "log",
                    "grid": True,
                    "ticks": 5,
                    "tickFormat": "~g",
                },
                "color": COLOURS,
            },
            height=380,
            tab="By interval",
        ),
        panel(
            [
                mark(
                    "barX", {"row": "part"}, x="bytes", y="record", fill="part", order=list(PARTS)
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "one group", "unit": "MiB", "grid": True},
                "y": {"label": None, "domain": COLOURS["domain"]},
                "color": {
                    "domain": list(PARTS),
                    "legend": True,
                    "range": ["var(--wtg-1)", "var(--wtg-mute)", "var(--wtg-accent)"],
                },
            },
            height=320,
            tab="One group",
        ),
    ],
    table=table(
        {"row": "group"},
        [
            column("record", "recordsize"),
            column("bytes", "a group", "MiB", 1),
            column("share", "bytes for a byte", digits=2),
            column("transfers", "transfers of 128 KiB"),
            column("reads", "records to read first"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "rewrites do worse than writes"),
)
