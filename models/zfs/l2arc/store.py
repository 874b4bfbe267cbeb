"""The contents of a flash device as a cache of reads, and its eviction. Sources: OpenSolaris arc.c,
2008 (a hand that goes round the device); Bourbonnais 2015, Better Eviction (segments)."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping

from models.catalogue.machines import values

SEGMENT = values("zfs-2015")["l2_segment"]


class Store:
    """The contents of a device. `found` has the blocks that reads find, `bytes` their total
    size."""

    found: Mapping[Hashable, object]
    bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self.found

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.found)

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return len(self.found)


class Ring(Store):
    """A first in, first out store of `capacity` bytes, the old cache on flash. A hand goes round
    and overwrites the oldest blocks. A hit changes nothing."""

    def __init__(self, capacity: int):
        self.capacity = capacity
        self.found: OrderedDict[Hashable, int] = OrderedDict()  # blocks -> bytes

    def put(self, key: Hashable, size: int) -> list[Hashable]:
        """Write a block of `size` bytes that is not there. Return the blocks evicted for it."""
        given_up = []
        while self.bytes > self.capacity - size:
            name, bytes = self.found.popitem(False)
            self.bytes -= bytes
            given_up.append(name)
        self.found[key] = size
        self.bytes += size
        return given_up

    def hit(self, key: Hashable) -> bool:
        """Return whether a read finds the block."""
        return key in self.found


class Segment:
    """A part of the device that is filled once and evicted as a whole. `room` is the bytes left."""

    __slots__ = ("blocks", "room")

    def __init__(self, size: int):
        self.blocks: dict[Hashable, int] = {}
        self.room = size


class Segments(Store):
    """Segments of `segment` bytes in a list, as in the new cache on flash.

    A hit moves the block's segment to the head, and so does a block written into it. When the
    segment being filled is full and none is free, the one at the tail, with the oldest last hit, is
    evicted whole. `capacity` is in bytes; a remainder of less than a segment is unused.
    """

    def __init__(self, capacity: int, segment: int = SEGMENT):
        self.capacity, self.segment, self.count = capacity, segment, int(capacity // segment)
        self.found: dict[Hashable, Segment] = {}
        self.filling = Segment(segment)
        self.list: OrderedDict[Segment, None] = OrderedDict({self.filling: None})  # tail to head

    def put(self, key: Hashable, size: int) -> list[Hashable]:
        """Write a block of `size` bytes that is not there. Return the blocks evicted for it. Raise
        ValueError if it is larger than a segment."""
        if size > self.segment:
            raise ValueError(
                f"a block must fit into a segment of {self.segment} bytes, got {size} bytes"
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
        """Evict the segment at the tail and return its blocks. If it was being filled, start
        another."""
        segment, _ = self.list.popitem(False)
        if segment is self.filling:
            self.filling = Segment(self.segment)
            self.list[self.filling] = None
        for key, size in segment.blocks.items():
            del self.found[key]
            self.bytes -= size
        return list(segment.blocks)

    def hit(self, key: Hashable) -> bool:
        """Return whether a read finds the block. If so, move its segment to the head of the
        list."""
        segment = self.found.get(key)
        if segment is None:
            return False
        self.list.move_to_end(segment)
        return True
