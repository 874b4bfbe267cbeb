"""A pool: vdevs that share the blocks, and devices of their own for the intent log."""

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
"""At the head of each vdev lie its labels and the boot block."""
RING_AT, RING = 128 * KiB, 128 * KiB  # the second half of a label
Space = NextFit | FreeSpace | Metaslabs


class Block(NamedTuple):
    """`size` bytes of data at `offset` of `vdev`; log: whether that is a log device."""

    vdev: Vdev
    offset: int
    size: int
    log: bool = False


class Rotation:
    """Whose turn it is: blocks go round the vdevs, and on each where its free space says. (ZFS
    moves on after 512 KiB for each device of a vdev, log blocks after every one: metaslab.c of
    2009. Here all do so after every block.)"""

    def __init__(self, vdevs: Sequence[Vdev], spaces: Sequence[Space]):
        self.vdevs, self.spaces = list(vdevs), list(spaces)
        self.numbers = {id(vdev): number for number, vdev in enumerate(self.vdevs)}
        self.turn = 0

    def take(self, size: int, after: Vdev | None = None) -> tuple[Vdev, int] | None:
        """A vdev and the offset there of room for `size` bytes; None where no vdev has any.

        after: begin with the next vdev behind this one, whosever turn it is.
        """
        count = len(self.vdevs)
        first = (
            self.turn
            if after is None or id(after) not in self.numbers
            else self.numbers[id(after)] + 1
        )
        for i in range(first, first + count):
            vdev = self.vdevs[i % count]
            offset = self.spaces[i % count].take(vdev.allocated(size))
            self.turn = (i + 1) % count
            if offset is not None:
                return vdev, offset
        return None

    def give(self, vdev: Vdev, offset: int, size: int) -> None:
        """Take a block back."""
        space = self.spaces[self.numbers[id(vdev)]]
        assert isinstance(space, FreeSpace)
        space.give(offset, vdev.allocated(size))


def uberblock(vdev: Vdev, txg: int) -> Block:
    """The block for the root of group `txg`, 1 KiB or a whole sector, which makes the group count.

    They are a ring in the label of a vdev, each group's behind the last's, so that the root of the
    group before is still there while a new one is written. ZFS writes it into four labels of up to
    three vdevs; here it goes to the first label of the first vdev alone. Source: ZFS On-Disk
    Specification, section 1.3.
    """
    size = max(1 * KiB, vdev.sector)
    return Block(vdev, RING_AT + txg % (RING // size) * size, size)


def space_of(vdev: Vdev, rules: Rules | Holes | None, record: int, random: Random) -> Space:
    """A vdev's space behind its label."""
    if isinstance(rules, Holes):
        return NextHole(vdev.capacity - LABEL, LABEL, rules, random)
    if rules is None:
        return NextFit(vdev.capacity - LABEL, LABEL)
    unit = vdev.allocated(record)
    real = (vdev.capacity - LABEL) // rules.slabs // unit
    if not 0 < (rules.kept or real) <= real:
        raise ValueError(
            f"a slab must hold {rules.kept or 1} records of {unit} bytes or more, got {vdev.capacity} bytes in "
            f"{rules.slabs} slabs"
        )
    return Metaslabs(rules.slabs, rules.kept or real, rules, unit=unit, real=real, start=LABEL)


class Pool:
    """vdevs in turn, each block to the next.

    logs: vdevs for the intent log alone; their blocks stay in use until `free_log`. When they are
    full, log blocks go to the main vdevs and are counted in `spilled`; when `logs` is emptied they
    do so uncounted. rules: of ZFS's own allocator, with `record` bytes as its unit; or holes for
    next fit. files: with the former, what is there on each vdev.
    """

    def __init__(
        self,
        vdevs: Sequence[Vdev],
        logs: Sequence[Vdev] = (),
        *,
        rules: Rules | Holes | None = None,
        record: int = 128 * KiB,
        seed: int = 1,
    ):
        self.vdevs, self.logs = list(vdevs), list(logs)
        least = min(vdev.capacity for vdev in (*self.vdevs, *self.logs))
        if least <= LABEL:
            raise ValueError(f"a vdev must hold more than its label of {LABEL} bytes, got {least}")
        random = Random(seed)
        self.main = Rotation(
            self.vdevs, [space_of(vdev, rules, record, random) for vdev in self.vdevs]
        )
        self.files = [Contents(space) for space in self.main.spaces if isinstance(space, Metaslabs)]
        self.log = Rotation(
            self.logs, [FreeSpace(vdev.capacity - LABEL, LABEL) for vdev in self.logs]
        )
        self.last: Vdev | None = None  # that took a log block
        self.live: dict[int, list[Block]] = {}  # log blocks in use, by transaction group
        self.spilled = 0

    @property
    def capacity(self) -> int:
        """Bytes of the main vdevs, parity included."""
        return sum(vdev.capacity for vdev in self.vdevs)

    @property
    def log_capacity(self) -> int:
        """Bytes that the log devices hold."""
        return sum(space.size for space in self.log.spaces)

    @property
    def log_used(self) -> int:
        """Bytes in use on the log devices."""
        return sum(space.used for space in self.log.spaces if isinstance(space, FreeSpace))

    def take(self, size: int, after: Vdev | None = None) -> Block:
        """Room for `size` bytes on the vdev whose turn it is, or on the next behind `after`."""
        place = self.main.take(size, after)
        assert place, "next fit goes round"
        return Block(*place, size)

    def take_log(self, size: int, txg: int, after: Vdev | None = None) -> Block:
        """Room for a log block of `txg`, on the log devices in turn, else on the main vdevs, one
        further each time.

        after: where the last block of this chain lies (default: of any chain).
        """
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
        """The group `txg` is on disk: its log blocks are free again, neighbours together."""
        runs: dict[int, tuple[Vdev, int, int]] = {}  # by vdev: where blocks in a row begin and end
        for vdev, offset, size, _ in self.live.pop(txg, ()):
            _, begin, end = runs.get(id(vdev), (vdev, offset, offset))
            if end != offset:
                self.log.give(vdev, begin, end - begin)
                begin = offset
            runs[id(vdev)] = vdev, begin, offset + size
        for vdev, begin, end in runs.values():
            self.log.give(vdev, begin, end - begin)

    def write(self, block: Block, now: float, kind: str = "") -> Answer:
        """When a block that is written from `now` (s) on is answered."""
        return block.vdev.write(now, block.offset, block.size, None, kind)

    @property
    def contents(self) -> Contents:
        """The file on the only vdev, under ZFS's own allocator."""
        if len(self.files) != 1:
            raise ValueError(
                f"what is overwritten must be on one vdev under ZFS's own allocator, got {len(self.files)}"
            )
        return self.files[0]

    def rewrite(self, records: Sequence[int], most: int) -> list[Block]:
        """New places for these records of the file that is there, in order; what touches together,
        up to `most` bytes."""
        space = self.contents.space
        return [
            Block(self.vdevs[0], space.offset(slab, start), units * space.unit)
            for slab, start, units in aggregated(
                self.contents.rewrite(records), max(1, most // space.unit)
            )
        ]

    def sync(self) -> None:
        """A group is on disk: what it freed can be used again."""
        for file in self.files:
            file.space.sync()
