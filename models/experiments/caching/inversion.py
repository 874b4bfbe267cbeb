"""Reads that find their block on its way: a prefetch, behind the reads of others. The old cache waits; the new one raises it.

A disk's queue in ZFS is sorted by deadline: when a read came, in steps of 0.64 s, and its class (0 for reads that somebody
waits for, 6 for prefetches); then by place. Some commands are in the disk's hands and wait in that queue no longer.
"""
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple, Protocol

from models.catalogue.machines import values
from models.devices.hdd import HardDisk
from models.machine.lone_writer import drive_spec
from models.units import GB, KiB, ms
from models.zfs.io.queue_order import deadline

ZFS = values("zfs-2010")
WAITED_FOR = 0
PREFETCH = ZFS["priority_prefetch"]
STREAM = -1
"""The owner of the reads of the program that reads in order."""


class ReadDisk(Protocol):
    """What serves one read after the other, in the order in which it gets them."""

    def read(self, now: float, offset: int, size: int) -> float:
        """When a read issued `now` (s) has its data (s)."""


@dataclass(slots=True, eq=False)
class ReaderRead:
    """A read: where, how much (bytes), when it came (s), its class, whose it is; `began`: whether the disk has it."""

    offset: int
    size: int
    came: float
    priority: int = WAITED_FOR
    owner: int = 0
    block: int = 0
    began: bool = False


class DeadlineQueue:
    """Reads that wait for a disk, which has `pending` in its hands at most. Calls come in time order.

    done: heap of (finish, number, read) of what the disk has; whoever takes one out lets the next one in with `issue`.
    """

    def __init__(self, disk: ReadDisk, pending: int = ZFS["disk_pending"], step: float = ZFS["priority_step"]):
        self.disk, self.pending, self.step = disk, pending, step
        self.waiting: list[tuple[int, int, int, ReaderRead]] = []
        self.done: list[tuple[float, int, ReaderRead]] = []
        self.sequence = 0

    def submit(self, now: float, read: ReaderRead) -> None:
        """A read comes."""
        self.sequence += 1
        heappush(self.waiting, (deadline(now, read.priority, self.step), read.offset, self.sequence, read))
        self.issue(now)

    def raise_(self, now: float, read: ReaderRead) -> None:
        """Somebody waits for this read now: it counts as one that came just now, and the first place is forgotten."""
        if not read.began and read.priority != WAITED_FOR:
            read.priority = WAITED_FOR
            self.submit(now, read)

    def issue(self, now: float) -> None:
        """Give the disk what comes next, as long as it takes it."""
        while self.waiting and len(self.done) < self.pending:
            read = heappop(self.waiting)[3]
            if not read.began:
                read.began = True
                self.sequence += 1
                heappush(self.done, (self.disk.read(now, read.offset, read.size), self.sequence, read))


class Got(NamedTuple):
    """A block that the program asked for at `t` (s) and had after `latency` (s). met: it was on its way by prefetch."""

    t: float
    latency: float
    met: bool


class StreamResult(NamedTuple):
    """What the program got; latencies (s) of the others' reads; reads and seconds of work of the disk."""

    stream: list[Got]
    others: list[float]
    reads: int
    busy: float


@dataclass(frozen=True)
class StreamLoad:
    """A program reads a file in order, `block` bytes at a time, and takes `think` (s) for each; `ahead` blocks are
    prefetched. Beside it `readers` programs read `size` bytes anywhere in `span` bytes, one read each at a time, `pause` (s)
    after the last."""

    ahead: int = 8
    think: float = 5 * ms
    block: int = 128 * KiB
    readers: int = 24
    size: int = 8 * KiB
    span: float = 100 * GB
    pause: float = 0.0


def stream(load: StreamLoad, raising: bool, seconds: float, *, pending: int = ZFS["disk_pending"],
           disk: HardDisk | None = None,
           seed: int = 1) -> StreamResult:
    """Let both run for a while (s). raising: whether a prefetch that somebody waits for becomes a read like others."""
    chance = Random(seed).random
    disk = disk or HardDisk(drive_spec(), phase=chance())
    disk.recording = False
    queue = DeadlineQueue(disk, pending)
    places, base = int(load.span // load.size), int(load.span / 2)
    got: list[Got] = []
    others: list[float] = []
    pending_blocks: dict[int, ReaderRead] = {}
    there: set[int] = set()
    turns = [(0.0, number, number) for number in range(load.readers)]     # when, order, whose turn it is to ask
    heappush(turns, (0.0, load.readers, STREAM))
    order, reads, wanted, asked, waits, met = load.readers, 0, 0, 0.0, False, False
    while True:
        turn_at = turns[0][0] if turns else seconds
        done_at = queue.done[0][0] if queue.done else seconds
        now = min(turn_at, done_at)
        if now >= seconds:
            return StreamResult(got, others, reads, disk.busy)
        if done_at <= turn_at:                                      # the disk has answered
            _, _, read = heappop(queue.done)
            reads += 1
            queue.issue(now)
            if read.owner != STREAM:
                others.append(now - read.came)
                order += 1
                heappush(turns, (now + load.pause, order, read.owner))
                continue
            there.add(read.block)
            pending_blocks.pop(read.block, None)
            if not (waits and read.block == wanted):
                continue
        else:                                                       # somebody asks
            owner = heappop(turns)[2]
            if owner != STREAM:
                queue.submit(now, ReaderRead(int(chance() * places) * load.size, load.size, now, WAITED_FOR, owner))
                continue
            asked, met, waits = now, wanted in pending_blocks, True
            for block in range(wanted, wanted + load.ahead + 1):
                if block not in there and block not in pending_blocks:
                    one = ReaderRead(base + block * load.block, load.block, now, PREFETCH if block > wanted else WAITED_FOR,
                               STREAM, block)
                    pending_blocks[block] = one
                    queue.submit(now, one)
            if raising and met:
                queue.raise_(now, pending_blocks[wanted])
            if wanted not in there:
                continue
        got.append(Got(asked, now - asked, met))                    # the program has its block
        there.discard(wanted)
        wanted, waits = wanted + 1, False
        order += 1
        heappush(turns, (now + load.think, order, STREAM))
