"""How many small reads does the daemon serve, and how many large ones, if it serves so many of 8 KiB?"""
from dataclasses import dataclass
from functools import cache

from exercises.form import Number
from figures.iscsi.parts import COSTS, OWN, initiators
from models.protocols.iscsi_kernel import Host
from models.protocols.iscsi_load import Readers
from models.protocols.iscsi_pdu import Session
from models.units import KiB, us

KIND = "predict"
FORM = {
    "small": Number("Small reads", unit="a second", low=100, high=1e6),
    "large": Number("Large reads", unit="a second", low=100, high=1e6),
}
SMALL, LARGE = (0.5, 1, 2), (24, 32, 48, 64)
HOLDS, WAKES = (1.2, 1.35, 1.5), (2, 2.5, 3)


@dataclass(frozen=True)
class Daemon:
    """A daemon's lock: how long it is held for a message, and until a sleeper runs (s)."""

    hold: float
    wake: float

    @property
    def costs(self):
        """What the book's daemon takes, with these."""
        return COSTS._replace(hold=self.hold, wake=self.wake)

    def each(self, size):
        """Seconds for which a read of `size` bytes keeps all others out."""
        return self.costs.serial(Session().pdus(int(size)))


@cache
def measured(hold, wake, size):
    """Reads a second of ten initiators with ten threads, in the book's simulation."""
    load = Readers("daemon", Host(), Daemon(hold, wake).costs, initiators(10, 10, OWN), size=int(size))
    return load.measure(40).rate


def case(rng):
    daemon = Daemon(rng.choice(HOLDS) * us, rng.choice(WAKES) * us)
    small, large = rng.choice(SMALL) * KiB, rng.choice(LARGE) * KiB
    return {
        "hold": daemon.hold, "wake": daemon.wake, "copy": 1 / COSTS.copy, "usual": 1 / daemon.each(8 * KiB),
        "small": small, "small_said": f"{small / KiB:g}", "large": large, "pdus": large // (8 * KiB),
        "passages": 1 + 3 * large // (8 * KiB),
        "less": 8 * KiB / small, "each_usual": daemon.each(8 * KiB), "each_small": daemon.each(small),
        "each_large": daemon.each(large), "rate_small": 1 / daemon.each(small), "rate_large": 1 / daemon.each(large),
    }
