"""The wait of a core for a cache line: memory, hops, answers of other sockets, and queues at busy
links."""

from collections.abc import Mapping
from math import inf

from models.head.coherence import Packets
from models.head.hypertransport import Board, Link


def queues(board: Board, loads: Mapping[Link, float], burst: float) -> dict[Link, float]:
    """Return the mean wait at each link (s) under `loads` (bytes per second) that arrive in bursts
    of `burst` bytes, as in a queue with one server; inf if the link is full."""
    waits = {}
    for link, rate in board.capacity.items():
        used = loads[link] / rate
        waits[link] = used / (1 - used) * burst / rate if used < 1 else inf
    return waits


class LineTimes:
    """The mean times to fetch a cache line under given loads."""

    def __init__(
        self,
        board: Board,
        packets: Packets,
        *,
        memory: float,  # seconds of the socket's own memory, without probes
        hop: float,  # seconds per link on the route, without the transfer of the packet
        look: float,  # seconds to probe another socket's caches
        burst: float,  # bytes that arrive together on a link
    ):
        self.board, self.packets = board, packets
        self.memory, self.hop, self.look, self.burst = memory, hop, look, burst
        sockets = range(board.sockets)
        self.answers = {
            (reader, home): self.answered(reader, home) for reader in sockets for home in sockets
        }

    def route_time(self, a: int, b: int, size: int) -> tuple[float, tuple[Link, ...]]:
        """Return how long a packet of `size` bytes takes from socket `a` to `b` over idle links
        (s), and the links."""
        links, time = self.board.paths[a, b], 0.0
        for link in links:
            time += self.hop + (size + self.packets.crc) / self.board.capacity[link]
        return time, links

    def answered(self, reader: int, home: int) -> list[tuple[float, tuple[Link, ...]]]:
        """Return the answers for which a core of `reader` waits when it reads a line of `home`, each
        (seconds over idle links, links). They come from memory and, without a probe filter, from
        all other sockets."""
        packets = self.packets
        request, there = self.route_time(reader, home, packets.request)
        data, back = self.route_time(home, reader, packets.data)
        answers = [(request + self.memory + data, (*there, *back))]
        if not packets.filtered:
            for other in range(self.board.sockets):
                if other not in (home, reader):
                    probe, out = self.route_time(home, other, packets.probe)
                    answer, into = self.route_time(other, reader, packets.answer)
                    answers.append((request + probe + self.look + answer, (*there, *out, *into)))
        return answers

    def line(self, reader: int, home: int, queue: Mapping[Link, float]) -> float:
        """Return how long a core of `reader` waits for the last answer for a line of `home` (s).
        `queue` has the wait at each link (s)."""
        longest = 0.0
        for time, links in self.answers[reader, home]:
            for link in links:
                time += queue[link]
            longest = max(longest, time)
        return longest

    def mean(self, shares: Mapping[tuple[int, int], float], loads: Mapping[Link, float]) -> float:
        """Return the mean time that a core waits for a line under `loads` (bytes per second), in
        seconds. `shares` has the weight of each (reader, home); they sum to 1."""
        queue = queues(self.board, loads, self.burst)
        time = 0.0
        for (reader, home), share in shares.items():
            if share:
                time += share * self.line(reader, home, queue)
        return time
