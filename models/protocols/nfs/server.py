"""NFS: the requests of a client, and the server's work and time for each."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from models.catalogue.machines import values
from models.check import a_number
from models.head.cpu import Cpu
from models.head.nic import Nic
from models.sim.loop import Event, Loop, Steps
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.dataset import Zfs
from models.zfs.fast_forward import FastForward
from models.zfs.pool.records import block_of, touched
from models.zfs.zil.intent_log import IntentLog

UNSTABLE, DATA_SYNC, FILE_SYNC = 0, 1, 2
"""Safety that a write requires before the server answers (stable_how of NFSv3)."""

HEADERS = 200  # bytes of RPC and NFS before the data of a write
# bytes logged for a new or changed file (attributes, a name), in addition to the record header
CHANGE = 64
SPREAD: float = values("7410")["nfs.spread"]
TRANSFER = 32 * KiB
"""Largest write request of a client (bytes, 2009)."""

COMPOUND = 1.15
"""Processor time of an NFSv4 request, without its data, as a multiple of that of version 3. Each request is a list of
operations that are decoded one by one, with credentials of its own, and its state is looked up in two tables under
locks (nfs4_srv.c and nfs4_state.c of OpenSolaris): some 1,000 of 7,000 instructions; not published, 1.05 to 1.3."""


class Prices(Protocol):
    """The cost of work on a core at the current load."""

    loaded: bool  # whether work takes longer under load

    def kind(self, size: float, more: float = 1.0, copies: int = 0) -> Any:
        """Return the kind of a read of `size` bytes from memory, with `more` times the work besides
        its bytes, which are copied `copies` times more than usual. Its `rest` is the core time at rest (s)."""

    def of(self, rest: float, kind: Any = None) -> float:
        """Return how long work of a `kind` (default: the usual one) takes now (s), if it takes
        `rest` seconds at rest."""


@dataclass(frozen=True)
class NfsCosts:
    """Core time of NFS operations at rest (s)."""

    network: float  # per write, for interrupts and TCP; not a part of its latency
    write: float  # per write, in NFS and ZFS
    read: float = 0.0  # per read, in NFS and ZFS
    copy: float = 0.0  # per byte
    spread: float = 0.0  # times are uniform from 1 - spread to 1 + spread times their mean
    read_spread: float = 0.0  # likewise, for reads


class NfsServer:
    """An NFS server in front of a file system."""

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        filesystem: Zfs,
        costs: NfsCosts,
        *,
        random: Random,
        # called for every operation with its time and its latency at the NFS layer (s)
        seen: Callable[[float, float], None] = lambda t, latency: None,
        # called for every read and write, when its answer has left, with op, size (bytes) and
        # latency (s)
        answered: Callable[[str, int, float], None] = lambda op, size, latency: None,
        nic: Nic | None = None,  # the link that requests arrive on
        out: Nic | None = None,  # the link that answers leave on
        prices: Prices | None = None,  # the whole cost of a read, and how load slows down work
        threads: int | None = None,  # requests served at a time; None: no limit
    ):
        self.loop, self.cpu, self.filesystem, self.random = loop, cpu, filesystem, random
        self.seen, self.answered, self.nic, self.out = seen, answered, nic, out
        self.network, self.write_time, self.read_time = costs.network, costs.write, costs.read
        self.copy, self.spread, self.read_spread = costs.copy, costs.spread, costs.read_spread
        self.prices = prices
        self.loaded = bool(prices and prices.loaded)
        self.count = self.arrived = 0  # requests answered, requests arrived
        self.threads, self.busy_threads = threads, 0
        self.queue: deque[Event] = deque()  # requests that wait for a thread

    @property
    def waiting(self) -> int:
        """Return the number of reads and writes that are not answered yet."""
        return self.arrived - self.count

    def enter(self, path: RequestPath | None) -> Steps[None]:
        """Let a request arrive, and wait until a thread of the server is free."""
        self.arrived += 1
        if self.busy_threads == self.threads:
            free = self.loop.event()
            self.queue.append(free)
            yield free
            if path is not None:
                path.wait("processor", "no thread of the server is free", self.loop.now)
        else:
            self.busy_threads += 1

    def leave(self, latency: float) -> None:
        """Let a request leave after its latency (s). Its thread takes the next."""
        self.count += 1
        self.seen(self.loop.now, latency)
        if self.queue:
            self.queue.popleft().fire()
        else:
            self.busy_threads -= 1

    def drawn(self, mean: float, spread: float | None = None) -> float:
        """Return a random time around `mean` (s), within `spread` (default: the server's) of it."""
        spread = self.spread if spread is None else spread
        return mean * (1 + spread * (2 * self.random.random() - 1)) if spread else mean

    def work(
        self, seconds: float, action: str, path: RequestPath | None, kind: Any = None
    ) -> float:
        """Return how long it takes until a core has done work that takes `seconds` at rest (s).
        `kind` as for `Prices.of`."""
        now = self.loop.now
        if self.prices:
            seconds = self.prices.of(seconds, kind)
        return self.cpu.serve(now, seconds, action, path) - now

    def write(
        self,
        size: int,
        stable: int = FILE_SYNC,
        *,
        offset: int = 0,
        log: IntentLog | None = None,
        path: RequestPath | None = None,
        rewrite: str = "",
        bias: str = "",
        work: float | None = None,
        block: int = 0,
        more: float = 1.0,
        op: str = "write",
        looks: int = 0,
    ) -> Steps[float]:
        """Serve a write of `size` bytes, `stable` as the client requests. Return its latency at the
        NFS layer (s).

        `rewrite`, `bias` and `block` are as for `Zfs.write`; `work` is the core time at rest (s), if
        it is known; `more` multiplies the work besides the bytes. op: name under which the answer is
        recorded; "": it is a part of another request. looks: times that the server then asks the log
        for what is safe already."""
        loop = self.loop
        if self.nic is not None:
            yield self.nic.send(loop.now, size + HEADERS, path) - loop.now
        if self.network:
            yield self.work(self.network, "interrupt and TCP", path)
        yield from self.enter(path)
        arrived = loop.now
        if work is None:
            own = self.drawn(self.write_time) + size * self.copy
            if more != 1:
                own += (more - 1) * (self.network + self.write_time)
        else:
            own = max(0.0, work - self.network)
        yield self.work(own, "NFS and ZFS", path)
        yield from self.filesystem.write(
            offset,
            size,
            stable != UNSTABLE,
            log=log,
            path=path,
            rewrite=rewrite,
            bias=bias,
            block=block,
        )
        for _ in range(looks if self.filesystem.sync != "disabled" else 0):
            yield from (log or self.filesystem.log).look()
            if path is not None:
                path.wait("intent log", "the writer has not looked yet", loop.now)
        latency = loop.now - arrived
        self.leave(latency)
        if self.out is not None:
            yield self.out.send(loop.now, HEADERS, path) - loop.now
        if op:
            self.answered(op, size, latency)
        return latency

    def read(
        self,
        offset: int,
        size: int,
        path: RequestPath | None = None,
        *,
        block: int = 0,
        work: float | None = None,
        more: float = 1.0,
        copies: int = 0,
        op: str = "read",
    ) -> Steps[tuple[str, float]]:
        """Serve a read of `size` bytes. Return the farthest tier that held a block of it, as
        `BlockReads.read` does, and its latency at the NFS layer (s). `block`, `work`, `more` and `op`
        are as for `write`; `copies` as for `Prices.kind`."""
        loop, reads, prices = self.loop, self.filesystem.reads, self.prices
        assert prices is not None
        if self.nic is not None:
            yield self.nic.send(loop.now, HEADERS, path) - loop.now
        kind = prices.kind(size, copies=copies) if work is None else None
        rest = work or 0.0 if kind is None else kind.rest
        yield self.work(max(0.0, rest - self.read_time), "interrupt and TCP", path, kind)
        yield from self.enter(path)
        arrived = loop.now
        own = self.drawn(self.read_time, self.read_spread)
        if more != 1:
            own += prices.kind(size, more, copies).rest - rest
        yield self.work(own, "NFS and ZFS", path, kind)
        block = block or block_of(size, self.filesystem.log.record)
        tier = yield from reads.read_blocks(touched(offset, size, block), block, path)
        latency = loop.now - arrived
        self.leave(latency)
        if self.out is not None:
            yield self.out.send(loop.now, size + HEADERS, path) - loop.now
        self.answered(op, size, latency)
        return tier, latency

    def commit(
        self,
        size: int,
        *,
        log: IntentLog | None = None,
        path: RequestPath | None = None,
        more: float = 1.0,
        writes: float = 1.0,
    ) -> Steps[None]:
        """Serve a COMMIT: make `size` bytes of earlier unstable writes safe. `more` is as for
        `write`. writes: unstable writes for each request that calls fsync, of all that the server's
        threads serve."""
        loop = self.loop
        if self.network:
            yield self.work(self.network, "interrupt and TCP", path)
        yield from self.enter(path)
        arrived = loop.now
        own = self.drawn(self.write_time) + (more - 1) * (self.network + self.write_time)
        yield self.work(own, "NFS and ZFS", path)
        if self.filesystem.sync != "disabled":
            yield from (log or self.filesystem.log).commit(size, path, fsync=writes)
        self.leave(loop.now - arrived)

    def answer(self, path: RequestPath | None = None, more: float = 1.0) -> Steps[None]:
        """Serve an operation without storage (a lookup, a getattr). `more` is as for `write`."""
        loop = self.loop
        yield self.work(self.network, "interrupt and TCP", path)
        yield from self.enter(path)
        arrived = loop.now
        own = self.drawn(self.write_time / 4) + (more - 1) * (self.network + self.write_time)
        yield self.work(own, "NFS", path)
        self.leave(loop.now - arrived)


class Unpack(NamedTuple):
    """A client's work for each file of an archive."""

    size: int = 6 * KiB  # bytes of the file, written unstable and committed on close
    changes: int = 3  # creations and changes of attributes; NFS makes each safe at once
    asks: int = 1  # lookups and the like
    work: float = 0.0  # the client's own time (s)
    opens: bool = (
        False  # whether files are opened and closed, each with one more request (version 4)
    )
    more: float = 1.0  # processor time of a request, as for `NfsServer.write`


class Client:
    """A client machine. Raise ValueError unless `spread` is 0-1."""

    def __init__(
        self,
        loop: Loop,
        server: NfsServer,
        *,
        turnaround: float,  # seconds from an answer to the arrival of the next request
        random: Random,
        spread: float = 0.0,  # largest deviation of a turnaround, as a share of it
    ):
        a_number("spread", spread, 0, 1)
        self.loop, self.server = loop, server
        self.turnaround, self.random, self.spread = turnaround, random, spread
        self.owned: Event | None = None  # fires when the open owner is free; None: it is free

    def pause(self) -> float:
        """Return how long the next request takes to reach the server (s)."""
        if not self.spread:
            return self.turnaround
        return self.turnaround * (1 + self.spread * (2 * self.random.random() - 1))

    def thread(
        self,
        size: int,
        stable: int = FILE_SYNC,
        log: IntentLog | None = None,
        trace: Callable[[], RequestPath | None] = lambda: None,
        fast_forward: bool = False,
        more: float = 1.0,
        op: str = "write",
    ) -> Steps[None]:
        """Run a thread that writes, waits for the answer and writes again. `trace` returns a path
        to fill in, or None. `more` and `op` are as for `write`. `fast_forward` makes many writes at a time while nothing else happens
        (for a thread that is alone)."""
        loop, server, offset = self.loop, self.server, 0
        filesystem, many = server.filesystem, None
        if fast_forward:
            many = FastForward(filesystem, size, log or filesystem.log, self)
        while True:
            if many and many.go():
                yield many.end - loop.now
            path = trace()
            yield self.pause()
            if path is not None:
                path.serve("client", "client and network", loop.now)
            yield from server.write(
                size, stable, offset=offset, log=log, path=path, more=more, op=op
            )
            offset += size

    def unpack(
        self, files: int, each: Unpack, done: Callable[[float], None] = lambda now: None
    ) -> Steps[None]:
        """Unpack an archive of `files` files one by one. Call `done` with the time (s) after
        each."""
        for _ in range(files):
            if each.work:
                yield each.work
            yield from self.create(each, "write")
            done(self.loop.now)

    def create(
        self,
        each: Unpack,
        op: str = "",
        log: IntentLog | None = None,
        path: RequestPath | None = None,
    ) -> Steps[None]:
        """Create and write one file, request by request. `op` is as for `NfsServer.write`. The server
        commits a creation for the directory and again for the file (OpenSolaris nfs3_srv.c and
        nfs4_srv.c: VOP_FSYNC of both)."""
        server, more = self.server, each.more
        for _ in range(each.asks):
            yield from self.pass_on(path)
            yield from server.answer(path, more)
        for n in range(each.changes):
            yield from self.in_turn(
                server.write(
                    CHANGE, FILE_SYNC, log=log, path=path, more=more, op=op, looks=int(n == 0)
                ),
                each.opens and n == 0,
                path,
            )
        if each.size:
            parts = range(0, each.size, TRANSFER)
            for begin in parts:
                size = min(TRANSFER, each.size - begin)
                yield from self.pass_on(path)
                yield from server.write(
                    size, UNSTABLE, offset=begin, log=log, path=path, more=more, op=op
                )
            yield from self.pass_on(path)
            writes = len(parts) / (1 + each.changes)
            yield from server.commit(each.size, log=log, path=path, more=more, writes=writes)
        if each.opens:
            yield from self.in_turn(server.answer(path, more), True, path)

    def pass_on(self, path: RequestPath | None) -> Steps[None]:
        """Wait until the next request reaches the server."""
        yield self.pause()
        if path is not None:
            path.serve("client", "client and network", self.loop.now)

    def in_turn(
        self, request: Steps[Any], owned: bool, path: RequestPath | None = None
    ) -> Steps[None]:
        """Send a request. With `owned`, send it when those of the client's other threads are
        answered: requests that open and close files have numbers in order, for each user of a
        client (RFC 7530, 9.1.7; OpenSolaris nfs4_client_state.c: nfs4_start_open_seqid_sync)."""
        while owned and self.owned:
            yield self.owned
        held = self.loop.event()
        if owned:
            self.owned = held
            if path is not None:
                path.wait("client", "the owner's other requests", self.loop.now)
        yield from self.pass_on(path)
        yield from request
        if owned:
            self.owned = None
            held.fire()
