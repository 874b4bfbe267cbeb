"""Interrupt blanking: a network card waits for more packets before it interrupts, which saves processors and costs time."""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Interrupt(NamedTuple):
    """When a card interrupts (s), and how many packets have come by then since the last time."""

    time: float
    packets: int


@dataclass(frozen=True)
class Blanking:
    """A card interrupts when `packets` have come, or `time` seconds after the first that it has not told of yet. 0 s, or
    one packet: at once."""

    packets: int = 8
    time: float = 128e-6

    def interrupts(self, arrivals: Sequence[float]) -> list[Interrupt]:
        """The interrupts for packets that come at these times (s), in order."""
        told: list[Interrupt] = []
        first = 0
        for number, now in enumerate(arrivals):
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
        return self.interrupts(arrivals)[-1].time - arrivals[-1]

    def rate(self, packets: float) -> float:
        """Interrupts a second where `packets` come a second, evenly: closed form."""
        if packets <= 0 or not self.time:
            return packets
        together = min(self.packets, 1 + int(self.time * packets + 1e-9))
        return packets / together


def train(size: int, payload: int, overhead: int, rate: float) -> list[float]:
    """When the packets of an answer of `size` bytes are there (s), from when the first began to be sent. payload, overhead:
    bytes of a packet; rate: bytes a second."""
    packets = -(-size // payload)
    return [(min(number * payload, size) + number * overhead) / rate for number in range(1, packets + 1)]
