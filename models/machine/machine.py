"""Puts a machine together as it was ordered, lets loads run on it, and says where the time went."""
from collections.abc import Callable, Iterator
from math import fsum
from random import Random
from typing import NamedTuple, Protocol

from models.catalogue.machines import values
from models.check import at_least, counted, seeded
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs, UfsSpec
from models.head.cpu import Cpu
from models.machine.boxes import Boxes
from models.machine.order import Order
from models.protocols.nfs.server import Client, NfsServer
from models.sim.loop import Loop, Process
from models.sim.request import Request
from models.sim.stats import Interval, interval
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool
from models.zfs.txg.transaction_group import TxgSpec
from models.zfs.zil.intent_log import IntentLog, LogSpec

QUEUE = values("zfs-queue")


class Load(Protocol):
    """What is asked of a machine: programs that start on it."""

    def start(self, machine: "Machine") -> None:
        """Begin now."""


class Used(NamedTuple):
    """Seconds for which a core, a disk and a log device were in use so far, on average over all of their kind."""

    cpu: float
    disk: float
    log: float


class Machine:
    """A machine as in its `order`. Its parts by name: `loop` (time), `cpu`, `pool`, `boxes` (disks, cables and log devices),
    `filesystem` (`zfs`, with its `log`, or `ufs`), `server` (NFS). All chance comes from `seed`.

    commands: whether devices keep a trace of theirs. writes: whether ZFS keeps what it has told programs, and its log what a
    replay needs. seen(t, latency): called for every operation that the NFS server answers. done: what local programs wrote.
    """

    def __init__(self, order: Order, seed: int = 1, *, commands: bool = False, writes: bool = False,
                 seen: Callable[[float, float], None] = lambda t, latency: None):
        self.order, self.constants, self.loop = order, order.constants, Loop()
        self.random = random = seeded(seed)
        self.seed, self.writes = seed, writes
        c = self.constants
        self.boxes = Boxes(self.loop, order, random, commands)
        vdevs = self.boxes.vdevs()
        self.log_vdevs = self.boxes.logs()
        self.disks, self.log_devices = self.boxes.disks, self.boxes.log_devices
        self.disk = self.disks[0]
        self.pool = Pool(vdevs, self.log_vdevs)
        self.cpu = Cpu(int(c.get("cores", 1)))
        self.filesystem: Raw | Ufs | Zfs = self.made(order.filesystem)
        self.datasets: list[IntentLog] = []
        if isinstance(self.filesystem, Zfs):
            self.datasets = [self.filesystem.log, *(self.filesystem.dataset(self.log.spec, Random(seed), writes)
                                                    for _ in range(order.datasets - 1))]
            self.server = NfsServer(self.loop, self.cpu, self.filesystem, network=c.get("cpu_network", 0.0),
                                    write=c.get("cpu_write", 0.0), random=random, spread=0.15, seen=seen)
        self.done: list[Request] = []

    def made(self, filesystem: str) -> Raw | Ufs | Zfs:
        """The file system."""
        c, order = self.constants, self.order
        host, copy = c.get("host", 0.0), c.get("copy", 0.0)
        if filesystem == "raw":
            return Raw(self.loop, self.disk)
        if filesystem == "ufs":
            spec = UfsSpec(block=int(c["ufs_block"]), cluster=int(c["ufs_cluster"]), group=int(c["ufs_group"]),
                           inodes=int(c["ufs_inodes"]))
            return Ufs(self.loop, self.disk, spec=spec, host=host, copy=copy, random=self.random)
        flush = order.disk_cache == "on"
        log = {"header": int(c["log_header"]), "granule": int(c["log_granule"]), "sizing": c["log_sizing"], "flush": flush,
               **{name: c[f"log_{name}"] for name in ("wake", "indirect") if f"log_{name}" in c}}
        groups = {"interval": c["txg_interval"], "limit": int(c["memory"]) // 8, "record": int(c["recordsize"]),
                  "pending": int(QUEUE["pending"]), "flush": flush}
        return Zfs(self.loop, self.pool, log=LogSpec(**{**log, **order.intent_log}),
                   txg=TxgSpec(**{**groups, **order.groups}), host=host,
                   copy=copy, random=Random(self.seed), age=order.age, sync=order.sync, recording=self.writes,
                   hash_rate=c["hash_rate"] if order.dedup else 0.0)

    @property
    def zfs(self) -> Zfs:
        """The ZFS, if that is the file system."""
        if not isinstance(self.filesystem, Zfs):
            raise TypeError("the file system is not ZFS")
        return self.filesystem

    @property
    def log(self) -> IntentLog:
        """The intent log of the first dataset, if the file system is ZFS."""
        return self.zfs.log

    @property
    def ufs(self) -> Ufs:
        """The UFS and where its file lies, if that is the file system."""
        if not isinstance(self.filesystem, Ufs):
            raise TypeError("the file system is not UFS")
        return self.filesystem

    def client(self, turnaround: float | None = None, spread: float = 0.15) -> Client:
        """Another NFS client. turnaround: seconds from an answer until the server begins to count the next request's latency;
        the server's network processing is a part of it. spread: a share by which it varies, either way."""
        whole = self.constants["turnaround"] if turnaround is None else turnaround
        at_least(0, unit="s", turnaround=whole)
        pause = max(0.0, whole - self.constants["cpu_network"])
        return Client(self.loop, self.server, turnaround=pause, random=self.random, spread=spread)

    def start(self, *loads: Load) -> None:
        """Let these loads begin now."""
        for load in loads:
            load.start(self)

    def seconds(self, count: int, start: float = 0.0) -> Iterator[Interval]:
        """Let `count` seconds pass from `start`; a row as iostat prints it of the first disk for each."""
        counted(count=count)
        for k in range(count):
            self.loop.run(until=start + k + 1)
            yield interval(self.disk.trace, start + k, 1.0)

    def used(self) -> Used:
        """How long its parts were in use, up to the loop's present moment."""
        logs = self.log_devices
        return Used(self.cpu.busy / self.cpu.cores, fsum([disk.busy for disk in self.disks]) / len(self.disks),
                    fsum([log.outstanding for log in logs]) / max(1, len(logs)))

    def use_logs(self, at: float) -> None:
        """Leave the log devices out until `at` (s), as an administrator who adds them then."""
        at_least(0, at=at)
        self.pool.logs = []

        def later() -> Process:
            yield max(0.0, at - self.loop.now)
            self.pool.logs = self.log_vdevs
        self.loop.spawn(later())
