"""How many reads a second clients get that wait for each, and how long these take, if we know which tier answers them.

Mean value analysis by Schweitzer's approximation (1979): a read that comes to a device finds there what the other clients
have there on average, and waits for it; what is being served is half done or so. The device's own times are measured on
the models of the devices. A test compares it with `ReadTiers`, where every read waits in its line.
"""
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from math import fsum, inf

from models.catalogue.machines import values
from models.experiments.caching.read_tiers import ReadTiers

SUN = values("7410")
MEASURED = 1000
"""Reads of a device that does nothing else, from which its mean time is taken."""
HALVINGS = 26
"""Steps to the rate at which all clients are busy."""
ALL = 1e-6
"""Shares sum to 1 within this."""


@dataclass(frozen=True)
class TierAnswer:
    """Reads a second of all clients, mean seconds of one at the server; seconds of one from each tier; how busy a disk is."""

    rate: float
    latency: float
    memory: float
    flash: float
    disk: float
    busy: float


class TierTimes:
    """`threads` clients that each wait for their read of `size` bytes, then take `turnaround` (s).

    The parts are those of `ReadTiers`: `devices` Readzillas, `disks` disks that hold `span` bytes of the data each. measured:
    how many reads of a device that does nothing else give its times.
    """

    def __init__(self, *, size: int, threads: int = 16, devices: int = 6, disks: int = 44, span: float = SUN["read_span"],
                 turnaround: float = SUN["turnaround"], seed: int = 1, measured: int = MEASURED):
        self.threads, self.turnaround, self.devices, self.disks = threads, turnaround, devices, disks
        self.size, self.span = size, span
        tiers = ReadTiers(size=size, devices=1, disks=disks, span=span, seed=seed)
        self.server, self.cable = tiers.cpu, size / SUN["readzilla_rate"]
        flash, self.drives = ([tiers.read(float(t), tier) - t for t in range(measured)] for tier in (1, 2))
        self.flash, self.flash_spread = moments([time - self.cable for time in flash])
        self.disk, self.disk_spread = moments(self.drives)

    def of(self, devices: int) -> "TierTimes":
        """The same with another number of flash devices."""
        other = copy(self)
        other.devices = devices
        return other

    def answer(self, memory: float, flash: float, disk: float) -> TierAnswer:
        """What the clients get if these shares (0-1, together 1) of their reads are answered by each tier."""
        if abs(memory + flash + disk - 1) > ALL:
            raise ValueError(f"memory, flash and disk must sum to 1, got {memory + flash + disk:.9g}")
        if flash and not self.devices:
            raise ValueError("a read from flash needs 1 or more devices, got 0")
        others, cables = 1 - 1 / self.threads, max(1, self.devices)
        channels = cables * int(SUN["readzilla_channels"])
        low, high = 0.0, self.threads / (self.turnaround + self.server)
        for _ in range(HALVINGS):
            rate = (low + high) / 2
            coming = others * rate
            from_disk = wait(self.disk, self.disk_spread, coming * disk / self.disks)
            from_flash = wait(self.cable, 0.0, coming * flash / cables) + wait(
                self.flash, self.flash_spread, coming * flash / channels)
            latency = self.server + (flash * from_flash if flash else 0.0) + (disk * from_disk if disk else 0.0)
            if rate * (self.turnaround + latency) > self.threads:
                high = rate
            else:
                low = rate
        return TierAnswer(rate, latency, self.server, self.server + from_flash, self.server + from_disk,
                      rate * disk * self.disk / self.disks)


def moments(times: Sequence[float]) -> tuple[float, float]:
    """Mean (s), and variance over mean squared."""
    mean = fsum(times) / len(times)
    return mean, fsum((t - mean) ** 2 for t in times) / len(times) / mean**2


def wait(service: float, spread: float, arrivals: float) -> float:
    """Seconds at a device that `arrivals` reads a second come to besides ours, each of which takes `service` (s)."""
    busy = arrivals * service
    return service * (1 - busy * (1 - spread) / 2) / (1 - busy) if busy < 1 else inf
