"""PCI Express: the raw rate of a slot, what its packets leave for data, and network cards in
slots."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from models.catalogue.machines import values
from models.head.nic import TEN_GIGABIT, countable

GENERATIONS = {1: (2.5e9, 8, 10), 2: (5.0e9, 8, 10), 3: (8.0e9, 128, 130)}
"""Transfers per second on each lane, and the line code: data bits out of so many bits on the
line."""
LANES = (1, 2, 4, 8, 16)
PAYLOADS = (64, 128, 256, 512, 1024, 2048, 4096)
HEADER, LINK = 12, 8
"""Bytes around the data of a packet: its header (three words; four with 64-bit addresses, as in `to_memory`), and what
the link adds: sequence number, checksum and framing, 2 + 4 + 2 (generation 3: a token of 4, and the checksum)."""
PACKET = int(values("streaming")["to_memory"])
"""Data bytes per packet from a card: cards send larger packets than memory does."""


@dataclass(frozen=True)
class Slot:
    """A slot, or a card in it. Rates are bytes per second in each direction.

    When a card sends to the network it reads memory, which answers in *completions*. These may be
    cut at every 64 bytes, and chip sets of 2008 did so. Source: PCI Express Base Specification.
    """

    generation: int = 1
    lanes: int = 8
    payload: int = 64  # data bytes per packet

    @property
    def raw(self) -> float:
        """Return what the lanes carry, headers included: 2.5e9 transfers on 8 lanes with 8 data
        bits out of 10 give 2.0e9 bytes."""
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
    """A network card. It carries as much as its ports, and no more than its slot."""

    ports: int = 2
    rate: float = TEN_GIGABIT  # bytes per second of a port, each way
    slot: Slot | None = Slot()  # None for ports on the board, which have no other limit

    def through(self, way: str) -> float:
        """Return the counted bytes per second that its slot allows `way` ("out" or "in")."""
        if self.slot is None:
            return inf
        return (
            self.slot.rate
            if way == "out"
            else Slot(self.slot.generation, self.slot.lanes, PACKET).to_memory
        )

    def most(self, way: str, mtu: int) -> float:
        """Return the counted bytes per second of slot and ports together, with full packets."""
        return min(self.ports * countable(self.rate, mtu), self.through(way))

    def wire(self, way: str, mtu: int) -> float:
        """Return the same with preambles and gaps, which no card counts."""
        return self.most(way, mtu) * self.rate / countable(self.rate, mtu)
