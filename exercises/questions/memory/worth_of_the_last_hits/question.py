"""What a few more hits make of the mean, and how many a given mean needs."""

from functools import cache

from exercises.kit.form import Number
from figures.flash.experiments.tier_times import TierTimes
from models.units import GB, KiB, s, us

KIND = "predict"
FORM = {
    "later": Number("Mean time of a read, with more memory", unit="ms", low=1 * us, high=10 * s),
    "needed": Number(
        "Hit ratio for the mean that users want",
        unit="%",
        low=0.0,
        high=1.0,
        help="From 0 to 100 %.",
    ),
}
PAIRS = [
    (0.80, 0.92, 4),
    (0.90, 0.95, 4),
    (0.60, 0.90, 5),
    (0.70, 0.82, 4),
    (0.95, 0.98, 4),
    (0.75, 0.95, 4),
]
"""Hit ratios now and then, and how many times shorter the mean should be. Seldom is just half of the misses left, so that
whoever takes what goes for what stays is noticed."""
WORDS = {4: "a quarter", 5: "a fifth"}


def case(rng):
    """now, after: hit ratios; times, part: how many times less time is wanted; mean, later: now and then (s);
    missed, misses, left, needed: shares for the explanation."""
    now, after, times = rng.choice(PAIRS)
    given = {
        "now": now,
        "after": after,
        "times": times,
        "part": WORDS[times],
        "span": rng.choice([50, 200, 450]) * GB,
    }
    left = (1 - now) / times
    means = {"mean": mean(given["span"], now), "later": mean(given["span"], after)}
    return {
        **given,
        **means,
        "missed": 1 - now,
        "misses": 1 - after,
        "left": left,
        "needed": 1 - left,
    }


@cache
def server(span):
    """Memory, and disks of which `span` bytes are in use; one client."""
    return TierTimes(size=8 * KiB, threads=1, devices=0, span=span)


def mean(span, hits):
    """Seconds that a read takes on average in the book's server if that share of the reads are hits."""
    return server(span).answer(hits, 0.0, 1.0 - hits).latency
