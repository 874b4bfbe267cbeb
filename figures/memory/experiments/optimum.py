"""The optimum of cache replacement, which knows the future.

Source: Belady, A Study of Replacement Algorithms for a Virtual-Storage Computer, IBM Systems Journal 1966.
"""

from collections.abc import Hashable, Iterable
from heapq import heappop, heappush


def next_uses(keys: Iterable[Hashable]) -> list[int]:
    """Return for each request the index of the next request for its block, or the number of
    requests if there is none."""
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
    """Return whether each request hits under Belady's policy: evict the block whose next request is
    furthest ahead. The cache of `size` blocks knows all requests in advance and keeps each block
    that it fetches at least until the next request. `following` is `next_uses(keys)`, if it is
    known."""
    keys = list(keys)
    following = following or next_uses(keys)
    held: dict[Hashable, int] = {}  # block -> its last request
    far: list[tuple[int, int]] = []  # next use (negated), and the request it was noted at
    found = []
    for n, key in enumerate(keys):
        if key in held:
            found.append(True)
        else:
            found.append(False)
            if len(held) == size:
                _, noted = heappop(far)
                while held.get(keys[noted]) != noted:  # requested since: an outdated note
                    _, noted = heappop(far)
                del held[keys[noted]]
        held[key] = n
        heappush(far, (-following[n], n))
    return found
