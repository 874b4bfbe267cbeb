"""A read over NFS is answered from memory, from a flash read cache, or from a disk.

Which tier has a block is given as shares of the reads (models/zfs/l2arc/l2arc.py, sampled.py); here is how long that takes.
"""
from dataclasses import dataclass
from heapq import heapify, heapreplace
from math import inf
from random import Random

from models.catalogue.machines import values
from models.devices.hdd import DriveSpec, HardDisk
from models.devices.ssd import PAGE, Readzilla
from models.devices.vibration import Shaking
from models.machine.lone_writer import drive_spec
from models.units import sector

SUN = values("7410")
TIERS = ("memory", "flash", "disk")
Read = tuple[float, float, int]
"""start (s), latency at the server (s), tier (an index into `TIERS`)."""


@dataclass(frozen=True)
class Shares:
    """Which share (0-1) of the reads each tier answers."""

    memory: float
    flash: float
    disk: float


class ReadTiers:
    """Reads of `size` bytes at random: `devices` Readzillas, `disks` disks that hold `span` bytes of the data each.

    cpu: seconds in the server for each read, drawn from (1 - spread) to (1 + spread) times that. retry: the chance with
    which a disk has to try again, a turn later (a shaken or a worn one). All chance comes from `seed`.
    """

    def __init__(self, *, size: int, devices: int = 6, disks: int = 44, span: float = SUN["read_span"],
                 cpu: float = SUN["cpu_read"], spread: float = 0.8, retry: float = 0.0, spec: DriveSpec | None = None,
                 seed: int = 1):
        self.random, self.size, self.cpu, self.spread = Random(seed), size, cpu, spread
        self.shaking = Shaking(0.0, inf, retry) if retry else None
        random, spec = self.random, spec or drive_spec()
        self.places = int(min(span, spec.capacity) // max(size, sector))
        self.disks = [HardDisk(spec, phase=random.random(), speed_error=SUN["speed_error"] * (2 * random.random() - 1))
                      for _ in range(disks)]
        for disk in self.disks:
            disk.recording = False
        self.flash = [Readzilla(random) for _ in range(devices)]
        self.pages = (SUN["readzilla_capacity"] - size) // PAGE

    def processor(self) -> float:
        """Seconds in the server, by chance."""
        return self.cpu * (1 + self.spread * (2 * self.random.random() - 1))

    def read(self, now: float, tier: int) -> float:
        """When a read that the server passes on `now` (s; it never falls) is answered from `tier` (s).
        """
        random, size = self.random.random, self.size
        if tier == 0:
            return now
        if tier == 1:
            if not self.flash:
                raise ValueError("a read from flash needs 1 or more devices, got 0")
            device = self.flash[int(random() * len(self.flash))]
            return device.read(now, int(random() * self.pages) * PAGE, size)
        disk = self.disks[int(random() * len(self.disks))]
        finish = disk.read(now, int(random() * self.places) * max(size, sector), size)
        if self.shaking:
            finish += self.shaking.retries(now, disk.turn, self.random) * disk.turn
            disk.ready = disk.platter_free = finish
        return finish

    def pick(self, shares: Shares) -> int:
        """A tier, by chance."""
        drawn = self.random.random()
        return 0 if drawn < shares.memory else 1 if drawn < shares.memory + shares.flash else 2

    def reads(self, shares: Shares, count: int, threads: int = 1, turnaround: float = SUN["turnaround"],
              start: float = 0.0) -> list[Read]:
        """`count` reads by `threads` clients that each wait for their answer, then take `turnaround` (s).

        In the order in which the server passes them on, from `start` (s) on, which may not lie before an earlier
        call's reads.
        """
        asked = [start + turnaround * self.random.random() for _ in range(threads)]
        ready = [(t + self.processor(), t) for t in asked]
        heapify(ready)
        out = []
        for _ in range(count):
            now, begun = ready[0]
            tier = self.pick(shares)
            finish = self.read(now, tier)
            out.append((begun, finish - begun, tier))
            again = finish + turnaround
            heapreplace(ready, (again + self.processor(), again))
        return out
