"""PCI Express: what a slot carries, what its packets leave of it for data, and the network cards in
slots."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from models.catalogue.machines import values
from models.head.nic import TEN_GIGABIT, countable

GENERATIONS = {1: (2.5e9, 8, 10), 2: (5.0e9, 8, 10), 3: (8.0e9, 128, 130)}
"""Bits a second on each lane, and how many of so many bits on the line are data (the line code)."""
LANES = (1, 2, 4, 8, 16)
PAYLOADS = (64, 128, 256, 512, 1024, 2048, 4096)
HEADER, LINK = 12, 8
"""Bytes around the data of a packet: its header (three words; a fourth where addresses have 64 bits, as in `to_memory`),
and what the link adds: sequence number, checksum and framing, 2 + 4 + 2 (generation 3: a token of 4, and the checksum)."""
PACKET = int(values("streaming")["to_memory"])
"""Bytes of data in the packets of what comes in: cards make them larger than memory does."""


@dataclass(frozen=True)
class Slot:
    """A slot, or a card in it. Rates are bytes a second, each way.

    A card that sends to the network reads memory, and memory answers in *completions*. These may be
    cut at every 64 bytes, and chip sets of 2008 did so. Source: PCI Express Base Specification.
    """

    generation: int = 1
    lanes: int = 8
    payload: int = 64  # bytes of data in a packet

    @property
    def raw(self) -> float:
        """What the lanes carry, of packets and all: 2.5e9 transfers on 8 lanes, 8 bits of 10, are
        2.0e9 bytes."""
        bits, data, line = GENERATIONS[self.generation]
        return bits * self.lanes * data / line / 8

    def efficiency(self, header: int = HEADER) -> float:
        """The share of a packet that is data, if its header has so many bytes."""
        return self.payload / (self.payload + header + LINK)

    @property
    def rate(self) -> float:
        """Data that a card can read from memory."""
        return self.raw * self.efficiency()

    @property
    def to_memory(self) -> float:
        """Data that a card can write to memory, beyond the first 4 GiB of it."""
        return self.raw * self.efficiency(HEADER + 4)


class Card(NamedTuple):
    """A network card: it passes what its ports do, and no more than its slot; without one (on the
    board) these alone are its limit. rate: bytes a second of a port, each way."""

    ports: int = 2
    rate: float = TEN_GIGABIT
    slot: Slot | None = Slot()

    def through(self, way: str) -> float:
        """Bytes a second, as it counts them, that its slot lets pass out or in."""
        if self.slot is None:
            return inf
        return (
            self.slot.rate
            if way == "out"
            else Slot(self.slot.generation, self.slot.lanes, PACKET).to_memory
        )

    def most(self, way: str, mtu: int) -> float:
        """Bytes a second, as it counts them, of slot and ports together, with full packets."""
        return min(self.ports * countable(self.rate, mtu), self.through(way))

    def wire(self, way: str, mtu: int) -> float:
        """The same with preambles and gaps, which no card counts."""
        return self.most(way, mtu) * self.rate / countable(self.rate, mtu)
