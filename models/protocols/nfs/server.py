"""NFS: what a client asks for, what the server does for it, and how long that takes at the server."""

from collections.abc import Callable, Generator
from random import Random
from typing import Any, NamedTuple, Protocol

from models.catalogue.machines import values
from models.check import a_number
from models.fast.fast_forward import FastForward
from models.head.cpu import Cpu
from models.head.nic import Nic
from models.sim.loop import Loop
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.dataset import Zfs
from models.zfs.pool.records import block_of, touched
from models.zfs.zil.intent_log import IntentLog

UNSTABLE, DATA_SYNC, FILE_SYNC = 0, 1, 2
"""How safe a write has to be before the server answers (NFSv3's stable_how)."""

HEADERS = 200  # bytes of RPC and NFS before a write's data
CHANGE = 64  # bytes that the log keeps of a new or changed file beside its record's header: attributes, a name
SPREAD: float = values("7410")["nfs.spread"]
TRANSFER = 32 * KiB
"""A client cuts what it writes into pieces of at most this size (2009)."""


class Prices(Protocol):
    """What work costs a core. loaded: whether it takes longer while there is much of it."""

    loaded: bool

    def kind(self, size: float) -> Any:
        """What a read of `size` bytes is that memory answers; `rest` of it: seconds at rest."""

    def of(self, rest: float, kind: Any = None) -> float:
        """Seconds now of what takes `rest` seconds at rest. kind: what it is like, if not usual."""


class NfsServer:
    """network: CPU seconds a write outside what is counted as its latency (interrupts, TCP); write,
    read: CPU seconds of NFS and ZFS for one, copy: for each byte besides. prices: what a read costs
    in all, and how much longer work takes at the present load. nic, out: cards that requests and
    answers go through. spread: CPU times are drawn uniformly from 1 - spread to 1 + spread times
    their mean; those of reads by `read_spread`.

    seen(t, latency): called for every operation when it is answered, with its latency as the
    server's NFS layer sees it; answered(op, size, latency): for every read and write.
    """

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        filesystem: Zfs,
        *,
        network: float,
        write: float,
        random: Random,
        spread: float = 0.0,
        seen: Callable[[float, float], None] = lambda t, latency: None,
        answered: Callable[[str, int, float], None] = lambda op, size, latency: None,
        nic: Nic | None = None,
        out: Nic | None = None,
        prices: Prices | None = None,
        read: float = 0.0,
        copy: float = 0.0,
        read_spread: float = 0.0,
    ):
        self.loop, self.cpu, self.filesystem, self.seen, self.nic, self.out = (
            loop,
            cpu,
            filesystem,
            seen,
            nic,
            out,
        )
        self.network, self.write_time, self.random, self.spread = network, write, random, spread
        self.read_time, self.copy, self.prices, self.answered = read, copy, prices, answered
        self.read_spread = read_spread
        self.loaded = bool(prices and prices.loaded)
        self.count = self.came = 0  # requests answered, and come

    @property
    def waiting(self) -> int:
        """Reads and writes that are not answered yet."""
        return self.came - self.count

    def drawn(self, mean: float, spread: float | None = None) -> float:
        """A time around `mean` (s)."""
        spread = self.spread if spread is None else spread
        return mean * (1 + spread * (2 * self.random.random() - 1)) if spread else mean

    def work(self, seconds: float, what: str, path: RequestPath | None, kind: Any = None) -> float:
        """Seconds until a core has done work that takes so long at rest. kind: as for `prices.of`."""
        now = self.loop.now
        return (
            self.cpu.serve(
                now, self.prices.of(seconds, kind) if self.prices else seconds, what, path
            )
            - now
        )

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
    ) -> Generator[Any, Any, float]:
        """Serve a write of `size` bytes, `stable` as the client asks. rewrite, bias, block: as for
        Zfs.write. work: seconds of a core at rest for all of it, if its price is known. Returns its
        latency as the server's NFS layer sees it (s)."""
        loop = self.loop
        if self.nic is not None:
            yield self.nic.send(loop.now, size + HEADERS, path) - loop.now
        if self.network:
            yield self.work(self.network, "interrupt and TCP", path)
        came = loop.now
        self.came += 1
        own = (
            self.drawn(self.write_time) + size * self.copy
            if work is None
            else max(0.0, work - self.network)
        )
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
        latency = loop.now - came
        self.count += 1
        self.seen(loop.now, latency)
        self.answered("write", size, latency)
        if self.out is not None:
            yield self.out.send(loop.now, HEADERS, path) - loop.now
        return latency

    def read(
        self,
        offset: int,
        size: int,
        path: RequestPath | None = None,
        *,
        block: int = 0,
        work: float | None = None,
    ) -> Generator[Any, Any, tuple[str, float]]:
        """Serve a read of `size` bytes. block, work: as for a write. Returns who had the farthest
        of its blocks, as BlockReads.read does, and its latency as the server's NFS layer sees it
        (s)."""
        loop, reads, prices = self.loop, self.filesystem.reads, self.prices
        assert prices is not None
        if self.nic is not None:
            yield self.nic.send(loop.now, HEADERS, path) - loop.now
        kind = prices.kind(size) if work is None else None
        rest = work or 0.0 if kind is None else kind.rest
        yield self.work(max(0.0, rest - self.read_time), "interrupt and TCP", path, kind)
        came = loop.now
        self.came += 1
        yield self.work(self.drawn(self.read_time, self.read_spread), "NFS and ZFS", path, kind)
        block = block or block_of(size, self.filesystem.log.record)
        tier = yield from reads.touch(touched(offset, size, block), block, path)
        latency = loop.now - came
        self.count += 1
        self.seen(loop.now, latency)
        self.answered("read", size, latency)
        if self.out is not None:
            yield self.out.send(loop.now, size + HEADERS, path) - loop.now
        return tier, latency

    def commit(
        self, size: int, *, log: IntentLog | None = None, path: RequestPath | None = None
    ) -> Generator[Any, Any, None]:
        """Serve a COMMIT: `size` bytes that were written before, unstable, are made safe."""
        loop = self.loop
        if self.network:
            yield self.work(self.network, "interrupt and TCP", path)
        came = loop.now
        self.came += 1
        yield self.work(self.drawn(self.write_time), "NFS and ZFS", path)
        if self.filesystem.sync != "disabled":
            yield from (log or self.filesystem.log).commit(size, path)
        self.count += 1
        self.seen(loop.now, loop.now - came)

    def answer(self, path: RequestPath | None = None) -> Generator[Any, Any, None]:
        """An operation that needs no storage (a lookup, a getattr)."""
        loop = self.loop
        yield self.work(self.network, "interrupt and TCP", path)
        came = loop.now
        self.came += 1
        yield self.work(self.drawn(self.write_time / 4), "NFS", path)
        self.count += 1
        self.seen(loop.now, loop.now - came)


class Unpack(NamedTuple):
    """What a client does for each file of an archive. changes: times that it creates the file or
    changes its attributes; NFS makes each safe at once. asks: lookups and the like. size: bytes of
    the file, written unstable and committed once, when the file is closed. work: the client's own
    time for it (s)."""

    size: int = 6 * KiB
    changes: int = 3
    asks: int = 1
    work: float = 0.0


class Client:
    """A client machine. turnaround: seconds from the server's answer to the next request's arrival
    (network, client's kernel and program), drawn within `spread` of it."""

    def __init__(
        self,
        loop: Loop,
        server: NfsServer,
        *,
        turnaround: float,
        random: Random,
        spread: float = 0.0,
    ):
        a_number("spread", spread, 0, 1)
        self.loop, self.server, self.turnaround, self.random, self.spread = (
            loop,
            server,
            turnaround,
            random,
            spread,
        )

    def pause(self) -> float:
        """Seconds until the next request is at the server."""
        return (
            self.turnaround * (1 + self.spread * (2 * self.random.random() - 1))
            if self.spread
            else self.turnaround
        )

    def thread(
        self,
        size: int,
        stable: int = FILE_SYNC,
        log: IntentLog | None = None,
        trace: Callable[[], RequestPath | None] = lambda: None,
        fast_forward: bool = False,
    ) -> Generator[Any, Any, None]:
        """Write, wait, and write again, one after the other. trace: gives a path to fill in, or
        None. fast_forward: many writes at a time where nothing comes between them (for a thread
        that is alone)."""
        loop, server, offset = self.loop, self.server, 0
        many = (
            FastForward(server.filesystem, size, log or server.filesystem.log, self)
            if fast_forward
            else None
        )
        while True:
            if many and many.go():
                yield many.end - loop.now
            path = trace()
            yield self.pause()
            if path is not None:
                path.serve("client", "client and network", loop.now)
            yield from server.write(size, stable, offset=offset, log=log, path=path)
            offset += size

    def unpack(
        self, files: int, each: Unpack, done: Callable[[float], None] = lambda now: None
    ) -> Generator[Any, Any, None]:
        """Unpack an archive of so many `files`, one after the other. done: told after each what
        time it is (s)."""
        server = self.server
        for _ in range(files):
            if each.work:
                yield each.work
            for _ in range(each.asks):
                yield self.pause()
                yield from server.answer()
            for _ in range(each.changes):
                yield self.pause()
                yield from server.write(CHANGE, FILE_SYNC)
            if each.size:
                for begin in range(0, each.size, TRANSFER):
                    yield self.pause()
                    yield from server.write(
                        min(TRANSFER, each.size - begin), UNSTABLE, offset=begin
                    )
                yield self.pause()
                yield from server.commit(each.size)
            done(self.loop.now)
