"""What programs ask of a machine: on itself, and from clients over NFS."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from models.check import a_number, asking, at_least, counted, requested, shown
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs
from models.machine.machine import Machine
from models.protocols.nfs.server import FILE_SYNC, SPREAD, UNSTABLE, Client
from models.sim.answer import until
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.popularity import zipf
from models.sim.station import Request
from models.sim.workload import sequential
from models.units import GiB, KiB, MiB, ms
from models.zfs.pool.records import DEFAULT, block_of
from models.zfs.zil.intent_log import IntentLog

LUMP, TOGETHER = 128 * KiB, 10 * ms
"""So much is written, and so much of what comes is taken, at a time: fewer events."""
MOST_RATE = 10**7
"""Requests a second that wait for nobody; more are a slip of the hand, and would take for ever."""


@dataclass(frozen=True)
class Local:
    """`threads` programs on the machine itself, started a millisecond apart on average, each with a
    file of its own or, on the raw disk, a part of its own. Each writes `size` bytes, waits (`sync`:
    until they are safe), computes for `think` (s), and so on, from `at` (s) on. Asynchronous writes
    without think time are made 128 KiB at a time: the same copying, fewer events. trace: gives the
    path that a write is to fill in, or None (on ZFS)."""

    threads: int = 1
    size: int = 8 * KiB
    sync: bool = True
    think: float = 0.0
    at: float = 0.0
    trace: Callable[[], RequestPath | None] | None = None

    def __post_init__(self) -> None:
        counted(threads=self.threads)
        requested(self.size)
        at_least(0, think=self.think, at=self.at)

    def start(self, machine: Machine) -> None:
        filesystem = machine.filesystem
        if self.threads > 1 and isinstance(filesystem, Ufs):
            raise ValueError(
                f"on UFS threads must be 1 (the model holds one file), got {self.threads}"
            )
        part = (
            machine.disk.spec.capacity // self.threads // MiB * MiB
            if isinstance(filesystem, Raw)
            else 0
        )
        for k in range(self.threads):
            machine.loop.spawn(
                self.program(machine, k * part),
                at=self.at + machine.random.random() * self.threads * ms,
            )

    def program(self, machine: Machine, begin: int = 0) -> Process:
        loop, done, sync, think = machine.loop, machine.done, self.sync, self.think
        write: Any = machine.filesystem.write
        size = self.size if sync or think else self.size * max(1, LUMP // self.size)
        for offset in sequential(size, begin):
            issued = loop.now
            yield from (
                write(offset, size, sync, path=self.trace())
                if self.trace
                else write(offset, size, sync)
            )
            done.append(Request("write", offset, size, issued, loop.now))
            machine.answered("write", size, loop.now - issued)
            if think:
                yield think


@dataclass(frozen=True)
class Reads:
    """Which blocks of a file of `data` bytes are read: each as often as any other, or (`skew` above
    0) block n with a chance in proportion to (n + 1) ** -skew."""

    data: float = 8 * GiB
    skew: float = 0.0

    def __post_init__(self) -> None:
        a_number("data", self.data, above=0, unit="bytes")
        a_number("skew", self.skew, 0, 4)

    def drawn(self, size: int, machine: Machine, files: int = 1) -> Callable[[], int]:
        """Draws blocks of `size` bytes; `files` like this one are in the machine's pool."""
        pool = machine.pool
        room = pool.capacity * size // pool.vdevs[0].allocated(size)
        if files * self.data > room:
            raise ValueError(
                f"data must be at most the {room:,} bytes that the pool has room for, got "
                f"{files * self.data:,.0f}"
            )
        blocks = int(self.data // size)
        if blocks < 1:
            raise ValueError(
                f"data must hold at least one block of {size} bytes, got {shown(self.data)}"
            )
        return zipf(blocks, self.skew, machine.random)


@dataclass(frozen=True)
class Nfs:
    """`clients` with `threads` each that wait for an answer and ask again, from `at` (s) on, a
    tenth of a millisecond apart on average; or, with a `rate`, requests that come so many a second,
    at random, whether or not those before are answered.

    A share `reads` of the requests reads `size` bytes as `blocks` says; all else writes as many,
    one behind the other, or over the same places (`over`). How large the share's blocks are,
    `block_of` says. turnaround, spread: as for `Machine.client`. stable: how safe a write has to be
    before the server answers. trace: gives the path that a request is to fill in, or None.
    fast_forward: a single thread makes many writes at a time where nothing comes between them."""

    clients: int = 1
    threads: int = 1
    size: int = 8 * KiB
    turnaround: float | None = None
    at: float = 0.0
    spread: float = SPREAD
    stable: int = FILE_SYNC
    trace: Callable[[], RequestPath | None] | None = None
    fast_forward: bool = True
    reads: float = 0.0
    blocks: Reads = Reads()
    over: bool = False
    rate: float = 0.0

    def __post_init__(self) -> None:
        asking(clients=self.clients, threads=self.threads)
        requested(self.size)
        at_least(0, at=self.at, rate=self.rate)
        a_number("rate", self.rate, most=MOST_RATE, unit="a second")
        a_number("reads", self.reads, 0, 1)
        counted(UNSTABLE, FILE_SYNC, stable=self.stable)

    def start(self, machine: Machine) -> None:
        requested(self.size, machine.server.filesystem.log.record)
        all = self.clients * self.threads
        draw = self.blocks.drawn(self.size, machine) if self.reads or self.over else lambda: 0
        trace: Any = self.trace or (lambda: None)
        for number in range(self.clients):
            client = machine.client(self.turnaround, self.spread, self.size)
            log = machine.datasets[number % len(machine.datasets)]
            if self.rate:
                machine.loop.spawn(self.arrivals(machine, client, log, draw), at=self.at)
                continue
            for _ in range(self.threads):
                begin = self.at + machine.random.random() * all * ms / 10
                alone = (
                    self.fast_forward
                    and all == 1
                    and self.stable == FILE_SYNC
                    and self.trace is None
                )
                thread = (
                    self.thread(machine, client, log, draw, trace)
                    if self.reads or self.over
                    else client.thread(self.size, self.stable, log, trace, alone)
                )
                machine.loop.spawn(thread, at=begin)

    def thread(
        self,
        machine: Machine,
        client: Client,
        log: IntentLog,
        draw: Callable[[], int],
        trace: Callable[[], RequestPath | None],
    ) -> Process:
        """Reads and writes, one after the other."""
        loop, offset = machine.loop, 0
        while True:
            path = trace()
            yield client.pause()
            if path is not None:
                path.serve("client", "client and network", loop.now)
            yield from self.request(machine, log, draw, offset, path)
            offset += self.size

    def arrivals(
        self, machine: Machine, client: Client, log: IntentLog, draw: Callable[[], int]
    ) -> Process:
        """Requests that wait for nobody."""
        random, offset = machine.random.random, 0
        while True:
            yield 2 * random() * self.clients / self.rate
            machine.loop.spawn(
                self.request(machine, log, draw, offset, self.trace() if self.trace else None)
            )
            offset += self.size

    def request(
        self,
        machine: Machine,
        log: IntentLog,
        draw: Callable[[], int],
        offset: int,
        path: RequestPath | None,
    ) -> Process:
        machine.under_way += 1
        if self.reads and machine.random.random() < self.reads:
            yield from machine.server.read(draw() * self.size, self.size, path)
        else:
            place = draw() * self.size if self.over else offset
            yield from machine.server.write(
                self.size,
                self.stable,
                offset=place,
                log=log,
                path=path,
                rewrite="disk" if self.over else "",
            )
        machine.under_way -= 1


@dataclass
class Replay:
    """Requests over NFS, (time, op, offset, size) each: they come so many seconds after the load
    begins, whether or not those before are answered. Blocks are as `block_of` says. A write is in
    memory when it is answered (unless the order's `sync` is always), and a flush makes safe what
    was written since the one before.

    latencies: seconds of each, from the server's network card and back to it; None until it is
    answered."""

    requests: Sequence[tuple[float, str, int, int]]
    latencies: list[float | None] = field(default_factory=list)
    block: int = DEFAULT  # of the share
    written: int = 0  # bytes since the last flush
    left: int = 0  # requests that are not answered

    def start(self, machine: Machine) -> None:
        self.latencies, self.written, self.left = [None] * len(self.requests), 0, len(self.requests)
        sizes = {size for _, op, _, size in self.requests if op != "flush"}
        self.block = block_of(sizes.pop() if len(sizes) == 1 else DEFAULT, machine.log.record)
        machine.loop.spawn(self.come(machine))

    def come(self, machine: Machine) -> Process:
        loop, begun = machine.loop, machine.loop.now
        for number, (time, op, offset, size) in enumerate(self.requests):
            yield until(loop, begun + time)
            loop.spawn(self.serve(machine, number, op, offset, size))

    def serve(self, machine: Machine, number: int, op: str, offset: int, size: int) -> Process:
        loop, server = machine.loop, machine.server
        issued = loop.now
        if op == "write":
            self.written += size
            yield from server.write(size, UNSTABLE, offset=offset, rewrite="disk", block=self.block)
        elif op == "flush":
            size, self.written = self.written, 0
            yield from server.commit(size)
        else:
            yield from server.read(offset, size, block=self.block)
        self.latencies[number] = loop.now - issued
        self.left -= 1


@dataclass(frozen=True)
class Overwriting:
    """`rate` times a second `size` bytes of a file of `data` bytes are written anew, aligned, each
    place as often as another; nobody waits for safety. Blocks are as `block_of` says; with ZFS's
    own allocator all are whole records of the pool's."""

    data: float = 10 * GiB
    size: int = 8 * KiB
    rate: float = 1000.0

    def __post_init__(self) -> None:
        requested(self.size)
        a_number("data", self.data, self.size)
        a_number("rate", self.rate, above=0)

    def start(self, machine: Machine) -> None:
        machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        groups, random, files = machine.zfs.groups, machine.random.random, machine.pool.files
        record = groups.spec.record if files else block_of(self.size, machine.log.record)
        size = record if files else self.size
        whole, lump = max(size, record), max(1, round(self.rate * TOGETHER))
        file = (
            len(machine.pool.contents.places)
            if files
            else int(self.data // whole) * whole // record
        )
        places, each, small = file * record // size, max(1, size // record), max(1, record // size)
        yield lump / self.rate / 2  # so that none comes just when a group goes out
        while True:
            first = [int(random() * places) * each // small for _ in range(lump)]
            yield from groups.rewrite(
                file, first if each == 1 else [n + k for n in first for k in range(each)], record
            )
            yield lump / self.rate
