"""Local programs that read and write a file system or the raw disk."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from models.check import LARGEST
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs
from models.machine.loads.arrivals import Arrivals, a_rate
from models.machine.loads.blocks import Reads
from models.machine.machine import Machine, Seen
from models.setting import Checked, count, setting
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.station import Request
from models.sim.workload import sequential
from models.units import KiB, MiB, ms
from models.zfs.dataset import Zfs
from models.zfs.pool.records import block_of, touched
from models.zfs.read_streams import ReadStreams

LUMP = 128 * KiB
"""Bytes of combined requests if nothing waits for them or they are in order (fewer events)."""


@dataclass(frozen=True)
class Local(Checked):
    """Local programs that read and write.

    Each program writes its own file or, on the raw disk, its own region. Programs start a millisecond
    apart on average. Asynchronous writes, and reads in order, are combined to 128 KiB without think
    time. Reads are of one file, whose blocks `blocks` chooses, or in order: each program then reads
    its own part of the file, again and again. ZFS follows each program as if it alone read the file.
    With a `rate`, requests arrive at random times and do not wait for answers. trace: returns the path
    that a request fills in, or None (ZFS only). seen: called for each answer."""

    threads: int = count(1, "Number of programs")
    size: int = count(
        8 * KiB,
        "Size of a request; without think time asynchronous writes and reads in order go together, 128 KiB at a time",
        1,
        LARGEST,
        "B",
    )
    o_sync: bool = setting(True, "Whether each write is synchronous")
    think: float = setting(0.0, "Think time after each request", "s", least=0)
    over: bool = setting(False, "Whether writes overwrite blocks of one file (ZFS only)")
    at: float = setting(0.0, "Start time of the programs", "s", least=0)
    trace: Callable[[], RequestPath | None] | None = None
    seen: Seen | None = None
    reads: float = setting(0.0, "Share of reads among the requests", "share", least=0, most=1)
    in_order: bool = setting(False, "Whether each program reads its part of the file in order")
    back: bool = setting(False, "Whether each read is followed by a write of the same bytes")
    o_direct: bool = setting(False, "Whether reads bypass the ARC (OpenZFS since 2.3)")
    blocks: Reads = field(default_factory=Reads)
    rate: float = a_rate()

    def start(self, machine: Machine) -> None:
        """Start the programs."""
        filesystem = machine.filesystem
        if self.over and not isinstance(filesystem, Zfs):
            raise ValueError(
                f"over must be False unless filesystem.kind is zfs, got {machine.order.filesystem.kind}"
            )
        if self.threads > 1 and isinstance(filesystem, Ufs) and self.reads < 1:
            raise ValueError(
                f"threads must be 1 on UFS, whose model writes one file, got {self.threads}"
            )
        draw = self.blocks.drawn(self.size, machine) if self.reads or self.over else lambda: 0
        region = 0
        if isinstance(filesystem, Raw):
            region = machine.pool.capacity // self.threads // MiB * MiB
        if self.reads and isinstance(filesystem, Ufs):
            filesystem.hold(self.blocks.data)
        for k in range(1 if self.rate else self.threads):
            reads = self.in_turn(k) if self.in_order else (n * self.size for n in iter(draw, -1))
            streams = self.streams(machine)
            begin = self.at + machine.random.random() * self.threads * ms
            if self.rate:
                writes = self.places(machine) if self.over else sequential(self.size)
                request = partial(self.request, machine, reads, writes, streams)
                machine.loop.spawn(Arrivals(machine, self.rate, request).run(), at=self.at)
            else:
                machine.loop.spawn(self.program(machine, reads, streams, k * region), at=begin)

    @cached_property
    def calls(self) -> int:
        """Return the number of calls that go together."""
        together = self.in_order if self.reads else not (self.o_sync or self.over)
        return max(1, LUMP // self.size) if together and not (self.think or self.rate) else 1

    def streams(self, machine: Machine) -> ReadStreams | None:
        """Return the streams that ZFS follows in a program's reads, or None if it does not."""
        rule = machine.order.cache.prefetch
        if rule == "off" or self.o_direct or not isinstance(machine.filesystem, Zfs):
            return None
        return ReadStreams(rule, block_of(self.size * self.calls, machine.log.record))

    def places(self, machine: Machine) -> Iterator[int]:
        """Yield the offsets of random overwrites (bytes)."""
        draw = self.blocks.drawn(self.size, machine)
        while True:
            yield draw() * self.size

    def in_turn(self, program: int) -> Iterator[int]:
        """Yield the offsets of the requests in a program's part of the file, again and again."""
        size = self.size * self.calls
        each = max(1, int(self.blocks.data / size / self.threads))
        while True:
            yield from range(program * each * size, (program + 1) * each * size, size)

    def program(
        self, machine: Machine, reads: Iterator[int], streams: ReadStreams | None, begin: int = 0
    ) -> Process:
        """Yield the waits of one program, which writes from offset `begin` on (bytes)."""
        if not self.reads:
            yield from self.writer(machine, begin)
        writes = self.places(machine) if self.over else sequential(self.size * self.calls, begin)
        while True:
            yield from self.request(machine, reads, writes, streams)
            if self.think:
                yield self.think

    def writer(self, machine: Machine, begin: int) -> Process:
        """Yield the waits of a program that only writes (a loop of its own, which is faster)."""
        loop, done, sync, think = machine.loop, machine.done, self.o_sync, self.think
        write: Callable[..., Process] = machine.filesystem.write
        calls = self.calls
        if isinstance(machine.filesystem, Zfs):
            write = partial(write, calls=calls)
        size = self.size * calls
        more: dict[str, Any] = {"rewrite": "disk"} if self.over else {}
        traced = self.trace is not None and isinstance(machine.filesystem, Zfs)
        for offset in self.places(machine) if self.over else sequential(size, begin):
            issued = loop.now
            path = self.trace() if self.trace else None
            if traced:
                more["path"] = path
            yield from write(offset, size, sync, **more)
            done.append(Request("write", offset, size, issued, loop.now))
            machine.answered("local write", size, loop.now - issued)
            if self.seen:
                self.seen(size, loop.now - issued, path)
            if think:
                yield think

    def request(
        self,
        machine: Machine,
        reads: Iterator[int],
        writes: Iterator[int],
        streams: ReadStreams | None,
        late: float = 0.0,
    ) -> Process:
        """Yield the waits of one request, which arrived `late` seconds ago, or of those that go together."""
        loop, calls, op = machine.loop, self.calls, "write"
        issued, path = loop.now - late, self.trace() if self.trace else None
        if self.reads and (self.reads == 1 or machine.random.random() < self.reads):
            op, offset = "read", next(reads)
            if isinstance(machine.filesystem, Zfs):
                yield machine.software.call(self.size * calls, calls, False, False, path)
            yield from self.read(machine, offset, path, streams)
        else:
            offset = next(writes)
        size = self.size * calls
        if self.back or op == "write":
            write: Callable[..., Process] = machine.filesystem.write
            more: dict[str, Any] = {"rewrite": "disk"} if self.over or self.back else {}
            if isinstance(machine.filesystem, Zfs):
                more |= {"calls": calls, "path": path}
            yield from write(offset, size, self.o_sync, **more)
        machine.done.append(Request(op, offset, size, issued, loop.now))
        for _ in range(calls):
            machine.answered(f"local {op}", self.size, (loop.now - issued) / calls)
        if self.seen:
            self.seen(size, loop.now - issued, path)

    def read(
        self, machine: Machine, offset: int, path: RequestPath | None, streams: ReadStreams | None
    ) -> Process:
        """Return the waits for the data of a read, or of those that go together."""
        filesystem, size = machine.filesystem, self.size * self.calls
        if not isinstance(filesystem, Zfs):
            return filesystem.read(offset, size)
        reads, block = machine.reads, block_of(size, filesystem.log.record)
        numbers = touched(offset, size, block)
        if self.o_direct:
            return reads.direct(numbers, block, path)
        if streams:
            end, ahead = -int(-self.blocks.data // block), 0
            for some in streams.next(numbers, reads.held, machine.loop.now):
                ahead += reads.prefetch(some[: max(0, end - some.start)], block)
            if started := machine.software.ahead(ahead, path):
                return later(started, reads.read_blocks(numbers, block, path))
        return reads.read_blocks(numbers, block, path)


def later(wait: float, then: Process) -> Process:
    """Yield a wait (s), then those of another process."""
    yield wait
    yield from then
