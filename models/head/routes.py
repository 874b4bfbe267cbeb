"""Which way packets go between the sockets of a board: the shortest, and by a table where two are equally short."""
from collections.abc import Iterable, Mapping

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
        for (a, b) in away:
            away[a, b] = min([away[a, b], *(1 + away[end, b] for begin, end in links if begin == a)])
    return away


def routes(sockets: int, links: Iterable[Pair], first: Mapping[Pair, int]) -> dict[Pair, tuple[Pair, ...]]:
    """The links (each direction is one of them) between each pair of sockets, on a shortest way.

    Among equally short ones the first hop is as `first` says, (from, to) -> next, or else to the lowest number.
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
