"""Disks that read side by side over shared ports: each reads on its own, and all of it goes through the same few lanes."""
from heapq import heapify, heapreplace
from random import Random

from models.catalogue.machines import values
from models.devices.hdd import DriveSpec
from models.machine.lone_writer import drive_spec
from models.sim.station import Station
from models.units import MB, KiB, us

SUN = values("7410")
Read = tuple[float, float, int]
"""start (s), latency (s), disk (from 0)."""


class Ports:
    """lanes: to how many disks the host can listen at a time; lane_rate, bus_rate: bytes a second of each lane, and of
    the card behind them that all share. First come, first served at both."""

    def __init__(self, lanes: int = 8, lane_rate: float = SUN["interface_rate"], bus_rate: float = 1420 * MB):
        self.lanes, self.lane_rate, self.bus_rate = lanes, lane_rate, bus_rate
        self.free = [0.0] * lanes
        self.bus = Station()

    def carry(self, now: float, size: int) -> float:
        """When `size` bytes that a disk has ready `now` (s; it never falls) are with the host (s)."""
        start = max(now, self.free[0])
        done = start + size / self.lane_rate
        heapreplace(self.free, done)
        return self.bus.serve(done, size / self.bus_rate)


def stepped_reads(disks: int, ports: Ports, *, size: int = 128 * KiB, repeat: bool = False, seconds: float = 0.2,
                  think: float = 20 * us, spec: DriveSpec | None = None, random: Random) -> list[Read]:
    """What `disks` disks read in `seconds`, one reader each that asks for `size` bytes again as soon as it has some.

    Sequential reads: the drive reads ahead, so that it has the next bytes when they have passed under its head, and a
    skew later where a track ends. repeat: always the same bytes, which the drive keeps in its memory. think: seconds of
    the reader between two reads.
    """
    spec = spec or drive_spec()
    track, turn = spec.media_rate * (1 / spec.speed + spec.skew), 1 / spec.speed
    passing, room = size / track * turn, spec.read_ahead / track * turn
    left = [random.random() * track for _ in range(disks)]        # before the head has to change tracks (bytes)
    passed = [0.0] * disks                                        # when the next bytes have passed (s)
    start = [random.random() * 2e-3 for _ in range(disks)]
    ready = []
    for disk, begun in enumerate(start):
        passed[disk] = begun + random.random() * turn + passing
        ready.append((begun + spec.command if repeat else max(begun + spec.command, passed[disk]), disk))
    heapify(ready)
    out: list[Read] = []
    while ready[0][0] < seconds:
        now, disk = ready[0]
        finish = ports.carry(now, size)
        out.append((start[disk], finish - start[disk], disk))
        begun = start[disk] = finish + think
        arrives = begun + spec.command
        if not repeat:
            left[disk] -= size
            skews = 0
            while left[disk] < 0:
                left[disk] += track
                skews += 1
            passed[disk] = max(passed[disk], arrives - room) + passing + skews * spec.skew
            arrives = max(arrives, passed[disk])
        heapreplace(ready, (arrives, disk))
    return out
