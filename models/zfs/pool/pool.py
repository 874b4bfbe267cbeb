"""A pool: vdevs that share the blocks, and separate devices for the intent log."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from models.sim.answer import Answer
from models.units import KiB, MiB
from models.zfs.allocator.allocator import FreeSpace, Holes, NextFit, NextHole
from models.zfs.allocator.metaslabs import Contents, Metaslabs, Rules
from models.zfs.io.aggregation import aggregated
from models.zfs.pool.vdev import Vdev

LABEL = 4 * MiB
"""Bytes at the start of each vdev for labels and the boot block."""
RING_AT, RING = 128 * KiB, 128 * KiB  # the uberblock ring is the second half of a label
Space = NextFit | FreeSpace | Metaslabs


class Block(NamedTuple):
    """`size` bytes of data at `offset` of `vdev`."""

    vdev: Vdev
    offset: int
    size: int
    log: bool = False  # whether `vdev` is a log device


class Rotation:
    """Allocation in turn: each block goes to the next vdev, at an offset that its free space
    chooses. (ZFS moves on after 512 KiB per device of a vdev, and after every log block: metaslab.c
    of 2009. Here all blocks move on.)"""

    def __init__(self, vdevs: Sequence[Vdev], spaces: Sequence[Space]):
        self.vdevs, self.spaces = list(vdevs), list(spaces)
        self.numbers = {id(vdev): number for number, vdev in enumerate(self.vdevs)}
        self.turn = 0

    def take(self, size: int, after: Vdev | None = None) -> tuple[Vdev, int] | None:
        """Return a vdev and an offset with space for `size` bytes, or None if there is none. With
        `after`, start at the vdev that follows it, regardless of rotation."""
        count, first = len(self.vdevs), self.turn
        if after is not None and id(after) in self.numbers:
            first = self.numbers[id(after)] + 1
        for i in range(first, first + count):
            vdev = self.vdevs[i % count]
            offset = self.spaces[i % count].take(vdev.allocated(size))
            self.turn = (i + 1) % count
            if offset is not None:
                return vdev, offset
        return None

    def release(self, vdev: Vdev, offset: int, size: int) -> None:
        """Free a block."""
        space = self.spaces[self.numbers[id(vdev)]]
        assert isinstance(space, FreeSpace)
        space.release(offset, vdev.allocated(size))


def uberblock(vdev: Vdev, txg: int) -> Block:
    """Return the block for the root of group `txg`, 1 KiB or one sector. Writing it commits the
    group.

    Uberblocks form a ring in the label of a vdev, so that the root of the last group is intact
    while a new one is written. ZFS writes it to four labels of up to three vdevs; here only the
    first label of the first vdev is written. Source: ZFS On-Disk Specification, section 1.3.
    """
    size = max(1 * KiB, vdev.sector)
    return Block(vdev, RING_AT + txg % (RING // size) * size, size)


def space_of(
    vdev: Vdev, rules: Rules | Holes | None, record: int, random: Random, filled: float = 0.0
) -> Space:
    """Return the allocator for a vdev's space after its label. Next fit leaves out the share `filled`
    at the start, but not the last hundredth. Raise ValueError if a slab is too small."""
    if isinstance(rules, Holes):
        return NextHole(vdev.capacity - LABEL, LABEL, rules, random)
    if rules is None:
        used = int(min(filled, 0.99) * (vdev.capacity - LABEL)) // vdev.sector * vdev.sector
        return NextFit(vdev.capacity - LABEL - used, LABEL + used)
    unit = vdev.allocated(record)
    real = (vdev.capacity - LABEL) // rules.slabs // unit
    if not 0 < (rules.kept or real) <= real:
        raise ValueError(
            f"a slab must hold at least {rules.kept or 1} records of {unit} bytes, got {vdev.capacity} bytes in "
            f"{rules.slabs} slabs"
        )
    return Metaslabs(rules.slabs, rules.kept or real, rules, unit=unit, real=real, start=LABEL)


class Pool:
    """A pool: vdevs that take blocks in turn. Raise ValueError if one is no larger than its
    label."""

    def __init__(
        self,
        vdevs: Sequence[Vdev],
        logs: Sequence[Vdev] = (),  # vdevs for the intent log; blocks stay in use until `free_log`
        *,
        special: Vdev | None = None,  # vdev for metadata
        small: int = 0,  # largest block of data that it stores, too (bytes)
        rules: Rules | Holes | None = None,  # ZFS's own allocator, next fit in holes, or next fit
        record: int = 128 * KiB,  # unit of ZFS's own allocator (bytes)
        filled: float = 0.0,  # share of each main vdev that is in use, from its start
        seed: int = 1,
    ):
        self.vdevs, self.logs, self.special = list(vdevs), list(logs), special
        self.small = small if special else 0
        others = [special] if special else []
        least = min(vdev.capacity for vdev in (*self.vdevs, *self.logs, *others))
        if least <= LABEL:
            raise ValueError(f"a vdev must hold more than its label of {LABEL} bytes, got {least}")
        random = Random(seed)
        self.main = Rotation(
            self.vdevs, [space_of(vdev, rules, record, random, filled) for vdev in self.vdevs]
        )
        self.metadata = (
            Rotation(others, [NextFit(special.capacity - LABEL, LABEL)]) if special else self.main
        )
        # with ZFS's own allocator, the file on each vdev
        self.files = [Contents(space) for space in self.main.spaces if isinstance(space, Metaslabs)]
        self.log = Rotation(
            self.logs, [FreeSpace(vdev.capacity - LABEL, LABEL) for vdev in self.logs]
        )
        self.last: Vdev | None = None  # vdev that took the last log block
        self.live: dict[int, list[Block]] = {}  # log blocks in use, by transaction group
        self.spilled = 0  # log blocks that went to the main vdevs because the log devices were full

    @property
    def capacity(self) -> int:
        """Return the bytes of the main vdevs, including parity."""
        return sum(vdev.capacity for vdev in self.vdevs)

    @property
    def log_capacity(self) -> int:
        """Return the bytes that the log devices hold."""
        return sum(space.size for space in self.log.spaces)

    @property
    def log_used(self) -> int:
        """Return the bytes in use on the log devices."""
        return sum(space.used for space in self.log.spaces if isinstance(space, FreeSpace))

    def take(self, size: int, after: Vdev | None = None) -> Block:
        """Return a block of `size` bytes on the vdev whose turn it is, or on the one after
        `after`."""
        place = self.main.take(size, after)
        assert place, "next fit goes round"
        return Block(*place, size)

    def take_metadata(self, size: int) -> Block:
        """Return a block of metadata of `size` bytes, on the special vdev if there is one."""
        place = self.metadata.take(size)
        assert place, "next fit goes round"
        return Block(*place, size)

    def take_log(self, size: int, txg: int, after: Vdev | None = None) -> Block:
        """Return a log block for group `txg`, on the next log device, or on a main vdev if all are
        full. `after` is the vdev of the last block of this chain (default: of any chain)."""
        after = after or self.last
        place = self.log.take(size, after) if self.logs else None
        if place:
            block = Block(*place, size, True)
            self.live.setdefault(txg, []).append(block)
        else:
            self.spilled += bool(self.logs)
            block = self.take(size, after)
        self.last = block.vdev
        return block

    def free_log(self, txg: int) -> None:
        """Free the log blocks of group `txg`, which is on disk. Adjacent blocks are freed
        together."""
        runs: dict[int, tuple[Vdev, int, int]] = {}  # by vdev: start and end of adjacent blocks
        for vdev, offset, size, _ in self.live.pop(txg, ()):
            _, begin, end = runs.get(id(vdev), (vdev, offset, offset))
            if end != offset:
                self.log.release(vdev, begin, end - begin)
                begin = offset
            runs[id(vdev)] = vdev, begin, offset + size
        for vdev, begin, end in runs.values():
            self.log.release(vdev, begin, end - begin)

    def write(self, block: Block, now: float, kind: str = "") -> Answer:
        """Write a block from `now` (s) on. Return when it is answered."""
        return block.vdev.write(now, block.offset, block.size, None, kind)

    @property
    def contents(self) -> Contents:
        """Return the file on the only vdev. Raise ValueError unless the pool has exactly one vdev,
        under ZFS's own allocator."""
        if len(self.files) != 1:
            raise ValueError(
                f"rewrites need exactly one vdev under ZFS's own allocator, got {len(self.files)}"
            )
        return self.files[0]

    def rewrite(self, records: Sequence[int], most: int) -> list[Block]:
        """Return new blocks for these records of the file, in order of offset. Adjacent blocks are
        joined, up to `most` bytes."""
        space, vdev = self.contents.space, self.vdevs[0]
        runs = aggregated(self.contents.rewrite(records), max(1, most // space.unit))
        return [
            Block(vdev, space.offset(slab, start), units * space.unit)
            for slab, start, units in runs
        ]

    def sync(self) -> None:
        """End a group: the space that it freed can be reused."""
        for file in self.files:
            file.space.sync()
