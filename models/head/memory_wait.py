"""How long a core waits for a line: the memory, the hops, the other sockets' answers, and the
queues at busy links."""

from collections.abc import Mapping
from math import inf

from models.head.coherence import Packets
from models.head.hypertransport import Board, Link


def queues(board: Board, loads: Mapping[Link, float], burst: float) -> dict[Link, float]:
    """Mean wait at each link (s) under `loads` (bytes a second) that come in bursts of so many
    bytes: what a queue with one server gives, and inf where a link is full."""
    waits = {}
    for link, rate in board.capacity.items():
        used = loads[link] / rate
        waits[link] = used / (1 - used) * burst / rate if used < 1 else inf
    return waits


class LineTimes:
    """Mean times to fetch a line under given loads. Seconds: of the socket's own `memory`, if
    nobody else need be asked; of a `hop` through one more socket, without the time on the wire; of
    a `look` into another's caches. burst: bytes that come at a time on a link."""

    def __init__(
        self,
        board: Board,
        packets: Packets,
        *,
        memory: float,
        hop: float,
        look: float,
        burst: float,
    ):
        self.board, self.packets = board, packets
        self.memory, self.hop, self.look, self.burst = memory, hop, look, burst
        sockets = range(board.sockets)
        self.answers = {
            (reader, home): self.answered(reader, home) for reader in sockets for home in sockets
        }

    def way(self, a: int, b: int, size: int) -> tuple[float, tuple[Link, ...]]:
        """Seconds that a packet of so many bytes takes from one socket to another on links at rest,
        and these links."""
        links, time = self.board.paths[a, b], 0.0
        for link in links:
            time += self.hop + (size + self.packets.crc) / self.board.capacity[link]
        return time, links

    def answered(self, reader: int, home: int) -> list[tuple[float, tuple[Link, ...]]]:
        """What a core of `reader` waits for if it wants a line of `home`: the memory and, without a
        filter, all sockets."""
        packets = self.packets
        asked, there = self.way(reader, home, packets.request)
        data, back = self.way(home, reader, packets.data)
        answers = [(asked + self.memory + data, (*there, *back))]
        if not packets.filtered:
            for other in range(self.board.sockets):
                if other not in (home, reader):
                    probe, out = self.way(home, other, packets.probe)
                    answer, into = self.way(other, reader, packets.answer)
                    answers.append((asked + probe + self.look + answer, (*there, *out, *into)))
        return answers

    def line(self, reader: int, home: int, queue: Mapping[Link, float]) -> float:
        """Seconds until a core of `reader` has a line of `home`: until the last answer is there."""
        longest = 0.0
        for time, links in self.answers[reader, home]:
            for link in links:
                time += queue[link]
            longest = max(longest, time)
        return longest

    def mean(self, shares: Mapping[tuple[int, int], float], loads: Mapping[Link, float]) -> float:
        """The mean over (reader, home) pairs, weighted by `shares` (which sum to 1)."""
        queue = queues(self.board, loads, self.burst)
        time = 0.0
        for (reader, home), share in shares.items():
            if share:
                time += share * self.line(reader, home, queue)
        return time
