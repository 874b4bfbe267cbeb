"""A network link with packet headers, the bytes that a card counts, and interrupt blanking: an
interrupt waits for more packets, which saves processor time and costs latency."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.sim.path import RequestPath

ETHERNET, IP_TCP = 38, 52  # bytes per packet: Ethernet from preamble to gap, IP and TCP headers
SEEN = 14  # Ethernet bytes that a card counts: addresses and type
GIGABIT, TEN_GIGABIT = 125e6, 1250e6
MTUS = {"standard": 1500, "jumbo": 9000}
ACKED = 2  # data packets per acknowledgement without data (RFC 1122, 4.2.3.2)


class Nic:
    """One direction of a link of `rate` bytes per second. `payload` is the data of a full packet
    (bytes)."""

    __slots__ = ("rate", "payload", "free", "busy")

    def __init__(self, rate: float, mtu: int = 1500):
        self.rate, self.payload = rate, mtu - IP_TCP
        self.free = self.busy = 0.0

    def wire(self, size: int) -> int:
        """Return the bytes on the wire, with headers, of a message of `size` bytes."""
        packets = -(-size // self.payload)
        return size + packets * (ETHERNET + IP_TCP)

    def send(self, now: float, size: int, path: RequestPath | None = None) -> float:
        """Return when a message of `size` bytes sent at `now` (s) has arrived (s). `now` never
        falls."""
        start = self.free if self.free > now else now
        service = self.wire(size) / self.rate
        self.busy += service
        self.free = finish = start + service
        if path is not None:
            path.wait("network", "waits for the link", start)
            path.serve("network", "crosses the link", finish)
        return finish


class CountedBytes(NamedTuple):
    """The bytes that the cards of a server count, for one exchange or per second."""

    out: float  # sent
    come: float  # received
    payload: float  # data, both ways

    @property
    def both(self) -> float:
        """Return the bytes sent and received, the network bytes in the appliance's Analytics."""
        return self.out + self.come


def countable(rate: float, mtu: int = 1500) -> float:
    """Return the bytes per second that a card counts on a full link of `rate` bytes per second.
    Preambles, checksums and gaps are not counted."""
    return rate * (mtu + SEEN) / (mtu + ETHERNET)


def exchange(request: int, answer: int, payload: int, mtu: int = 1500) -> CountedBytes:
    """Return the bytes that the cards of the server count for one exchange. `request` and `answer`
    are the sizes of its two messages, `payload` the data in both (bytes).

    Messages follow each other in a stream, so the last packet of a message counts in proportion to
    the part that it fills. Every second packet of a message of more than one packet is acknowledged
    by a packet without data.
    """
    room, header = mtu - IP_TCP, SEEN + IP_TCP
    come, out = (max(1.0, size / room) for size in (request, answer))
    acks = [packets / ACKED if packets > 1 else 0.0 for packets in (come, out)]
    return CountedBytes(
        answer + (out + acks[0]) * header, request + (come + acks[1]) * header, payload
    )


class Interrupt(NamedTuple):
    """An interrupt from a card."""

    time: float  # s
    packets: int  # packets since the last interrupt


@dataclass(frozen=True)
class Blanking:
    """The rule by which a card interrupts: after `packets` packets, or `time` seconds after the
    first packet that it has not reported. With 0 s or one packet it interrupts at once."""

    packets: int = 8
    time: float = 128e-6

    def interrupts(self, arrivals: Sequence[float]) -> list[Interrupt]:
        """Return the interrupts for packets that arrive at these times (s, ascending)."""
        interrupts: list[Interrupt] = []
        first = 0
        for number, now in enumerate(arrivals):
            if number > first and now > arrivals[first] + self.time:
                interrupts.append(Interrupt(arrivals[first] + self.time, number - first))
                first = number
            if number + 1 - first == self.packets or not self.time:
                interrupts.append(Interrupt(now, number + 1 - first))
                first = number + 1
        if first < len(arrivals):
            interrupts.append(Interrupt(arrivals[first] + self.time, len(arrivals) - first))
        return interrupts

    def wait(self, arrivals: Sequence[float]) -> float:
        """Return how long the last of `arrivals` (s, ascending) waits for its interrupt (s)."""
        return self.interrupts(arrivals)[-1].time - arrivals[-1]

    def rate(self, packets: float) -> float:
        """Return the interrupts per second if `packets` arrive per second at equal intervals."""
        if packets <= 0 or not self.time:
            return packets
        together = min(self.packets, 1 + int(self.time * packets + 1e-9))
        return packets / together


def train(size: int, payload: int, overhead: int, rate: float) -> list[float]:
    """Return the arrival of each packet of an answer of `size` bytes, in seconds after the start of
    the first. `payload` and `overhead` are bytes per packet, `rate` is in bytes per second."""
    packets = -(-size // payload)
    return [
        (min(number * payload, size) + number * overhead) / rate for number in range(1, packets + 1)
    ]
