"""Which way packets go between the sockets of a board: the shortest, and by a table where two are equally short."""
from collections.abc import Iterable, Mapping

Pair = tuple[int, int]

SPREAD: Mapping[Pair, int] = {(0, 3): 2, (3, 0): 1, (1, 2): 3, (2, 1): 0}
"""First hops in a square of sockets that give each direction of each link one way of two hops."""
DOUBLED: Mapping[Pair, int] = {(0, 3): 2, (3, 0): 2, (1, 2): 3, (2, 1): 3}
"""First hops that lead all that goes two hops over link 2-3."""


def neighbours(links: Iterable[Pair]) -> dict[int, list[int]]:
    """The sockets one hop away from each that has a link, in the order of `links` (each direction is one of them)."""
    found: dict[int, list[int]] = {}
    for a, b in links:
        found.setdefault(a, []).append(b)
    return found


def hops(start: int, near: Mapping[int, list[int]]) -> dict[int, int]:
    """How many hops each socket that can be reached is away from `start`."""
    away, ring = {start: 0}, [start]
    while ring:
        further = []
        for a in ring:
            for b in near.get(a, []):
                if b not in away:
                    away[b] = away[a] + 1
                    further.append(b)
        ring = further
    return away


def routes(sockets: int, links: Iterable[Pair], first: Mapping[Pair, int]) -> dict[Pair, tuple[Pair, ...]]:
    """The links between each pair of sockets, on a shortest way.

    Among equally short ones the first hop is as `first` says, (from, to) -> next, or else to the lowest number.
    """
    near = neighbours(links)
    away = {a: hops(a, near) for a in range(sockets)}
    found = {}
    for a in range(sockets):
        for b in range(sockets):
            path: list[Pair] = []
            here = a
            while here != b:
                nearer = [n for n in near[here] if away[n][b] < away[here][b]]
                wanted = first.get((here, b))
                step = wanted if wanted in nearer else min(nearer)
                path.append((here, step))
                here = step
            found[a, b] = tuple(path)
    return found
