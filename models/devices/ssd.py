"""The flash devices of the Sun 7410: the Logzilla takes writes, the Readzilla gives reads."""

from math import fsum
from random import Random

from models.catalogue.machines import values
from models.devices.solid_state import SolidState
from models.sim.station import Station
from models.units import KiB

SUN = values("7410")
PAGE = 4 * KiB
"""Neighbouring pages of flash lie on neighbouring channels."""


class Logzilla(SolidState):
    """A write-optimised SSD: memory with a capacitor before the flash, so what it has answered is
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
    """A read-optimised SSD that has been filled many times: channels of flash that work at once
    behind one cable.

    A command takes the cable for its data, then the channel that its first page lies on for
    `access` seconds and up to `spread` more, drawn from `random`. (The data goes last in truth; the
    sum is the same, and so is each limit.) Writes cost what reads cost: only the cache's feeder
    writes. Source: Gregg 2009, Hybrid Storage Pool: Top Speeds.
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
        self.channels = [Station() for _ in range(channels)]

    @property
    def busy(self) -> float:
        """Of all channels: divide by their number for a utilisation."""
        return fsum(channel.busy for channel in self.channels)

    def serve(self, now: float, offset: int, size: int) -> float:
        sent = size / self.rate
        access = self.access + self.spread * self.random.random()
        self.service = sent + access
        channel = self.channels[offset // PAGE % len(self.channels)]
        return channel.serve(self.station.serve(now, sent), access)

    def drain(self, now: float) -> float:
        return max(now, self.ready, *(channel.free for channel in self.channels))
