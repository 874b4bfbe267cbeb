"""How many requests a cache that drops the least recently used object (LRU) serves, for all sizes in powers of two."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence


def hits_of(keys: Sequence[int]) -> dict[int, int]:
    """Return for caches of 2, 4, 8, ... objects how many requests find their object, up to one that holds all objects.

    keys: a number for each object, from 0 on. A stack of the objects, the last used on top, is kept in pieces of 2, 2, 4, 8,
    ... objects: a request that finds its object in a piece is served by each cache that holds it and those above it
    (Mattson et al. 1970)."""
    pieces = [OrderedDict[int, None]()]
    rooms, counts = [2], [0]
    place = array("b", [-1]) * (max(keys, default=0) + 1)
    for key in keys:
        at = place[key]
        if at >= 0:
            counts[at] += 1
            if not at:
                pieces[0].move_to_end(key)
                continue
            del pieces[at][key]
        moved, level = key, 0
        while True:
            piece = pieces[level]
            piece[moved] = None
            place[moved] = level
            if len(piece) <= rooms[level]:
                break
            moved, _ = piece.popitem(last=False)
            level += 1
            if level == len(pieces):
                rooms.append(2**level)
                pieces.append(OrderedDict())
                counts.append(0)
    found, hits, size = dict[int, int](), 0, 2
    for count in counts:
        hits += count
        found[size] = hits
        size *= 2
    return found
