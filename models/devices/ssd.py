"""The flash devices of the Sun 7410: the Logzilla for its log, the Readzilla for its cache."""

from math import fsum
from random import Random

from models.catalogue.machines import values
from models.devices.solid_state import SolidState
from models.sim.station import BookedStation
from models.sim.stats import mean
from models.units import KiB

SUN = values("7410")
PAGE = 4 * KiB
"""Bytes of a flash page. Consecutive pages are on consecutive channels."""


class Logzilla(SolidState):
    """A write-optimised SSD: memory with a capacitor before the flash, so that answered writes are
    safe without a flush.

    Source: Gregg 2009, SLOG Screenshots; Bourbonnais 2009, Synchronous write bias.
    """

    def __init__(
        self,
        access: float = SUN["log.device.access"],
        rate: float = SUN["log.device.rate"],
        capacity: int = SUN["log.device.capacity"],
        *,
        flush_cost: float = 0.0,
    ):
        super().__init__(access, rate, capacity, flush_cost=flush_cost)


class Readzilla(SolidState):
    """A read-optimised SSD that has been filled many times: parallel flash channels behind one
    cable.

    A command takes the cable for its data, then the channel of its first page for `access` seconds
    plus up to `spread` more, drawn from `random`. (In a real device the data of a read is sent
    last; total times and limits are the same.) Writes are given the service time of reads. Only the
    L2ARC feed thread writes, so no client waits for the difference. Source: Gregg 2009, Hybrid
    Storage Pool: Top Speeds.
    """

    def __init__(
        self,
        random: Random,
        access: float = SUN["cache.flash.access"],
        spread: float = SUN["cache.flash.spread"],
        rate: float = SUN["cache.flash.rate"],
        capacity: int = SUN["cache.flash.capacity"],
        channels: int = SUN["cache.flash.channels"],
        *,
        flush_cost: float = 0.0,
    ):
        super().__init__(access, rate, capacity, flush_cost=flush_cost)
        self.random, self.spread = random, spread
        self.channels = [BookedStation() for _ in range(channels)]

    @property
    def busy(self) -> float:
        """Return the service time so far (s), summed over the channels."""
        return fsum(channel.busy for channel in self.channels)

    def serve(self, now: float, offset: int, size: int) -> float:
        """Return when a command that arrives at `now` (s) is done (s)."""
        sent = size / self.rate
        access = self.access + self.spread * self.random.random()
        self.service = sent + access
        channel = self.channels[offset // PAGE % len(self.channels)]
        return channel.serve(self.station.serve(now, sent), access)

    def worked(self, now: float) -> float:
        """Return the service time until `now` (s), as the mean over the channels."""
        return mean([channel.worked(now) for channel in self.channels])

    def drain(self, now: float) -> float:
        """Return when all channels are idle (s), at least `now`."""
        return max(now, self.ready, *(channel.free for channel in self.channels))
