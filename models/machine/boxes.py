"""The disks, flash and log devices of a machine, in JBODs on cables, or each on a port."""

from collections.abc import Callable
from math import inf
from random import Random
from typing import Any

from models.catalogue.machines import values
from models.check import a_number
from models.devices.cable import Cable, Cabled
from models.devices.disk_array import DiskArray
from models.devices.hdd import HardDisk
from models.devices.looped_drive import LoopedDrive
from models.devices.queued_disk import DISCIPLINES, QueuedDisk, sptf
from models.devices.ssd import Readzilla
from models.head.pcie import PACKET, Slot
from models.machine.order import Order
from models.sim.loop import Loop
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.pool.vdev import Mirror, Raidz, Single, Vdev

QUEUE = values("zfs-queue")


class Boxes:
    """The disks, cables, flash and log devices of an order.

    boxes: the devices in each, disks before log devices. in_order: makes a disk without a queue."""

    def __init__(
        self,
        loop: Loop,
        order: Order,
        random: Random,
        recording: bool,
        in_order: Callable[..., HardDisk] = HardDisk,
    ):
        self.loop, self.order, self.random, self.recording, self.in_order = (
            loop,
            order,
            random,
            recording,
            in_order,
        )
        self.spec = order.drive
        pool = order.pool
        cables, rate = min(pool.chains or pool.jbods, pool.jbods), pool.cable_rate
        if pool.hbas and cables:
            rate = min(rate, pool.hbas * Slot(payload=PACKET).to_memory / cables)
        self.cables = [Cable(loop, rate) for _ in range(cables)]
        self.boxes: list[list[Any]] = [[] for _ in range(max(1, pool.jbods))]
        self.disks: list[Any] = []  # the drives themselves
        self.log_devices: list[Any] = []  # as the pool sees them
        self.log_drives: list[Any] = []  # themselves
        self.flash: list[Readzilla] = []
        self.dirty: Callable[[], float] = lambda: (
            0.0
        )  # how full the memory for changed data is, 0-1

    def put(self, device: Any, box: int, cable: Cable | None = None) -> Any:
        """Put a device into a JBOD (counted round) and return it behind its cable and ZFS's queue,
        where there are such."""
        order, queued = self.order, isinstance(device, QueuedDisk | DiskArray)
        if not order.pool.jbods and cable is None:
            if order.has("queue"):
                return (
                    QueuedDevice(self.loop, device, **self.options())
                    if queued
                    else QueuedDevice.before(self.loop, device, **self.options())
                )
            return LoopedDrive(self.loop, device) if queued else device
        own = cable or self.cables[box % order.pool.jbods % len(self.cables)]
        cabled: Any = Cabled(
            LoopedDrive(self.loop, device) if queued else device, own, queued=queued
        )
        if cable is None:
            self.boxes[box % order.pool.jbods].append(cabled)
        return (
            QueuedDevice.before(self.loop, cabled, **self.options())
            if order.has("queue")
            else cabled
        )

    def options(self) -> dict[str, Any]:
        """Return what `VdevQueue` takes."""
        queue = self.order.queue
        given: dict[str, Any] = {
            "rule": queue.rule,
            "max_pending": queue.pending,
            "aggregation": queue.aggregation,
            "gap": queue.gap,
            "start": queue.start,
            "limits": queue.limits,
            "edges": (queue.dirty_low, queue.dirty_high),
        }
        if queue.ramp is not None:
            given["ramp"] = queue.ramp
        if queue.limits:
            given["dirty"] = lambda: self.dirty()
        return given

    def disk(self, box: int) -> Any:
        kind = self.order.pool.disks.kind
        if kind == "ssd":
            drive: Any = self.flash_drive()
        elif kind == "disk":
            drive = self.drive()
        else:
            drives = [self.drive() for _ in range(QUEUE["array_disks"])]
            drive = DiskArray(drives, QUEUE["array_stripe"])
        self.disks.append(drive)
        device = self.put(self.disks[-1], box)
        if isinstance(device, LoopedDrive):
            device.recording = self.recording
        return device

    def drive(self) -> Any:
        """Return a disk at some angle."""
        order, random, disks = self.order, self.random, self.order.pool.disks
        error = disks.speed_error
        if disks.speed_errors:
            error = disks.speed_errors[len(self.disks) % len(disks.speed_errors)]
        elif error:
            error *= 2 * random.random() - 1
        cache, phase = disks.write_cache != "off", random.random()
        if order.has("drive queue"):
            choose = DISCIPLINES[disks.discipline]
            if disks.discipline == "sptf":
                choose = sptf(disks.ageing)
            return QueuedDisk(
                self.spec,
                choose,
                depth=disks.depth,
                cache=cache,
                read_ahead=True,
                phase=phase,
                speed_error=error,
            )
        disk = self.in_order(self.spec, cache=cache, phase=phase, speed_error=error)
        disk.recording = self.recording
        return disk

    def vdevs(self) -> list[Vdev]:
        """Return the pool's vdevs, each over as many JBODs as it can."""
        pool = self.order.pool
        layout, width, sector = pool.layout, pool.width, pool.sector
        made: list[Vdev] = []
        for first in range(0, pool.count, width):
            members = [self.disk(first + i) for i in range(width)]
            made.append(
                Single(members[0], sector)
                if layout == "stripe"
                else Mirror(members, sector)
                if layout == "mirror"
                else Raidz(members, int(layout[-1]), sector)
            )
        return made

    def logs(self) -> list[Vdev]:
        """Return the log vdevs, single or mirrored, placed from the last JBOD on."""
        log, jbods = self.order.log, self.order.pool.jbods
        for n in range(log.devices):
            device = log.device.made()
            device.recording = self.recording
            self.log_drives.append(device)
            cable = Cable(self.loop, inf) if jbods and log.place == "head" else None
            self.log_devices.append(self.put(device, -1 - n // log.per_jbod, cable))
        if log.mirrored:
            return [Mirror(self.log_devices[i : i + 2]) for i in range(0, log.devices, 2)]
        return [Single(log) for log in self.log_devices]

    def moved(self, kind: str) -> tuple[int, int, int, int]:
        """Return reads, writes, bytes read and bytes written so far by the devices of a kind: disks,
        log devices or flash."""
        devices = {"disks": self.disks, "log devices": self.log_drives, "flash": self.flash}[kind]
        sums = [
            sum(column) for column in zip(*[device.moved for device in devices], strict=True)
        ] or [0, 0, 0, 0]
        return sums[0], sums[1], sums[2], sums[3]

    def cache_devices(self) -> list[Readzilla]:
        """Return the devices of the L2ARC."""
        feed, least = self.order.cache.feed, self.order.filesystem.recordsize
        if feed.devices:
            a_number("cache.flash.used", feed.capacity, least, unit="bytes")
        self.flash = [self.flash_drive() for _ in range(feed.devices)]
        return self.flash

    def flash_drive(self) -> Readzilla:
        """Return a flash device."""
        flash = self.order.cache.flash
        return Readzilla(
            self.random,
            access=flash.access,
            spread=flash.spread,
            rate=flash.rate,
            capacity=int(flash.capacity),
            channels=flash.channels,
        )
