"""Puts one machine together from the parts of the catalogue, and lets programs run on it."""
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, cast

from models.catalogue.machines import values
from models.check import at_least, constants, counted, one_of, requested, seeded
from models.devices.drive_spec import DriveSpec, drive_fields, drive_of
from models.devices.hdd import HardDisk
from models.devices.nvram import Nvram
from models.filesystems.raw import Raw
from models.filesystems.ufs import Ufs, UfsSpec
from models.machine.pool_layout import check_in_memory
from models.sim.loop import Loop, Process
from models.sim.request import Request
from models.sim.stats import Interval, interval
from models.sim.workload import sequential
from models.units import KiB, MiB, ms
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Single, Vdev
from models.zfs.txg.transaction_group import TxgSpec
from models.zfs.zil.intent_log import IntentLog, LogSpec

CACHES = ("on", "ignored", "off")
FILESYSTEMS = ("raw", "ufs", "zfs")
LUMP = 128 * KiB


def drive(flush: float = 0.0, **overrides: float) -> DriveSpec:
    """The box's drive, with those of the `overrides` that are a drive's. flush: seconds of a flush, beyond a command."""
    return drive_of("freebsd-box", flush=flush, **drive_fields(overrides))


def ram_disk(size: int, command: float | None = None) -> Nvram:
    """`size` bytes of memory that the box's kernel presents as a disk, empty after a power failure. command: seconds
    each, by default the catalogue's."""
    c: dict[str, Any] = values("freebsd-box")
    return Nvram(size, c["ramdisk_command"] if command is None else command, c["ramdisk_rate"], volatile=True)


class FreeBSDBox:
    """One disk under one file system (FreeBSD 8.1, 2010), and the programs that write to it; raises ValueError for what
    such a machine cannot be."""

    def __init__(
        self,
        *,
        cache: str = "on",                  # the disk's: on (obeys flushes), ignored (on, but never flushed) or off
        filesystem: str = "zfs",            # raw, ufs or zfs
        wake: str | None = None,            # whom the log lets write next, as for LogSpec
        group: bool = True,                 # records that wait are written together
        age: float = 0.0,                   # seconds since the last transaction group at time zero
        log_block: int = 128 * KiB,         # the largest
        flush_cost: float = 0.0,            # seconds of a flush, beyond a command
        sync: str = "standard",             # as for Zfs
        vdevs: Callable[[Callable[[], HardDisk]], list[Vdev]] | None = None,
        # of the pool, from a function that gives another of the box's disks (default: the one disk alone)
        logs: Sequence[Vdev] = (),          # its log devices
        dedup: bool = False,                # data is hashed on its way to disk
        recording: bool = True,             # disks keep their traces, and ZFS its batches
        replayable: bool = True,            # ZFS keeps what a replay needs, too
        seed: int = 1,
        **overrides: float,                 # any constant of the catalogue
    ):
        one_of("cache", cache, CACHES)
        one_of("filesystem", filesystem, FILESYSTEMS)
        c = constants(values("freebsd-box"), overrides)
        check_in_memory((device for vdev in logs for device in vdev.devices), c["memory"])
        random = seeded(seed)
        self.loop = Loop()
        spec = drive(flush=flush_cost, **overrides)

        def another() -> HardDisk:
            disk = HardDisk(spec, cache=cache != "off", phase=random.random())
            disk.recording = recording
            return disk

        log = LogSpec(header=int(c["log_header"]), granule=int(c["log_granule"]), block=log_block,
                      flush=cache == "on", wake=wake or c["log_wake"], sizing=c["log_sizing"], group=group,
                      indirect=int(c["log_indirect"]))
        txg = TxgSpec(interval=c["txg_interval"], limit=int(c["memory"]) // 8, record=int(c["recordsize"]),
                      flush=cache == "on")
        ufs = UfsSpec(block=int(c["ufs_block"]), cluster=int(c["ufs_cluster"]), group=int(c["ufs_group"]),
                      inodes=int(c["ufs_inodes"]))
        self.filesystem: Raw | Ufs | Zfs
        self.pool = Pool(vdevs(another) if vdevs else [Single(another())], logs)
        self.disk = cast(HardDisk, self.pool.vdevs[0].devices[0])
        if filesystem == "raw":
            self.filesystem = Raw(self.loop, self.disk)
        elif filesystem == "ufs":
            self.filesystem = Ufs(self.loop, self.disk, spec=ufs, host=c["host"], copy=c["copy"], random=random)
        else:
            self.filesystem = Zfs(self.loop, self.pool, log=log, txg=txg, host=c["host"], copy=c["copy"],
                                  random=Random(seed), age=age, sync=sync, recording=recording and replayable,
                                  hash_rate=c["hash_rate"] if dedup else 0.0)
        self.random = random
        self.done: list[Request] = []       # what programs wrote

    @property
    def zfs(self) -> Zfs:
        """The ZFS, if that is the file system."""
        if not isinstance(self.filesystem, Zfs):
            raise TypeError("the file system is not ZFS")
        return self.filesystem

    @property
    def log(self) -> IntentLog:
        """The intent log, if the file system is ZFS."""
        return self.zfs.log

    @property
    def ufs(self) -> Ufs:
        """The UFS and where its file lies, if that is the file system."""
        if not isinstance(self.filesystem, Ufs):
            raise TypeError("the file system is not UFS")
        return self.filesystem

    def program(self, size: int, sync: bool, think: float = 0.0, begin: int = 0) -> Process:
        """A program that writes `size` bytes from `begin` on, waits, computes for `think` seconds, and so on.

        Asynchronous writes without think time are made `LUMP` bytes at a time: the same copying, fewer events.
        """
        loop, write, done = self.loop, self.filesystem.write, self.done
        if not sync and not think:
            size *= max(1, LUMP // size)
        for offset in sequential(size, begin):
            issued = loop.now
            yield from write(offset, size, sync)
            done.append(Request("write", offset, size, issued, loop.now))
            if think:
                yield think

    def start(self, threads: int = 1, *, size: int, sync: bool, think: float = 0.0, at: float = 0.0) -> None:
        """Start `threads` programs from `at` (s) on, a millisecond apart on average.

        Each has a file of its own, or on the raw disk a part of its own.
        """
        counted(threads=threads)
        requested(size)
        at_least(0, think=think, at=at)
        if threads > 1 and isinstance(self.filesystem, Ufs):
            raise ValueError(f"on UFS threads must be 1 (the model holds one file), got {threads}")
        part = self.disk.spec.capacity // threads // MiB * MiB if isinstance(self.filesystem, Raw) else 0
        for k in range(threads):
            self.loop.spawn(self.program(size, sync, think, k * part), at=at + self.random.random() * threads * ms)

    def seconds(self, count: int, start: float = 0.0) -> Iterator[Interval]:
        """Let `count` seconds pass from `start`; a row as iostat prints it for each."""
        for k in range(count):
            self.loop.run(until=start + k + 1)
            yield interval(self.disk.trace, start + k, 1.0)
