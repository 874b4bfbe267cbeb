"""Interrupt blanking: a network card waits for more packets before it interrupts, which saves processors and costs time."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.check import a_number, at_least, counted


class Interrupt(NamedTuple):
    """When a card interrupts (s), and how many packets have come by then since the last time."""

    time: float
    packets: int


@dataclass(frozen=True)
class Blanking:
    """A card interrupts when `packets` have come, or `time` seconds after the first that it has not told of yet. 0 s, or
    one packet: at once. Raises ValueError for what no card takes."""

    packets: int = 8
    time: float = 128e-6

    def __post_init__(self) -> None:
        counted(packets=self.packets)
        a_number("time", self.time, 0, unit="s")

    def interrupts(self, arrivals: Sequence[float]) -> list[Interrupt]:
        """The interrupts for packets that come at these times (s), in order."""
        told: list[Interrupt] = []
        first = 0
        for number, now in enumerate(arrivals):
            if number and now < arrivals[number - 1]:
                raise ValueError(f"arrivals must not fall, got {now:g} behind {arrivals[number - 1]:g}")
            if number > first and now > arrivals[first] + self.time:
                told.append(Interrupt(arrivals[first] + self.time, number - first))
                first = number
            if number + 1 - first == self.packets or not self.time:
                told.append(Interrupt(now, number + 1 - first))
                first = number + 1
        if first < len(arrivals):
            told.append(Interrupt(arrivals[first] + self.time, len(arrivals) - first))
        return told

    def wait(self, arrivals: Sequence[float]) -> float:
        """Seconds from the last packet until the card tells of it."""
        return self.interrupts(arrivals)[-1].time - arrivals[-1] if arrivals else 0.0

    def rate(self, packets: float) -> float:
        """Interrupts a second where `packets` come a second, evenly: closed form."""
        a_number("packets a second", packets, 0)
        if packets <= 0 or not self.time:
            return packets
        together = min(self.packets, 1 + int(self.time * packets + 1e-9))
        return packets / together


class Reader(NamedTuple):
    """One thread that reads and waits. besides: seconds of a read that are neither on the wire nor in the card's wait; size:
    bytes of an answer on the wire beside packets' headers; payload, overhead: bytes of a packet; rate: bytes a second."""

    besides: float
    size: int
    payload: int
    overhead: int
    rate: float

    def arrivals(self) -> list[float]:
        """When the answer's packets are there (s), counted from when the first began to be sent."""
        at_least(0, besides=self.besides, overhead=self.overhead)
        counted(1, 2**30, size=self.size, payload=self.payload)
        a_number("rate", self.rate, above=0)
        times, now, left = [], 0.0, self.size
        while left > 0:
            now += (min(left, self.payload) + self.overhead) / self.rate
            times.append(now)
            left -= self.payload
        return times

    def period(self, card: Blanking) -> float:
        """Seconds from one read to the next."""
        arrivals = self.arrivals()
        return self.besides + arrivals[-1] + card.wait(arrivals)
