"""iSCSI on the wire: the messages (PDUs) of reads and writes, and their headers (RFC 3720)."""

from dataclasses import dataclass
from typing import NamedTuple

from models.head.nic import ACKED, IP_TCP, MTUS, SEEN
from models.units import KiB

HEADER = 48
"""Bytes of a PDU's basic header segment."""


class Direction(NamedTuple):
    """The data that one command sends in one direction."""

    pdus: int
    bytes: int  # with PDU headers
    counted: int  # bytes as a network card counts them


class Exchange(NamedTuple):
    """All messages of one command."""

    to_target: Direction
    to_initiator: Direction
    rounds: int  # how often one side waits for the other

    @property
    def counted(self) -> int:
        """Return the bytes that the target's cards count, both ways."""
        return self.to_target.counted + self.to_initiator.counted


@dataclass(frozen=True)
class IscsiSession:
    """Parameters of a session, settled at login: each side declares the largest PDU that it takes, and the others are
    agreed on. Defaults are those of RFC 3720."""

    segment: int = (
        8 * KiB
    )  # largest data of a PDU (bytes; MaxRecvDataSegmentLength, declared alike)
    first_burst: int = 64 * KiB  # largest unsolicited data of a write (bytes)
    max_burst: int = 256 * KiB  # largest data per R2T (bytes)
    immediate: bool = True  # whether a write command carries its first data
    wait: bool = True  # whether all further data waits for an R2T (InitialR2T)
    mtu: int = MTUS["jumbo"]  # largest packet of the network (bytes)

    def pdus(self, size: int) -> list[int]:
        """Return the data (bytes) of each PDU for `size` bytes."""
        whole, rest = divmod(size, self.segment)
        return [self.segment] * whole + [rest] * bool(rest)

    def with_command(self, size: int) -> int:
        """Return the bytes of a write that come with its command."""
        return min(size, self.segment, self.first_burst) if self.immediate else 0

    def unsolicited(self, size: int) -> int:
        """Return the unsolicited bytes of a write, those with the command included."""
        return self.with_command(size) if self.wait else min(size, self.first_burst)

    def requested(self, size: int) -> list[int]:
        """Return the bytes that the target requests in each R2T."""
        rest = size - self.unsolicited(size)
        return [min(self.max_burst, rest - begin) for begin in range(0, rest, self.max_burst)]

    def read(self, size: int) -> Exchange:
        """Return the messages of a read: a command, PDUs of data, and a PDU with the status."""
        sent, answered = [0], [*self.pdus(size), 0]
        return Exchange(self.direction(sent, answered), self.direction(answered, sent), 1)

    def write(self, size: int) -> Exchange:
        """Return the messages of a write: a command with or without data, R2Ts and the data that
        they request, and a status."""
        now, asks = self.with_command(size), self.requested(size)
        bursts = [self.unsolicited(size) - now, *asks]
        sent = [now, *(part for burst in bursts for part in self.pdus(burst))]
        answered = [0] * (len(asks) + 1)
        return Exchange(
            self.direction(sent, answered), self.direction(answered, sent), len(answered)
        )

    def direction(self, sent: list[int], back: list[int]) -> Direction:
        """Return one direction of a command that sends PDUs with these data sizes. TCP packs them
        without gaps and acknowledges every second full packet of the other direction."""
        size, other = (sum(pdus) + HEADER * len(pdus) for pdus in (sent, back))
        packets, back_packets = (-(-each // (self.mtu - IP_TCP)) for each in (size, other))
        return Direction(
            len(sent), size, size + (packets + back_packets // ACKED) * (SEEN + IP_TCP)
        )
