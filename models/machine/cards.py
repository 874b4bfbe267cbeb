"""Network cards in their slots: a card passes what its ports do, and no more than its slot lets through."""
from math import inf
from typing import NamedTuple

from models.catalogue.machines import values
from models.head.nic import TEN_GIGABIT, countable
from models.head.pcie import Slot

PACKET = int(values("streaming")["to_memory"])
"""Bytes of data in the packets of what comes in: cards make them larger than memory does."""


class Card(NamedTuple):
    """A card of so many ports; without a slot (on the board) these alone are its limit. rate: bytes a second of a port, each
    way."""

    ports: int = 2
    rate: float = TEN_GIGABIT
    slot: Slot | None = Slot()

    def through(self, way: str) -> float:
        """Bytes a second, as it counts them, that its slot lets pass out or in."""
        if self.slot is None:
            return inf
        return self.slot.rate if way == "out" else Slot(self.slot.generation, self.slot.lanes, PACKET).to_memory

    def most(self, way: str, mtu: int) -> float:
        """Bytes a second, as it counts them, of slot and ports together, with full packets."""
        return min(self.ports * countable(self.rate, mtu), self.through(way))

    def wire(self, way: str, mtu: int) -> float:
        """The same with preambles and gaps, which no card counts."""
        return self.most(way, mtu) * self.rate / countable(self.rate, mtu)
