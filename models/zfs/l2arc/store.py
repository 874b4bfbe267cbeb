"""What a flash device holds as a cache of reads, and what it gives up to make room.

Sources: OpenSolaris arc.c, 2008 (a hand that goes round the device); Bourbonnais 2015, Better
Eviction (segments).
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterator, MutableMapping
from typing import Any

from models.catalogue.machines import values

SEGMENT = values("zfs-2015")["l2_segment"]


class Store:
    """`found`: the blocks that a read would find, by their keys; `bytes` of them."""

    found: MutableMapping[Hashable, Any]
    bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self.found

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.found)

    @property
    def blocks(self) -> int:
        """How many there are."""
        return len(self.found)


class Ring(Store):
    """First in, first out, as the old cache on flash: a hand goes round, and what it writes over is
    given up. A hit changes nothing. capacity: bytes of the device."""

    def __init__(self, capacity: int):
        self.capacity = capacity
        self.found: OrderedDict[Hashable, int] = OrderedDict()  # blocks -> bytes

    def put(self, key: Hashable, size: int) -> list[Hashable]:
        """Write a block of `size` bytes that is not there. The blocks given up for it."""
        given_up = []
        while self.bytes > self.capacity - size:
            name, bytes = self.found.popitem(False)
            self.bytes -= bytes
            given_up.append(name)
        self.found[key] = size
        self.bytes += size
        return given_up

    def hit(self, key: Hashable) -> bool:
        """Whether a read finds the block."""
        return key in self.found


class Segment:
    """A stretch of the device that is filled once and given up whole: its blocks (key -> bytes) and
    the bytes left."""

    __slots__ = ("blocks", "room")

    def __init__(self, size: int):
        self.blocks: dict[Hashable, int] = {}
        self.room = size


class Segments(Store):
    """Segments of `segment` bytes in a list, as the new cache on flash: a hit puts its segment at
    the head, and so does a block written into it. When the segment being filled has no room left
    and none is free, the one at the tail, not hit for longest, is given up whole. capacity: bytes;
    less than a segment at its end stays unused."""

    def __init__(self, capacity: int, segment: int = SEGMENT):
        self.capacity, self.segment, self.count = capacity, segment, int(capacity // segment)
        self.found: dict[Hashable, Segment] = {}
        self.filling = Segment(segment)
        self.list: OrderedDict[Segment, None] = OrderedDict(
            {self.filling: None}
        )  # from tail to head

    def put(self, key: Hashable, size: int) -> list[Hashable]:
        """Write a block of `size` bytes that is not there. The blocks given up for it."""
        if size > self.segment:
            raise ValueError(
                f"a block must fit into the segment of {self.segment} bytes, got one of {size} bytes"
            )
        given_up: list[Hashable] = []
        segment = self.filling
        if segment.room < size:
            if len(self.list) == self.count:
                given_up = self.give_up()
            if self.filling is segment:
                self.filling = Segment(self.segment)
            segment = self.filling
            self.list[segment] = None
        else:
            self.list.move_to_end(segment)
        segment.blocks[key] = size
        segment.room -= size
        self.found[key] = segment
        self.bytes += size
        return given_up

    def give_up(self) -> list[Hashable]:
        """Give up the segment at the tail of the list, whole: its blocks. If it was being filled,
        another is begun."""
        segment, _ = self.list.popitem(False)
        if segment is self.filling:
            self.filling = Segment(self.segment)
            self.list[self.filling] = None
        for key, size in segment.blocks.items():
            del self.found[key]
            self.bytes -= size
        return list(segment.blocks)

    def hit(self, key: Hashable) -> bool:
        """Whether a read finds the block. If so, its segment goes to the head of the list."""
        segment = self.found.get(key)
        if segment is None:
            return False
        self.list.move_to_end(segment)
        return True
