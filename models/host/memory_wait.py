"""How long a core waits for a line: the memory, the hops, the other sockets' answers, and the queues at busy links."""
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from models.check import a_number
from models.host.coherence import Packets
from models.host.hypertransport import Board, Link


@dataclass(frozen=True)
class Waits:
    """Seconds. memory: from a socket's own memory, if nobody else need be asked; hop: through one more socket, without
    the time on the wire; look: to look into another socket's caches. burst: bytes that come at a time on a link."""

    memory: float
    hop: float
    look: float
    burst: float

    def __post_init__(self) -> None:
        for name in ("memory", "hop", "look", "burst"):
            a_number(name, getattr(self, name), 0)


def queues(board: Board, loads: Mapping[Link, float], burst: float) -> dict[Link, float]:
    """Mean wait at each link (s) for bursts of this many bytes: what a queue with one server gives, inf when it is full."""
    waits = {}
    for link, rate in board.capacity.items():
        used = loads[link] / rate
        waits[link] = used / (1 - used) * burst / rate if used < 1 else inf
    return waits


class LineTimes:
    """Mean times to fetch a line under given loads."""

    def __init__(self, board: Board, packets: Packets, waits: Waits):
        self.board, self.packets, self.waits = board, packets, waits

    def way(self, a: int, b: int, size: int, queue: Mapping[Link, float]) -> float:
        """Seconds for a packet of so many bytes from one socket to another."""
        time = 0.0
        for link in self.board.paths[a, b]:
            time += self.waits.hop + (size + self.packets.crc) / self.board.capacity[link] + queue[link]
        return time

    def line(self, reader: int, home: int, queue: Mapping[Link, float]) -> float:
        """Seconds until a core of `reader` has a line of `home`: without a filter, until the last socket has answered."""
        packets, waits = self.packets, self.waits
        asked = self.way(reader, home, packets.request, queue)
        time = asked + waits.memory + self.way(home, reader, packets.data, queue)
        if packets.filtered:
            return time
        for other in range(self.board.sockets):
            if other not in (home, reader):
                probed = self.way(home, other, packets.probe, queue) + waits.look
                time = max(time, asked + probed + self.way(other, reader, packets.answer, queue))
        return time

    def mean(self, shares: Mapping[tuple[int, int], float], loads: Mapping[Link, float]) -> float:
        """The mean over (reader, home) pairs, weighted by `shares` (which sum to 1)."""
        queue = queues(self.board, loads, self.waits.burst)
        time = 0.0
        for (reader, home), share in shares.items():
            if share:
                time += share * self.line(reader, home, queue)
        return time
