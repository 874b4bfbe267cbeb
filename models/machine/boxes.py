"""The disks, flash and log devices of a machine: in boxes, each box (JBOD) on one cable, or each on
a port of its own."""

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
from models.machine.log_device import ordered
from models.machine.order import LAYOUTS, Order
from models.sim.loop import Loop
from models.zfs.io.queue_order import CLASSES
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.pool.vdev import Mirror, Raidz, Single, Vdev

QUEUE = values("zfs-queue")
RULES = {"server-today": "with credit"}
"""The rule of ZFS's queue where it is not the old one."""


class Boxes:
    """What of an order stores bytes. boxes: what is in each, disks before log devices. in_order:
    makes a disk without a queue."""

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
        cables = min(order.chains or order.jbods, order.jbods)
        rate = order.constants.get("cable_rate", inf)
        if order.hbas and cables:
            rate = min(rate, order.hbas * Slot(payload=PACKET).to_memory / cables)
        self.cables = [Cable(loop, rate) for _ in range(cables)]
        self.boxes: list[list[Any]] = [[] for _ in range(max(1, order.jbods))]
        self.disks: list[Any] = []  # the drives themselves
        self.log_devices: list[Any] = []  # as the pool sees them
        self.log_drives: list[Any] = []  # themselves
        self.flash: list[Readzilla] = []
        self.rule = order.rule or RULES.get(order.machine, "deadline")
        self.dirty: Callable[[], float] = lambda: (
            0.0
        )  # how full the memory for changed data is, 0-1

    def put(self, device: Any, box: int, cable: Cable | None = None) -> Any:
        """A device in a box (counted round), behind its cable and ZFS's queue as far as there are
        such."""
        order, queued = self.order, isinstance(device, QueuedDisk | DiskArray)
        if not order.jbods and cable is None:
            if order.has("queue"):
                return (
                    QueuedDevice(self.loop, device, **self.options())
                    if queued
                    else QueuedDevice.before(self.loop, device, **self.options())
                )
            return LoopedDrive(self.loop, device) if queued else device
        own = cable or self.cables[box % order.jbods % len(self.cables)]
        cabled: Any = Cabled(
            LoopedDrive(self.loop, device) if queued else device, own, queued=queued
        )
        if cable is None:
            self.boxes[box % order.jbods].append(cabled)
        return (
            QueuedDevice.before(self.loop, cabled, **self.options())
            if order.has("queue")
            else cabled
        )

    def options(self) -> dict[str, Any]:
        c = self.order.constants
        today = (
            {}
            if "sync_read_min" not in c
            else {
                "dirty": lambda: self.dirty(),
                "aggregation": int(c["aggregation"]),
                "gap": int(c["read_gap"]),
                "edges": (c["dirty_low"], c["dirty_high"]),
                "limits": {
                    name: tuple(int(c[f"{name.replace(' ', '_')}_{end}"]) for end in ("min", "max"))
                    for name in CLASSES
                },
            }
        )
        return {
            "rule": self.rule,
            "max_pending": self.order.pending or QUEUE["pending"],
            **today,
            **self.order.zfs_queue,
        }

    def disk(self, box: int) -> Any:
        kind = self.order.disk_kind
        self.disks.append(
            Readzilla(self.random, **self.order.readzilla)
            if kind == "ssd"
            else self.drive()
            if kind == "disk"
            else DiskArray(
                [self.drive() for _ in range(QUEUE["array_disks"])], QUEUE["array_stripe"]
            )
        )
        device = self.put(self.disks[-1], box)
        if isinstance(device, LoopedDrive):
            device.recording = self.recording
        return device

    def drive(self) -> Any:
        """A disk at some angle."""
        order, random = self.order, self.random
        model = values(order.disk_model) if order.disk_model else order.constants
        error = order.constants.get("speed_error", 0.0)
        if order.speed_errors:
            error = order.speed_errors[len(self.disks) % len(order.speed_errors)]
        elif error:
            error *= 2 * random.random() - 1
        cache, phase = order.disk_cache != "off", random.random()
        if order.has("drive queue"):
            ageing = order.changed.get("ageing", model.get("ageing", 0.0))
            depth = int(model.get("depth", 32))
            choose = sptf(ageing) if order.discipline == "sptf" else DISCIPLINES[order.discipline]
            return QueuedDisk(
                self.spec,
                choose,
                depth=depth,
                cache=cache,
                read_ahead=True,
                phase=phase,
                speed_error=error,
            )
        disk = self.in_order(self.spec, cache=cache, phase=phase, speed_error=error)
        disk.recording = self.recording
        return disk

    def vdevs(self) -> list[Vdev]:
        """The pool's vdevs, each over as many boxes as it can."""
        layout, count = self.order.pool
        width = self.order.width or LAYOUTS[layout].disks
        sector = self.order.sector or int(self.order.constants.get("sector", 512))
        made: list[Vdev] = []
        for first in range(0, count * width, width):
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
        """The log devices, alone or in mirrored pairs, so many to a box from the last one on."""
        order = self.order
        kind = ordered(order.log_device, order.constants)
        each = order.logs_a_jbod or (2 if order.jbods == 2 else 1)
        for n in range(order.logs):
            device = kind.made()
            device.recording = self.recording
            self.log_drives.append(device)
            cable = Cable(self.loop, inf) if order.jbods and order.logs_at == "head" else None
            self.log_devices.append(self.put(device, -1 - n // each, cable))
        if order.mirrored_logs:
            return [Mirror(self.log_devices[i : i + 2]) for i in range(0, order.logs, 2)]
        return [Single(log) for log in self.log_devices]

    def moved(self, kind: str) -> tuple[int, int, int, int]:
        """Reads, writes, bytes read and written so far by the devices of a kind (disks, log
        devices, flash)."""
        devices = {"disks": self.disks, "log devices": self.log_drives, "flash": self.flash}[kind]
        sums = [
            sum(column) for column in zip(*[device.moved for device in devices], strict=True)
        ] or [0, 0, 0, 0]
        return sums[0], sums[1], sums[2], sums[3]

    def cache_devices(self) -> list[Readzilla]:
        if (l2arc := self.order.l2arc).devices:
            a_number("flash_size", l2arc.capacity, self.order.constants["recordsize"], unit="bytes")
        self.flash = [Readzilla(self.random, **self.order.readzilla) for _ in range(l2arc.devices)]
        return self.flash
