"""The Sun Storage 7410 put together: clients over NFS, processors, ZFS, a pool of disks, log devices."""
from collections.abc import Callable
from math import fsum, inf, isfinite
from random import Random
from typing import Any, NamedTuple

from models.catalogue import values
from models.devices.cabled import Cabled
from models.devices.hdd import DriveSpec, HardDisk
from models.devices.ssd import Logzilla
from models.filesystems.zfs import Zfs
from models.host.cpu import Cpu
from models.loop import Loop, Process
from models.pool.intent_log import LogSpec
from models.pool.pool import Pool
from models.pool.raidz import Raidz
from models.pool.transaction_group import TxgSpec
from models.pool.vdev import Mirror, Single, Vdev
from models.protocols.nfs import FILE_SYNC, Client, NfsServer
from models.station import Station
from models.trace import Path
from models.units import ms

DRIVE_FIELDS = (
    "speed capacity heads media_rate inner_share skew seek_track seek_average seek_full write_settle command "
    "interface_rate cache_size destage_set flush"
).split()
LAYOUTS = {"stripe": 1, "mirror": 2, "raidz1": 6, "raidz2": 10}


def drive(**overrides: float) -> DriveSpec:
    """One of its disks. Another speed turns the same tracks faster."""
    c: dict[str, Any] = values("7410")
    turn, skew = 1 / c["speed"], c["skew"]
    c.update(overrides)
    if c["speed"] > 0:
        c["media_rate"] *= (turn + skew) / (1 / c["speed"] + c["skew"])
    return DriveSpec(**{name: c[name] for name in DRIVE_FIELDS})


class Used(NamedTuple):
    """Seconds for which a core, a disk and a log device were in use so far, on average over all of their kind."""

    cpu: float
    disk: float
    log: float


class Sun7410:
    """vdevs of a layout (stripe, mirror, raidz1 of 6, raidz2 of 10 disks), logs: Logzillas, alone or in mirrored pairs.

    The disks are in `jbods`, each on a cable of its own, the sides of a mirror in two; Logzillas go to the last JBOD
    first, `logs_a_jbod` to each (both to one in the small machine, one each in a larger). logs_at: jbod, or head for
    cards in the head node that share no cable. rule, out, bias, wake, sizing: as for LogSpec.
    datasets: intent logs, over which clients are spread. age: seconds since the last transaction group. spread: of CPU
    times. seen(t, latency): called for every NFS operation. recording: devices keep their traces, and the log what a
    replay needs. Any constant of the catalogue can be overridden by name. Raises ValueError for unknown names and
    impossible pools.
    """

    def __init__(self, *, layout: str = "mirror", vdevs: int = 22, logs: int = 2, mirrored_logs: bool = False,
                 logs_at: str = "jbod", logs_a_jbod: int | None = None, jbods: int = 2, rule: str = "convoy", out: int = 1,
                 bias: str = "latency", wake: str | None = None, sizing: str | None = None, sync: str = "standard",
                 datasets: int = 1, recording: bool = False, spread: float = 0.15, age: float = 0.0,
                 seen: Callable[[float, float], None] = lambda t, latency: None, seed: int = 1, **overrides: float):
        c: dict[str, Any] = values("7410")
        for name, value in overrides.items():
            if name not in c:
                raise ValueError(f"unknown constant '{name}'; known: {', '.join(c)}")
            if not isfinite(value) or value < 0:
                raise ValueError(f"{name} must be a finite number, 0 or more, got {value}")
        c.update(overrides)
        if layout not in LAYOUTS:
            raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}, got '{layout}'")
        for name, count in (("vdevs", vdevs), ("jbods", jbods), ("datasets", datasets),
                            ("logs_a_jbod", logs_a_jbod or 1)):
            if count < 1:
                raise ValueError(f"{name} must be 1 or more, got {count}")
        if logs < 0 or logs_at not in ("jbod", "head"):
            raise ValueError(f"logs must be 0 or more at jbod or head, got {logs} at '{logs_at}'")
        if mirrored_logs and logs % 2:
            raise ValueError(f"mirrored log devices come in pairs, got {logs}")
        self.constants, self.random, self.loop = c, Random(seed), Loop()
        random, spec = self.random, drive(**overrides)
        self.cables = [Station() for _ in range(jbods)]
        self.disks: list[HardDisk] = []
        self.jbods: list[list[Cabled]] = [[] for _ in range(jbods)]     # the disks in each, then its Logzillas

        def another(jbod: int) -> Any:
            error = c["speed_error"] * (2 * random.random() - 1)
            disk = HardDisk(spec, phase=random.random(), speed_error=error)
            disk.recording = recording
            self.disks.append(disk)
            self.jbods[jbod % jbods].append(Cabled(disk, self.cables[jbod % jbods], c["cable_rate"]))
            return self.jbods[jbod % jbods][-1]

        width = LAYOUTS[layout]
        made: list[Vdev] = []
        for n in range(vdevs):
            members = [another(n * width + i) for i in range(width)]
            made.append(Single(members[0]) if layout == "stripe" else Mirror(members) if layout == "mirror"
                        else Raidz(members, parity=int(layout[-1])))
        self.logzillas = [Logzilla(c["logzilla_access"], c["logzilla_rate"], int(c["logzilla_capacity"]))
                          for _ in range(logs)]
        for logzilla in self.logzillas:
            logzilla.recording = recording
        each = logs_a_jbod or (2 if jbods == 2 else 1)
        cabled = []
        for n, logzilla in enumerate(self.logzillas):
            place = -1 - n // each % jbods
            cabled.append(Cabled(logzilla, self.cables[place], c["cable_rate"]) if logs_at == "jbod" else
                          Cabled(logzilla, Station(), inf))
            if logs_at == "jbod":
                self.jbods[place].append(cabled[-1])
        self.cabled_logs = cabled
        self.log_vdevs: list[Vdev] = (
            [Mirror(cabled[i:i + 2]) for i in range(0, logs, 2)] if mirrored_logs else [Single(one) for one in cabled]
        )
        self.pool = Pool(made, self.log_vdevs)
        self.cpu = Cpu(int(c["cores"]))
        log = LogSpec(header=int(c["log_header"]), granule=int(c["log_granule"]), wake=wake or c["log_wake"],
                      sizing=sizing or c["log_sizing"], rule=rule, out=out, bias=bias)
        txg = TxgSpec(interval=c["txg_interval"], limit=int(c["memory"]) // 8, record=int(c["recordsize"]), pending=1)
        self.filesystem = Zfs(self.loop, self.pool, log=log, txg=txg, host=0.0, copy=0.0, random=Random(seed), age=age,
                              sync=sync, recording=recording)
        self.logs = [self.filesystem.log, *(self.filesystem.dataset(log, Random(seed), recording)
                                            for _ in range(datasets - 1))]
        self.server = NfsServer(self.loop, self.cpu, self.filesystem, network=c["cpu_network"], write=c["cpu_write"],
                                random=random, spread=spread, seen=seen)

    def clients(self, count: int = 1, threads: int = 1, *, size: int, turnaround: float | None = None, at: float = 0.0,
                spread: float = 0.15, stable: int = FILE_SYNC, trace: Callable[[], Path | None] = lambda: None) -> None:
        """Start `count` clients with `threads` writers each from `at` (s) on, a tenth of a millisecond apart on average.

        turnaround: seconds from one answer until the server begins to count the next request's latency.
        """
        if count < 1 or threads < 1 or size < 1:
            raise ValueError(f"clients, threads and size must be 1 or more, got {count}, {threads} and {size}")
        for number in range(count):
            client = self.client(turnaround, spread)
            for _ in range(threads):
                begin = at + self.random.random() * count * threads * ms / 10
                log = self.logs[number % len(self.logs)]
                self.loop.spawn(client.thread(size, stable, log, trace), at=begin)

    def client(self, turnaround: float | None = None, spread: float = 0.15) -> Client:
        """Another client. The server's network processing is a part of the turnaround."""
        whole = self.constants["turnaround"] if turnaround is None else turnaround
        pause = max(0.0, whole - self.constants["cpu_network"])
        return Client(self.loop, self.server, turnaround=pause, random=self.random, spread=spread)

    def used(self) -> Used:
        """How long its parts were in use, up to the loop's present moment."""
        return Used(self.cpu.busy / self.cpu.cores, fsum([disk.busy for disk in self.disks]) / len(self.disks),
                    fsum([log.outstanding for log in self.cabled_logs]) / max(1, len(self.cabled_logs)))

    def use_logs(self, at: float) -> None:
        """Leave the log devices out until `at` (s), as the appliance's administrator did."""
        self.pool.logs = []

        def later() -> Process:
            yield max(0.0, at - self.loop.now)
            self.pool.logs = self.log_vdevs

        self.loop.spawn(later())
