"""By how much does a head with one socket gain from a faster clock?"""
from exercises.form import Number
from models.head_node import Head
from models.units import GHz, KiB

KIND = "predict"
FORM = {
    "gain": Number("More reads with the new clock", unit="%", low=0.0, high=10.0, help="0 % would be as many as before."),
    "most": Number("More reads at most, with any clock", unit="%", low=0.0, high=20.0),
}
CLOCKS = [(2.3, 3.0), (2.3, 3.2), (2.3, 3.4), (2.0, 2.8), (2.0, 3.0)]
SIZES = [1, 2, 4, 8]


def busiest(size, clock):
    """The book's head with one socket, as busy as it gets with cached reads of `size` bytes."""
    head = Head("head-7310", clock=clock)
    return head.most(head.cached_read(size))


def case(rng):
    before, after = (clock * GHz for clock in rng.choice(CLOCKS))
    size = rng.choice(SIZES) * KiB
    now, then = busiest(size, before), busiest(size, after)
    base = Head("head-7310").constants["base"]
    return {
        "size": size, "clock": before, "faster": after, "cpi": now.cpi, "base": base, "wait": now.wait,
        "working": base / before, "standing": (now.cpi - base) / before, "less": base / after, "after": then.cpi,
        "ratio": after / before - 1, "gain": then.rate / now.rate - 1, "most": now.cpi / (now.cpi - base) - 1,
    }
