"""The share of requests a cache answers, against its size, under four replacement policies."""

from collections.abc import Callable, Iterable, Iterator
from random import Random

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
    pick,
    table,
)
from figures.kit.rows import of, one
from figures.memory.experiments.optimum import next_uses, optimum
from figures.memory.experiments.requests import requests
from models.zfs.arc.replacement import Arc, Fifo, Lru

BLOCKS, REQUESTS, WARM = 1000, 8000, 3000
SIZES = (10, 20, 50, 100, 200, 350, 500, 700, 1000)
POLICIES: dict[str, type[Fifo] | type[Arc]] = {"FIFO": Fifo, "ARC": Arc, "LRU": Lru}
BEST = "knows the future"
NAMES = [*POLICIES, BEST]


def run(kind: str, size: float, skew: float, scans: float, loop: int, seed: int) -> Iterator[Rows]:
    """Yield rows: point (policy, size: share of the 1,000 blocks that the cache holds, hits: share
    of the requests), mine (the same for the chosen size), and needs (from: the chosen size, size: that of
    the cache that LRU needs to match ARC). The first requests, which fill the cache, are not
    counted."""
    blocks = int(loop) if kind == "loop" else BLOCKS
    keys = requests(kind, REQUESTS, blocks, Random(seed), skew=skew, scans=scans)
    following = next_uses(keys)
    chosen = max(1, round(size * BLOCKS))
    edge = (blocks - 1, blocks) if kind == "loop" else ()
    lru, wanted = {}, 0.0
    for held in sorted({*SIZES, chosen, *edge}):
        found = {name: share(map(policy(held).access, keys)) for name, policy in POLICIES.items()}
        found[BEST] = share(optimum(keys, held, following))
        rows = [
            {"row": "point", "policy": name, "size": held / BLOCKS, "hits": hits}
            for name, hits in found.items()
        ]
        lru[held] = found["LRU"]
        if held == chosen:
            rows += [{**row, "row": "mine", "misses": 1 - row["hits"]} for row in rows]
            wanted = found["ARC"]
        yield rows
    needs = smallest(lru, wanted, lambda held: share(map(Lru(held).access, keys)))
    if needs > chosen:
        yield [{"row": "needs", "from": chosen / BLOCKS, "size": needs / BLOCKS, "hits": wanted}]


def share(found: Iterable[bool]) -> float:
    """Return the share (0-1) of hits among the requests that follow the first `WARM` ones."""
    return sum(list(found)[WARM:]) / (REQUESTS - WARM)


def smallest(known: dict[int, float], wanted: float, hits: Callable[[int], float]) -> int:
    """Return the size (blocks) of the smallest cache whose hits reach `wanted`, found by bisection.

    known: size -> hits of the caches tried. hits: size -> hits, which must grow with the size. If
    no cache has enough hits, return the largest known size.
    """
    low = max((held for held, found in known.items() if found < wanted), default=0)
    high = min((held for held in known if held > low), default=low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if hits(middle) >= wanted else (middle, high)
    return high


def values(rows: Rows) -> dict[str, float]:
    chosen = {row["policy"]: row["hits"] for row in of(rows, "mine")}
    curve = {
        name: sorted((row["size"], row["hits"]) for row in of(rows, "point", policy=name))
        for name in NAMES
    }
    steps = [
        after[1] - before[1] for before, after in zip(curve["LRU"], curve["LRU"][1:], strict=False)
    ]
    size = one(rows, "mine")["size"]
    return {
        "size": size,
        "fifo": chosen["FIFO"],
        "lru": chosen["LRU"],
        "arc": chosen["ARC"],
        "best": chosen[BEST],
        "gain": chosen["ARC"] - chosen["LRU"],
        "cliff": max(steps),
        "lru_needs": next((row["size"] for row in of(rows, "needs")), size),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    cache, best = (
        f"A cache of {v['size'] * BLOCKS:,.0f} blocks",
        f"one that knew the future would answer {v['best']:.1%}.",
    )
    if not v["fifo"] + v["lru"] + v["arc"]:
        return f"{cache} answers no request, whether FIFO, LRU or ARC; {best}"
    text = f"{cache} answers {v['fifo']:.1%} of the requests as FIFO, {v['lru']:.1%} as LRU and {v['arc']:.1%} as ARC; {best}"
    if v["cliff"] > 0.5:
        return f"{text} LRU falls off a cliff: one block more or less changes {v['cliff']:.0%} of the answers."
    if v["gain"] > 0.03:
        return f"{text} To get as far as ARC, LRU would need a cache of {v['lru_needs'] * BLOCKS:,.0f} blocks."
    return f"{text} LRU and ARC are about alike."


COLOURS = {
    "domain": NAMES,
    "legend": True,
    "range": [f"var(--wtg-{n})" for n in (4, 1, 2)] + ["var(--wtg-mute)"],
}

FIGURE = Figure(
    id="replacement-policies",
    title="What to give up",
    caption="Of 5,000 requests, the share that a cache answers, against its size, for four ways to choose the block that makes "
    "room. It was filled by 3,000 others before. Click on a size to look closer; from there a dashed line leads to the size "
    "at which LRU would find as much as ARC.",
    params={
        "kind": Choice(
            "Requests",
            "loop",
            {"scans": "popular blocks and scans", "popular": "popular blocks", "loop": "a loop"},
            help="Which block is requested next.",
        ),
        "size": Number(
            "Cache, of 1,000 blocks",
            0.59,
            0.01,
            1.0,
            unit="%",
            step=0.01,
            help="The share of the 1,000 blocks that the cache holds.",
        ),
        "scans": Number(
            "In scans",
            0.3,
            0.0,
            0.9,
            unit="%",
            step=0.05,
            more=True,
            help="The share of requests that belong to scans: blocks read only once, 250 in a row.",
        ),
        "skew": Number(
            "Popularity",
            0.9,
            0.0,
            1.6,
            step=0.1,
            more=True,
            help="The exponent of popularity: the n-th most popular block is requested n to this power times less often than the first.",
        ),
        "loop": Number(
            "Length of the loop",
            600,
            100,
            1000,
            step=50,
            whole=True,
            more=True,
            help="The number of blocks that a loop reads in turn, again and again.",
        ),
    },
    presets={
        "a loop": Preset(help="600 blocks in turn, room for 590"),
        "scans pass by": Preset({"kind": "scans", "size": 0.1}, "a backup runs while others work"),
        "popular blocks only": Preset({"kind": "popular", "size": 0.1}),
        "very popular blocks": Preset({"kind": "popular", "skew": 1.3, "size": 0.02}),
        "all blocks alike": Preset(
            {"kind": "popular", "skew": 0.0, "size": 0.5}, "nothing to learn: all find the same"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "ruleX",
                    {"row": "mine", "policy": "LRU"},
                    x="size",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "ruleY",
                    {"row": "needs"},
                    x1="from",
                    x2="size",
                    y="hits",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark("line", {"row": "point"}, x="size", y="hits", stroke="policy", strokeWidth=2),
                mark("dot", {"row": "point"}, x="size", y="hits", fill="policy", r=2.5, tip=True),
                mark(
                    "dot", {"row": "mine"}, x="size", y="hits", stroke="policy", r=6, strokeWidth=2
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "cache, of 1,000 blocks", "unit": "%", "domain": [0, 1]},
                "y": {"label": "requests answered", "unit": "%", "domain": [0, 1], "grid": True},
                "color": COLOURS,
            },
            height=380,
            pick=pick("size", "size"),
        )
    ],
    table=table(
        {"row": "mine"},
        [
            column("policy", "what goes"),
            column("hits", "answered", "%", 1),
            column("misses", "missed", "%", 1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("megiddo2003arc", "the comparison with LRU, and its figure 4"),
)
