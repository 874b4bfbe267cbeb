"""Machines, built from their orders: they run loads, and trace where the time of a request goes."""

from collections.abc import Callable, Iterator, Sequence
from math import fsum, inf
from random import Random
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from models.check import a_number, at_least, counted, one_of, requested, seeded
from models.devices.cable import Cable
from models.devices.hdd import HardDisk
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs, UfsSpec
from models.head.catalogue_head import head_of
from models.head.cpu import Cpu
from models.head.nic import Nic
from models.head.pcie import Card
from models.machine.boxes import AnyDevice, Boxes
from models.machine.cores import AtRest, Prices, at_rest
from models.machine.order import Order
from models.machine.prices import software
from models.machine.ran import Counters, Ran, between
from models.protocols.nfs.server import FILE_SYNC, HEADERS, SPREAD, Client, NfsCosts, NfsServer
from models.sim.loop import Loop, Process
from models.sim.path import RequestPath
from models.sim.station import Request, Station
from models.sim.stats import Interval, interval
from models.units import KiB, MiB, ms, us
from models.zfs.block_reads import POINTER, BlockReads, FixedShares, Pointers
from models.zfs.dataset import Zfs
from models.zfs.dedup.live_table import LiveTable
from models.zfs.io.software import Software
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.pool import Pool
from models.zfs.pool.records import block_of, touched
from models.zfs.zil.intent_log import IntentLog

FileSystem = TypeVar("FileSystem", Raw, Ufs, Zfs)
LOOK, MOST_WAITING, LONGEST = 10 * ms, 50_000, 60.0
"""Interval at which a run is checked (s), queued requests at which it is abandoned, and the longest traced request (s)."""
BEHIND, BEHIND_SHARE = 200, 0.05
"""Number and share of the requests of an open load that may be queued at the end of a run whose
queue grew throughout."""


Seen = Callable[[int, float, RequestPath | None], None]
"""A function that a load calls for each answer that its programs get: bytes, latency from asking to the
answer (s), path if it is traced."""


class Load(Protocol):
    """A load that a machine can run."""

    def start(self, machine: "Machine") -> None:
        """Put the load's programs on `machine.loop`."""


class Open(Protocol):
    """The arrivals of an open load."""

    @property
    def held(self) -> int:
        """Return the number of requests that have arrived and are not made."""


class Requester(Protocol):
    """A load that can send one more request, such as `Iscsi`."""

    def ask(self, machine: "Machine", op: str, size: int, block: int, path: RequestPath) -> Process:
        """Send one more request, and fill in its path."""


class Used(NamedTuple):
    """The mean time that a core, a disk and a log device were in use (s)."""

    cpu: float
    disk: float
    log: float


class Machine:
    """A machine built from its order.

    Its parts: `loop` (time), `cpu`, `pool`, `boxes` (disks, cables and log devices), `filesystem`
    (`zfs`, with its `log`, or `ufs`), `server` (NFS). All random numbers come from `seed`.

    commands: record device commands. writes: record acknowledged writes and the log's chain, which a
    replay after a power failure needs. seen(t, latency): called for each answer of the NFS server.
    in_order: returns a disk that serves in order, for experiments with a class of their own."""

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
        record = order.filesystem.record
        self.pool = Pool(
            vdevs,
            self.log_vdevs,
            special=self.boxes.special(),
            small=order.pool.special.small,
            rules=order.pool.allocator,
            record=record,
            filled=order.pool.filled or 0.0,
            seed=seed,
        )
        self.head = head_of(order.head.model, order.head.spec) if order.head.model else None
        self.cpu = Cpu(order.head.cores)
        dedup = order.dedup_spec(self.pool.capacity * MiB / vdevs[0].allocated(MiB))
        self.table = (
            LiveTable(self.loop, self.pool, dedup, Random(seed), self.cpu) if dedup else None
        )
        self.software = Software(self.loop, self.cpu, software(order))
        self.reads = self.read_path()
        self.filesystem: Raw | Ufs | Zfs = self.make_filesystem()
        self.datasets: list[IntentLog] = []
        self.come: Nic | None = None  # the cards, for incoming data
        self.out: Nic | None = None  # and for outgoing data
        self.nfs: NfsServer | None = None
        if isinstance(self.filesystem, Zfs):
            self.serve(self.filesystem, seen)
        self.targets: list[object] = []  # iSCSI targets with running initiators
        self.resilvers: list[Any] = []  # and scrubs, that have been started
        self.done: list[Request] = []  # requests of local programs that were answered
        # op, bytes, latency (s) of the requests answered while `counting`
        self.requests: list[tuple[str, int, float]] = []
        self.counting = False
        self.arrivals: list[Open] = []  # of open loads
        self.most_open = inf  # requests of an open load that are made before others are answered
        self.under_way = 0  # unanswered requests of open loads, including those at the cards

    def serve(self, zfs: Zfs, seen: Callable[[float, float], None]) -> None:
        """Build the datasets, the network cards and the NFS server."""
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
        self.software.slowed = self.prices.of
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
            threads=order.network.nfsd,
        )

    def cards(self) -> tuple[Nic | None, Nic | None]:
        """Return the network cards for incoming and for outgoing data. Both are None if there are
        no cards."""
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
        """Return the read path of blocks: memory and flash, if present, and the pool."""
        order, pool, caches, cache = self.order, self.order.pool, self.order.cache, None
        flash = self.boxes.cache_devices()
        lie = {
            name: getattr(pool, name) for name in ("begin", "scattered", "filled", "overwritten")
        }
        if order.has("cache") and caches.held:
            memory, on_flash = caches.held
            held = FixedShares(memory, on_flash if flash else 0.0, len(flash))
            return BlockReads(self.loop, self.pool, held, flash, software=self.software, **lie)
        if order.has("cache"):
            own = min(self.table.spec.memory, self.table.spec.table) if self.table else 0.0
            cache = Hybrid(caches.arc - own, caches.feed, block=order.filesystem.record)
            if caches.meta_limit is not None:
                cache.arc.meta_limit = caches.meta_limit * caches.arc
        groups = order.groups
        size = groups.indirect if caches.pointers_packed else groups.pointers * POINTER
        found = None if caches.pointers_held else Pointers(groups.pointers, size, groups.indirect)
        return BlockReads(
            self.loop, self.pool, cache, flash, pointers=found, software=self.software, **lie
        )

    def make_filesystem(self) -> Raw | Ufs | Zfs:
        """Return the file system that the order describes."""
        order, files, head = self.order, self.order.filesystem, self.order.head
        alone = self.pool.vdevs[0].devices[0]
        if files.kind == "raw":
            return Raw(self.loop, alone, order.flushes and head.software == "today")
        if files.kind == "ufs":
            ufs = files.ufs
            spec = UfsSpec(block=ufs.block, cluster=ufs.cluster, group=ufs.group, inodes=ufs.inodes)
            return Ufs(
                self.loop,
                alone,
                spec=spec,
                host=head.host or 0.0,
                copy=head.copy,
                random=self.random,
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
            record=files.recordsize or 0,
            software=self.software,
        )

    def filesystem_of(self, kind: type[FileSystem]) -> FileSystem:
        """Return the file system. Raise ValueError unless it is of this kind."""
        if not isinstance(self.filesystem, kind):
            raise ValueError(
                f"filesystem.kind must be {kind.__name__.lower()} for this, got {self.order.filesystem.kind}"
            )
        return self.filesystem

    @property
    def zfs(self) -> Zfs:
        """Return the file system. Raise ValueError unless it is ZFS."""
        return self.filesystem_of(Zfs)

    @property
    def ufs(self) -> Ufs:
        """Return the file system. Raise ValueError unless it is UFS."""
        return self.filesystem_of(Ufs)

    @property
    def raw(self) -> Raw:
        """Return the raw disk. Raise ValueError if there is a file system."""
        return self.filesystem_of(Raw)

    @property
    def log(self) -> IntentLog:
        """Return the intent log of the first dataset."""
        return self.zfs.log

    @property
    def server(self) -> NfsServer:
        """Return the NFS server. Raise ValueError if there is none."""
        if self.nfs is None:
            raise ValueError(
                f"filesystem.kind must be zfs for NFS, got {self.order.filesystem.kind}"
            )
        if self.come is None and self.order.has("network"):
            raise ValueError(
                "network.ports must be 1 or more for NFS, or the network must be left out, got 0"
            )
        return self.nfs

    @property
    def cache(self) -> Hybrid:
        """Return the read cache in memory and on flash. Raise ValueError if it is left out."""
        if not isinstance(self.reads.cache, Hybrid):
            raise ValueError("the part 'cache' must be present for this, got an order without it")
        return self.reads.cache

    def client(
        self, turnaround: float | None = None, spread: float = SPREAD, size: int = 0
    ) -> Client:
        """Return another NFS client.

        turnaround: seconds from an answer until the server begins to measure the next latency; None:
        the network's. It includes the server's network processing, `size` bytes through the cards in
        one direction and a header in the other. spread: share by which it varies, either way."""
        total = self.order.network.turnaround if turnaround is None else turnaround
        if total is None:
            raise ValueError("network.turnaround must be a time for NFS, such as 0.3 ms, got none")
        at_least(0, unit="s", turnaround=total)
        card = (
            (self.come.wire(size + HEADERS) + self.come.wire(HEADERS)) / self.come.rate
            if self.come and size
            else 0.0
        )
        pause = max(0.0, total - self.server.network - card)
        return Client(self.loop, self.server, turnaround=pause, random=self.random, spread=spread)

    def start(self, *loads: Load) -> None:
        """Start loads, without letting time pass."""
        for load in loads:
            load.start(self)

    def system_call(self, size: int, path: RequestPath | None = None) -> float:
        """Return how long it takes until a core has done a local program's call that moves `size`
        bytes (s): as much work as the file system's share of a request over NFS."""
        nfs, now = self.nfs, self.loop.now
        assert nfs is not None
        work = self.prices.of(nfs.read_time + size * nfs.copy)
        return self.cpu.serve(now, work, "system call and file system", path) - now

    def answered(self, op: str, size: int, latency: float) -> None:
        """Record an answered request while a run is measured. op: read, write or file, after the name
        of a load other than NFS; size: bytes; latency: s."""
        if self.counting:
            self.requests.append((op, size, latency))

    def run(self, *loads: Load, seconds: float = 1.0, warm: float = 0.0) -> Ran:
        """Start loads, and return the results of `seconds` after the first `warm` seconds."""
        at_least(0, unit="s", warm=warm)
        a_number("seconds", seconds, 1 * us)
        self.start(*loads)
        self.pass_time(warm)
        before, self.counting, self.requests, begun = self.counters(), True, [], self.under_way
        waits = not any(getattr(load, "rate", 0) for load in loads)
        (self.pass_time if waits else self.keep_up)(seconds)
        self.counting, ran = False, between(before, self.counters(), self.requests)
        if waits:
            return ran
        arrived = ran.rate + (self.under_way - begun) / ran.seconds
        return ran._replace(arrived=arrived, waiting=self.under_way)

    def pass_time(self, seconds: float) -> None:
        """Simulate `seconds`. Raise ValueError if more than MOST_WAITING requests are queued."""
        loop, nfs, end = self.loop, self.nfs, self.loop.now + seconds
        while loop.now < end:
            loop.run(until=min(end, loop.now + LOOK))
            waiting = max(self.under_way, nfs.waiting if nfs else 0)
            if max(len(loop.heap), waiting) > MOST_WAITING:
                self.refuse(waiting)

    def keep_up(self, seconds: float) -> None:
        """Simulate `seconds`. Raise ValueError if the queue grew beyond the limits in `BEHIND`,
        with more than a quarter of the growth in each half of the time."""
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
        """Raise ValueError for a load that exceeds the machine's capacity."""
        raise ValueError(
            f"the load must be within the machine's capacity: after {self.loop.now:.3g} s "
            f"{waiting:,} requests are queued, and the queue grows"
        )

    def counters(self) -> Counters:
        """Return the totals of the work finished up to now."""
        boxes, groups, table = self.boxes, (0, 0), self.table
        if self.datasets:
            written = self.zfs.groups
            groups = len(written.history), written.dirty + written.syncing
        lookups: dict[str, int] = {}
        if table:
            lookups = {
                "looks": table.looks,
                "found": table.found,
                "read": table.read,
                "written": table.written,
            }
        return Counters(
            self.loop.now,
            self.busy(),
            {name: boxes.moved(name) for name in boxes.kinds},
            dict(self.reads.count) if self.datasets else {},
            lookups,
            groups,
        )

    def busy(self) -> dict[str, float]:
        """Return how long each part has worked so far (s), as the mean over all parts of its
        kind."""
        return {name: _mean(times) for name, times in self.worked().items()}

    def worked(self) -> dict[str, list[float]]:
        """Return how long each device of each kind has worked so far (s)."""
        now, boxes, cpu = self.loop.now, self.boxes, self.cpu

        def done(station: Station | Cable | Nic) -> float:
            return float(station.busy - max(0.0, station.free - now))

        def of_flash(drives: Sequence[AnyDevice]) -> list[float]:
            return [float(drive.worked(now)) for drive in drives]

        left = fsum(max(0.0, free - now) for free in cpu.free)
        busy = {"cores": [(cpu.busy - left) / cpu.cores]}
        if self.order.pool.disks.kind == "ssd":
            busy["disks"] = of_flash(boxes.disks)
        else:
            disks = [one for disk in boxes.disks for one in getattr(disk, "disks", [disk])]
            busy["disks"] = [disk.busy - max(0.0, disk.until - now) for disk in disks]
        if boxes.cables:
            busy["cables"] = [done(cable) for cable in boxes.cables]
        if boxes.log_drives:
            busy["log devices"] = of_flash(boxes.log_drives)
        if boxes.flash:
            busy["flash"] = of_flash(boxes.flash)
        if boxes.special_drives:
            busy["special"] = of_flash(boxes.special_drives)
        if self.come and self.out:
            busy["cards in"], busy["cards out"] = [done(self.come)], [done(self.out)]
        return busy

    def trace(
        self,
        op: str = "write",
        size: int = 8 * KiB,
        block: int = 0,
        by: Requester | None = None,
    ) -> RequestPath:
        """Return the path of one more request, from when it leaves the client to its answer.

        op: read or write (synchronous). block: number of the block of `size` bytes. by: an `Iscsi`
        load whose initiators, target and LUN the request uses, or those of a running load with the
        same kind of target. None: NFS, or a local program on a machine without clients."""
        one_of("op", op, ("read", "write"))
        requested(size)
        a_number("block", block, 0, self.pool.capacity // size, whole=True)
        if by is not None and not hasattr(by, "ask"):
            raise ValueError(f"by must be an Iscsi load, or None for NFS, got {by}")
        loop, path = self.loop, RequestPath(self.loop.now)
        local = self.order.network.turnaround is None
        ended: list[float] = []

        def program() -> Process:
            if by is not None:
                yield from by.ask(self, op, size, block, path)
            elif local and op == "write":
                yield from self.zfs.write(block * size, size, True, path=path, calls=1)
            elif local:
                record = block_of(size, self.log.record)
                if self.order.head.host is None:
                    yield self.software.call(size, 1, False, False, path)
                yield from self.reads.read_blocks(touched(block * size, size, record), record, path)
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
                    f"the load must leave capacity for one more {op}, got no answer within {LONGEST:g} s"
                )
        return path

    def seconds(self, count: int, start: float = 0.0) -> Iterator[Interval]:
        """Simulate `count` seconds from `start` (s). After each, yield the `Interval` of the first
        disk, a row of iostat."""
        counted(count=count)
        for k in range(count):
            self.loop.run(until=start + k + 1)
            yield interval(self.disk.trace, start + k, 1.0)

    def used(self) -> Used:
        """Return how long cores, disks and log devices were in use up to now (means, s)."""
        logs = self.log_devices
        in_use = [log.outstanding if self.order.pool.jbods else log.busy for log in logs]
        return Used(
            self.cpu.busy / self.cpu.cores,
            fsum([disk.busy for disk in self.disks]) / len(self.disks),
            fsum(in_use) / max(1, len(logs)),
        )

    def use_logs(self, at: float) -> None:
        """Keep the log devices out of the pool until `at` (s), when they are added."""
        at_least(0, at=at)
        self.pool.logs = []

        def later() -> Process:
            yield max(0.0, at - self.loop.now)
            self.pool.logs = self.log_vdevs

        self.loop.spawn(later())


def _mean(times: Sequence[float]) -> float:
    return fsum(times) / max(1, len(times))
