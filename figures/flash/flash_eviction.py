"""What flash evicts: blocks in order of arrival, or segments without hits; and the gain from
compression."""

from collections.abc import Iterator
from math import fsum
from random import Random

from figures.define.figure import Figure, Number, Preset, Rows, cite, mark, panel, target
from figures.flash.experiments.flash_rules import Rules, holds
from figures.flash.experiments.flash_words import decimal
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import size
from models.catalogue.machines import values as constants
from models.units import GB, TB, GiB, KiB, MiB, percent

SEGMENT = constants("zfs-2015")["l2_segment"]
DATA, BLOCK = 5 * TB, 8 * KiB
SKEWS = (0.0, 0.5, 0.75, 1.0, 1.25, 1.5)
RATIOS = (1.0, 1.5, 2.0, 3.0, 4.0)
RING, SEGMENTS, SINGLE = "the ring (before)", "segments (2015)", "single blocks"


def run(
    device: float,
    segment: float,
    skew: float,
    walk: float,
    compression: float,
    memory: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: rule (rule, skew, chosen, share: of the reads that memory does not answer, more:
    by how much the share exceeds the ring's), memory (skew, share), size (segment: its bytes,
    chosen, more), and held (compression, chosen, bytes). A sample of blocks stands for all."""
    rules = Rules(
        device=device, data=DATA, memory=memory, compression=compression, walk=walk, seed=seed
    )
    segment = min(segment, device / 2)
    for each in sorted({*SKEWS, skew}):
        sizes = sorted(
            {
                *(BLOCK * n for n in (1, 2, 4, 8)),
                *(device / n for n in (64, 32, 16, 8, 4, 2)),
                segment,
            }
        )
        tried = (None, segment, rules.single, *(sizes if each == skew else ()))
        served = rules.serve(each, [rules.machine(n) for n in tried])
        yield [
            {"row": "memory", "skew": each, "chosen": int(each == skew), "share": served.memory},
            *(
                {
                    "row": "rule",
                    "rule": rule,
                    "skew": each,
                    "chosen": int(each == skew),
                    "share": share,
                    "more": share - served.flash[0],
                }
                for rule, share in zip((RING, SEGMENTS, SINGLE), served.flash, strict=False)
            ),
        ]
        yield [
            {
                "row": "size",
                "segment": n,
                "chosen": int(n == segment),
                "more": share - served.flash[0],
            }
            for n, share in zip(sizes, served.flash[3:], strict=False)
        ]
    random = Random(seed)
    yield [
        {
            "row": "held",
            "compression": ratio,
            "label": f"{ratio:g} : 1",
            "chosen": int(ratio == compression),
            "bytes": holds(device, BLOCK, ratio, random),
        }
        for ratio in sorted({*RATIOS, compression})
    ]


def held(rows: Rows, ratio: float) -> float:
    """Return how many bytes of data a full device holds at this compression; 0 if there is no row
    for it."""
    bytes: float = fsum(row["bytes"] for row in of(rows, "held", compression=ratio))
    return bytes


def values(rows: Rows) -> dict[str, float]:
    def hit(rule: str) -> float:
        """Return the share (0-1) of the reads that flash answers under a rule."""
        share: float = of(rows, "rule", rule=rule, chosen=1)[0]["share"]
        return share

    own, alike = (
        of(rows, "size", chosen=1)[0],
        {row["rule"]: row["share"] for row in of(rows, "rule", skew=0.0)},
    )
    return {
        "skew": of(rows, "memory", chosen=1)[0]["skew"],
        "memory": of(rows, "memory", chosen=1)[0]["share"],
        "ring": hit(RING),
        "segments": hit(SEGMENTS),
        "single": hit(SINGLE),
        "segment": own["segment"],
        "ring_alike": alike[RING],
        "segments_alike": alike[SEGMENTS],
        "device": held(rows, 1.0),
        "held": of(rows, "held", chosen=1)[0]["bytes"],
        "twice": held(rows, 2.0),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"At a popularity of {v['skew']:g} memory answers {v['memory']:.0%} of the reads. Of the others, flash answers "
        f"{v['ring']:.1%} as a ring and {v['segments']:.1%} in segments of {size(round(v['segment']))}; it would be "
        f"{v['single']:.1%} if blocks were given up singly."
    )
    return f"{text} A full device of {decimal(v['device'])} holds {decimal(v['held'])} of data."


RULES = {RING: "var(--wtg-2)", SEGMENTS: "var(--wtg-1)", SINGLE: "var(--wtg-mute)"}

NAMED = [{"segment": n, "text": size(n)} for n in (8 * KiB, 128 * KiB, 8 * MiB, 1 * GiB, 64 * GiB)]

FIGURE = Figure(
    id="flash-eviction",
    title="What flash gives up",
    caption="A full flash device behind a cache in memory. Reads answered: of the reads that memory does not answer, the "
    "share that flash does, against how unevenly blocks are asked for (popularity, 0: all alike), for three rules "
    "of what goes first; and what two of them gain over the ring. Segment size: that gain at the chosen popularity. "
    "Some 500 blocks stand for all on the device, four for a segment of thousands. Compression: data on the "
    "full device.",
    params={
        "skew": Number(
            "Popularity",
            1.25,
            0.0,
            1.5,
            step=0.05,
            help="At 0 all blocks are equally popular.",
        ),
        "segment": Number(
            "Segment",
            SEGMENT,
            8 * KiB,
            128 * GiB,
            unit="MiB",
            stops=(
                *powers(8 * KiB, 128 * KiB),
                1.0 * MiB,
                8.0 * MiB,
                64.0 * MiB,
                *powers(1 * GiB, 128 * GiB),
            ),
            help="The bytes that flash evicts at a time; 8 KiB is a single block.",
        ),
        "walk": Number(
            "Reads that walk",
            0.0,
            0.0,
            1.0,
            unit="%",
            step=5 * percent,
            help="The share of reads that go through all data in order.",
        ),
        "device": Number(
            "Flash device",
            1 * TB,
            200 * GB,
            1 * TB,
            unit="GB",
            step=100 * GB,
            more=True,
            help="The size of the flash device. There are 5 TB of data.",
        ),
        "compression": Number(
            "Compression",
            1.0,
            1.0,
            4.0,
            step=0.5,
            more=True,
            help="How many times smaller blocks are on flash than in memory.",
        ),
        "memory": Number(
            "Cache in memory",
            64 * GB,
            32 * GB,
            256 * GB,
            unit="GB",
            more=True,
            stops=tuple(n * GB for n in (32.0, 64, 128, 256)),
            help="The size of the cache in memory, which answers the most popular reads.",
        ),
    },
    presets={
        "popular blocks": Preset(help="a popularity of 1.25, segments of 8 MiB"),
        "a walk through all data": Preset({"walk": 0.3}, "here segments beat even single blocks"),
        "huge segments": Preset({"segment": 128.0 * GiB}),
        "all blocks alike": Preset({"skew": 0.0}, "then no rule is better than another"),
        "nothing but a walk": Preset(
            {"walk": 1.0}, "what is about to be asked for has just been given up"
        ),
        "data that halves": Preset({"compression": 2.0}, "the same device holds twice as much"),
        "a small device": Preset({"device": 200.0 * GB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("line", {"row": "rule"}, x="skew", y="share", stroke="rule", strokeWidth=2),
                mark("dot", {"row": "rule"}, x="skew", y="share", fill="rule", r=3),
                mark(
                    "dot",
                    {"row": "rule", "chosen": 1},
                    x="skew",
                    y="share",
                    fill="rule",
                    r=5.5,
                    tip=True,
                ),
            ],
            {
                "x": {"label": "popularity (0: all alike)", "domain": [0, 1.5]},
                "y": {
                    "label": "reads beyond memory that flash answers",
                    "unit": "%",
                    "grid": True,
                    "zero": True,
                },
                "color": {"domain": list(RULES), "range": list(RULES.values()), "legend": True},
            },
            height=230,
            tab="Reads answered",
        ),
        panel(
            [
                mark("ruleY", data=[0], stroke="var(--wtg-2)", strokeWidth=2),
                *(
                    mark(
                        "line",
                        {"row": "rule", "rule": rule},
                        x="skew",
                        y="more",
                        stroke="rule",
                        strokeWidth=2,
                    )
                    for rule in (SINGLE, SEGMENTS)
                ),
                mark(
                    "dot",
                    {"row": "rule", "chosen": 1},
                    x="skew",
                    y="more",
                    fill="rule",
                    r=5.5,
                    tip=True,
                ),
            ],
            {
                "x": {"label": "popularity (0: all alike)", "domain": [0, 1.5]},
                "y": {
                    "label": "gain over the ring, in points",
                    "unit": "%",
                    "grid": True,
                    "ticks": 4,
                },
                "color": {"domain": list(RULES), "range": list(RULES.values())},
            },
            height=190,
            tab="Reads answered",
        ),
        panel(
            [
                mark("ruleY", data=[0], stroke="var(--wtg-2)", strokeWidth=2),
                mark(
                    "text",
                    data=NAMED,
                    x="segment",
                    text="text",
                    frameAnchor="bottom",
                    dy=14,
                    fill="currentColor",
                ),
                mark(
                    "line",
                    {"row": "size"},
                    x="segment",
                    y="more",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark("dot", {"row": "size"}, x="segment", y="more", fill="var(--wtg-1)", r=3),
                mark(
                    "dot",
                    {"row": "size", "chosen": 1},
                    x="segment",
                    y="more",
                    fill="var(--wtg-1)",
                    r=5.5,
                    tip=True,
                ),
            ],
            {
                "x": {"label": "bytes of a segment", "type": "log", "base": 2, "ticks": []},
                "y": {
                    "label": "gain over the ring, in points, at this popularity",
                    "unit": "%",
                    "grid": True,
                    "ticks": 4,
                },
            },
            height=320,
            tab="Segment size",
        ),
        panel(
            [
                mark("barX", {"row": "held"}, x="bytes", y="label", fill="var(--wtg-mute)"),
                mark(
                    "barX", {"row": "held", "chosen": 1}, x="bytes", y="label", fill="var(--wtg-1)"
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "data that the device holds", "unit": "TB", "grid": True},
                "y": {"label": "compression"},
            },
            height=280,
            tab="Compression",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "Better Eviction", "Bourbonnais 2015"),
    reproduces=["l2arc-eviction", "l2arc-compression"],
    targets=[target("l2arc-compress-example", lambda rows: held(rows, 2.0))],
)
