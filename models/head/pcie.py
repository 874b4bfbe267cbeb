"""PCI Express slots: their raw rate, the part of it that carries data, and network cards in
them."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from models.catalogue.machines import values
from models.head.nic import TEN_GIGABIT, countable

GENERATIONS = {
    1: (2.5e9, 8, 10),
    2: (5.0e9, 8, 10),
    3: (8.0e9, 128, 130),
    4: (16.0e9, 128, 130),
    5: (32.0e9, 128, 130),
}
"""For each generation the transfers per second of a lane, and the data bits and line bits of its line code."""
LANES = (1, 2, 4, 8, 16)
PAYLOADS = (64, 128, 256, 512, 1024, 2048, 4096)
HEADER, LINK = 12, 8
"""Bytes around the data of a packet. The header has three words, or four with 64-bit addresses, as in `to_memory`. The
link adds sequence number, checksum and framing, 2 + 4 + 2 bytes (from generation 3 on: a token of 4 and the checksum)."""
PACKET = int(values("streaming")["to_memory"])
"""Data bytes in a packet from a card, which is larger than a packet from memory."""


@dataclass(frozen=True)
class Slot:
    """A slot, or a card in it. Rates are bytes per second in each direction.

    When a card sends to the network it reads memory, which answers in *completions*. A chip set may
    split them every 64 bytes, as those of 2008 did. Source: PCI Express Base Specification.
    """

    generation: int = 1
    lanes: int = 8
    payload: int = 64  # data bytes per packet

    @property
    def raw(self) -> float:
        """Return the rate of the lanes, headers included. 2.5e9 transfers per second on 8 lanes,
        with 8 data bits in 10, give 2.0e9."""
        bits, data, line = GENERATIONS[self.generation]
        return bits * self.lanes * data / line / 8

    def efficiency(self, header: int = HEADER) -> float:
        """Return the share of a packet that is data, with a header of `header` bytes."""
        return self.payload / (self.payload + header + LINK)

    @property
    def rate(self) -> float:
        """Return the rate at which a card can read data from memory."""
        return self.raw * self.efficiency()

    @property
    def to_memory(self) -> float:
        """Return the rate at which a card can write data to memory above the first 4 GiB."""
        return self.raw * self.efficiency(HEADER + 4)


class Card(NamedTuple):
    """A network card, whose rate is limited by its ports and its slot."""

    ports: int = 2
    rate: float = TEN_GIGABIT  # bytes per second of a port, each way
    slot: Slot | None = Slot()  # None for ports on the board, which no slot limits

    def through(self, way: str) -> float:
        """Return the counted bytes per second of the slot in one direction, `way` "out" or "in"."""
        if self.slot is None:
            return inf
        return (
            self.slot.rate
            if way == "out"
            else Slot(self.slot.generation, self.slot.lanes, PACKET).to_memory
        )

    def most(self, way: str, mtu: int) -> float:
        """Return the counted bytes per second of the card in one direction, with full packets."""
        return min(self.ports * countable(self.rate, mtu), self.through(way))

    def wire(self, way: str, mtu: int) -> float:
        """Return the bytes per second of `most`, plus the preambles and gaps that no card
        counts."""
        return self.most(way, mtu) * self.rate / countable(self.rate, mtu)
