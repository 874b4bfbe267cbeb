"""The contents of two queues over time, as rows to draw. They follow from the times at which I/Os
arrive, are issued and are answered."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from figures.define.figure import Rows
from figures.kit.words import time
from models.zfs.io.queue_order import Zio

NAMES = {"sync read": "application", "resilver": "resilver"}


def waiting(ios: list[Zio], begin: float, end: float) -> Rows:
    """Return rows: waiting (t in s, who, n: number of the class's I/Os in ZFS's queue from this
    change to the next)."""
    changes = sorted(
        [(zio.arrived, 1, zio.kind) for zio in ios] + [(zio.issued, -1, zio.kind) for zio in ios]
    )
    counts, seen, rows = dict.fromkeys(NAMES, 0), begin, []

    def now(t: float) -> Rows:
        """Return the rows of all classes at time `t` (s)."""
        return [
            {"row": "waiting", "t": t - begin, "who": who, "n": counts[kind]}
            for kind, who in NAMES.items()
        ]

    for t, change, kind in changes:
        if t > end:
            break
        if t > max(seen, begin):
            rows += now(max(seen, begin))
            seen = t
        counts[kind] += change
    return rows + now(seen) + now(end)


def drive_spells(ios: list[Zio], begin: float, end: float) -> Rows:
    """Return rows: spell (lane, top, bottom, t1, t2, who, waited and held in s and in words). Each
    shows an I/O in the drive's queue, in the first lane that is free."""
    free: list[float] = []
    rows = []
    for zio in sorted(ios, key=lambda zio: (zio.issued, zio.number)):
        lane = next((n for n, until in enumerate(free) if until <= zio.issued + 1e-12), len(free))
        free[lane : lane + 1] = [zio.finish]
        if zio.finish > begin and zio.issued < end:
            rows.append(
                {
                    "row": "spell",
                    "lane": lane + 1,
                    "top": lane + 0.5,
                    "bottom": lane + 1.5,
                    "t1": max(zio.issued, begin) - begin,
                    "t2": min(zio.finish, end) - begin,
                    "who": NAMES[zio.kind],
                    "waited": zio.waited,
                    "held": zio.held,
                    "waited, told": time(zio.waited),
                    "held, told": time(zio.held),
                }
            )
    return rows


def overtaken(reads: Sequence[Zio], resilver: list[Zio]) -> list[tuple[int, int]]:
    """Return two counts for each read: how many of the resilver's I/Os were issued while the read
    was in ZFS's queue, and how many were issued after it but answered before it."""
    order = sorted(resilver, key=lambda zio: zio.issued)
    issued = [zio.issued for zio in order]
    counts = []
    for read in reads:
        passed = bisect_left(issued, read.issued) - bisect_right(issued, read.arrived)
        later = order[bisect_right(issued, read.issued) : bisect_left(issued, read.finish)]
        counts.append((max(0, passed), sum(zio.finish < read.finish for zio in later)))
    return counts
