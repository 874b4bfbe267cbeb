"""The log as a chain of blocks after a failure: which are there, where the replay ends, and what
lies behind its end."""

from typing import Any

from figures.define.figure import mark, panel

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
BEFORE, BEHIND, LAST = (
    5,
    5,
    4,
)  # blocks before the replay's end, behind it, and at the end of the chain
SHOWN = BEFORE + BEHIND + LAST
WIDE, TALL = 0.34, 0.2  # half a block
LOOKS = {"whole": 1.0, "free": 0.35, "gone": 0.1}  # how full a block is drawn


def chain_rows(outage, now: float) -> list[dict[str, Any]]:
    """Rows: block (at, lane, fate, look, its number), pointer (from a block to the next; read yes
    or no), lane (name), end (at, says, why, side), gap (at, says), chain (blocks, read, missing,
    stranded: of those that no group has made needless)."""
    plug, zfs = outage.plug, outage.zfs
    chain = plug.chains[0]
    sync_asked = {
        write.record: write.sync_asked for write in zfs.acknowledged if write.record is not None
    }
    fates, there = [], []
    for number, written in enumerate(chain.blocks):
        there.append(all(plug.survives(block, now) for block in (written.block, *written.pointed)))
        answered = [sync_asked[record] for record in written.numbers if record in sync_asked]
        fates.append(
            GROUP
            if written.txg <= plug.txg
            else LOG
            if number < chain.read
            else HIDDEN
            if there[-1]
            else WAITS
            if not answered
            else PROMISED
            if any(answered)
            else UNASKED
        )
    count = {
        "row": "chain",
        "blocks": sum(fate != GROUP for fate in fates),
        "read": fates.count(LOG),
        "missing": fates.count(PROMISED) + fates.count(UNASKED),
        "stranded": fates.count(HIDDEN),
    }
    if not fates:
        return [count, {"row": "empty", "says": "nobody has written to the log"}]
    vdevs, name = (zfs.pool.logs, "log device") if zfs.pool.logs else (zfs.pool.vdevs, "disk")
    lanes = {id(vdev): (len(vdevs) - 1) / 2 - n for n, vdev in enumerate(vdevs)}
    rows: list[dict[str, Any]] = [count]
    rows += [
        *(
            {
                "row": "lane",
                "lane": lanes[id(vdev)],
                "name": lane_name(name, n, vdevs),
                "side": "below" if lanes[id(vdev)] < 0 else "above",
            }
            for n, vdev in enumerate(vdevs)
        )
    ]
    numbers, skipped = shown(len(fates), chain.read)
    place = {number: at + (0 < skipped < number) for at, number in enumerate(numbers)}
    if skipped:
        rows.append({"row": "gap", "at": place[skipped] + 1, "lane": 0.0, "says": "…"})
    for number in numbers:
        at, lane = place[number], lanes[id(chain.blocks[number].block.vdev)]
        rows.append(
            {
                "row": "block",
                "at": at,
                "lane": lane,
                "x1": at - WIDE,
                "x2": at + WIDE,
                "y1": lane - TALL,
                "y2": lane + TALL,
                "fate": fates[number],
                "number": number + 1,
                "look": "free" if fates[number] == GROUP else "whole" if there[number] else "gone",
                "cross": "" if there[number] or fates[number] in (GROUP, WAITS) else "×",
            }
        )
        if number + 1 in place and number != skipped:
            there_lane = lanes[id(chain.blocks[number + 1].block.vdev)]
            side = WIDE if there_lane == lane else 0.0  # from side to side, or from below to above
            edge = TALL if there_lane > lane else -TALL if there_lane < lane else 0.0
            rows.append(
                {
                    "row": "pointer",
                    "x1": at + side,
                    "x2": at + 1 - side,
                    "y1": lane + edge,
                    "y2": there_lane - edge,
                    "read": "yes" if fates[number + 1] == LOG else "no",
                }
            )
    behind = len(fates) - chain.read
    which, any_read = ("next", True) if LOG in fates else ("first", False)
    why = (
        "the chain ends"
        if not behind
        else f"the {which} block was on its way"
        if fates[chain.read] == WAITS
        else f"the {which} block is missing"
    )
    end = place[chain.read] - 0.5 if behind else place[len(fates) - 1] + 0.5
    return [
        *rows,
        {
            "row": "end",
            "at": end,
            "says": "replay ends here" if any_read else "nothing to replay",
            "why": why,
            "side": "right" if end < SHOWN / 2 else "left",
        },
    ]


def lane_name(name: str, number: int, vdevs) -> str:
    """What a vdev is called beside its blocks."""
    both = len(vdevs[number].devices) > 1
    return f"both {name}s" if both else f"{name} {number + 1}" if len(vdevs) > 1 else f"the {name}"


def shown(count: int, read: int) -> tuple[list[int], int]:
    """Which of so many blocks are drawn, where a replay reads the first `read`: the last, or those
    around its end and the last. And the one behind which some are left out, 0 for none."""
    if count - read <= BEHIND + LAST:
        return list(range(max(0, count - SHOWN), count)), 0
    first = max(0, read - BEFORE)
    return [*range(first, read + BEHIND), *range(count - LAST, count)], read + BEHIND - 1


def chain_panel(tab: str) -> dict[str, Any]:
    """The last blocks in their order, each on its device, and where the replay ends."""

    def pointers(read: str, **look: Any) -> dict:
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

    def words(kind: str, side: str, dy: int, **look: Any) -> dict:
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
