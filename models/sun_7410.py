"""The Sun Storage 7410 put together: clients over NFS, processors, ZFS, a pool of disks, log devices."""
from collections.abc import Callable
from math import isfinite
from random import Random
from typing import Any

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


class Sun7410:
    """vdevs of a layout (stripe, mirror, raidz1 of 6, raidz2 of 10 disks), logs: Logzillas, alone or in mirrored pairs.

    The disks are in `jbods`, each on a cable of its own, the sides of a mirror in two; Logzillas go to the last JBOD
    first. rule, out, bias, wake: as for LogSpec. seen(t, latency): called for every NFS operation. recording: devices
    keep their traces, and the log what a replay needs. Any constant of the catalogue can be overridden by name. Raises
    ValueError for unknown names and impossible pools.
    """

    def __init__(self, *, layout: str = "mirror", vdevs: int = 22, logs: int = 2, mirrored_logs: bool = False,
                 jbods: int = 2, rule: str = "convoy", out: int = 1, bias: str = "latency", wake: str | None = None,
                 sync: str = "standard", recording: bool = False, spread: float = 0.15, age: float = 0.0,
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
        if vdevs < 1:
            raise ValueError(f"a pool needs 1 or more vdevs, got {vdevs}")
        if jbods < 1:
            raise ValueError(f"jbods must be 1 or more, got {jbods}")
        if mirrored_logs and logs % 2:
            raise ValueError(f"mirrored log devices come in pairs, got {logs}")
        self.constants, self.random, self.loop = c, Random(seed), Loop()
        random, spec = self.random, drive(**overrides)
        self.cables = [Station() for _ in range(jbods)]
        self.disks: list[HardDisk] = []

        def another(jbod: int) -> Any:
            error = c["speed_error"] * (2 * random.random() - 1)
            disk = HardDisk(spec, phase=random.random(), speed_error=error)
            disk.recording = recording
            self.disks.append(disk)
            return Cabled(disk, self.cables[jbod % jbods], c["cable_rate"])

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
        per_jbod = 2 if jbods == 2 else 1      # two in one JBOD in the small machine, spread out in the large one
        cabled = [Cabled(logzilla, self.cables[-1 - n // per_jbod % jbods], c["cable_rate"])
                  for n, logzilla in enumerate(self.logzillas)]
        self.log_vdevs: list[Vdev] = (
            [Mirror(cabled[i:i + 2]) for i in range(0, logs, 2)] if mirrored_logs else [Single(one) for one in cabled]
        )
        self.pool = Pool(made, self.log_vdevs)
        self.cpu = Cpu(int(c["cores"]))
        log = LogSpec(header=int(c["log_header"]), granule=int(c["log_granule"]), wake=wake or c["log_wake"], rule=rule,
                      out=out, bias=bias)
        txg = TxgSpec(interval=c["txg_interval"], limit=int(c["memory"]) // 8, record=int(c["recordsize"]), pending=1)
        self.filesystem = Zfs(self.loop, self.pool, log=log, txg=txg, host=0.0, copy=0.0, random=Random(seed), age=age,
                              sync=sync, recording=recording)
        self.server = NfsServer(self.loop, self.cpu, self.filesystem, network=c["cpu_network"], write=c["cpu_write"],
                                random=random, spread=spread, seen=seen)

    def clients(self, count: int = 1, threads: int = 1, *, size: int, turnaround: float | None = None, at: float = 0.0,
                spread: float = 0.15, stable: int = FILE_SYNC, trace: Callable[[], Path | None] = lambda: None) -> None:
        """Start `count` clients with `threads` writers each from `at` (s) on, a millisecond apart on average."""
        if count < 1 or threads < 1 or size < 1:
            raise ValueError(f"clients, threads and size must be 1 or more, got {count}, {threads} and {size}")
        pause = self.constants["turnaround"] if turnaround is None else turnaround
        for _ in range(count):
            client = Client(self.loop, self.server, turnaround=pause, random=self.random, spread=spread)
            for _ in range(threads):
                begin = at + self.random.random() * count * threads * ms / 10
                self.loop.spawn(client.thread(size, stable, trace=trace), at=begin)

    def use_logs(self, at: float) -> None:
        """Leave the log devices out until `at` (s), as the appliance's administrator did."""
        self.pool.logs = []

        def later() -> Process:
            yield max(0.0, at - self.loop.now)
            self.pool.logs = self.log_vdevs

        self.loop.spawn(later())
