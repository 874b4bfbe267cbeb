"""What a flash device holds as a cache of reads, and what it gives up to make room.

Sources: OpenSolaris arc.c, 2008 (a hand that goes round the device); Bourbonnais 2015, Better Eviction (segments).
"""
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterator, Mapping

from models.catalogue.machines import values

SEGMENT = values("zfs-2015")["l2_segment"]


class Found:
    """The blocks that a read would find, by their keys."""

    _found: Mapping[Hashable, object]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._found

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._found)

    @property
    def blocks(self) -> int:
        """How many blocks a read would find."""
        return len(self._found)


class Ring(Found):
    """First in, first out, as the old cache on flash: a hand goes round, and what it writes over is given up.

    capacity: bytes. A hit changes nothing. `bytes` and `blocks` count what a read would find; a block that was dropped
    keeps its place until the hand comes round.
    """

    def __init__(self, capacity: int):
        self.capacity = capacity
        self.bytes = 0
        self.taken = 0
        self._found: dict[Hashable, tuple[Hashable, int]] = {}
        self._order: deque[tuple[Hashable, int]] = deque()

    def put(self, key: Hashable, size: int) -> list[Hashable]:
        """Write a block of `size` bytes. The blocks given up for it; an older copy of the block is dropped."""
        found, order = self._found, self._order
        if key in found:
            self.drop(key)
        room, given_up = self.capacity - size, []
        while self.taken > room:
            oldest = order.popleft()
            name, bytes = oldest
            self.taken -= bytes
            if found.get(name) is oldest:
                del found[name]
                self.bytes -= bytes
                given_up.append(name)
        found[key] = entry = (key, size)
        order.append(entry)
        self.taken += size
        self.bytes += size
        return given_up

    def hit(self, key: Hashable) -> bool:
        """Whether a read finds the block."""
        return key in self._found

    def drop(self, key: Hashable) -> None:
        """Forget a block, if it is there: it was freed or written anew."""
        entry = self._found.pop(key, None)
        if entry:
            self.bytes -= entry[1]


class Segment:
    """A stretch of the device that is filled once and given up whole: its blocks (key -> bytes) and the bytes left."""

    __slots__ = ("blocks", "room")

    def __init__(self, size: int):
        self.blocks: dict[Hashable, int] = {}
        self.room = size


class Segments(Found):
    """Segments of `segment` bytes in a list, as the new cache on flash: a hit puts its segment at the head.

    So does a block written into it. When the segment being filled has no room left and none is free, the one at the tail,
    not hit for longest, is given up whole. capacity: bytes; less than a segment at its end stays unused. `bytes` and
    `blocks` count what a read would find; a dropped block keeps its place until its segment is given up.
    """

    def __init__(self, capacity: int, segment: int = SEGMENT):
        if segment > capacity:
            raise ValueError(f"a segment must fit into the device of {capacity} bytes, got one of {segment} bytes")
        self.capacity, self.segment = capacity, segment
        self.count = int(capacity // segment)
        self.bytes = 0
        self._found: dict[Hashable, Segment] = {}
        self._open = Segment(segment)
        self._list: OrderedDict[Segment, None] = OrderedDict({self._open: None})    # from tail to head

    def put(self, key: Hashable, size: int) -> list[Hashable]:
        """Write a block of `size` bytes. The blocks given up for it; an older copy of the block is dropped."""
        if size > self.segment:
            raise ValueError(f"a block must fit into the segment of {self.segment} bytes, got one of {size} bytes")
        if key in self._found:
            self.drop(key)
        given_up: list[Hashable] = []
        segment = self._open
        if segment.room < size:
            if len(self._list) == self.count:
                given_up = self.give_up()
            if self._open is segment:
                self._open = Segment(self.segment)
            segment = self._open
            self._list[segment] = None
        else:
            self._list.move_to_end(segment)
        segment.blocks[key] = size
        segment.room -= size
        self._found[key] = segment
        self.bytes += size
        return given_up

    def give_up(self) -> list[Hashable]:
        """Give up the segment at the tail of the list, whole: its blocks. If it was being filled, another is begun."""
        segment, _ = self._list.popitem(False)
        if segment is self._open:
            self._open = Segment(self.segment)
            self._list[self._open] = None
        found = self._found
        for key in segment.blocks:
            del found[key]
        self.bytes -= sum(segment.blocks.values())
        return list(segment.blocks)

    def hit(self, key: Hashable) -> bool:
        """Whether a read finds the block. If so, its segment goes to the head of the list."""
        segment = self._found.get(key)
        if segment is None:
            return False
        self._list.move_to_end(segment)
        return True

    def drop(self, key: Hashable) -> None:
        """Forget a block, if it is there: it was freed or written anew."""
        segment = self._found.pop(key, None)
        if segment is not None:
            self.bytes -= segment.blocks.pop(key)

    def filled(self) -> list[int]:
        """How many blocks each segment holds, from the tail of the list to its head."""
        return [len(segment.blocks) for segment in self._list]
