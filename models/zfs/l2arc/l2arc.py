"""The cache of reads on flash and its feeder, which copies blocks there that memory may evict soon.

Feeding and eviction are independent: a block that is evicted before the feeder has seen it never
reaches the flash.

Facts. The old feeders: OpenSolaris, usr/src/uts/common/fs/zfs/arc.c, of 2008 (l2arc_feed_thread,
l2arc_write_buffers, ARC_L2_WRITING, ARC_L2CACHE, arc_l2c_only) and of 2010 (l2arc_write_interval,
l2arc_norw, l2arc_noprefetch). Admission and the new feeder: Bourbonnais 2015, It is the Dawning of
the Age of the L2ARC, which describes results but no code; how far ahead of the tail it works, and
which device gives way to the guard, are our guesses.
"""

from collections.abc import Hashable, Iterator
from math import inf, nextafter

from models.catalogue.machines import values
from models.zfs.arc.zfs_arc import MFU, MRU, ZfsArc
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import Ring, Segments

OLD, NEW = values("zfs-2010"), values("zfs-2015")
IDLE = 1000
"""Largest number of feeder turns simulated between two reads."""


class Hybrid:
    """A cache of `memory` bytes in memory, with flash behind it. Time must not go back."""

    def __init__(
        self,
        memory: float,
        spec: FeedSpec,
        *,
        # usual block size (bytes); with the feeder of 2015 it sets how much of the devices the
        # header guard allows
        block: int = 8192,
        start: float = 0.0,  # when the feeder starts (s)
    ):
        self.spec = spec
        self.arc = ZfsArc(memory, split=not spec.new, lost=self._lost)
        capacity = spec.usable(memory, block)
        self.most_known = spec.known(memory)
        size, segment = int(capacity), int(min(spec.segment, capacity))
        self.stores: list[Ring | Segments] = [
            Segments(size, segment) if spec.new else Ring(size) for _ in range(spec.devices)
        ]
        self.place: dict[Hashable, int] = {}  # blocks on flash -> device
        self.streamed: set[Hashable] = set()  # blocks in memory that are excluded as prefetched
        self.written_until = [0.0] * spec.devices
        self.written: set[Hashable] = set()  # blocks that the last turn of an old feeder wrote
        self.next = start if spec.devices else inf
        # `fed`: bytes written to flash; `refused`: reads of blocks on flash that went to disk
        self.turns = self.arrived = self.fed = self.refused = 0
        self.warm, self.behind = False, True
        # evicted bytes: on flash, could have been on flash, others
        self.given_up = {"captured": 0, "missed": 0, "not eligible": 0}

    @property
    def on_flash(self) -> int:
        """Return the bytes on all devices."""
        return sum(store.bytes for store in self.stores)

    @property
    def headers(self) -> float:
        """Return the bytes of memory for the headers of blocks on flash."""
        return len(self.place) * self.spec.header_bytes

    def where(self, key: Hashable) -> int:
        """Return the device that has a block, or -1."""
        return self.place.get(key, -1)

    def in_memory(self, key: Hashable) -> bool:
        """Return whether a block is in memory."""
        return key in self.arc.seen

    def eligible(self, key: Hashable, size: int) -> bool:
        """Return whether a block in memory may enter the flash."""
        return self.spec.stored(size) <= self.spec.max_block and (
            self.spec.prefetched or key not in self.streamed
        )

    def read(
        self,
        key: Hashable,
        size: int,
        now: float = 0.0,
        metadata: bool = False,
        prefetch: bool = False,
        parent: Hashable = None,
    ) -> str:
        """Return the tier that answers a read of `size` bytes at `now` (s): memory, flash or disk.
        Afterwards the block is in memory, and still on flash if it was there. `parent` is as for
        `ZfsArc.read`."""
        if now >= self.next:
            self.feed_until(now)
        device = self.place.get(key)
        if self.arc.read(key, size, now, metadata, prefetch, parent, device is not None):
            if self.streamed and not prefetch and not self.spec.new:
                self.streamed.discard(key)
            return "memory"
        self.arrived += size
        if prefetch:
            self.streamed.add(key)
        if device is None:
            return "disk"
        # the feeder of 2008 blocks only reads of what is being written
        busy, old = now < self.written_until[device], self.spec.feeder == "2008"
        if (busy and (not old or key in self.written)) or (
            prefetch and not old and not self.spec.prefetched
        ):
            self.refused += 1
            return "disk"
        self.stores[device].hit(key)
        return "flash"

    def _lost(self, key: Hashable, size: int, metadata: bool) -> None:
        self.warm = True
        if key in self.place:
            self.given_up["captured"] += size
        else:
            self.given_up["missed" if self.eligible(key, size) else "not eligible"] += size
        self.streamed.discard(key)

    def feed(self, now: float) -> int:
        """Run one turn of the feeder at `now` (s). Return the bytes written."""
        spec = self.spec
        wrote, most = self._feed_all_lists() if spec.new else self._feed_next_list(now)
        took = 0.0 if spec.new else wrote / spec.rate
        again = spec.feeder == "2010" and wrote > most / 2
        pause = spec.turn * (OLD["l2_again"] if again else 1.0)
        self.next = now + (took + pause if spec.feeder == "2008" else max(took, pause))
        if wrote:
            self.arc.reserved = min(self.headers, self.arc.size)
        return wrote

    def feed_until(self, now: float) -> None:
        """Run the turns up to `now` (s). Without reads, turns after one that found nothing find
        nothing either, and turns after `IDLE` only repeat earlier ones."""
        for _ in range(IDLE):
            if now < self.next or not self.feed(self.next):
                break
        if now >= self.next:
            missed = (now - self.next) // self.spec.turn + 1
            self.turns += int(missed)
            self.next = max(self.next + missed * self.spec.turn, nextafter(now, inf))

    def _put(self, device: int, key: Hashable, size: int) -> None:
        while len(self.place) >= self.most_known:
            segmented = [store for store in self.stores if isinstance(store, Segments)]
            for evicted in max(segmented, key=lambda store: store.blocks).give_up():
                del self.place[evicted]
        for evicted in self.stores[device].put(key, size):
            del self.place[evicted]
        self.place[key] = device
        self.fed += size

    def _feed_next_list(self, now: float) -> tuple[int, float]:
        """Run a turn of an old feeder, for the next device. Return the bytes written and the most
        it may write."""
        spec, device = self.spec, self.turns % self.spec.devices
        self.turns += 1
        most = (spec.write + (0 if self.warm else spec.boost)) * spec.turn
        wrote = 0
        self.written = set()
        for key, size in self._near_the_end(spec.looks * most):
            if key not in self.place and self.eligible(key, size):
                if wrote + size > most:
                    break
                self._put(device, key, size)
                self.written.add(key)
                wrote += size
        self.written_until[device] = now + wrote / spec.rate
        return wrote, most

    def _near_the_end(self, reach: float) -> Iterator[tuple[Hashable, int]]:
        """Yield the next blocks to be evicted from each list, up to `reach` bytes; or the newest,
        as long as nothing has been evicted."""
        for metadata in (True, False) if self.arc.split else (False,):
            for state in (MFU, MRU):
                passed = 0
                for key, size in self.arc.tail(
                    state, metadata, from_head=not (self.warm or self.spec.new)
                ):
                    passed += size
                    if passed > reach:
                        break
                    yield key, size

    def _feed_all_lists(self) -> tuple[int, float]:
        """Run a turn of the new feeder, for all devices. It looks as far ahead as memory evicts in
        several turns. Return the bytes written and the most it may write."""
        spec = self.spec
        most = spec.rate * spec.turn * spec.devices
        arrived, self.arrived = self.arrived, 0
        wrote = 0
        if not self.most_known or not (arrived or self.behind):  # memory has not changed
            return 0, most
        self.behind = False
        for key, size in self._near_the_end(max(NEW["l2_ahead"] * self.arc.size, 4 * arrived)):
            if key not in self.place and self.eligible(key, size):
                size = spec.stored(size)
                if wrote + size > most:
                    self.behind = True
                    break
                self._put(self.turns % spec.devices, key, size)
                self.turns += 1
                wrote += size
        return wrote, most
