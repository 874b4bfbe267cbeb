"""Twelve published numbers, each computed by a machine with all its parts or without some of them."""

from collections.abc import Callable, Iterator
from math import sqrt

from figures.define.claims import claim
from figures.define.figure import Choice, Figure, Preset, Rows, cite, column, mark, panel, table
from figures.kit.rows import of
from figures.kit.words import count
from figures.lun_alignment.experiments.lun_load import LunRun
from figures.lun_alignment.experiments.partitions import partition
from models.catalogue.machines import values as constants
from models.machine import FREEBSD_BOX, PARTS, SUN_7410, Card, Iscsi, Local, Machine, Nfs, Reads
from models.machine.order import Order
from models.protocols.nfs.server import SPREAD
from models.units import GB, KiB, MiB

NONE, ALL, MET, MISSED = "nothing", "everything", "met", "missed"
SUN = constants("7410")
PAIRS = SUN_7410.order(pool={"layout": "mirror", "vdevs": 66, "jbods": 6})
ELLING = SUN_7410.order(
    disks={"model": "enterprise-disk"},
    pool={"layout": "stripe", "vdevs": 1, "jbods": 0, "begin": 0.0, "scattered": True},
)
ANYWHERE = Reads(0.995 * ELLING.drive.capacity)
CACHED = SUN_7410.order(cards=(Card(), Card()), held=(1.0, 0.0))
"""A 7410 whose memory holds all data that is read."""
Cut = Callable[[Order], Order]
"""A function that leaves parts of a machine out."""
Measure = Callable[[Cut, int], float]
"""A function that measures a number (SI) on a machine with parts left out, with a seed."""


def mean_read(threads: int, seconds: float, share: float = 0.0) -> Measure:
    """Return a measure of 4 KiB reads at random places of one disk: their mean latency (s) or, with
    `share` (0-1), the latency that this share of them does not exceed. The disk was raw when it was
    measured, so memory holds the pointers that ZFS would read."""
    order = ELLING.order(pointers_held=True)

    def measure(cut: Cut, seed: int) -> float:
        ran = Machine(cut(order), seed).run(
            Nfs(1, threads, 4 * KiB, reads=1.0, blocks=ANYWHERE), seconds=seconds
        )
        return ran.reads.within[share] if share else ran.reads.mean

    return measure


def rate(
    order: Order, load: Nfs | Local | Iscsi, seconds: float, warm: float, each: float = 1.0
) -> Measure:
    """Return a measure of a load on a machine: its requests a second, multiplied by `each` (such as
    the bytes of a request)."""
    return lambda cut, seed: (
        each * Machine(cut(order), seed).run(load, seconds=seconds, warm=warm).rate
    )


def transfers(cut: Cut, seed: int) -> float:
    """Return the disk's transfers a second while transaction groups are written."""
    machine = Machine(cut(FREEBSD_BOX), seed)
    machine.start(Local(1, 128 * KiB, o_sync=False))
    machine.pass_time(1.0)
    before = machine.boxes.moved("disks")[1]
    machine.pass_time(1.0)
    return machine.boxes.moved("disks")[1] - before


def from_flash(cut: Cut, seed: int) -> float:
    """Return the mean latency (s) of a read that flash answers."""
    machine = Machine(cut(SUN_7410.order(flash={"devices": 6}, held=(0.0, 1.0))), seed)
    return machine.run(Nfs(1, 1, 8 * KiB, reads=1.0, blocks=Reads(1 * GB)), seconds=0.3).reads.mean


def misaligned(cut: Cut, seed: int) -> float:
    """Return how many times more requests a second an aligned LUN serves than a misaligned one."""
    left_out = tuple(cut(SUN_7410).left_out)
    good, bad = (
        LunRun(partition(begin, 8 * KiB), 16, interval=0.8, left_out=left_out, seed=seed)
        .measure(0.8)
        .rate
        for begin in (0, 1)
    )
    return good / bad


NUMBERS = [
    (
        "slog-before-iops",
        "Disks, the lake",
        "writes a second of one client to mirrored disks",
        rate(SUN_7410, Nfs(fast_forward=False), 1.5, 0.0),
    ),
    ("hdd-read1-mean", "Disks", "a read from one disk", mean_read(1, 3.0)),
    (
        "fbsd-zfs-sync-r4-tps",
        "The missed turn",
        "safe writes a second of one program",
        rate(FREEBSD_BOX, Local(), 3.0, 0.5),
    ),
    (
        "load8-ops",
        "A crowd of writers",
        "writes a second of 200 threads, eight Logzillas",
        rate(
            PAIRS.order(log={"devices": 8, "mirrored": True}),
            Nfs(10, 20, 512, SUN["client.turnaround_blade"]),
            0.03,
            0.02,
        ),
    ),
    (
        "slog-after-iops",
        "The intent log",
        "writes a second of one thread, two Logzillas",
        rate(SUN_7410.order(log={"devices": 2}), Nfs(), 0.5, 0.0),
    ),
    (
        "fbsd-zfs-async-r2-tps",
        "Transaction groups",
        "transfers a second while groups go out",
        transfers,
    ),
    ("hsp-l2arc-latency", "Caches", "a read from flash", from_flash),
    (
        "ht-8k-barcelona",
        "The head node",
        "8 KiB reads a second from memory",
        rate(CACHED, Nfs(20, 20, reads=1.0), 0.02, 0.03),
    ),
    (
        "ht-stream-barcelona",
        "Streaming",
        "bytes a second of long reads from memory",
        rate(CACHED, Nfs(41, 4, MiB, reads=1.0), 0.3, 0.1, MiB),
    ),
    (
        "comstar-write-new",
        "iSCSI",
        "bytes a second written to LUNs",
        rate(
            SUN_7410.order(log={"devices": 2}, datasets=10, cards=(Card(), Card())),
            Iscsi(10, 10, 8 * KiB, 0.0, spread=SPREAD),
            0.04,
            0.02,
            8 * KiB,
        ),
    ),
    ("hdd-read10-p90", "Queues", "nine of ten reads, ten at a time", mean_read(10, 5.0, 0.9)),
    ("align-degradation", "LUN alignment", "times as slow when misaligned", misaligned),
]


LEAST, MOST = 0.4, 2.5
"""Least and greatest ratio that are drawn to scale; others stand at the edge, with their numbers.
"""


def run(left_out: str, seed: int) -> Iterator[Rows]:
    """Yield rows: number (name: of the chapter, what, claim, measured, model: SI; ratio: of the
    model's to the measured; at: the ratio as drawn; low, high: the ratios that meet the claim;
    fate: met or missed; published and comes_to: both in words), beyond (name, at, says: a ratio
    outside the picture), sum (left_out)."""

    def cut(order: Order) -> Order:
        return (
            order
            if left_out == NONE
            else order.bare()
            if left_out == ALL
            else order.without(left_out)
        )

    for id, name, what, measure in NUMBERS:
        published, model = claim(id), float(measure(cut, seed))
        low = published.low or published.expected or 0.0
        high = published.high or published.expected or 0.0
        middle, tolerance = sqrt(low * high), published.tolerance or 0.0
        yield [
            {
                "row": "number",
                "claim": id,
                "name": name,
                "what": what,
                "measured": middle,
                "model": model,
                "published": f"{published.written[0] or ' to '.join(published.written[1:])} {published.unit}",
                "comes_to": f"{figured(model / published.factor)} {published.unit}",
                "ratio": model / middle,
                "at": min(MOST, max(LEAST, model / middle)),
                "low": low * (1 - tolerance) / middle,
                "high": high * (1 + tolerance) / middle,
                "fate": MET if published.judge(model)[0] == "reproduced" else MISSED,
            }
        ]
        if not LEAST <= model / middle <= MOST:
            says = (
                f"{figured(model / middle)} →" if model > middle else f"← {figured(model / middle)}"
            )
            yield [
                {
                    "row": "beyond",
                    "name": name,
                    "at": MOST if model > middle else LEAST,
                    "says": says,
                }
            ]
    yield [{"row": "sum", "left_out": left_out}]


def figured(number: float) -> str:
    """Return a number as text with three significant digits, or more if more stand before the
    point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def values(rows: Rows) -> dict[str, float]:
    found = {row["claim"]: row for row in of(rows, "number")}
    return {
        "met": float(sum(row["fate"] == MET for row in found.values())),
        "all": float(len(found)),
        **{f"ratio_{id.replace('-', '_')}": row["ratio"] for id, row in found.items()},
        **{id.replace("-", "_"): row["model"] for id, row in found.items()},
    }


def describe(rows: Rows) -> str:
    v, left_out = values(rows), of(rows, "sum")[0]["left_out"]
    whole = {NONE: "With all their parts", ALL: "Without all that may be left out"}.get(
        left_out, f"Without the {left_out}"
    )
    missed = [row["what"] for row in of(rows, "number") if row["fate"] == MISSED]
    rest = f"; not: {'; '.join(missed)}" if missed else ""
    return (
        f"{whole} the machines meet {count(v['met'])} of {count(v['all'])} published numbers{rest}."
    )


NAMES = [name for _, name, *_ in NUMBERS]
SIDE = {"label": None, "domain": NAMES}

FIGURE = Figure(
    id="whole-machine",
    title="Twelve numbers, one machine",
    caption="Each number of a chapter, made by the whole machine under that chapter's load: the model's over the measured "
    "one (a number with an arrow lies beyond the picture). Grey: within the claim's tolerance. Leave a part out and "
    "see which numbers need it.",
    params={
        "left_out": Choice(
            "Left out",
            NONE,
            {
                NONE: "nothing",
                **{part: f"the {part}" for part in PARTS},
                ALL: "everything that may be",
            },
            "Requests pass a part that is left out without delay: no card, no queue, no cache, no cost of memory.",
        ),
    },
    presets={
        "nothing left out": Preset(help="all parts of every machine"),
        "without the head": Preset(
            {"left_out": "head"}, "work costs the cores what it costs at rest"
        ),
        "without the cache": Preset({"left_out": "cache"}, "every read goes to disk"),
        "bare": Preset({"left_out": ALL}, "only what stores"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", data=[1], stroke="currentColor", strokeOpacity=0.5),
                mark(
                    "barX",
                    {"row": "number"},
                    x1="low",
                    x2="high",
                    y="name",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.35,
                ),
                mark(
                    "dot",
                    {"row": "number"},
                    x="at",
                    y="name",
                    fill="fate",
                    r=5,
                    tip=True,
                    channels={"what": "what", "model / measured": "ratio"},
                ),
                *(
                    mark(
                        "text",
                        {"row": "beyond", "at": edge},
                        x="at",
                        y="name",
                        text="says",
                        textAnchor=anchor,
                        dx=dx,
                        fill="currentColor",
                    )
                    for edge, anchor, dx in ((LEAST, "start", 9), (MOST, "end", -9))
                ),
            ],
            {
                "x": {
                    "label": "model / measured",
                    "type": "log",
                    "domain": [LEAST, MOST],
                    "grid": True,
                },
                "y": SIDE,
                "color": {
                    "domain": [MET, MISSED],
                    "range": ["var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=380,
        ),
    ],
    table=table(
        {"row": "number"},
        [
            column("name", "chapter"),
            column("what", "number"),
            column("published", "published"),
            column("comes_to", "the machine"),
            column("ratio", "ratio", digits=3),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "and the other texts"),
)
