"""A board as a graph: sockets with memory, links between them, bridges to the cards; and what flows
load each link."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Node = int | str
"""A socket by its number, a bridge or a card by its name."""
Link = tuple[Node, Node]
"""One direction of a link: from, to."""

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))
"""Four sockets of three ports each: one port of sockets 0 and 1 goes to a bridge, so two pairs are two hops apart."""
Pair = tuple[int, int]

SPREAD: Mapping[Pair, int] = {(0, 3): 2, (3, 0): 1, (1, 2): 3, (2, 1): 0}
"""First hops in a square of sockets that give each direction of each link one way of two hops."""
DOUBLED: Mapping[Pair, int] = {(0, 3): 2, (3, 0): 2, (1, 2): 3, (2, 1): 3}
"""First hops that lead all that goes two hops over link 2-3."""


def hops(sockets: int, links: Iterable[Pair]) -> dict[Pair, int]:
    """How many links there are at least from one socket to another, each of which can be reached."""
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
    """The links (each direction is one of them) between each pair of sockets, on a shortest way.

    Among equally short ones the first hop is as `first` says, (from, to) -> next, or else to the
    lowest number.
    """
    links = list(links)
    away, found = hops(sockets, links), {}
    for a, b in away:
        path: list[Pair] = []
        here = a
        while here != b:
            nearer = [end for begin, end in links if begin == here and away[end, b] < away[here, b]]
            wanted = first.get((here, b))
            step = wanted if wanted in nearer else min(nearer)
            path.append((here, step))
            here = step
        found[a, b] = tuple(path)
    return found


def link_rate(clock: float, width: int = 16) -> float:
    """Bytes a second in each direction of a HyperTransport link of `width` bits: two transfers a
    turn of its `clock` (Hz). 1 GHz and 16 bits are 4.0e9 bytes."""
    return clock * 2 * width / 8


class Flow(NamedTuple):
    """So many bytes a second from one socket to another."""

    source: int
    target: int
    rate: float


class Board:
    """Sockets, the links between them, bridges at sockets and cards on bridges.

    `capacity` is bytes a second of each direction of each link; `paths` the links from one socket
    to another.
    """

    def __init__(
        self,
        sockets: int = 4,  # 1-4 of the square
        *,
        rate: float,  # bytes a second in each direction of a link
        bridge_rate: float | None = None,  # of a link to a bridge (default: the same)
        bridges: Mapping[str, int] | None = None,  # name -> socket
        cards: Mapping[str, str] | None = None,  # name -> bridge
        doubled: Iterable[
            tuple[int, int]
        ] = (),  # sockets with two links, which carry twice as much
        first: Mapping[
            tuple[int, int], int
        ] = SPREAD,  # (from, to) -> next, where two ways are equally short
    ):
        slow = rate if bridge_rate is None else bridge_rate
        self.sockets, self.bridges, self.cards = sockets, dict(bridges or {}), dict(cards or {})
        self.capacity: dict[Link, float] = {}
        joined: list[tuple[int, int]] = []
        for a, b in [pair for pair in SQUARE if max(pair) < sockets]:
            self.capacity[a, b] = self.capacity[b, a] = rate
            joined += [(a, b), (b, a)]
        for a, b in doubled:
            self.capacity[a, b] = self.capacity[b, a] = 2 * rate
        for bridge, socket in self.bridges.items():
            self.capacity[socket, bridge] = self.capacity[bridge, socket] = slow
        self.paths = routes(sockets, joined, first)

    def loads(self, flows: Iterable[Flow]) -> dict[Link, float]:
        loads = dict.fromkeys(self.capacity, 0.0)
        for flow in flows:
            for link in self.paths[flow.source, flow.target]:
                loads[link] += flow.rate
        return loads

    def busiest(self, loads: Mapping[Link, float]) -> Link:
        """The direction of a link with the highest share of its capacity in use."""
        return max(self.capacity, key=lambda link: loads[link] / self.capacity[link])


def square(
    sockets: int, *, rate: float, bridge_rate: float, cards: Mapping[str, str], doubled: bool
) -> Board:
    """The 7410's board with 1-4 of its sockets: a bridge at socket 0, and one at socket 1 (or 0 if
    there is no other).

    doubled: two links join sockets 2 and 3, if both are there, and all that goes two hops uses
    them.
    """
    return Board(
        sockets,
        rate=rate,
        bridge_rate=bridge_rate,
        bridges={"MCP55": 0, "IO55": min(1, sockets - 1)},
        cards=cards,
        doubled=[(2, 3)] if doubled and sockets == 4 else [],
        first=DOUBLED if doubled else SPREAD,
    )
