"""iSCSI on the wire: which messages (PDUs) a read and a write take, and what their headers cost
(RFC 3720)."""

from dataclasses import dataclass
from typing import NamedTuple

from models.head.nic import ACKED, IP_TCP, MTUS, SEEN
from models.units import KiB

HEADER = 48
"""Bytes of a PDU's basic header segment."""


class Way(NamedTuple):
    """What goes one way for one command: PDUs, their bytes with headers, and as a network card
    counts them."""

    pdus: int
    bytes: int
    counted: int


class Exchange(NamedTuple):
    """A command from the first byte to the last. rounds: how often one side has to wait for the
    other."""

    to_target: Way
    to_initiator: Way
    rounds: int

    @property
    def counted(self) -> int:
        """Bytes that the target's cards count, both ways."""
        return self.to_target.counted + self.to_initiator.counted


@dataclass(frozen=True)
class Session:
    """What initiator and target agree on when they log in; these are the defaults of RFC 3720."""

    segment: int = (
        8 * KiB
    )  # bytes of data in a PDU at most (MaxRecvDataSegmentLength of either side)
    first_burst: int = 64 * KiB  # that are sent unasked at most
    max_burst: int = 256 * KiB  # that are asked for at a time at most
    immediate: bool = True  # whether a write command brings its first data along
    wait: bool = True  # whether all further data waits for a request (InitialR2T)
    mtu: int = MTUS["jumbo"]  # bytes of the network's packets

    def pdus(self, size: int) -> list[int]:
        """The data (bytes) of each PDU of `size` bytes."""
        whole, rest = divmod(size, self.segment)
        return [self.segment] * whole + [rest] * bool(rest)

    def with_command(self, size: int) -> int:
        """Bytes of a write that come with its command."""
        return min(size, self.segment, self.first_burst) if self.immediate else 0

    def unasked(self, size: int) -> int:
        """Bytes of a write that the target gets without having asked, those with the command among
        them."""
        return self.with_command(size) if self.wait else min(size, self.first_burst)

    def asked(self, size: int) -> list[int]:
        """What the target asks for, R2T by R2T (bytes)."""
        rest = size - self.unasked(size)
        return [min(self.max_burst, rest - begin) for begin in range(0, rest, self.max_burst)]

    def read(self, size: int) -> Exchange:
        """A command; its data in PDUs; a status in a PDU of its own."""
        sent, answered = [0], [*self.pdus(size), 0]
        return Exchange(self.way(sent, answered), self.way(answered, sent), 1)

    def write(self, size: int) -> Exchange:
        """A command, with data or without; requests for the rest (R2T), which comes in PDUs; a
        status."""
        now, asks = self.with_command(size), self.asked(size)
        sent = [
            now,
            *(part for burst in [self.unasked(size) - now, *asks] for part in self.pdus(burst)),
        ]
        answered = [0] * (len(asks) + 1)
        return Exchange(self.way(sent, answered), self.way(answered, sent), len(answered))

    def way(self, sent: list[int], back: list[int]) -> Way:
        """PDUs with so much data each: TCP packs them without a gap, and acknowledges every second
        full packet that comes the other way."""
        size, other = (sum(pdus) + HEADER * len(pdus) for pdus in (sent, back))
        packets, theirs = (-(-each // (self.mtu - IP_TCP)) for each in (size, other))
        return Way(len(sent), size, size + (packets + theirs // ACKED) * (SEEN + IP_TCP))
