"""A network link: bytes at a rate, with the headers that each packet carries; what a card counts of
them, and how long it waits for more packets before it interrupts (blanking), which saves processors
and costs time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.sim.path import RequestPath

ETHERNET, IP_TCP = 38, 52  # preamble to gap; IP and TCP with timestamps
SEEN = 14  # of Ethernet's bytes those that a card counts: addresses and type
GIGABIT, TEN_GIGABIT = 125e6, 1250e6
MTUS = {"standard": 1500, "jumbo": 9000}
ACKED = 2  # packets of data for each packet that only acknowledges them (RFC 1122, 4.2.3.2)


class Nic:
    """One direction of a link of `rate` bytes a second; `payload` is what a packet holds beside
    headers (bytes)."""

    __slots__ = ("rate", "payload", "free", "busy")

    def __init__(self, rate: float, mtu: int = 1500):
        self.rate, self.payload = rate, mtu - IP_TCP
        self.free = self.busy = 0.0

    def wire(self, size: int) -> int:
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
            path.serve("network", "crosses the link", finish)
        return finish


class Counted(NamedTuple):
    """What a server's cards count for one exchange or in one second (bytes)."""

    out: float
    come: float
    payload: float  # of both

    @property
    def both(self) -> float:
        """Out and in, as the appliance's Analytics show network bytes."""
        return self.out + self.come


def countable(rate: float, mtu: int = 1500) -> float:
    """What a card can count on a link of `rate` bytes a second that is full: no preamble, checksum
    or gap."""
    return rate * (mtu + SEEN) / (mtu + ETHERNET)


def exchange(asked: int, answered: int, payload: int, mtu: int = 1500) -> Counted:
    """What the server's cards count for a request of `asked` bytes and its answer of `answered`,
    `payload` bytes of both being data. One message follows another in a stream, so that only long
    runs of packets are full; each second packet of a message that fills more than one is
    acknowledged by a packet without data.
    """
    room, header = mtu - IP_TCP, SEEN + IP_TCP
    come, out = (max(1.0, size / room) for size in (asked, answered))
    acks = [packets / ACKED if packets > 1 else 0.0 for packets in (come, out)]
    return Counted(answered + (out + acks[0]) * header, asked + (come + acks[1]) * header, payload)


class Interrupt(NamedTuple):
    """When a card interrupts (s), and how many packets have come by then since the last time."""

    time: float
    packets: int


@dataclass(frozen=True)
class Blanking:
    """A card interrupts when `packets` have come, or `time` seconds after the first that it has not
    told of yet. 0 s, or one packet: at once."""

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
    """When the packets of an answer of `size` bytes are there (s), from when the first began to be
    sent. payload, overhead: bytes of a packet; rate: bytes a second."""
    packets = -(-size // payload)
    return [
        (min(number * payload, size) + number * overhead) / rate for number in range(1, packets + 1)
    ]
