"""How long does a write wait under the curve of 2013, and what does more room for dirty data change?"""

from functools import cache

from exercises.kit.form import Number
from figures.transaction_groups.experiments.throttled_writers import ThrottledWriters
from models.sim.stats import percentile
from models.units import KiB, MiB, s, us

KIND = "predict"
FORM = {
    "wait": Number(
        "Time of a typical write",
        unit="ms",
        low=1 * us,
        high=60 * s,
        help="Half of the writes take at most that.",
    ),
    "after": Number(
        "Time of a typical write, with twice the room", unit="ms", low=1 * us, high=60 * s
    ),
}
SECONDS = 4.0


def case(rng):
    """programs; size of a write (bytes); media: what the disk takes (bytes a second); limit: dirty bytes at most."""
    given = {
        "programs": rng.choice([4, 6, 8]),
        "size": rng.choice([16, 32, 64]) * KiB,
        "media": rng.choice([50, 60, 70, 80]) * MiB,
        "limit": rng.choice([128, 160]) * MiB,
    }
    pause = given["size"] / given["media"]
    return {**given, "pause": pause, "wait": given["programs"] * pause}


def waits(case, room=1):
    """What `simulated` says of a variant with so many times its room."""
    return simulated(case["programs"], case["size"], case["media"], room * case["limit"])


@cache
def simulated(programs, size, media, limit):
    """Seconds that half of the writes take at most once the pool has settled, and bytes a second that programs write."""
    run = ThrottledWriters(
        "curve", programs=programs, size=size, media=media, limit=limit, interval=30.0
    )
    run.loop.run(until=SECONDS / 2)
    writes, written = len(run.latencies), run.written
    run.loop.run(until=SECONDS)
    return percentile(run.latencies[writes:], 0.5), (run.written - written) / (SECONDS / 2)
