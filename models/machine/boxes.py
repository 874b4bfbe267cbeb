"""The disks, flash devices and log devices of a machine, in JBODs on cables, or each on a port."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, TypeAlias

from models.catalogue.machines import values
from models.check import a_number
from models.devices.cable import Cable, Cabled, CabledDrive
from models.devices.device import FifoAdapter
from models.devices.disk_array import DiskArray
from models.devices.flash_drive import SSDS, FlashDrive
from models.devices.hdd import HardDisk
from models.devices.looped_drive import LoopedDrive
from models.devices.queued_disk import DISCIPLINES, QueuedDisk, sptf
from models.devices.solid_state import SolidState
from models.devices.ssd import Readzilla
from models.head.pcie import PACKET, Slot
from models.machine.order import Order
from models.sim.loop import Loop
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.pool.draid import Draid
from models.zfs.pool.vdev import Mirror, Raidz, Single, Vdev

QUEUE = values("zfs-queue")
AnyDevice: TypeAlias = Any
"""A disk, array, flash or log device, alone or behind cable and queue, as the order has it."""


class Boxes:
    """The disks, cables, flash devices and log devices of an order.

    recording: whether devices record their commands, and queues their times. in_order: returns a disk without a queue."""

    def __init__(
        self,
        loop: Loop,
        order: Order,
        random: Random,
        recording: bool,
        in_order: Callable[..., HardDisk] = HardDisk,
    ):
        self.loop, self.order, self.random = loop, order, random
        self.recording, self.in_order, self.spec = recording, in_order, order.drive
        pool = order.pool
        cables, rate = min(pool.chains or pool.jbods, pool.jbods), pool.cable_rate
        if pool.hbas and cables:
            rate = min(rate, pool.hbas * Slot(payload=PACKET).to_memory / cables)
        self.cables = [Cable(loop, rate) for _ in range(cables)]
        self.boxes: list[list[AnyDevice]] = [[] for _ in range(max(1, pool.jbods))]  # by JBOD
        self.disks: list[AnyDevice] = []  # without cable and queue
        self.log_devices: list[AnyDevice] = []  # with cable and queue, as the pool uses them
        self.log_drives: list[AnyDevice] = []  # the same devices without cable and queue
        self.flash: list[Readzilla] = []
        self.special_drives: list[FlashDrive] = []
        # dirty data, as a share of its limit (0-1)
        self.dirty: Callable[[], float] = lambda: 0.0

    def put(self, device: AnyDevice, box: int, cable: Cable | None = None) -> AnyDevice:
        """Put a device into a JBOD and return it behind its cable and ZFS's queue, if there are any.

        box: number of the JBOD, modulo their number. cable: a cable of its own, outside the JBODs."""
        order, jbods = self.order, self.order.pool.jbods
        queued, flash = isinstance(device, QueuedDisk | DiskArray), isinstance(device, SolidState)
        if jbods or cable is not None:
            own = cable or self.cables[box % jbods % len(self.cables)]
            device = CabledDrive(device, own) if queued else Cabled(device, own)
            if cable is None:
                self.boxes[box % jbods].append(device)
        if order.has("queue"):
            drive = device if queued else FifoAdapter(device)
            return QueuedDevice(self.loop, drive, **self.options(flash))
        return LoopedDrive(self.loop, device) if queued else device

    def options(self, flash: bool) -> dict[str, object]:
        """Return the options of `VdevQueue` before a disk or an SSD."""
        queue = self.order.queue
        joined = queue.aggregation_flash if flash else None
        options: dict[str, object] = {
            "rule": queue.rule,
            "max_pending": queue.pending,
            "aggregation": queue.aggregation if joined is None else joined,
            "gap": queue.gap,
            "start": queue.start,
            "limits": queue.limits,
            "edges": (queue.dirty_low, queue.dirty_high),
            "counted": self.recording,
        }
        if queue.ramp is not None:
            options["ramp"] = queue.ramp
        if queue.limits:
            options["dirty"] = lambda: self.dirty()
        return options

    def disk(self, box: int) -> AnyDevice:
        """Return a disk of the pool in a JBOD, behind its cable and queue."""
        kind = self.order.pool.disks.kind
        if kind == "ssd":
            pool, today = self.order.pool, self.order.pool.disks.ssd.kind in SSDS
            drive: AnyDevice = (
                FlashDrive(pool.disks.ssd, pool.scattered) if today else self.readzilla()
            )
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

    def drive(self) -> AnyDevice:
        """Return a hard disk that starts at a random angle."""
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
        """Return the pool's vdevs, each spread over as many JBODs as possible."""
        pool = self.order.pool
        layout, width, sector = pool.layout, pool.width, 1 << pool.ashift
        made: list[Vdev] = []
        for first in range(0, pool.count, width):
            members = [self.disk(first + i) for i in range(width)]
            made.append(
                Single(members[0], sector)
                if layout == "stripe"
                else Mirror(members, sector, pool.sides, self.order.queue.pending)
                if layout == "mirror"
                else Draid(members, pool.parity, pool.group_data, pool.draid_spares, sector)
                if layout.startswith("draid")
                else Raidz(members, pool.parity, sector)
            )
        return made

    def special(self) -> Vdev | None:
        """Return the special vdev, or None without one. Its devices are in the head."""
        special, sector = self.order.pool.special, 1 << self.order.pool.ashift
        if not special.devices:
            return None
        self.special_drives = [FlashDrive(SSDS[special.kind]) for _ in range(special.devices)]
        cable = Cable(self.loop, inf) if self.order.pool.jbods else None
        behind = [self.put(drive, 0, cable) for drive in self.special_drives]
        return Mirror(behind, sector) if len(behind) > 1 else Single(behind[0], sector)

    def logs(self) -> list[Vdev]:
        """Return the log vdevs, single or mirrored. The last JBOD is filled first."""
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
        """Return the reads, writes, bytes read and bytes written so far by devices of one of the
        `kinds`."""
        devices = self.kinds[kind]
        sums = [
            sum(column) for column in zip(*[device.moved for device in devices], strict=True)
        ] or [0, 0, 0, 0]
        return sums[0], sums[1], sums[2], sums[3]

    @property
    def kinds(self) -> dict[str, list[AnyDevice]]:
        """Return the devices, without cable and queue, by what they are for."""
        special = {"special": self.special_drives} if self.special_drives else {}
        logs = self.log_drives
        return {"disks": self.disks, "log devices": logs, "flash": self.flash, **special}

    def cache_devices(self) -> list[Readzilla]:
        """Build and return the devices of the L2ARC."""
        feed, least = self.order.cache.feed, self.order.filesystem.record
        if feed.devices:
            a_number("cache.flash.used", feed.capacity, least, unit="bytes")
        self.flash = [self.flash_drive() for _ in range(feed.devices)]
        return self.flash

    def flash_drive(self) -> Readzilla:
        """Return a device of the L2ARC."""
        flash = self.order.cache.flash
        if flash.kind not in SSDS:
            return self.readzilla()
        return FlashDrive(
            replace(
                SSDS[flash.kind],
                read_access=flash.access,
                interface_read=flash.rate,
                capacity=int(flash.capacity),
                dies=flash.channels,
            )
        )

    def readzilla(self) -> Readzilla:
        """Return a Readzilla with the settings of the L2ARC's devices."""
        flash = self.order.cache.flash
        return Readzilla(
            self.random,
            access=flash.access,
            spread=flash.spread,
            rate=flash.rate,
            capacity=int(flash.capacity),
            channels=flash.channels,
        )
