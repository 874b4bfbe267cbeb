"""A board as a graph: sockets with memory, links between them, bridges to the cards; and what flows load each link."""
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from models.check import a_number, counted, shown, switched

Node = int | str
Link = tuple[Node, Node]
"""One direction of a link: from, to."""

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))
"""Four sockets of three ports each: one port of sockets 0 and 1 goes to a bridge, so two sockets are two hops apart."""
CYCLE = {(0, 3): 2, (3, 0): 1, (1, 2): 3, (2, 1): 0}
"""First hops that all lead the same way round the square."""
DOUBLED = {(0, 3): 2, (3, 0): 2, (1, 2): 3, (2, 1): 3}
"""First hops that lead all that goes two hops over link 2-3."""


def link_rate(clock: float, width: int = 16) -> float:
    """Bytes a second in each direction of a HyperTransport link of `width` bits: two transfers a turn of its `clock` (Hz)."""
    a_number("clock", clock, above=0, unit="Hz")
    counted(2, 32, width=width)
    return clock * 2 * width / 8


class Flow(NamedTuple):
    """So many bytes a second from one node to another."""

    source: Node
    target: Node
    rate: float


class Board:
    """sockets: 1-4 of the square, or as many as `links` join. rate, bridge_rate: bytes a second of a link between
    sockets and of one to a bridge, each direction. bridges: name -> socket. cards: name -> bridge. doubled: links of
    which there are two. first: (source, target) -> the first socket on the way, where two ways are equally short.

    Raises ValueError for a graph that is not connected, a bridge at no socket, a card on no bridge.
    """

    def __init__(self, sockets: int = 4, *, rate: float, bridge_rate: float | None = None,
                 links: Iterable[tuple[int, int]] | None = None, bridges: Mapping[str, int] | None = None,
                 cards: Mapping[str, str] | None = None, doubled: Iterable[tuple[int, int]] = (),
                 first: Mapping[tuple[int, int], int] = CYCLE):
        counted(1, 8 if links is not None else 4, sockets=sockets)
        a_number("rate", rate, above=0, unit="bytes/s")
        slow = rate if bridge_rate is None else bridge_rate
        a_number("bridge_rate", slow, above=0, unit="bytes/s")
        wires = [pair for pair in SQUARE if max(pair) < sockets] if links is None else [tuple(pair) for pair in links]
        self.sockets, self.bridges, self.cards = sockets, dict(bridges or {}), dict(cards or {})
        self.capacity: dict[Link, float] = {}
        twice = {frozenset(pair) for pair in doubled}
        for a, b in wires:
            for end in (a, b):
                if not isinstance(end, int) or isinstance(end, bool) or not 0 <= end < sockets:
                    raise ValueError(f"link {a}-{b} ends at the unknown socket {shown(end)}; there are 0 to {sockets - 1}")
            if a == b:
                raise ValueError(f"a link joins two sockets, got {a}-{b}")
            self.capacity[a, b] = self.capacity[b, a] = rate * (2 if frozenset((a, b)) in twice else 1)
        for bridge, socket in self.bridges.items():
            if socket not in range(sockets):
                raise ValueError(f"bridge '{bridge}' is at the unknown socket {shown(socket)}; there are 0 to {sockets - 1}")
            self.capacity[socket, bridge] = self.capacity[bridge, socket] = slow
        for card, bridge in self.cards.items():
            if bridge not in self.bridges:
                raise ValueError(f"card '{card}' is on no bridge: there is no '{shown(bridge)}', only "
                                 f"{', '.join(self.bridges) or 'none'}")
        self.first = dict(first)
        self.ways = {a: self.away(a) for a in range(sockets)}
        for a in range(sockets):
            if lost := [b for b in range(sockets) if b not in self.ways[a]]:
                raise ValueError(f"a board is connected, but no links lead from socket {a} to socket {lost[0]}")
        self.paths = {(a, b): self.route(a, b) for a in range(sockets) for b in range(sockets)}

    def neighbours(self, socket: int) -> list[int]:
        """The sockets one hop away."""
        return [b for a, b in self.capacity if a == socket and isinstance(b, int)]

    def away(self, start: int) -> dict[int, int]:
        """How many hops each socket that can be reached is away."""
        hops, ring = {start: 0}, [start]
        while ring:
            ring = [b for a in ring for b in self.neighbours(a) if b not in hops and hops.setdefault(b, hops[a] + 1)]
        return hops

    def hops(self, a: int, b: int) -> int:
        """Links between two sockets."""
        return self.ways[a][b]

    def route(self, a: int, b: int) -> tuple[Link, ...]:
        """The links from one socket to another on a shortest way; among equals as `first` says, or the lowest number."""
        path: list[Link] = []
        here = a
        while here != b:
            nearer = [n for n in self.neighbours(here) if self.ways[n][b] < self.ways[here][b]]
            wanted = self.first.get((here, b))
            step = wanted if wanted in nearer else min(nearer)
            path.append((here, step))
            here = step
        return tuple(path)

    def socket_of(self, node: Node) -> int:
        """The socket that a node is, or is behind. Raises ValueError for an unknown one."""
        if isinstance(node, str):
            bridge = self.cards.get(node, node)
            if bridge in self.bridges:
                return self.bridges[bridge]
        elif not isinstance(node, bool) and isinstance(node, int) and 0 <= node < self.sockets:
            return node
        known = ", ".join(map(str, [*range(self.sockets), *self.bridges, *self.cards]))
        raise ValueError(f"unknown node {shown(node)}; there are {known}")

    def path(self, source: Node, target: Node) -> tuple[Link, ...]:
        """The links from any node to any other. Cards stand for their bridge."""
        begin, end = self.socket_of(source), self.socket_of(target)
        out: tuple[Link, ...] = ((self.cards.get(source, source), begin),) if isinstance(source, str) else ()
        into: tuple[Link, ...] = ((end, self.cards.get(target, target)),) if isinstance(target, str) else ()
        if out and into and out[0][0] == into[0][1]:
            return ()
        return (*out, *self.paths[begin, end], *into)

    def loads(self, flows: Iterable[Flow]) -> dict[Link, float]:
        """Bytes a second on each direction of each link. Raises ValueError for a flow from or to an unknown node."""
        loads = dict.fromkeys(self.capacity, 0.0)
        for flow in flows:
            a_number("rate", flow.rate, 0, unit="bytes/s")
            for link in self.path(flow.source, flow.target):
                loads[link] += flow.rate
        return loads

    def busiest(self, loads: Mapping[Link, float]) -> Link:
        """The direction of a link with the highest share of its capacity in use."""
        return max(self.capacity, key=lambda link: loads[link] / self.capacity[link])


def square(sockets: int, *, rate: float, bridge_rate: float, cards: Mapping[str, str], doubled: bool) -> Board:
    """The 7410's board with 1-4 of its sockets: a bridge at socket 0, and one at socket 1 (or 0 if there is no other)."""
    switched(doubled=doubled)
    return Board(sockets, rate=rate, bridge_rate=bridge_rate, bridges={"MCP55": 0, "IO55": min(1, sockets - 1)},
                 cards=cards, doubled=[(2, 3)] if doubled else [], first=DOUBLED if doubled else CYCLE)
