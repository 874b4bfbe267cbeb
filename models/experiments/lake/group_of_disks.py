"""An icy lake whose writes go to groups of several disks each: how long the last disk of a group keeps a write waiting."""
from random import Random

from models.devices.hdd import HardDisk
from models.fast.round_robin_writes import IcyLake
from models.machine.lone_writer import drive_spec
from models.units import KiB, MiB, us

SPEED_ERROR = 1e-3
"""This and the times of the client below are the exercise's own, of no machine."""


def mean_rotation(disks: int, speed: float, *, groups: int, seconds: float, seed: int) -> float:
    """Seconds that a write waits on average for the sector of its latest disk, in a pool of `groups` of so many disks that
    is written to for `seconds`. speed: of the platters (turns a second)."""
    random, spec = Random(seed), drive_spec(speed)
    vdevs = [[HardDisk(spec, phase=random.random(), speed_error=SPEED_ERROR * (2 * random.random() - 1))
              for _ in range(disks)] for _ in range(groups)]
    lake = IcyLake(vdevs, [4 * MiB] * groups, 12 * KiB, host=100 * us, turnaround=200 * us)
    lake.writes(seconds)
    return lake.rotation / lake.count
