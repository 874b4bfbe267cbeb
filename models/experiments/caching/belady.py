"""The best that any choice can do: give up the block whose next use lies furthest ahead. It has to know the future.

Source: Belady, A Study of Replacement Algorithms for a Virtual-Storage Computer, IBM Systems Journal 1966.
"""
from collections.abc import Hashable, Iterable
from heapq import heappop, heappush


def next_uses(keys: Iterable[Hashable]) -> list[int]:
    """For each request the number of the next one for the same block; the number of requests if there is none."""
    keys = list(keys)
    last: dict[Hashable, int] = {}
    none = len(keys)
    following = [none] * none
    for n in range(none - 1, -1, -1):
        key = keys[n]
        following[n] = last.get(key, none)
        last[key] = n
    return following


def optimum(keys: Iterable[Hashable], size: int, following: list[int] | None = None) -> list[bool]:
    """Which requests a cache of `size` blocks answers that knows them all in advance and keeps each block it fetches at
    least until the next request. following: `next_uses(keys)`, if it is known."""
    keys = list(keys)
    following = following or next_uses(keys)
    held: dict[Hashable, int] = {}                      # block: its last request
    far: list[tuple[int, int]] = []                     # next use, furthest first, and the request that told of it
    found = []
    for n, key in enumerate(keys):
        if key in held:
            found.append(True)
        else:
            found.append(False)
            if len(held) == size:
                _, told = heappop(far)
                while held.get(keys[told]) != told:     # asked for since: an old note
                    _, told = heappop(far)
                del held[keys[told]]
        held[key] = n
        heappush(far, (-following[n], n))
    return found
