"""A small cache at work: the strip of its blocks and ghosts, request by request, beside LRU's list."""

from collections.abc import Hashable, Iterator
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
from figures.memory.arc_lists_results import asked, said
from figures.memory.experiments.watched import CacheStep, Name, Watched, requests
from models.zfs.arc.replacement import Lru
from models.zfs.arc.zfs_arc import MFU_GHOST, MRU, MRU_GHOST

GAP = 0.06
LOOKS = {
    "in memory": "var(--wtg-1)",
    "metadata": "var(--wtg-4)",
    "asked for now": "var(--wtg-accent)",
    "ghost: only the name": "color-mix(in srgb, var(--wtg-mute) 30%, var(--wtg-card))",
}
MEMORY, METADATA, ASKED, GHOST = LOOKS
SEEN = {"lru": (MEMORY, ASKED), "new": (ASKED,), "arc": tuple(LOOKS)}
"""Strip -> how its blocks may look."""
STRIPS = {"lru": 2.2, "new": 3.5, "arc": 4.75}
"""Strip -> its upper edge; a block is 1 high. A block that memory does not know waits between the two strips."""
FOOT = 7.0


def cell(frame_: float, strip: str, place: int, name: Hashable, look: str) -> Row:
    """Return the row of a block whose left edge is at `place`."""
    return {
        "row": strip,
        "frame": frame_,
        "x1": place + GAP,
        "x2": place + 1 - GAP,
        "x": place + 0.5,
        "look": look,
        "name": name,
    }


def strip(frame_: float, lists: list[list[Name]], size: int, now: Name, far: bool) -> Iterator[Row]:
    """Yield the rows of the strip. Blocks asked for once stand left of 0, those asked for again right of it, the
    latest nearest to 0, and beyond memory's frame the ghosts. far: whether the block asked for is not there yet."""
    left = len(lists[MRU])
    ghosts_from = {MRU_GHOST: left, MFU_GHOST: size - left}
    for state, blocks_ in enumerate(lists):
        right, first = state % 2, ghosts_from.get(state, 0)
        for k, block in enumerate(blocks_):
            look = (
                ASKED
                if block == now
                else GHOST
                if state >= MRU_GHOST
                else METADATA
                if block[1]
                else MEMORY
            )
            place = first + k if right else -1 - first - k
            yield cell(frame_, "arc", place, block[0], look)
    if far:
        yield cell(frame_, "new", 0, now[0], ASKED)


def picture(
    frame_: float, lists: list[list[Name]], target: float, size: int, now: Name, far: bool
) -> Iterator[Row]:
    """Yield the rows of the strip, of memory's window over it, and of where that window should be."""
    yield from strip(frame_, lists, size, now, far)
    window = (-len(lists[MRU]), size - len(lists[MRU]))
    yield {"row": "window", "frame": frame_, "from": window[0], "to": window[1]}
    yield {"row": "wanted", "frame": frame_, "from": -target, "to": size - target}


def run(
    policy: str, workload: str, size: int, limit: float, count: int, seed: int
) -> Iterator[Rows]:
    """Yield rows. By frame (the number of a request; half a request earlier it has been asked for): arc, lru and new
    (x: left edge, look, name), window and wanted (from, to), asked and says (text), score (strip, text). Then
    edge (x) and sum."""
    size = int(size)
    cache, lru = Watched(policy, size, limit), Lru(size)
    hits, lru_hits, ghosts, range_of_p = 0, 0, [0, 0], [cache.target]
    left, right = 0, 0
    for n, (key, metadata) in enumerate(requests(workload, size, int(count), seed)):
        before, newest = cache.lists(), [*reversed(lru.blocks)]
        step: CacheStep = cache.step(key, metadata)
        lru_hit = lru.access(key)
        hits, lru_hits = hits + step.hit, lru_hits + lru_hit
        if step.found in (MRU_GHOST, MFU_GHOST):
            ghosts[step.found - MRU_GHOST] += 1
        range_of_p.append(step.target)
        rows: list[Row] = []
        for frame_, lists, target, recent, says in (
            (n + 0.5, before, step.before, newest, asked(step)),
            (
                n + 1.0,
                step.lists,
                step.target,
                [*reversed(lru.blocks)],
                said(step, policy == "zfs-2010"),
            ),
        ):
            done = frame_ == n + 1
            far = step.found is None and not done
            rows += picture(frame_, lists, target, size, step.block, far)
            rows += [
                cell(frame_, "lru", -1 - k, name, ASKED if name == key else MEMORY)
                for k, name in enumerate(recent)
            ]
            words = f"Request {n + 1}: {key}{', metadata' if metadata else ''}"
            count_ = n + 1 if done else n
            scores = (hits, lru_hits) if done else (hits - step.hit, lru_hits - lru_hit)
            rows += [
                {"row": "asked", "frame": frame_, "text": words},
                {"row": "says", "frame": frame_, "text": says},
                *(
                    {
                        "row": "score",
                        "frame": frame_,
                        "y": STRIPS[name] - 0.3,
                        "x": -size,
                        "text": f"{name.upper()}: {score} hits of {count_}",
                    }
                    for name, score in zip(("arc", "lru"), scores, strict=True)
                ),
            ]
            left = max(left, len(lists[MRU]) + len(lists[MRU_GHOST]), size)
            right = max(right, len(lists[1]) + len(lists[MFU_GHOST]), size)
        yield rows
    yield [{"row": "edge", "x": -left - 0.3}, {"row": "edge", "x": right + 0.3}]
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
            "lists": 4 if policy == "zfs-2010" else 2,
            "size": size,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    return {name: value for name, value in total.items() if name != "row"} | {
        "ratio": total["hits"] / total["requests"]
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    found = f"Of {v['requests']} requests ARC answers {v['hits']} from memory, and LRU {v['lru']}."
    if not v["recent"] + v["frequent"]:
        return f"{found} No request finds a ghost."
    return f"{found} {v['recent']} find a ghost on the left, and {v['frequent']} one on the right."


def squares(strip: str) -> list[dict[str, Any]]:
    """Return the marks of a strip's blocks, and of their names."""
    top, row = STRIPS[strip], {"row": strip}
    return [
        mark("rect", row, x1="x1", x2="x2", y1=top, y2=top + 1, fill="look", rx=3, inset=0),
        *(
            mark(
                "text", row | {"look": look}, x="x", y=top + 0.5, text="name", fill=ink, fontSize=12
            )
            for look in SEEN[strip]
            for ink in ("currentColor" if look == GHOST else "var(--wtg-card)",)
        ),
    ]


def words(row: str, **options: Any) -> dict[str, Any]:
    """Return the mark of the words of a row."""
    return mark("text", {"row": row}, text="text", fill="currentColor", **options)


def named(x: float, y: float, text: str, anchor: str, **options: Any) -> dict[str, Any]:
    """Return the mark of a text at a place."""
    at = {"x": x, "y": y, "text": text}
    fill = {"fill": "currentColor", **options}
    return mark("text", data=[at], x="x", y="y", text="text", textAnchor=anchor, **fill)


TOP, MEMORY_TO = STRIPS["arc"] - 0.15, STRIPS["arc"] + 1.15
FRAME: dict[str, Any] = {"y1": TOP, "y2": MEMORY_TO, "inset": 0, "rx": 4}

FIGURE = Figure(
    id="arc-lists",
    title="Which block goes?",
    caption="The same requests for two caches of one size. A block enters next to the middle line. LRU gives up what stands "
    "farthest left. ARC keeps blocks asked for once on the left, and blocks asked for again on the right; what leaves "
    "its frame, the memory, stays as a ghost for a while. The line under the frame: where ARC would like its memory to be.",
    params={
        "workload": Choice(
            "Who asks",
            "scan",
            {
                "scan": "regulars, and a backup",
                "shift": "regulars, newcomers, regulars",
                "loop": "a loop, just too long",
                "metadata": "metadata again, data once",
            },
            help="Which blocks are requested, and in what order.",
        ),
        "size": Number(
            "Blocks in memory",
            6,
            4,
            12,
            whole=True,
            more=True,
            help="How many blocks memory holds; all have the same size.",
        ),
        "policy": Choice(
            "Cache",
            "published",
            {
                "published": "ARC as published",
                "zfs-2010": "ZFS, 2010: data and metadata apart",
                "zfs-2015": "ZFS, 2015: one list for both",
            },
            help="Which rules the lower cache follows.",
            more=True,
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
            28,
            20,
            30,
            whole=True,
            more=True,
            help="How many requests the film shows.",
        ),
    },
    presets={
        "a backup passes by": Preset(help="eight blocks, read once each"),
        "newcomers": Preset({"workload": "shift"}, "they come back a little too late, at first"),
        "a loop": Preset({"workload": "loop"}, help="blocks in turn, two more than fit"),
        "metadata, as it was": Preset({"workload": "metadata", "policy": "zfs-2010"}),
        "metadata, as it became": Preset({"workload": "metadata", "policy": "zfs-2015"}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", {"row": "edge"}, x="x", strokeOpacity=0),
                mark(
                    "rect",
                    {"row": "window"},
                    x1="from",
                    x2="to",
                    **FRAME,
                    fill="color-mix(in srgb, var(--wtg-1) 14%, var(--wtg-card))",
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                *(each for strip in STRIPS for each in squares(strip)),
                mark(
                    "ruleX",
                    data=[0],
                    y1=TOP - 0.15,
                    y2=FOOT - 0.1,
                    stroke="currentColor",
                    strokeDasharray="2,3",
                ),
                mark(
                    "ruleY",
                    {"row": "wanted"},
                    y=MEMORY_TO + 0.3,
                    x1="from",
                    x2="to",
                    stroke="var(--wtg-5)",
                    strokeWidth=5,
                ),
                named(-0.25, FOOT - 0.2, "← asked for once", "end"),
                named(0.25, FOOT - 0.2, "asked for again →", "start"),
                words("score", x="x", y="y", textAnchor="start", fontWeight="bold"),
                words("asked", frameAnchor="top-left", fontWeight="bold", fontSize=13),
                words("says", frameAnchor="top-left", dy=18, lineAnchor="top", lineHeight=1.25),
            ],
            {
                "x": {"axis": None},
                "y": {"axis": None, "domain": [FOOT, 0]},
                "color": {
                    "domain": list(looks),
                    "range": [LOOKS[look] for look in looks],
                    "legend": True,
                },
            },
            height=370,
            when={"workload": workloads},
            frame=frame("frame", "request", "", 1.5, (15.0, 0.5)),
        )
        for workloads, looks in (
            (["scan", "shift", "loop"], [look for look in LOOKS if look != METADATA]),
            (["metadata"], [*LOOKS]),
        )
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2014rearc", "No Meta Limits"),
    reproduces=["rearc-lists"],
    seed=109,  # all four regulars come twice before the backup and twice after it
)
