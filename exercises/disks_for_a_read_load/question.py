"""Choose disks for random reads: how many, which, and how many reads each is given at a time."""
from functools import cache
from random import Random

from exercises.kit.form import Choice, Number
from models.catalogue.machines import values
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.fast.random_reads import random_reads
from models.sim.stats import percentile
from models.sim.workload import uniform
from models.units import GB, KiB, ms, rpm

KIND = "choose"
FORM = {
    "kind": Choice("Which disks?", {"7200": "7,200 turns a minute, 2,000 GB",
                                    "15000": "15,000 turns a minute, 600 GB"}, start="7200"),
    "disks": Number("How many", unit="disks", low=1, high=1000, whole=True, start=2),
    "threads": Number("Reads outstanding at each disk", unit="reads", low=1, high=32, whole=True, start=16,
                      help="1 to 32. So many threads read from each disk, and each waits for its answer."),
}
PRICE = {"7200": 10, "15000": 14}
SIZE = {"7200": 2000 * GB, "15000": 600 * GB}
SEEK = {"7200": 8.2 * ms, "15000": 3.4 * ms}
SPEED = {"7200": 7200 * rpm, "15000": 15000 * rpm}
AGEING = values("enterprise-disk")["ageing"]
READS = 2000


def case(rng):
    many = rng.randint(9, 30)
    data = round(many * rng.choice([0.4, 0.45, 0.5]) * 2) * 500 * GB
    found = {"data": data, "rate": round(many * 1.65) * 100, "in_time": rng.choice([55, 60, 65]) * ms,
             "money": 10 * many + 20, "many": many + 2, "by_size": -(-data // SIZE["7200"]), "seed": rng.randrange(1000),
             "price_7200": PRICE["7200"], "price_15000": PRICE["15000"],
             "seek_7200": SEEK["7200"], "seek_15000": SEEK["15000"]}
    return {**found, "few": outcome(found, "7200", found["by_size"], 4)[0],
            "all": outcome(found, "7200", found["many"], 4)[0]}


@cache
def one_disk(kind, threads, span, seed):
    """Reads a second of one disk, and the time of nine in ten (s): 4 KiB at a time, from anywhere in `span` bytes."""
    seek = SEEK[kind]
    spec = drive_of("enterprise-disk", speed=SPEED[kind], capacity=SIZE[kind], seek_average=seek, seek_track=0.06 * seek,
                    seek_full=2 * seek)
    random = Random(seed)
    disk = HardDisk(spec, phase=random.random())
    done = random_reads(disk, uniform(4 * KiB, span, random), 4 * KiB, threads, READS + threads, AGEING)[threads:]
    return (READS - 1) / (done[-1][1] - done[0][1]), percentile([finish - issued for issued, finish in done], 0.9)


def outcome(case, kind, disks, threads):
    """What the simulator finds of a configuration: reads a second of all disks, and the time of nine in ten (s).

    The data lies on all disks alike, from the rim of each inward; what does not fit is left out.
    """
    span = int(min(SIZE[kind], case["data"] / disks))
    rate, late = one_disk(kind, threads, span, case["seed"])
    return disks * rate, late
