"""The log as a chain of blocks after a failure: which blocks survive, where the replay ends, and
what lies beyond its end."""

from collections.abc import Sequence
from typing import Any

from figures.define.figure import Row, Rows, mark, panel
from figures.intent_log.experiments.outage import Outage
from models.zfs.pool.vdev import Vdev

GROUP, LOG, PROMISED, UNASKED, HIDDEN, WAITS = (
    "in the last group",
    "replayed from the log",
    "lost though promised",
    "lost, never promised",
    "kept, but not to be found",
    "waits for the answer",
)
DARK, LIGHT, BAD, PALE, STRANDED = (
    "var(--wtg-1)",
    "var(--wtg-3)",
    "var(--wtg-accent)",
    "var(--wtg-mute)",
    "var(--wtg-4)",
)
FATES = {
    "domain": [WAITS, GROUP, LOG, PROMISED, UNASKED, HIDDEN],
    "range": ["var(--wtg-line)", DARK, LIGHT, BAD, PALE, STRANDED],
    "legend": True,
}
BEFORE, BEHIND, LAST = 5, 5, 4
"""Blocks drawn before the replay's end, after it, and at the end of the chain."""
SHOWN = BEFORE + BEHIND + LAST
WIDE, TALL = 0.34, 0.2  # half the width and height of a block
LOOKS = {"whole": 1.0, "free": 0.35, "gone": 0.1}  # opacity of a block


def chain_rows(outage: Outage, now: float) -> Rows:
    """Return rows: block (at, lane, fate, look, number), pointer (from a block to the next; read:
    yes or no), lane (name), end (at, says, why, side), gap (at, says), chain (blocks, read,
    missing, stranded: of those that no transaction group has replaced)."""
    chain, pool = outage.plug.chains[0], outage.zfs.pool
    blocks = block_fates(outage, now)
    fates = [fate for fate, _ in blocks]
    count = {
        "row": "chain",
        "blocks": sum(fate != GROUP for fate in fates),
        "read": fates.count(LOG),
        "missing": fates.count(PROMISED) + fates.count(UNASKED),
        "stranded": fates.count(HIDDEN),
    }
    if not fates:
        return [count, {"row": "empty", "says": "nobody has written to the log"}]
    vdevs, name = (pool.logs, "log device") if pool.logs else (pool.vdevs, "disk")
    lanes = {id(vdev): (len(vdevs) - 1) / 2 - n for n, vdev in enumerate(vdevs)}
    rows: Rows = [count]
    rows += [
        {
            "row": "lane",
            "lane": lane,
            "name": lane_name(name, n, vdevs),
            "side": "below" if lane < 0 else "above",
        }
        for n, lane in enumerate(lanes.values())
    ]
    numbers, skipped = shown(len(fates), chain.read)
    place = {number: at + (0 < skipped < number) for at, number in enumerate(numbers)}
    if skipped:
        rows.append({"row": "gap", "at": place[skipped] + 1, "lane": 0.0, "says": "…"})
    for number in numbers:
        at, lane = place[number], lanes[id(chain.blocks[number].block.vdev)]
        rows.append(block_row(number, *blocks[number], at, lane))
        if number + 1 in place and number != skipped:
            next_lane = lanes[id(chain.blocks[number + 1].block.vdev)]
            rows.append(pointer_row(at, lane, next_lane, fates[number + 1] == LOG))
    end = place[chain.read] - 0.5 if chain.read < len(fates) else place[len(fates) - 1] + 0.5
    return [*rows, end_row(fates, chain.read, end)]


def block_fates(outage: Outage, now: float) -> list[tuple[str, bool]]:
    """Return each block of the log's chain: its fate, and whether a failure at `now` (s) leaves it
    on stable storage."""
    plug, chain = outage.plug, outage.plug.chains[0]
    sync_asked = {
        write.record: write.sync_asked
        for write in outage.zfs.acknowledged
        if write.record is not None
    }
    blocks = []
    for number, written in enumerate(chain.blocks):
        there = all(plug.survives(block, now) for block in (written.block, *written.pointed))
        answered = [sync_asked[record] for record in written.numbers if record in sync_asked]
        if written.txg <= plug.txg:
            fate = GROUP
        elif number < chain.read:
            fate = LOG
        elif there:
            fate = HIDDEN
        elif not answered:
            fate = WAITS
        else:
            fate = PROMISED if any(answered) else UNASKED
        blocks.append((fate, there))
    return blocks


def block_row(number: int, fate: str, there: bool, at: float, lane: float) -> Row:
    """Return the row of a block (numbered from 0) in its place and lane."""
    return {
        "row": "block",
        "at": at,
        "lane": lane,
        "x1": at - WIDE,
        "x2": at + WIDE,
        "y1": lane - TALL,
        "y2": lane + TALL,
        "fate": fate,
        "number": number + 1,
        "look": "free" if fate == GROUP else "whole" if there else "gone",
        "cross": "" if there or fate in (GROUP, WAITS) else "×",
    }


def pointer_row(at: float, lane: float, next_lane: float, read: bool) -> Row:
    """Return the row of the arrow from a block to the next, between their sides in one lane or
    between the bottom of one and the top of the other."""
    side = WIDE if next_lane == lane else 0.0
    edge = TALL if next_lane > lane else -TALL if next_lane < lane else 0.0
    return {
        "row": "pointer",
        "x1": at + side,
        "x2": at + 1 - side,
        "y1": lane + edge,
        "y2": next_lane - edge,
        "read": "yes" if read else "no",
    }


def end_row(fates: list[str], read: int, at: float) -> Row:
    """Return the row of the replay's end, with its reason."""
    which = "next" if LOG in fates else "first"
    if read == len(fates):
        why = "the chain ends"
    else:
        why = f"the {which} block {'was on its way' if fates[read] == WAITS else 'is missing'}"
    return {
        "row": "end",
        "at": at,
        "says": "replay ends here" if LOG in fates else "nothing to replay",
        "why": why,
        "side": "right" if at < SHOWN / 2 else "left",
    }


def lane_name(name: str, number: int, vdevs: Sequence[Vdev]) -> str:
    """Return the name of a vdev, to stand beside its blocks."""
    both = len(vdevs[number].devices) > 1
    return f"both {name}s" if both else f"{name} {number + 1}" if len(vdevs) > 1 else f"the {name}"


def shown(count: int, read: int) -> tuple[list[int], int]:
    """Return the numbers of the blocks to draw, and the number after which some are left out (0 if
    none are). There are `count` blocks, of which a replay reads the first `read`. The last ones are
    drawn, or those around the replay's end and the last."""
    if count - read <= BEHIND + LAST:
        return list(range(max(0, count - SHOWN), count)), 0
    first = max(0, read - BEFORE)
    return [*range(first, read + BEHIND), *range(count - LAST, count)], read + BEHIND - 1


def chain_panel(tab: str) -> dict[str, Any]:
    """Return the panel of the last blocks in their order, each on its device, with the end of the
    replay."""

    def pointers(read: str, **look: Any) -> dict[str, Any]:
        return mark(
            "arrow",
            {"row": "pointer", "read": read},
            x1="x1",
            y1="y1",
            x2="x2",
            y2="y2",
            headLength=7,
            insetStart=1,
            insetEnd=1,
            **look,
        )

    def words(kind: str, side: str, dy: int, **look: Any) -> dict[str, Any]:
        away = 6 if side == "right" else -6
        return mark(
            "text",
            {"row": "end", "side": side},
            x="at",
            frameAnchor="top",
            text=kind,
            dx=away,
            dy=dy,
            textAnchor="start" if side == "right" else "end",
            lineAnchor="top",
            fill="currentColor",
            **look,
        )

    return panel(
        [
            pointers("yes", stroke="currentColor"),
            pointers("no", stroke="var(--wtg-mute)", strokeDasharray="2,3"),
            *(
                mark(
                    "rect",
                    {"row": "block", "look": look},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="fate",
                    stroke="fate",
                    fillOpacity=full,
                    strokeWidth=2,
                    channels={"block": "number"},
                    tip=True,
                )
                for look, full in LOOKS.items()
            ),
            mark(
                "text",
                {"row": "block"},
                x="at",
                y="lane",
                text="cross",
                fill="currentColor",
                stroke="none",
                fontSize=14,
            ),
            mark(
                "text",
                {"row": "gap"},
                x="at",
                y="lane",
                text="says",
                fontSize=20,
                fill="currentColor",
            ),
            *(
                mark(
                    "text",
                    {"row": "lane", "side": side},
                    y="lane",
                    text="name",
                    frameAnchor="left",
                    textAnchor="start",
                    dx=2,
                    dy=dy,
                    fill="var(--wtg-mute)",
                )
                for side, dy in (("above", -34), ("below", 34))
            ),
            mark("ruleX", {"row": "end"}, x="at", strokeWidth=2.5, stroke="currentColor"),
            *(
                words(kind, side, dy, **look)
                for side in ("left", "right")
                for kind, dy, look in (("says", 2, {"fontWeight": "bold"}), ("why", 18, {}))
            ),
            mark(
                "text", {"row": "empty"}, text="says", frameAnchor="middle", fill="var(--wtg-mute)"
            ),
        ],
        {
            "x": {
                "label": "blocks of the log, each points to the next",
                "domain": [-0.6, SHOWN + 0.6],
                "ticks": [],
            },
            "y": {"axis": None, "label": None, "domain": [-1.0, 1.35]},
            "color": FATES,
        },
        height=300,
        tab=tab,
    )
