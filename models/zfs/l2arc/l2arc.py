"""The cache of reads on flash and who fills it: a feeder copies blocks there that memory may give
up soon.

Feeding and giving up are two things: what goes before the feeder has seen it is lost to the flash.

Facts. The old feeders: OpenSolaris, usr/src/uts/common/fs/zfs/arc.c, of 2008 (l2arc_feed_thread,
l2arc_write_buffers, ARC_L2_WRITING, ARC_L2CACHE, arc_l2c_only) and of 2010 (l2arc_write_interval,
l2arc_norw, l2arc_noprefetch). What may enter, and the new feeder: Bourbonnais 2015, It is the
Dawning of the Age of the L2ARC, which tells what it does, not how: how far ahead of the tail it
works, and which device gives way to the guard, are our guesses.
"""

from collections.abc import Hashable, Iterator
from math import inf, nextafter

from models.catalogue.machines import values
from models.zfs.arc.zfs_arc import MFU, MRU, ZfsArc
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import Ring, Segments

OLD, NEW = values("zfs-2010"), values("zfs-2015")
IDLE = 1000
"""Turns of the feeder between two reads at most."""


class Hybrid:
    """A cache in memory of `memory` bytes, flash behind it, disks behind both.

    block: bytes of a usual block: of the devices of 2015 so much is used as the guard on headers
    lets in of these. (With smaller ones, segments are given up before the guard is passed.) start:
    when the feeder begins (s). Time may not go back. given_up: bytes that memory gave up: those
    that were on flash, those that might have been, and others; fed: bytes written to flash;
    refused: reads of blocks on flash that went to a disk nonetheless.
    """

    def __init__(self, memory: float, spec: FeedSpec, *, block: int = 8192, start: float = 0.0):
        self.spec = spec
        self.arc = ZfsArc(memory, split=not spec.new, lost=self._lost)
        capacity = spec.usable(memory, block)
        self.most_known = spec.known(memory)
        self.stores: list[Ring | Segments] = [
            Segments(int(capacity), int(min(spec.segment, capacity)))
            if spec.new
            else Ring(int(capacity))
            for _ in range(spec.devices)
        ]
        self.place: dict[Hashable, int] = {}  # blocks on flash -> the device
        self.streamed: set[Hashable] = (
            set()
        )  # blocks in memory that may not enter, for they came by prefetch
        self.written_until = [0.0] * spec.devices
        self.written: set[Hashable] = set()  # blocks of the last old turn
        self.next = start if spec.devices else inf
        self.turns = self.arrived = self.fed = self.refused = 0
        self.warm, self.behind = False, True
        self.given_up = {"captured": 0, "missed": 0, "not eligible": 0}

    @property
    def on_flash(self) -> int:
        """Bytes on all devices."""
        return sum(store.bytes for store in self.stores)

    @property
    def headers(self) -> float:
        """Bytes of memory that the headers of blocks on flash take."""
        return len(self.place) * self.spec.header_bytes

    def where(self, key: Hashable) -> int:
        """The device that has a block, or -1."""
        return self.place.get(key, -1)

    def eligible(self, key: Hashable, size: int) -> bool:
        """Whether a block in memory may enter the flash."""
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
    ) -> str:
        """Which tier answers a request for a block of `size` bytes at `now` (s): memory, flash or
        disk. The block is in memory afterwards, and stays on flash if it was there."""
        if now >= self.next:
            self.feed_until(now)
        device = self.place.get(key)
        if self.arc.read(key, size, now, metadata, prefetch, None, device is not None):
            if self.streamed and not prefetch and not self.spec.new:
                self.streamed.discard(key)
            return "memory"
        self.arrived += size
        if prefetch:
            self.streamed.add(key)
        if device is None:
            return "disk"
        busy, old = (
            now < self.written_until[device],
            self.spec.feeder == "2008",
        )  # old: only what is being written there
        if (busy and (not old or key in self.written)) or (
            prefetch and not old and not self.spec.prefetched
        ):
            self.refused += 1
            return "disk"
        self.stores[device].hit(key)
        return "flash"

    def _lost(self, key: Hashable, size: int, metadata: bool) -> None:
        self.warm = True
        kind = (
            "captured"
            if key in self.place
            else "missed"
            if self.eligible(key, size)
            else "not eligible"
        )
        self.given_up[kind] += size
        self.streamed.discard(key)

    def feed(self, now: float) -> int:
        """A turn of the feeder at `now` (s): bytes written."""
        spec = self.spec
        wrote, most = self._feed_all_lists() if spec.new else self._feed_next_list(now)
        took = 0.0 if spec.new else wrote / spec.rate
        again = spec.feeder == "2010" and wrote > most / 2
        pause = spec.turn * (OLD["l2_again"] if again else 1.0)
        self.next = now + (
            took + pause if spec.feeder == "2008" else max(took, pause)
        )  # of 2008: after its write
        if wrote:
            self.arc.reserved = min(self.headers, self.arc.size)
        return wrote

    def feed_until(self, now: float) -> None:
        """The turns up to `now` (s). While no one reads, those after one that found nothing find
        nothing either; and those after `IDLE` turns only repeat what these did."""
        for _ in range(IDLE):
            if now < self.next or not self.feed(self.next):
                break
        if now >= self.next:
            missed = (now - self.next) // self.spec.turn + 1
            self.turns += int(missed)
            self.next = max(self.next + missed * self.spec.turn, nextafter(now, inf))

    def _put(self, device: int, key: Hashable, size: int) -> None:
        while len(self.place) >= self.most_known:
            fullest = max(
                (store for store in self.stores if isinstance(store, Segments)),
                key=lambda store: store.blocks,
            )
            for gone in fullest.give_up():
                del self.place[gone]
        for gone in self.stores[device].put(key, size):
            del self.place[gone]
        self.place[key] = device
        self.fed += size

    def _feed_next_list(self, now: float) -> tuple[int, float]:
        """An old turn: bytes written to the device whose turn it is, and how many it may be."""
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
        """What goes next of each list, the first `reach` bytes; or what came last while memory
        gives up nothing yet."""
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
        """A new turn: every device takes what it can, and the feeder looks as far as memory will go
        in several turns."""
        spec = self.spec
        most = spec.rate * spec.turn * spec.devices
        came, self.arrived = self.arrived, 0
        wrote = 0
        if not self.most_known or not (
            came or self.behind
        ):  # memory has not moved on since it was looked through
            return 0, most
        self.behind = False
        for key, size in self._near_the_end(max(NEW["l2_ahead"] * self.arc.size, 4 * came)):
            if key not in self.place and self.eligible(key, size):
                size = spec.stored(size)
                if wrote + size > most:
                    self.behind = True
                    break
                self._put(self.turns % spec.devices, key, size)
                self.turns += 1
                wrote += size
        return wrote, most
