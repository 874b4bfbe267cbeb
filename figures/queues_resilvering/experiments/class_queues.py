"""What two queues hold, moment by moment: rows to draw, from I/Os that know when they came, went
down and were answered."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from figures.kit.words import time
from models.zfs.io.queue_order import Zio

NAMES = {"sync read": "application", "resilver": "resilver"}


def waiting(ios: list[Zio], begin: float, end: float) -> list[dict]:
    """Rows: waiting (t, who, n): how many of each class are in ZFS's queue, from each change to the
    next."""
    changes = sorted(
        [(zio.arrived, 1, zio.kind) for zio in ios] + [(zio.issued, -1, zio.kind) for zio in ios]
    )
    counts, seen, rows = dict.fromkeys(NAMES, 0), begin, []

    def now(t: float) -> list[dict]:
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


def hands(ios: list[Zio], begin: float, end: float) -> list[dict]:
    """Rows: spell (lane, from top to bottom, t1, t2, who, waited and held in s and in words): what
    the drive has, each in the first lane that is free."""
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
    """Of each read: how many of the resilver's I/Os went down while it was in ZFS's queue, and how
    many of those that went down after it were answered before it."""
    order = sorted(resilver, key=lambda zio: zio.issued)
    went = [zio.issued for zio in order]
    found = []
    for read in reads:
        passed = bisect_left(went, read.issued) - bisect_right(went, read.arrived)
        later = order[bisect_right(went, read.issued) : bisect_left(went, read.finish)]
        found.append((max(0, passed), sum(zio.finish < read.finish for zio in later)))
    return found
