"""How long does a write wait that has to be on several disks?"""

from functools import cache

from exercises.kit.form import Number
from figures.kit.icy_lake import icy_lake
from models.units import KiB, rpm

KIND = "predict"
FORM = {
    "wait": Number(
        "Mean wait for the platters",
        unit="ms",
        low=0.0,
        high=0.1,
        help="From when the disks get the write until the last sector of it comes under a head.",
    )
}
GROUPS, SECONDS, SPEED_ERROR = 40, 25.0, 1e-3


def case(rng):
    disks, speed = rng.choice([3, 4, 5, 6]), rng.choice([5400, 7200, 10_000, 15_000])
    turn = 60 / speed
    return {
        "disks": disks,
        "speed": speed,
        "turn": turn,
        "half": turn / 2,
        "pair": 2 / 3 * turn,
        "last": disks / (disks + 1) * turn,
        "parts": disks + 1,
        "seed": rng.randrange(1000),
    }


@cache
def simulated(disks, speed, seed):
    """Seconds that a write waits on average for the sector of its latest disk, in a pool of such groups."""
    lake = icy_lake(
        ("mirror", GROUPS),
        8 * KiB,
        width=disks,
        speed=speed * rpm,
        speed_error=SPEED_ERROR,
        seed=seed,
    )
    lake.writes(SECONDS)
    return lake.rotation / lake.count
