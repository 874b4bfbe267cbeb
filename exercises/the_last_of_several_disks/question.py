"""How long does a write wait that has to be on several disks?"""
from functools import cache
from random import Random

from exercises.kit.form import Number
from models.devices.hdd import HardDisk
from models.fast.round_robin_writes import IcyLake
from models.machine.lone_writer import drive_spec
from models.units import KiB, MiB, rpm, us

KIND = "predict"
FORM = {"wait": Number("Mean wait for the platters", unit="ms", low=0.0, high=0.1,
                       help="From when the disks get the write until the last sector of it comes under a head.")}
GROUPS, SECONDS = 40, 50.0


def case(rng):
    disks, speed = rng.choice([3, 4, 5, 6]), rng.choice([5400, 7200, 10_000, 15_000])
    turn = 60 / speed
    return {"disks": disks, "speed": speed, "turn": turn, "half": turn / 2, "pair": 2 / 3 * turn,
            "last": disks / (disks + 1) * turn, "parts": disks + 1, "seed": rng.randrange(1000)}


@cache
def simulated(disks, speed, seed):
    """Seconds that a write waits on average for the sector of its latest disk, in a pool of such groups."""
    random, spec = Random(seed), drive_spec(speed * rpm)
    vdevs = [[HardDisk(spec, phase=random.random(), speed_error=1e-3 * (2 * random.random() - 1)) for _ in range(disks)]
             for _ in range(GROUPS)]
    lake = IcyLake(vdevs, [4 * MiB] * GROUPS, 12 * KiB, host=100 * us, turnaround=200 * us)
    lake.writes(SECONDS)
    return lake.rotation / lake.count
