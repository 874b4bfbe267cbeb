"""A board as a graph: sockets with memory, links between them, bridges to the cards; and what flows load each link."""
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from models.head.routes import DOUBLED, SPREAD, routes

Node = int | str
"""A socket by its number, a bridge or a card by its name."""
Link = tuple[Node, Node]
"""One direction of a link: from, to."""

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))
"""Four sockets of three ports each: one port of sockets 0 and 1 goes to a bridge, so two pairs are two hops apart."""


def link_rate(clock: float, width: int = 16) -> float:
    """Bytes a second in each direction of a HyperTransport link of `width` bits: two transfers a turn of its `clock`
    (Hz). 1 GHz and 16 bits are 4.0e9 bytes."""
    return clock * 2 * width / 8


class Flow(NamedTuple):
    """So many bytes a second from one node to another."""

    source: Node
    target: Node
    rate: float


class Board:
    """Sockets, the links between them, bridges at sockets and cards on bridges.

    `capacity` is bytes a second of each direction of each link; `paths` the links from one socket to another.
    """

    def __init__(
        self,
        sockets: int = 4,                                       # 1-4 of the square, or as many as `links` join
        *,
        rate: float,                                            # bytes a second in each direction of a link
        bridge_rate: float | None = None,                       # of a link to a bridge (default: the same)
        links: Iterable[tuple[int, int]] | None = None,
        bridges: Mapping[str, int] | None = None,               # name -> socket
        cards: Mapping[str, str] | None = None,                 # name -> bridge
        doubled: Iterable[tuple[int, int]] = (),                # sockets with two links, which carry twice as much
        first: Mapping[tuple[int, int], int] = SPREAD,          # (from, to) -> next, where two ways are equally short
    ):
        slow = rate if bridge_rate is None else bridge_rate
        self.sockets, self.bridges, self.cards = sockets, dict(bridges or {}), dict(cards or {})
        self.capacity: dict[Link, float] = {}
        joined: list[tuple[int, int]] = []
        for a, b in [pair for pair in SQUARE if max(pair) < sockets] if links is None else links:
            self.capacity[a, b] = self.capacity[b, a] = rate
            joined += [(a, b), (b, a)]
        for a, b in doubled:
            self.capacity[a, b] = self.capacity[b, a] = 2 * rate
        for bridge, socket in self.bridges.items():
            self.capacity[socket, bridge] = self.capacity[bridge, socket] = slow
        self.paths = routes(sockets, joined, first)

    def socket_of(self, node: Node) -> int:
        """The socket that a node is, or is behind."""
        return self.bridges[self.cards.get(node, node)] if isinstance(node, str) else node

    def path(self, source: Node, target: Node) -> tuple[Link, ...]:
        """The links from any node to any other; a card's are its bridge's."""
        begin, end = self.socket_of(source), self.socket_of(target)
        out: tuple[Link, ...] = ((self.cards.get(source, source), begin),) if isinstance(source, str) else ()
        into: tuple[Link, ...] = ((end, self.cards.get(target, target)),) if isinstance(target, str) else ()
        if out and into and out[0][0] == into[0][1]:
            return ()
        return (*out, *self.paths[begin, end], *into)

    def loads(self, flows: Iterable[Flow]) -> dict[Link, float]:
        """Bytes a second on each direction of each link."""
        loads = dict.fromkeys(self.capacity, 0.0)
        for flow in flows:
            for link in self.path(flow.source, flow.target):
                loads[link] += flow.rate
        return loads

    def busiest(self, loads: Mapping[Link, float]) -> Link:
        """The direction of a link with the highest share of its capacity in use."""
        return max(self.capacity, key=lambda link: loads[link] / self.capacity[link])


def square(sockets: int, *, rate: float, bridge_rate: float, cards: Mapping[str, str], doubled: bool) -> Board:
    """The 7410's board with 1-4 of its sockets: a bridge at socket 0, and one at socket 1 (or 0 if there is no other).

    doubled: two links join sockets 2 and 3, if both are there, and all that goes two hops uses them.
    """
    return Board(sockets, rate=rate, bridge_rate=bridge_rate, bridges={"MCP55": 0, "IO55": min(1, sockets - 1)},
                 cards=cards, doubled=[(2, 3)] if doubled and sockets == 4 else [],
                 first=DOUBLED if doubled else SPREAD)
