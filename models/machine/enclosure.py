"""JBODs: boxes of disks and log devices, each box on one cable."""
from math import inf
from random import Random
from typing import Any

from models.check import a_number, counted, one_of
from models.devices.cable import Cable, Cabled
from models.devices.drive_spec import DriveSpec, drive_fields, drive_of
from models.devices.hdd import HardDisk
from models.devices.ssd import Logzilla
from models.sim.loop import Loop
from models.zfs.pool.raidz import Raidz
from models.zfs.pool.vdev import Mirror, Single, Vdev

LAYOUTS = {"stripe": 1, "mirror": 2, "raidz1": 6, "raidz2": 10}
PLACES = ("jbod", "head")


def drive(**overrides: float) -> DriveSpec:
    """One of the machine's disks, with those of the `overrides` that are a drive's."""
    return drive_of("7410", **drive_fields(overrides))


class Jbods:
    """`count` boxes of disks as in `spec`, each on a cable of `rate` bytes a second. speed_error: of their spindles (a
    share, uniform). boxes: what is in each, disks before log devices."""

    def __init__(self, loop: Loop, count: int, rate: float, spec: DriveSpec, speed_error: float, random: Random,
                 recording: bool):
        counted(jbods=count)
        a_number("cable_rate", rate, above=0)
        a_number("speed_error", speed_error, 0, below=1)
        self.loop, self.count, self.spec, self.random, self.recording = loop, count, spec, random, recording
        self.speed_error = speed_error
        self.cables = [Cable(loop, rate) for _ in range(count)]
        self.boxes: list[list[Cabled]] = [[] for _ in range(count)]
        self.disks: list[HardDisk] = []
        self.logs: list[Cabled] = []

    def put(self, device: Any, box: int) -> Cabled:
        """A device in a box (counted round), on its cable."""
        cabled = Cabled(device, self.cables[box % self.count])
        self.boxes[box % self.count].append(cabled)
        return cabled

    def disk(self, box: int) -> Cabled:
        """Another disk, at some angle."""
        error = self.speed_error * (2 * self.random.random() - 1)
        disk = HardDisk(self.spec, phase=self.random.random(), speed_error=error)
        disk.recording = self.recording
        self.disks.append(disk)
        return self.put(disk, box)

    def vdevs(self, layout: str, count: int) -> list[Vdev]:
        """So many vdevs of a layout, each over as many boxes as it can."""
        one_of("layout", layout, LAYOUTS)
        counted(vdevs=count)
        width = LAYOUTS[layout]
        made: list[Vdev] = []
        for first in range(0, count * width, width):
            members = [self.disk(first + i) for i in range(width)]
            made.append(Single(members[0]) if layout == "stripe" else Mirror(members) if layout == "mirror"
                        else Raidz(members, parity=int(layout[-1])))
        return made

    def log_vdevs(self, count: int, access: float, rate: float, capacity: int, *, mirrored: bool = False, each: int = 1,
                  place: str = "jbod") -> list[Vdev]:
        """So many log devices, alone or in mirrored pairs, `each` to a box from the last one on. place: jbod, or head for
        cards in the server, which share no cable."""
        counted(0, logs=count)
        counted(logs_a_jbod=each)
        one_of("logs_at", place, PLACES)
        if mirrored and count % 2:
            right = f"{count - 1} or {count + 1}" if count > 1 else "2"
            raise ValueError(f"mirrored log devices come in pairs, got {count}: take {right}, or leave them unmirrored")
        for n in range(count):
            device = Logzilla(access, rate, capacity)
            device.recording = self.recording
            self.logs.append(self.put(device, -1 - n // each) if place == "jbod" else Cabled(device, Cable(self.loop, inf)))
        if mirrored:
            return [Mirror(self.logs[i:i + 2]) for i in range(0, count, 2)]
        return [Single(log) for log in self.logs]
