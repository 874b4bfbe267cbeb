"""The Sun Storage 7410 put together: clients over NFS, processors, ZFS, a pool of disks, log devices."""
from collections.abc import Callable
from math import fsum
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import a_number, at_least, constants, counted, requested, seeded
from models.head.cpu import Cpu
from models.machine.enclosure import LAYOUTS, Jbods, drive
from models.protocols.nfs.server import FILE_SYNC, Client, NfsServer
from models.sim.loop import Loop, Process
from models.sim.path import RequestPath
from models.units import ms
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool
from models.zfs.txg.transaction_group import TxgSpec
from models.zfs.zil.intent_log import LogSpec

ZFS = values("zfs-2010")
__all__ = ["LAYOUTS", "Sun7410", "Used", "drive"]


class Used(NamedTuple):
    """Seconds for which a core, a disk and a log device were in use so far, on average over all of their kind."""

    cpu: float
    disk: float
    log: float


class Sun7410:
    """Disks in JBODs, each JBOD on a cable of its own, the sides of a mirror in two; Logzillas go to the last JBOD first.
    Raises ValueError for what no such machine can be."""

    def __init__(
        self,
        *,
        layout: str = "mirror",             # or stripe, raidz1 of 6, raidz2 of 10 disks
        vdevs: int = 22,
        logs: int = 2,                      # Logzillas, alone
        mirrored_logs: bool = False,        # or in pairs
        logs_at: str = "jbod",              # or head, for cards in the server that share no cable
        logs_a_jbod: int | None = None,     # by default both in one of the small machine, one in each of a larger
        jbods: int = 2,
        rule: str = "convoy",               # this and the next four as for LogSpec
        out: int = 1,
        bias: str = "latency",
        wake: str | None = None,
        sizing: str | None = None,
        sync: str = "standard",             # as for Zfs
        datasets: int = 1,                  # intent logs, over which clients are spread
        recording: bool = False,            # devices keep their traces, and the log what a replay needs
        spread: float = 0.15,               # of CPU times, a share either way
        age: float = 0.0,                   # seconds since the last transaction group
        seen: Callable[[float, float], None] = lambda t, latency: None,     # called for every NFS operation
        seed: int = 1,
        **overrides: float,                 # any constant of the catalogue
    ):
        c = constants(values("7410"), overrides)
        counted(datasets=datasets, cores=c["cores"])
        a_number("logzilla_rate", c["logzilla_rate"], above=0)
        self.constants, self.random, self.loop = c, seeded(seed), Loop()
        random = self.random
        self.jbods = Jbods(self.loop, jbods, c["cable_rate"], drive(**overrides), c["speed_error"], random, recording)
        made = self.jbods.vdevs(layout, vdevs)
        self.log_vdevs = self.jbods.log_vdevs(
            logs, c["logzilla_access"], c["logzilla_rate"], int(c["logzilla_capacity"]), mirrored=mirrored_logs,
            each=(2 if jbods == 2 else 1) if logs_a_jbod is None else logs_a_jbod, place=logs_at)
        self.disks, self.logzillas = self.jbods.disks, [log.device for log in self.jbods.logs]
        self.pool = Pool(made, self.log_vdevs)
        self.cpu = Cpu(c["cores"])
        log = LogSpec(header=int(c["log_header"]), granule=int(c["log_granule"]), wake=wake or c["log_wake"],
                      sizing=sizing or c["log_sizing"], rule=rule, out=out, bias=bias)
        txg = TxgSpec(interval=c["txg_interval"], limit=int(c["memory"]) // 8, record=int(c["recordsize"]),
                      pending=int(ZFS["disk_pending"]))
        self.filesystem = Zfs(self.loop, self.pool, log=log, txg=txg, host=0.0, copy=0.0, random=Random(seed), age=age,
                              sync=sync, recording=recording)
        self.logs = [self.filesystem.log, *(self.filesystem.dataset(log, Random(seed), recording)
                                            for _ in range(datasets - 1))]
        self.server = NfsServer(self.loop, self.cpu, self.filesystem, network=c["cpu_network"], write=c["cpu_write"],
                                random=random, spread=spread, seen=seen)

    def clients(self, count: int = 1, threads: int = 1, *, size: int, turnaround: float | None = None, at: float = 0.0,
                spread: float = 0.15, stable: int = FILE_SYNC, trace: Callable[[], RequestPath | None] | None = None,
                fast_forward: bool = True) -> None:
        """Start `count` clients with `threads` writers each from `at` (s) on, a tenth of a millisecond apart on average.

        turnaround: seconds from one answer until the server begins to count the next request's latency. fast_forward: a
        single thread makes many writes at a time where nothing comes between them.
        """
        counted(clients=count, threads=threads)
        requested(size)
        at_least(0, at=at)
        for number in range(count):
            client = self.client(turnaround, spread)
            for _ in range(threads):
                begin = at + self.random.random() * count * threads * ms / 10
                log = self.logs[number % len(self.logs)]
                alone = fast_forward and count * threads == 1 and stable == FILE_SYNC and trace is None
                self.loop.spawn(client.thread(size, stable, log, trace or (lambda: None), alone), at=begin)

    def client(self, turnaround: float | None = None, spread: float = 0.15) -> Client:
        """Another client. The server's network processing is a part of the turnaround."""
        whole = self.constants["turnaround"] if turnaround is None else turnaround
        at_least(0, unit="s", turnaround=whole)
        a_number("spread", spread, 0, 1)
        pause = max(0.0, whole - self.constants["cpu_network"])
        return Client(self.loop, self.server, turnaround=pause, random=self.random, spread=spread)

    def used(self) -> Used:
        """How long its parts were in use, up to the loop's present moment."""
        logs = self.jbods.logs
        return Used(self.cpu.busy / self.cpu.cores, fsum([disk.busy for disk in self.disks]) / len(self.disks),
                    fsum([log.outstanding for log in logs]) / max(1, len(logs)))

    def use_logs(self, at: float) -> None:
        """Leave the log devices out until `at` (s), as the appliance's administrator did."""
        at_least(0, at=at)
        self.pool.logs = []

        def later() -> Process:
            yield max(0.0, at - self.loop.now)
            self.pool.logs = self.log_vdevs

        self.loop.spawn(later())
