"""iSCSI on the wire: which messages (PDUs) a read and a write take, and what their headers cost (RFC 3720)."""
from dataclasses import dataclass
from typing import NamedTuple

from models.head.nic import IP_TCP, Nic
from models.units import KiB

HEADER = 48
"""Bytes of a PDU's basic header segment."""
FRAME = 14
"""Bytes of an Ethernet header, which a card counts; preamble, checksum and gap pass on the wire and are not counted."""


class Way(NamedTuple):
    """What goes one way for one command: PDUs, their bytes with headers, packets, and how many of them only acknowledge."""

    pdus: int
    bytes: int
    packets: int
    acks: int

    @property
    def counted(self) -> int:
        """Bytes as a network card counts them."""
        return self.bytes + (self.packets + self.acks) * (FRAME + IP_TCP)


class Exchange(NamedTuple):
    """A command from the first byte to the last. rounds: how often one side has to wait for the other."""

    size: int
    to_target: Way
    to_initiator: Way
    rounds: int

    @property
    def counted(self) -> int:
        """Bytes that the target's cards count, both ways."""
        return self.to_target.counted + self.to_initiator.counted


@dataclass(frozen=True)
class Session:
    """What initiator and target agree on when they log in; these are the defaults of RFC 3720.

    segment: the most data in a PDU (MaxRecvDataSegmentLength of either side); first_burst: the most that is sent unasked;
    max_burst: the most that is asked for at a time; immediate: whether a write command brings its first data along;
    wait: whether all further data waits for a request (InitialR2T). mtu: bytes of the network's packets.
    """

    segment: int = 8 * KiB
    first_burst: int = 64 * KiB
    max_burst: int = 256 * KiB
    immediate: bool = True
    wait: bool = True
    mtu: int = 9000

    def __post_init__(self) -> None:
        if self.first_burst > self.max_burst:
            raise ValueError(f"first_burst must be max_burst ({self.max_burst}) or less, got {self.first_burst}")

    def pdus(self, size: int) -> list[int]:
        """The data (bytes) of each PDU of `size` bytes."""
        whole, rest = divmod(size, self.segment)
        return [self.segment] * whole + [rest] * bool(rest)

    def with_command(self, size: int) -> int:
        """Bytes of a write that come with its command."""
        return min(size, self.segment, self.first_burst) if self.immediate else 0

    def unasked(self, size: int) -> int:
        """Bytes of a write that the target gets without having asked, those with the command among them."""
        return self.with_command(size) if self.wait else min(size, self.first_burst)

    def asked(self, size: int) -> list[int]:
        """What the target asks for, R2T by R2T (bytes)."""
        rest = size - self.unasked(size)
        return [min(self.max_burst, rest - begin) for begin in range(0, rest, self.max_burst)]

    def read(self, size: int) -> Exchange:
        """A command; its data in PDUs; a status in a PDU of its own."""
        data = self.pdus(size)
        sent, answered = [HEADER], [HEADER + part for part in data] + [HEADER]
        return Exchange(size, self.way(sent, answered), self.way(answered, sent), 1)

    def write(self, size: int) -> Exchange:
        """A command, with data or without; requests for the rest (R2T), which comes in PDUs; a status."""
        now, asks = self.with_command(size), self.asked(size)
        more = [part for burst in [self.unasked(size) - now, *asks] for part in self.pdus(burst)]
        sent, answered = [HEADER + now] + [HEADER + part for part in more], [HEADER] * (len(asks) + 1)
        return Exchange(size, self.way(sent, answered), self.way(answered, sent), len(asks) + 1)

    def way(self, sent: list[int], back: list[int]) -> Way:
        """One way: TCP packs PDUs without a gap, and acknowledges every second full packet that comes the other way."""
        nic = Nic(1.0, self.mtu)
        return Way(len(sent), sum(sent), self.packets(sum(sent), nic), self.packets(sum(back), nic) // 2)

    @staticmethod
    def packets(size: int, nic: Nic) -> int:
        return -(-size // nic.payload)
