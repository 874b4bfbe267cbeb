"""A network link: bytes at a rate, with the headers that each packet carries; and what a card counts of them."""
from typing import NamedTuple

from models.sim.path import RequestPath

ETHERNET, IP_TCP = 38, 52      # preamble to gap; IP and TCP with timestamps
SEEN = 14                      # of Ethernet's bytes those that a card counts: addresses and type
GIGABIT, TEN_GIGABIT = 125e6, 1250e6
MTUS = {"standard": 1500, "jumbo": 9000}
ACKED = 2                      # packets of data for each packet that only acknowledges them (RFC 1122, 4.2.3.2)


class Nic:
    """One direction of a link of `rate` bytes a second; `payload` is what a packet holds beside headers (bytes)."""

    __slots__ = ("rate", "payload", "latency", "free", "busy")

    def __init__(self, rate: float, mtu: int = 1500, latency: float = 0.0):
        self.rate, self.payload, self.latency = rate, mtu - IP_TCP, latency
        self.free = self.busy = 0.0

    def wire(self, size: int) -> int:
        """Bytes on the wire for a message of `size` bytes."""
        packets = -(-size // self.payload)
        return size + packets * (ETHERNET + IP_TCP)

    def send(self, now: float, size: int, path: RequestPath | None = None) -> float:
        """When a message of `size` bytes sent `now` (s) has arrived (s). `now` never falls."""
        start = self.free if self.free > now else now
        service = self.wire(size) / self.rate
        self.busy += service
        self.free = finish = start + service
        if path is not None:
            path.wait("network", "waits for the link", start)
            path.serve("network", "crosses the link", finish + self.latency)
        return finish + self.latency


class Counted(NamedTuple):
    """What a server's cards count for one exchange or in one second (bytes)."""

    out: float
    come: float
    payload: float  # of both

    @property
    def both(self) -> float:
        """Out and in, as the appliance's Analytics show network bytes."""
        return self.out + self.come

    @property
    def overhead(self) -> float:
        """Bytes beside the payload, for each byte of it."""
        return self.both / self.payload - 1


def countable(rate: float, mtu: int = 1500) -> float:
    """What a card can count on a link of `rate` bytes a second that is full: no preamble, checksum or gap."""
    return rate * (mtu + SEEN) / (mtu + ETHERNET)


def exchange(asked: int, answered: int, payload: int, mtu: int = 1500) -> Counted:
    """What the server's cards count for a request of `asked` bytes and its answer of `answered`, `payload` bytes of both
    being data. One message follows another in a stream, so that only long runs of packets are full; each second packet
    of a message that fills more than one is acknowledged by a packet without data.
    """
    room, header = mtu - IP_TCP, SEEN + IP_TCP
    come, out = (max(1.0, size / room) for size in (asked, answered))
    acks = [packets / ACKED if packets > 1 else 0.0 for packets in (come, out)]
    return Counted(answered + (out + acks[0]) * header, asked + (come + acks[1]) * header, payload)
