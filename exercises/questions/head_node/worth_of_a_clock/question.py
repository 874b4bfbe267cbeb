"""By how much does a head with one socket gain from a faster clock?"""

from exercises.kit.form import Number
from models.head.head import Head
from models.units import GHz, KiB

KIND = "predict"
FORM = {
    "gain": Number(
        "More reads with the new clock",
        unit="%",
        low=0.0,
        high=10.0,
        help="0 % would be as many as before.",
    ),
    "most": Number(
        "More reads at most, with any clock",
        unit="%",
        low=0.0,
        high=20.0,
        help="There is a limit, even for a clock without end.",
    ),
}
CLOCKS = [
    (2.3, 3.0),
    (2.3, 3.2),
    (2.3, 3.4),
    (2.0, 2.8),
    (2.0, 3.0),
    (1.9, 2.5),
    (1.9, 3.2),
    (2.5, 3.4),
    (2.1, 3.6),
]
SIZES = [
    1,
    2,
    3,
    4,
    32,
    64,
    128,
]  # KiB; between 4 and 32 half of the time is work, and wrong sums come out right


def busiest(size, clock):
    """The book's head with one socket, as busy as it gets with cached reads of `size` bytes."""
    head = Head("head-7310", clock=clock)
    return head.most(head.cached_read(size))


def case(rng):
    size = rng.choice(rng.sample(SIZES, 7)) * KiB
    before, after = (clock * GHz for clock in rng.choice(CLOCKS))
    now, then = busiest(size, before), busiest(size, after)
    base = Head("head-7310").constants["base"]
    return {
        "size": size,
        "clock": before,
        "faster": after,
        "cpi": now.cpi,
        "base": base,
        "wait": now.wait,
        "working": base / before,
        "standing": (now.cpi - base) / before,
        "less": base / after,
        "after": then.cpi,
        "ratio": after / before - 1,
        "gain": then.rate / now.rate - 1,
        "most": now.cpi / (now.cpi - base) - 1,
    }


def sound(case):
    """Whether the share of the waiting is told apart (5 %) from what all of the work brings, as at 38 % of work it is not."""
    return abs((1 - case["base"] / case["cpi"]) / case["most"] - 1) > 0.053
