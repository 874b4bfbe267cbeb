"""A small cache in detail: its four lists of blocks, with one picture for each request."""

from collections.abc import Iterator
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    frame,
    mark,
    panel,
)
from figures.kit.rows import one
from figures.memory.arc_lists_results import NAMES, blocks, said
from figures.memory.experiments.watched import POLICIES, CacheStep, Name, Watched, requests
from models.zfs.arc.replacement import Lru
from models.zfs.arc.zfs_arc import MFU_GHOST, MRU_GHOST

PITCH, TITLE, CELL, GAP = (
    1.5,
    0.5,
    0.86,
    0.08,
)  # heights of a list with its title, of the title, of a block; the gap between blocks
LISTS = 2.15  # where the lists begin, below the text
LOOKS = {
    "data": "var(--wtg-1)",
    "metadata": "var(--wtg-4)",
    "asked for": "var(--wtg-accent)",
    "just given up": "color-mix(in srgb, var(--wtg-5) 35%, var(--wtg-card))",
    "ghost": "color-mix(in srgb, var(--wtg-mute) 35%, var(--wtg-card))",
}
OUTCOMES = {"hit": "var(--wtg-3)", "miss, a ghost": "var(--wtg-2)", "miss": "var(--wtg-mute)"}
CURVES = {"hits so far": "var(--wtg-3)", "p": "var(--wtg-5)"}


def lines(
    step: CacheStep, size: int, split: bool
) -> Iterator[tuple[str, list[Name], int, float | None, bool]]:
    """Yield the lists as lines of a picture: (title, blocks, position of the first block, target in
    blocks or None, whether they are ghosts). split: whether data and metadata have lists of their
    own."""
    for state in (0, 1):
        here, target = step.lists[state], step.target if state == 0 else size - step.target
        if split:
            data, metadata = (
                [block for block in here if block[1] == kind] for kind in (False, True)
            )
            yield f"{NAMES[state]}, data: {len(data)}", data, 0, None, False
            both = f"{NAMES[state]}, metadata: {len(metadata)}; target of both {blocks(target)}"
            yield both, metadata, len(data), target, False
        else:
            yield f"{NAMES[state]}: {len(here)}, target {blocks(target)}", here, 0, target, False
        yield f"its ghosts: {len(step.lists[state + 2])}", step.lists[state + 2], 0, None, True


def picture(number: int, step: CacheStep, size: int, split: bool) -> Iterator[Row]:
    """Yield the rows of the picture of request `number`."""
    stamp = {"frame": number}
    evicted = {block for block, _ in step.given_up}
    yield {
        "row": "asked",
        **stamp,
        "x": 0.0,
        "y": 0.0,
        "text": f"Request {number}: {step.block[0]}{', metadata' if step.block[1] else ''}",
    }
    yield {"row": "says", **stamp, "x": 0.0, "y": 0.45, "text": said(step, split)}
    for n, (title, in_list, first, target, ghosts) in enumerate(lines(step, size, split)):
        top = LISTS + n * PITCH
        yield {"row": "title", **stamp, "x": 0.0, "y": top + TITLE - 0.14, "text": title}
        for line in (0, 1) if split else (0,):
            if target is not None:
                above = top - line * PITCH + TITLE
                yield {
                    "row": "target",
                    **stamp,
                    "x": target,
                    "from": above - GAP,
                    "to": above + CELL + GAP,
                }
        for k, block in enumerate(in_list):
            kind = "metadata" if block[1] else "data"
            look = (
                "just given up"
                if ghosts and block in evicted
                else "ghost"
                if ghosts
                else "asked for"
                if block == step.block
                else kind
            )
            left = first + k
            yield {
                "row": "block",
                **stamp,
                "x1": left + GAP / 2,
                "x2": left + 1 - GAP / 2,
                "mid": left + 0.5,
                "top": top + TITLE,
                "foot": top + TITLE + CELL,
                "middle": top + TITLE + CELL / 2,
                "look": look,
                "ink": "dark" if ghosts else "light",
                "name": block[0],
            }


def run(
    policy: str, workload: str, size: int, limit: float, count: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: block (x1, x2, mid, top, foot, middle, look, name), title, target, asked and
    says, all by frame (the number of a request); request (n, begin, end, outcome), curve (n, what,
    share), now (n), edge (x), and sum."""
    cache, lru, hits, lru_hits = Watched(policy, int(size), limit), Lru(int(size)), 0, 0
    split, ghosts, range_of_p = policy == "zfs-2010", [0, 0], [cache.target]
    yield [{"row": "edge", "x": size}]
    for n, (key, metadata) in enumerate(requests(workload, int(size), int(count), seed)):
        number, step = n + 1, cache.step(key, metadata)
        hits, lru_hits = hits + step.hit, lru_hits + lru.access(key)
        if step.found in (MRU_GHOST, MFU_GHOST):
            ghosts[step.found - MRU_GHOST] += 1
        range_of_p.append(step.target)
        outcome = "hit" if step.hit else "miss" if step.found is None else "miss, a ghost"
        yield [
            {
                "row": "request",
                "n": number,
                "begin": number - 0.5,
                "end": number + 0.5,
                "outcome": outcome,
            },
            {"row": "curve", "n": number, "what": "hits so far", "share": hits / number},
            {"row": "curve", "n": number, "what": "p", "share": step.target / size},
            {"row": "now", "frame": number, "n": number},
            *picture(number, step, size, split),
        ]
    yield [
        {
            "row": "sum",
            "requests": int(count),
            "hits": hits,
            "lru": lru_hits,
            "recent": ghosts[0],
            "frequent": ghosts[1],
            "begin": range_of_p[0],
            "most": max(range_of_p),
            "least": min(range_of_p),
            "p": range_of_p[-1],
            "lists": 4 if split else 2,
            "size": int(size),
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    return {name: value for name, value in total.items() if name != "row"} | {
        "ratio": total["hits"] / total["requests"]
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    moves = [f"is {blocks(v['begin'])} at first"]
    if v["most"] > max(v["begin"], v["p"]):
        moves.append(f"{blocks(v['most'])} at most")
    if v["least"] < min(v["begin"], v["p"]):
        moves.append(f"{blocks(v['least'])} at least")
    target = (
        f"stays at {blocks(v['p'])}"
        if v["most"] == v["least"]
        else f"{', '.join(moves)} and {blocks(v['p'])} at the end"
    )
    return (
        f"Of {v['requests']} requests {v['hits']} find their block; LRU would have {v['lru']}. {v['recent']} find a "
        f"ghost of the recently used, {v['frequent']} one of the frequently used. The target p {target}, of "
        f"{v['size']} blocks."
    )


def blocks_of(look: str) -> dict[str, Any]:
    return mark(
        "rect", {"row": "block", "look": look}, x1="x1", x2="x2", y1="top", y2="foot", fill="look"
    )


def lists(policies: list[str], count: int, height: int) -> dict[str, Any]:
    """Return the panel of the lists for these policies, `count` lines high."""
    words: dict[str, Any] = {"text": "text", "textAnchor": "start", "fill": "currentColor"}
    return panel(
        [
            mark("ruleX", {"row": "edge"}, x="x", strokeOpacity=0),
            mark("ruleX", data=[0], strokeOpacity=0),
            *(blocks_of(look) for look in LOOKS),
            mark(
                "text",
                {"row": "block", "ink": "light"},
                x="mid",
                y="middle",
                text="name",
                fill="var(--wtg-card)",
            ),
            mark(
                "text",
                {"row": "block", "ink": "dark"},
                x="mid",
                y="middle",
                text="name",
                fill="currentColor",
            ),
            mark(
                "ruleX",
                {"row": "target"},
                x="x",
                y1="from",
                y2="to",
                stroke="currentColor",
                strokeWidth=3,
            ),
            mark("text", {"row": "title"}, x="x", y="y", lineAnchor="bottom", **words),
            mark("text", {"row": "asked"}, x="x", y="y", fontWeight="bold", fontSize=13, **words),
            mark("text", {"row": "says"}, x="x", y="y", lineAnchor="top", lineHeight=1.25, **words),
        ],
        {
            "x": {"axis": None},
            "y": {"axis": None, "domain": [LISTS + count * PITCH, -0.3]},
            "color": {"domain": list(LOOKS), "range": list(LOOKS.values()), "legend": True},
        },
        height=height,
        frame=frame("frame", "request", "", 1.2, (34,)),
        when={"policy": policies},
        tab="The lists",
    )


FIGURE = Figure(
    id="arc-lists",
    title="A cache under the magnifying glass",
    caption="One request at a time. The lists: a block enters its list on the left and leaves on the right; from there it "
    "falls into its ghosts, where only its name is kept. The upright bar: the target, how long a list should be. "
    "Where data and metadata have lists of their own, the second begins where the first ends, for one target is for "
    "both. Hits and p: what each request found, the share of hits so far, and p, the target of recently used, as a "
    "share of the cache.",
    params={
        "policy": Choice(
            "Cache",
            "published",
            {
                "published": "ARC as published",
                "zfs-2010": "ZFS, 2010: data and metadata apart",
                "zfs-2015": "ZFS, 2015: one list for both",
            },
            help="Which rules the cache follows.",
        ),
        "workload": Choice(
            "Requests",
            "shift",
            {
                "shift": "regulars, newcomers, regulars",
                "scan": "regulars, and a scan",
                "loop": "a loop, just too long",
                "metadata": "metadata again, data once",
            },
            help="Which blocks are requested, and in what order.",
        ),
        "size": Number(
            "Blocks in the cache",
            8,
            4,
            14,
            whole=True,
            help="How many blocks memory holds; all have the same size.",
        ),
        "limit": Number(
            "Metadata at most",
            0.25,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of the cache that metadata may take in ZFS of 2010.",
        ),
        "count": Number(
            "Requests shown",
            72,
            40,
            80,
            whole=True,
            more=True,
            help="How many requests the film shows.",
        ),
    },
    presets={
        "newcomers": Preset(help="the published ARC; p drifts up and down again"),
        "a scan": Preset({"workload": "scan"}),
        "a loop": Preset({"workload": "loop"}, help="blocks in turn, two more than fit"),
        "metadata, as it was": Preset({"workload": "metadata", "policy": "zfs-2010"}),
        "metadata, as it became": Preset({"workload": "metadata", "policy": "zfs-2015"}),
    },
    run=run,
    panels=[
        lists([POLICIES[0], POLICIES[2]], 4, 370),
        lists([POLICIES[1]], 6, 430),
        panel(
            [
                *(
                    mark(
                        "rect",
                        {"row": "request", "outcome": outcome},
                        x1="begin",
                        x2="end",
                        y1=-0.28,
                        y2=-0.08,
                        fill=colour,
                    )
                    for outcome, colour in OUTCOMES.items()
                ),
                mark("line", {"row": "curve"}, x="n", y="share", stroke="what", strokeWidth=2),
                mark("ruleY", data=[0]),
                mark("ruleX", {"row": "now"}, x="n", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "request"},
                "y": {"label": "share", "unit": "%", "domain": [-0.3, 1], "ticks": [0, 0.5, 1]},
                "color": {
                    "domain": [*CURVES, *OUTCOMES],
                    "range": [*CURVES.values(), *OUTCOMES.values()],
                    "legend": True,
                },
            },
            height=330,
            frame=frame("frame", "request", "", 1.2, (34,)),
            tab="Hits and p",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "No Meta Limits"),
    reproduces=["rearc-lists"],
    seed=2,
)
