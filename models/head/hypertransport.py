"""A board as a graph of sockets with memory, links, bridges and cards."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Node = int | str
"""A socket by number, or a bridge or card by name."""
Link = tuple[Node, Node]
"""One direction of a link: (from, to)."""

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))
"""The links between four sockets with three ports each. Sockets 0 and 1 use a port for a bridge, so two pairs are two
hops apart."""
TRIANGLE = ((0, 1), (0, 2), (1, 2))
"""The links between three sockets, which the same ports join directly."""
Pair = tuple[int, int]

SPREAD: Mapping[Pair, int] = {(0, 3): 2, (3, 0): 1, (1, 2): 3, (2, 1): 0}
"""First hops of two-hop routes that give each direction of each link one route."""
DOUBLED: Mapping[Pair, int] = {(0, 3): 2, (3, 0): 2, (1, 2): 3, (2, 1): 3}
"""First hops of two-hop routes that all use link 2-3."""


def hops(sockets: int, links: Iterable[Pair]) -> dict[Pair, int]:
    """Return the smallest number of links between each pair of sockets. All sockets must be
    connected."""
    links = list(links)
    away = {(a, b): sockets * (a != b) for a in range(sockets) for b in range(sockets)}
    for _ in range(sockets):
        for a, b in away:
            away[a, b] = min(
                [away[a, b], *(1 + away[end, b] for begin, end in links if begin == a)]
            )
    return away


def routes(
    sockets: int, links: Iterable[Pair], first: Mapping[Pair, int]
) -> dict[Pair, tuple[Pair, ...]]:
    """Return the directed links of a shortest route between each pair of sockets.

    If several routes are equally short, `first` has the next socket for (from, to); where it has
    none, the lowest number is taken.
    """
    links = list(links)
    away, found = hops(sockets, links), {}
    for a, b in away:
        path: list[Pair] = []
        here = a
        while here != b:
            nearer = [end for begin, end in links if begin == here and away[end, b] < away[here, b]]
            preferred = first.get((here, b))
            step = preferred if preferred in nearer else min(nearer)
            path.append((here, step))
            here = step
        found[a, b] = tuple(path)
    return found


def link_rate(clock: float, width: int = 16) -> float:
    """Return the bytes per second in each direction of a HyperTransport link of `width` bits, which
    makes two transfers per cycle of its `clock` (Hz). 1 GHz and 16 bits give 4.0e9."""
    return clock * 2 * width / 8


class Flow(NamedTuple):
    """A flow of data from one socket to another."""

    source: int  # socket
    target: int  # socket
    rate: float  # bytes per second


class Board:
    """A board of sockets, the links between them, bridges at sockets and cards on bridges.

    `capacity` has the bytes per second of each direction of each link, `paths` the links from one
    socket to another.
    """

    def __init__(
        self,
        sockets: int = 4,  # number of sockets (1-4)
        *,
        rate: float,  # bytes per second in each direction of a link
        bridge_rate: float | None = None,  # of a link to a bridge (default: `rate`)
        bridges: Mapping[str, int] | None = None,  # name -> socket
        cards: Mapping[str, str] | None = None,  # name -> bridge
        # pairs of sockets joined by two links, which carry twice as much
        doubled: Iterable[tuple[int, int]] = (),
        # (from, to) -> next socket, where two routes are equally short
        first: Mapping[tuple[int, int], int] = SPREAD,
    ):
        slow = rate if bridge_rate is None else bridge_rate
        self.sockets, self.bridges, self.cards = sockets, dict(bridges or {}), dict(cards or {})
        self.capacity: dict[Link, float] = {}
        joined: list[tuple[int, int]] = []
        for a, b in TRIANGLE if sockets == 3 else [pair for pair in SQUARE if max(pair) < sockets]:
            self.capacity[a, b] = self.capacity[b, a] = rate
            joined += [(a, b), (b, a)]
        for a, b in doubled:
            self.capacity[a, b] = self.capacity[b, a] = 2 * rate
        for bridge, socket in self.bridges.items():
            self.capacity[socket, bridge] = self.capacity[bridge, socket] = slow
        self.paths = routes(sockets, joined, first)

    def loads(self, flows: Iterable[Flow]) -> dict[Link, float]:
        """Return the bytes per second that these flows put on each link."""
        loads = dict.fromkeys(self.capacity, 0.0)
        for flow in flows:
            for link in self.paths[flow.source, flow.target]:
                loads[link] += flow.rate
        return loads

    def busiest(self, loads: Mapping[Link, float]) -> Link:
        """Return the directed link with the highest utilisation under `loads` (bytes per second)."""
        return max(self.capacity, key=lambda link: loads[link] / self.capacity[link])


def square(
    sockets: int,
    *,
    rate: float,
    bridge_rate: float,
    cards: Mapping[str, str],
    doubled: bool,
    paired: float = 1.0,
) -> Board:
    """Return the board of the 7410 with 1-4 sockets. One bridge is at socket 0, the other at socket
    1, or at 0 if there is no other socket.

    With `doubled`, two links join sockets 2 and 3 if both exist, and all two-hop routes use them.
    Two sockets alone have a port more than the square needs: the links between them carry `paired`
    times as much as one.
    """
    board = Board(
        sockets,
        rate=rate,
        bridge_rate=bridge_rate,
        bridges={"MCP55": 0, "IO55": min(1, sockets - 1)},
        cards=cards,
        doubled=[(2, 3)] if doubled and sockets == 4 else [],
        first=DOUBLED if doubled else SPREAD,
    )
    if sockets == 2:
        board.capacity[0, 1] = board.capacity[1, 0] = rate * paired
    return board
