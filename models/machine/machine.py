"""A machine put together from its order, the loads that run on it, and where the time goes."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from random import Random
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from models.check import a_number, at_least, counted, one_of, requested, seeded
from models.devices.hdd import HardDisk
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs, UfsSpec
from models.head.catalogue_head import head_of
from models.head.cpu import Cpu
from models.head.nic import Nic
from models.head.pcie import Card
from models.machine.boxes import Boxes
from models.machine.cores import AtRest, Prices, at_rest
from models.machine.order import Order
from models.machine.ran import Counters, Ran, between
from models.protocols.nfs.server import FILE_SYNC, HEADERS, SPREAD, Client, NfsCosts, NfsServer
from models.sim.loop import Loop, Process
from models.sim.path import RequestPath
from models.sim.station import Request
from models.sim.stats import Interval, interval
from models.units import KiB, MiB, ms, us
from models.zfs.block_reads import BlockReads, FixedShares
from models.zfs.dataset import Zfs
from models.zfs.dedup.live_table import LiveTable
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.pool import Pool
from models.zfs.pool.records import block_of, touched
from models.zfs.zil.intent_log import IntentLog

FileSystem = TypeVar("FileSystem", Raw, Ufs, Zfs)
LOOK, MOST_WAITING, LONGEST = 10 * ms, 50_000, 60.0
"""Interval at which a run is checked (s), queued requests at which it is given up, and the longest traced request (s)."""
BEHIND, BEHIND_SHARE = 200, 0.05
"""Of an open-loop load: requests, and share of them, that may be left at the end of a run whose queue grew throughout."""


class Load(Protocol):
    """What a machine is asked to do."""

    def start(self, machine: "Machine") -> None:
        """Put the load's programs on `machine.loop`."""


class Used(NamedTuple):
    """Seconds in use so far of a core, a disk and a log device: the mean over all of the kind."""

    cpu: float
    disk: float
    log: float


class Machine:
    """A machine as in its `order`. Its parts by name: `loop` (time), `cpu`, `pool`, `boxes` (disks,
    cables and log devices), `filesystem` (`zfs`, with its `log`, or `ufs`), `server` (NFS). All
    chance comes from `seed`.

    commands: record device commands. writes: record acknowledged writes and the log's chain, which a
    replay needs. seen(t, latency): called for every operation that the NFS server answers. in_order:
    returns a disk that serves in order, where an experiment watches a kind of its own. done: what
    local programs wrote."""

    def __init__(
        self,
        order: Order,
        seed: int = 1,
        *,
        commands: bool = False,
        writes: bool = False,
        seen: Callable[[float, float], None] = lambda t, latency: None,
        in_order: Callable[..., HardDisk] = HardDisk,
    ):
        self.order, self.loop = order, Loop()
        self.random = random = seeded(seed)
        self.seed, self.writes = seed, writes
        self.boxes = Boxes(self.loop, order, random, commands, in_order)
        vdevs = self.boxes.vdevs()
        self.log_vdevs = self.boxes.logs()
        self.disks, self.log_devices = self.boxes.disks, self.boxes.log_devices
        self.disk = self.disks[0]
        record = order.filesystem.recordsize
        self.pool = Pool(
            vdevs, self.log_vdevs, rules=order.pool.allocator, record=record, seed=seed
        )
        self.head = head_of(order.head.model, order.head.spec) if order.head.model else None
        self.cpu = Cpu(order.head.cores)
        dedup = order.dedup_spec(self.pool.capacity * MiB / vdevs[0].allocated(MiB))
        self.table = (
            LiveTable(self.loop, self.pool, dedup, Random(seed), self.cpu) if dedup else None
        )
        self.reads = self.read_path()
        self.filesystem: Raw | Ufs | Zfs = self.made(order.filesystem.kind)
        self.datasets: list[IntentLog] = []
        self.come: Nic | None = None
        self.out: Nic | None = None
        self.nfs: NfsServer | None = None
        if isinstance(self.filesystem, Zfs):
            self.serve(self.filesystem, seen)
        self.targets: list[Any] = []  # of iSCSI, whose initiators run
        self.done: list[Request] = []
        self.requests: list[
            tuple[str, int, float]
        ] = []  # op, bytes, latency (s) of what was answered while `counting`
        self.counting = False
        self.under_way = 0  # requests of NFS loads without an answer, those at the cards included

    def serve(self, zfs: Zfs, seen: Callable[[float, float], None]) -> None:
        """Make the datasets, the network cards and the NFS server."""
        order, head = self.order, self.order.head
        self.boxes.dirty = lambda: zfs.groups.held / zfs.groups.limit
        more = range(order.filesystem.datasets - 1)
        self.datasets = [
            zfs.log,
            *(zfs.dataset(self.log.spec, Random(self.seed), self.writes) for _ in more),
        ]
        self.prices: Prices | AtRest = AtRest(head.cpu_read + head.cpu_network, head.copy)
        if self.head:
            self.prices = Prices(self.loop, self.head, order.has("head"))
        if order.has("network"):
            self.come, self.out = self.cards()
        self.nfs = NfsServer(
            self.loop,
            self.cpu,
            zfs,
            NfsCosts(
                copy=at_rest(head.cpu_byte if self.head else head.copy, self.head),
                network=at_rest(head.cpu_network, self.head, head.cpu_network_load),
                write=at_rest(head.cpu_write, self.head),
                read=at_rest(head.cpu_read, self.head),
                spread=SPREAD,
                read_spread=head.cpu_read_spread,
            ),
            random=self.random,
            seen=seen,
            answered=self.answered,
            nic=self.come,
            out=self.out,
            prices=self.prices,
        )

    def cards(self) -> tuple[Nic | None, Nic | None]:
        """Return the network cards, for what comes in and for what goes out."""
        network = self.order.network
        if not network.ports and not network.cards:
            return None, None
        cards = network.cards or [Card(network.ports, network.port_rate, None)]
        come, out = (
            Nic(fsum([card.wire(way, network.mtu) for card in cards]), network.mtu)
            for way in ("in", "out")
        )
        return come, out

    def read_path(self) -> BlockReads:
        """Return the way that blocks are read: through memory and flash, as far as ordered."""
        order, pool, caches, cache = self.order, self.order.pool, self.order.cache, None
        flash = self.boxes.cache_devices()
        if order.has("cache") and caches.held:
            memory, on_flash = caches.held
            held = FixedShares(memory, on_flash if flash else 0.0, len(flash))
            return BlockReads(
                self.loop, self.pool, held, flash, begin=pool.begin, scattered=pool.scattered
            )
        if order.has("cache"):
            own = min(self.table.spec.memory, self.table.spec.table) if self.table else 0.0
            cache = Hybrid(caches.arc - own, caches.feed, block=order.filesystem.recordsize)
            if caches.meta_limit is not None:
                cache.arc.meta_limit = caches.meta_limit * caches.arc
        return BlockReads(
            self.loop, self.pool, cache, flash, begin=pool.begin, scattered=pool.scattered
        )

    def made(self, filesystem: str) -> Raw | Ufs | Zfs:
        order, files, head = self.order, self.order.filesystem, self.order.head
        alone = self.pool.vdevs[0].devices[0]
        if filesystem == "raw":
            return Raw(self.loop, alone)
        if filesystem == "ufs":
            ufs = files.ufs
            spec = UfsSpec(block=ufs.block, cluster=ufs.cluster, group=ufs.group, inodes=ufs.inodes)
            return Ufs(
                self.loop, alone, spec=spec, host=head.host, copy=head.copy, random=self.random
            )
        return Zfs(
            self.loop,
            self.pool,
            log=order.log_spec,
            txg=order.txg_spec,
            host=head.host,
            copy=head.copy,
            random=Random(self.seed),
            age=order.groups.age,
            sync=files.sync,
            recording=self.writes,
            table=self.table,
            reads=self.reads,
            record=files.recordsize if "filesystem.recordsize" in order.settings else 0,
        )

    def its(self, kind: type[FileSystem]) -> FileSystem:
        """Return the file system. Raise ValueError unless it is of this kind."""
        if not isinstance(self.filesystem, kind):
            raise ValueError(
                f"filesystem must be {kind.__name__.lower()} for that, got {self.order.filesystem.kind}"
            )
        return self.filesystem

    @property
    def zfs(self) -> Zfs:
        return self.its(Zfs)

    @property
    def ufs(self) -> Ufs:
        return self.its(Ufs)

    @property
    def raw(self) -> Raw:
        return self.its(Raw)

    @property
    def log(self) -> IntentLog:
        """The intent log of the first dataset."""
        return self.zfs.log

    @property
    def server(self) -> NfsServer:
        """The NFS server. Raise ValueError where there is none."""
        if self.nfs is None:
            raise ValueError(
                f"filesystem must be zfs for clients over NFS, got {self.order.filesystem.kind}"
            )
        if self.come is None and self.order.has("network"):
            raise ValueError(
                "network.ports must be 1 or more for clients, or the network left out, got 0"
            )
        return self.nfs

    @property
    def cache(self) -> Hybrid:
        """The cache of reads in memory and on flash. Raise ValueError where it is left out."""
        if not isinstance(self.reads.cache, Hybrid):
            raise ValueError("the cache must not be left out for that")
        return self.reads.cache

    def client(
        self, turnaround: float | None = None, spread: float = SPREAD, size: int = 0
    ) -> Client:
        """Another NFS client. turnaround: seconds from an answer until the server begins to count
        the next one's latency; network processing there is a part of it, and the way of `size`
        bytes through the cards, one way, and of an answer or question the other way. spread: a
        share by which it varies, either way."""
        whole = self.order.network.turnaround if turnaround is None else turnaround
        if whole is None:
            raise ValueError(
                f"network.turnaround must be given: the {self.order.machine} has none of its own"
            )
        at_least(0, unit="s", turnaround=whole)
        card = (
            (self.come.wire(size + HEADERS) + self.come.wire(HEADERS)) / self.come.rate
            if self.come and size
            else 0.0
        )
        pause = max(0.0, whole - self.server.network - card)
        return Client(self.loop, self.server, turnaround=pause, random=self.random, spread=spread)

    def start(self, *loads: Load) -> None:
        for load in loads:
            load.start(self)

    def answered(self, op: str, size: int, latency: float) -> None:
        if self.counting:
            self.requests.append((op, size, latency))

    def run(self, *loads: Load, seconds: float = 1.0, warm: float = 0.0) -> Ran:
        """Start loads, let `warm` seconds pass, and return what `seconds` after that came to."""
        at_least(0, unit="s", warm=warm)
        a_number("seconds", seconds, 1 * us)
        self.start(*loads)
        self.pass_time(warm)
        before, self.counting, self.requests, begun = self.counters(), True, [], self.under_way
        waits = not any(getattr(load, "rate", 0) for load in loads)
        (self.pass_time if waits else self.keep_up)(seconds)
        self.counting, ran = False, between(before, self.counters(), self.requests)
        return (
            ran
            if waits
            else ran._replace(
                came=ran.rate + (self.under_way - begun) / ran.seconds, waiting=self.under_way
            )
        )

    def pass_time(self, seconds: float) -> None:
        """Let time pass. Raise ValueError where requests arrive faster than they are answered."""
        loop, nfs, end = self.loop, self.nfs, self.loop.now + seconds
        while loop.now < end:
            loop.run(until=min(end, loop.now + LOOK))
            waiting = max(self.under_way, nfs.waiting if nfs else 0)
            if max(len(loop.heap), waiting) > MOST_WAITING:
                self.refuse(waiting)

    def keep_up(self, seconds: float) -> None:
        """Let time pass. Raise ValueError where far more requests are queued at the end, and both
        halves of the time added to them."""
        begun = self.under_way
        self.pass_time(seconds / 2)
        half = self.under_way
        self.pass_time(seconds / 2)
        more = self.under_way - begun
        if (
            more > max(BEHIND, BEHIND_SHARE * (len(self.requests) + more))
            and more / 4 < half - begun < more * 3 / 4
        ):
            self.refuse(self.under_way)

    def refuse(self, waiting: int) -> NoReturn:
        raise ValueError(
            f"the load must be within the machine's capacity: after {self.loop.now:.3g} s "
            f"{waiting:,} requests are queued, and the queue grows"
        )

    def counters(self) -> Counters:
        """Return the sums up to now, of finished work only."""
        now, boxes = self.loop.now, self.boxes

        def done(station: Any) -> float:
            return float(station.busy - max(0.0, station.free - now))

        def mean_of(times: Sequence[float]) -> float:
            return fsum(times) / max(1, len(times))

        def of_flash(drives: Sequence[Any]) -> float:
            return mean_of(
                [mean_of([done(channel) for channel in drive.channels]) for drive in drives]
            )

        cpu, solid = self.cpu, self.order.pool.disks.kind == "ssd"
        busy = {
            "cores": (cpu.busy - fsum(max(0.0, free - now) for free in cpu.free)) / cpu.cores,
            "disks": of_flash(boxes.disks)
            if solid
            else mean_of([disk.busy - max(0.0, disk.until - now) for disk in boxes.disks]),
        }
        if boxes.cables:
            busy["cables"] = mean_of([done(cable) for cable in boxes.cables])
        if boxes.log_drives:
            busy["log devices"] = mean_of([done(drive.station) for drive in boxes.log_drives])
        if boxes.flash:
            busy["flash"] = of_flash(boxes.flash)
        for name, card in (("cards in", self.come), ("cards out", self.out)):
            if card is not None:
                busy[name] = done(card)
        return Counters(
            now,
            busy,
            {name: boxes.moved(name) for name in ("disks", "log devices", "flash")},
            dict(self.reads.count) if self.datasets else {},
            {
                name: getattr(self.table, name)
                for name in ("looks", "found", "read", "written")
                if self.table
            },
            (len(self.zfs.groups.history), self.zfs.groups.dirty + self.zfs.groups.syncing)
            if self.datasets
            else (0, 0),
        )

    def trace(
        self, op: str = "write", size: int = 8 * KiB, block: int = 0, by: Any = None
    ) -> RequestPath:
        """Let one more client ask for this now, and say where its request's time went, part by
        part, from when it left the client until the server had answered. op: read or write (which
        has to be safe). block: a number, in `size` bytes. by: an `Iscsi` through whose initiators,
        target and LUNs it goes, there and back (those of a load that runs, if its target is of this
        kind); None: NFS, or a program on a machine that has no clients."""
        one_of("op", op, ("read", "write"))
        requested(size)
        a_number("block", block, 0, self.pool.capacity // size, whole=True)
        if by is not None and not hasattr(by, "ask"):
            raise ValueError(f"by must be an Iscsi, or None for NFS, got {by}")
        loop, path, alone = (
            self.loop,
            RequestPath(self.loop.now),
            self.order.network.turnaround is None,
        )
        ended: list[float] = []

        def program() -> Process:
            if by is not None:
                yield from by.ask(self, op, size, block, path)
            elif alone and op == "write":
                yield from self.zfs.write(block * size, size, True, path=path)
            elif alone:
                whole = block_of(size, self.log.record)
                yield from self.reads.read_blocks(touched(block * size, size, whole), whole, path)
            else:
                yield self.client().pause()
                path.serve("client", "client and network", loop.now)
                yield from (
                    self.server.read(block * size, size, path)
                    if op == "read"
                    else self.server.write(size, FILE_SYNC, offset=block * size, path=path)
                )
            ended.append(loop.now)

        loop.spawn(program())
        while not ended:
            loop.run(until=loop.now + 1 * ms)
            if loop.now - path.begun > LONGEST:
                raise ValueError(
                    f"the load must leave room for one more {op}: after {LONGEST:g} s it is not answered"
                )
        return path

    def seconds(self, count: int, start: float = 0.0) -> Iterator[Interval]:
        """Let `count` seconds pass from `start`; a row as iostat prints it of the first disk for
        each."""
        counted(count=count)
        for k in range(count):
            self.loop.run(until=start + k + 1)
            yield interval(self.disk.trace, start + k, 1.0)

    def used(self) -> Used:
        """Return how long the parts were in use up to now."""
        logs = self.log_devices
        in_use = [log.outstanding if self.order.pool.jbods else log.busy for log in logs]
        return Used(
            self.cpu.busy / self.cpu.cores,
            fsum([disk.busy for disk in self.disks]) / len(self.disks),
            fsum(in_use) / max(1, len(logs)),
        )

    def use_logs(self, at: float) -> None:
        """Keep the log devices out of the pool until `at` (s), when an administrator adds them."""
        at_least(0, at=at)
        self.pool.logs = []

        def later() -> Process:
            yield max(0.0, at - self.loop.now)
            self.pool.logs = self.log_vdevs

        self.loop.spawn(later())
