"""PCI Express: what a slot carries, and what its packets leave of it for data."""
from dataclasses import dataclass

GENERATIONS = {1: (2.5e9, 8, 10), 2: (5.0e9, 8, 10), 3: (8.0e9, 128, 130)}
"""Bits a second on each lane, and how many of so many bits on the line are data (the line code)."""
LANES = (1, 2, 4, 8, 16)
PAYLOADS = (64, 128, 256, 512, 1024, 2048, 4096)
HEADER, LINK = 12, 8
"""Bytes around the data of a packet: its header (three words; a fourth where addresses have 64 bits, as in `to_memory`),
and what the link adds: sequence number, checksum and framing, 2 + 4 + 2 (generation 3: a token of 4, and the checksum)."""


@dataclass(frozen=True)
class Slot:
    """A slot, or a card in it. Rates are bytes a second, each way.

    A card that sends to the network reads memory, and memory answers in *completions*. These may be cut at every 64
    bytes, and chip sets of 2008 did so. Source: PCI Express Base Specification.
    """

    generation: int = 1
    lanes: int = 8
    payload: int = 64       # bytes of data in a packet

    @property
    def raw(self) -> float:
        """What the lanes carry, of packets and all: 2.5e9 transfers on 8 lanes, 8 bits of 10, are 2.0e9 bytes."""
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
