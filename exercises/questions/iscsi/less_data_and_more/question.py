"""How many small reads does the daemon serve, and how many large ones, if it serves so many of 8 KiB?"""

from dataclasses import dataclass
from functools import cache

from exercises.kit.form import Number
from figures.iscsi.experiments.under_load import from_memory
from models.protocols.iscsi.daemon import COSTS
from models.protocols.iscsi.pdu import IscsiSession
from models.units import GB, KiB, us

KIND = "predict"
FORM = {
    "small": Number("Small reads", unit="reads a second", low=100, high=1e6),
    "large": Number("Large reads", unit="reads a second", low=100, high=1e6),
}
SMALL, LARGE = (2, 3, 4), (24, 32, 40, 48)  # KiB
HOLDS, WAKES, COPIES = (1.2, 1.35, 1.5), (2, 2.5, 3), (0.8, 1.0, 1.2)  # µs, µs, GB/s


@dataclass(frozen=True)
class Daemon:
    """A daemon's lock: how long it is held for a message, until a sleeper runs, and for each byte of a copy (s)."""

    hold: float
    wake: float
    copy: float

    @property
    def costs(self):
        """What the book's daemon takes, with these."""
        return COSTS._replace(hold=self.hold, wake=self.wake, copy=self.copy)

    def each(self, size):
        """Seconds for which a read of `size` bytes keeps all others out."""
        return self.costs.serial(IscsiSession().pdus(int(size)))


@cache
def measured(hold, wake, copy, size):
    """Reads a second of ten initiators with ten threads, in the book's simulation."""
    return (
        from_memory("daemon", 10, 10, int(size), costs=Daemon(hold, wake, copy).costs)
        .reads(40)
        .rate
    )


def case(rng):
    given = LARGE, SMALL, COPIES, WAKES, HOLDS
    large, small, copy, wake, hold = (rng.choice(rng.sample(each, len(each))) for each in given)
    daemon = Daemon(hold * us, wake * us, 1 / (copy * GB))
    small, large = small * KiB, large * KiB
    return {
        "hold": daemon.hold,
        "wake": daemon.wake,
        "copy": copy * GB,
        "usual": 1 / daemon.each(8 * KiB),
        "small": small,
        "small_said": f"{small / KiB:g}",
        "large": large,
        "pdus": large // (8 * KiB),
        "passages": 1 + 3 * large // (8 * KiB),
        "less": 8 * KiB / small,
        "each_usual": daemon.each(8 * KiB),
        "each_small": daemon.each(small),
        "each_large": daemon.each(large),
        "rate_small": 1 / daemon.each(small),
        "rate_large": 1 / daemon.each(large),
    }
