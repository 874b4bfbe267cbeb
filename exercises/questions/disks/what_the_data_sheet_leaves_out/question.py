"""How fast is a disk when data is read from random places, a piece at a time?"""

from functools import cache

from exercises.kit.form import Number
from figures.disks.experiments.one_disk import one_disk
from models.machine import Machine, RawPrograms, answered
from models.sim.workload import uniform
from models.units import GB, KB, MB, KiB, ms, rpm

KIND = "predict"
FORM = {
    "rate": Number(
        "Throughput",
        unit="MB/s",
        low=0.01 * KB,
        high=100_000 * MB,
        help="Of this program, from one disk.",
    )
}
READS, CABLE = 1000, 600 * MB
DRIVES = [  # turns a minute, average seek (s), capacity (bytes)
    (5400, 12 * ms, 1000 * GB),
    (7200, 8.5 * ms, 2000 * GB),
    (10_000, 4.5 * ms, 600 * GB),
    (15_000, 3.5 * ms, 300 * GB),
]
RATES = [rate * MB for rate in (45, 55, 70, 90, 110, 140, 170, 210, 260)]  # sustained
SIZES = [size * KiB for size in (64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024)]
SHARE = (
    0.14,
    0.23,
)  # of a read's time that its data takes: enough to count, too little for the inner tracks to matter


def case(rng):
    speed, seek, capacity = rng.choice(DRIVES)
    rate, turn = rng.choice(RATES), 60 / speed
    data = [(share / (1 - share)) * (seek + turn / 2) * rate for share in SHARE]
    size = rng.choice([size for size in SIZES if data[0] <= size <= data[1]])
    parts = {"seek": seek, "wait": turn / 2, "transfer": size / rate}
    whole = seek + turn / 2 + size / rate
    return {
        "speed": speed,
        "seek": seek,
        "capacity": capacity,
        "rate": rate,
        "size": size,
        "bytes": size,
        "turn": turn,
        "seed": rng.randrange(1000),
        "cable": CABLE,
        **parts,
        "whole": whole,
        "reads": 1 / whole,
        "random": size / whole,
        "share": size / whole / rate,
    }


@cache
def simulated(speed, seek, capacity, rate, size, seed):
    """Bytes a second that the book's disk reads, one request after the other, from anywhere."""
    order = one_disk(
        seek,
        speed * rpm,
        seek_track=0.06 * seek,
        seek_full=2 * seek,
        media_rate=rate,
        capacity=capacity,
    )
    machine = Machine(order, seed)
    machine.start(RawPrograms(uniform(size, capacity, machine.random), size))
    return READS * size / answered(machine, READS)[-1].finish


def measured(case):
    """The same for the disk of a variant."""
    return simulated(
        *(case[name] for name in ("speed", "seek", "capacity", "rate", "size", "seed"))
    )
