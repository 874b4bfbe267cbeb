"""A board as a graph: sockets with memory, links between them, bridges to the cards; and what flows load each link."""
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from models.check import a_number, counted, shown, switched
from models.head.routes import DOUBLED, SPREAD, routes

Node = int | str
"""A socket by its number, a bridge or a card by its name."""
Link = tuple[Node, Node]
"""One direction of a link: from, to."""

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))
"""Four sockets of three ports each: one port of sockets 0 and 1 goes to a bridge, so two pairs are two hops apart."""
WIDTHS = (2, 4, 8, 16, 32)
MOST = 8
"""Sockets that Opterons can be joined to without further switches."""


def link_rate(clock: float, width: int = 16) -> float:
    """Bytes a second in each direction of a HyperTransport link of `width` bits: two transfers a turn of its `clock`
    (Hz). 1 GHz and 16 bits are 4.0e9 bytes. Raises ValueError."""
    a_number("clock", clock, above=0, unit="Hz")
    if isinstance(width, bool) or width not in WIDTHS:
        raise ValueError(f"width must be 2, 4, 8, 16 or 32 bits, got {shown(width)}")
    return clock * 2 * width / 8


class Flow(NamedTuple):
    """So many bytes a second from one node to another."""

    source: Node
    target: Node
    rate: float


class Board:
    """Sockets, the links between them, bridges at sockets and cards on bridges.

    sockets: 1-4 of the square, or up to 8 that `links` join. rate, bridge_rate: bytes a second in each direction of a
    link between sockets and of one to a bridge (default: the same). bridges: name -> socket. cards: name -> bridge.
    doubled: pairs of sockets with two links, which carry twice as much. first: (from, to) -> the next socket, where two
    ways are equally short.

    `capacity` is bytes a second of each direction of each link; `paths` the links from one socket to another. Raises
    ValueError for a graph that is not connected, a link or a bridge at no socket, a card on no bridge.
    """

    def __init__(self, sockets: int = 4, *, rate: float, bridge_rate: float | None = None,
                 links: Iterable[tuple[int, int]] | None = None, bridges: Mapping[str, int] | None = None,
                 cards: Mapping[str, str] | None = None, doubled: Iterable[tuple[int, int]] = (),
                 first: Mapping[tuple[int, int], int] = SPREAD):
        counted(1, MOST if links is not None else 4, sockets=sockets)
        a_number("rate", rate, above=0, unit="bytes/s")
        slow = rate if bridge_rate is None else bridge_rate
        a_number("bridge_rate", slow, above=0, unit="bytes/s")
        self.sockets, self.bridges, self.cards = sockets, named("bridges", bridges), named("cards", cards)
        self.capacity: dict[Link, float] = {}
        joined: list[tuple[int, int]] = []
        for a, b in couples("links", [pair for pair in SQUARE if max(pair) < sockets] if links is None else links):
            self.check_socket(a, f"link {shown(a)}-{shown(b)} cannot end")
            self.check_socket(b, f"link {shown(a)}-{shown(b)} cannot end")
            if a == b:
                raise ValueError(f"a link must join two sockets, got {a}-{b}")
            self.capacity[a, b] = self.capacity[b, a] = rate
            joined += [(a, b), (b, a)]
        for a, b in couples("doubled", doubled):
            if (a, b) not in joined:
                raise ValueError(f"link {shown(a)}-{shown(b)} cannot be doubled, for there is none")
            self.capacity[a, b] = self.capacity[b, a] = 2 * rate
        for bridge, socket in self.bridges.items():
            self.check_socket(socket, f"bridge '{bridge}' cannot be")
            self.capacity[socket, bridge] = self.capacity[bridge, socket] = slow
        for card, bridge in self.cards.items():
            if not isinstance(bridge, str) or bridge not in self.bridges:
                raise ValueError(f"card '{card}' must be on a bridge, {' or '.join(self.bridges) or 'but there is none'}, "
                                 f"got {shown(bridge)}")
            if card in self.bridges:
                raise ValueError(f"a card needs a name of its own, got '{card}', which is a bridge's")
        self.paths = routes(sockets, joined, first)

    def check_socket(self, socket: object, what: str) -> None:
        """Raise ValueError unless there is such a socket; `what` is at it."""
        if not isinstance(socket, int) or isinstance(socket, bool) or not 0 <= socket < self.sockets:
            raise ValueError(f"{what} at the unknown socket {shown(socket)}; there are 0 to {self.sockets - 1}")

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
        """The links from any node to any other; a card's are its bridge's. Raises ValueError for an unknown node."""
        begin, end = self.socket_of(source), self.socket_of(target)
        out: tuple[Link, ...] = ((self.cards.get(source, source), begin),) if isinstance(source, str) else ()
        into: tuple[Link, ...] = ((end, self.cards.get(target, target)),) if isinstance(target, str) else ()
        if out and into and out[0][0] == into[0][1]:
            return ()
        return (*out, *self.paths[begin, end], *into)

    def loads(self, flows: Iterable[Flow]) -> dict[Link, float]:
        """Bytes a second on each direction of each link. Raises ValueError for a flow from or to an unknown node."""
        loads = dict.fromkeys(self.capacity, 0.0)
        for flow in flows if isinstance(flows, Iterable) else [flows]:
            if not isinstance(flow, Flow):
                raise ValueError(f"flows must be Flows, got {shown(flow)}")
            a_number("rate", flow.rate, 0, unit="bytes/s")
            for link in self.path(flow.source, flow.target):
                loads[link] += flow.rate
        return loads

    def busiest(self, loads: Mapping[Link, float]) -> Link:
        """The direction of a link with the highest share of its capacity in use. Raises ValueError if there is none."""
        if not self.capacity:
            raise ValueError("a board without links and bridges cannot have a busiest link")
        return max(self.capacity, key=lambda link: loads[link] / self.capacity[link])


def couples(name: str, pairs: Any) -> list[tuple[Any, Any]]:
    """The pairs of sockets. Raises ValueError for what is none."""
    found = list(pairs) if isinstance(pairs, Iterable) and not isinstance(pairs, str) else [pairs]
    for pair in found:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(f"{name} must be pairs of sockets, got {shown(pair)}")
    return [(a, b) for a, b in found]


def named(what: str, places: Any) -> dict[str, Any]:
    """Where each of them is, by its name. Raises ValueError for what says no such thing."""
    if places is not None and not (isinstance(places, Mapping) and all(isinstance(name, str) for name in places)):
        raise ValueError(f"{what} must say for each name where it is, got {shown(places)}")
    return dict(places or {})


def square(sockets: int, *, rate: float, bridge_rate: float, cards: Mapping[str, str], doubled: bool) -> Board:
    """The 7410's board with 1-4 of its sockets: a bridge at socket 0, and one at socket 1 (or 0 if there is no other).

    doubled: two links join sockets 2 and 3, if both are there, and all that goes two hops uses them. Raises ValueError.
    """
    counted(1, 4, sockets=sockets)
    switched(doubled=doubled)
    return Board(sockets, rate=rate, bridge_rate=bridge_rate, bridges={"MCP55": 0, "IO55": min(1, sockets - 1)},
                 cards=cards, doubled=[(2, 3)] if doubled and sockets == 4 else [],
                 first=DOUBLED if doubled else SPREAD)
