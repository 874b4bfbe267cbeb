"""The streams of reads that ZFS sees in a file, and the blocks that it reads ahead of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from models.units import MiB

RULES = ("off", "2008", "today")
MOST, OLD = 8, 3.0
"""Streams of a file (zfetch_max_streams), and the age at which one makes room (s): more than two whole seconds
(zfetch_min_sec_reap)."""
CAP = 256
"""Blocks ahead of a stream at most (zfetch_block_cap, until 2015)."""
LEAST, FARTHEST = 4 * MiB, 64 * MiB
"""Bytes ahead of a stream of today, which doubles them up to the first, and adds an eighth whenever a read has to wait, up to
the second (zfetch_min_distance and zfetch_max_distance)."""


@dataclass(slots=True)
class Stream:
    """Consecutive reads of a file."""

    begin: int  # first block that it remembers
    end: int  # block after the last that was read
    ahead: int  # block after the last that was read ahead
    reach: int  # how far the next blocks are read ahead (blocks)
    last: float  # time of the last read (s)


class ReadStreams:
    """The streams of one file.

    2008 (dmu_zfetch.c of OpenSolaris, illumos and OpenZFS until 2015) looks at each block: a block after that of
    another read, that was on its way already if it is not the second, doubles the reach and reads ahead as many blocks
    at a time as the stream is long. So a single request of 8 blocks that are not in memory reads 143. The rule of today
    looks at each request, and reads nothing ahead of one that begins anew."""

    def __init__(self, rule: str, block: int):
        self.next = self.block_by_block if rule == "2008" else self.by_request
        self.least, self.most = LEAST // block, FARTHEST // block  # blocks
        self.streams: list[Stream] = []

    def follow(self, block: int) -> Stream | None:
        """Return the stream that continues with a block, or None."""
        for stream in self.streams:
            if stream.end == block:
                return stream
        return None

    def enter(self, begin: int, end: int, now: float, last: float) -> None:
        """Begin a stream at `now`, as if last read at `last` (s), in the place of an old one if there
        is one, unless there is no room."""
        for stream in self.streams:
            if now - stream.last >= OLD:
                self.streams.remove(stream)
                break
        else:
            if len(self.streams) >= MOST:
                return
        self.streams.insert(0, Stream(begin, end, end, end - begin, last))

    def block_by_block(
        self, blocks: Sequence[int], held: Callable[[int], bool], now: float
    ) -> Iterator[range]:
        """Yield the blocks to read ahead by the rule of 2008 when `blocks`, which follow each other,
        are read at `now` (s). `held` says whether a block is in memory or on its way."""
        for block in blocks:
            stream = self.follow(block)
            had = held(block) or (stream is not None and block < stream.ahead)
            if stream and not had and stream.end > stream.begin + 1:
                self.streams.remove(stream)
                stream = None
            if not stream:
                if not (had and any(one.begin <= block < one.end for one in self.streams)):
                    self.enter(block, block + 1, now, now)
                continue
            stream.end, stream.last = block + 1, now
            stream.begin = max(stream.begin, stream.end - CAP)
            stream.reach = min(CAP, 2 * stream.reach)
            first = stream.ahead = max(stream.ahead, stream.end)
            while stream.ahead < stream.end + stream.reach:
                stream.ahead += stream.end - stream.begin
            yield range(first, stream.ahead)

    def by_request(
        self, blocks: Sequence[int], held: Callable[[int], bool], now: float
    ) -> Iterator[range]:
        """Yield the blocks to read ahead by the rule of today, as `block_by_block` does."""
        begin, end = blocks[0], blocks[-1] + 1
        stream = self.follow(begin)
        if not stream:
            self.enter(begin, end, now, now - OLD)  # until it goes on it may be replaced
            return
        if stream.reach < self.least:
            stream.reach = min(self.least, 2 * max(stream.reach, end - begin))
        elif not all(map(held, blocks)):
            stream.reach = min(self.most, stream.reach + max(1, stream.reach // 8))
        first, stream.end, stream.last = max(stream.ahead, end), end, now
        stream.ahead = max(first, end + stream.reach)
        yield range(first, stream.ahead)
