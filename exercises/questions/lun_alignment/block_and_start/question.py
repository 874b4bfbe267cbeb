"""Which blocks shall a LUN have, and where shall its partition begin, for a database of large pages?"""

from functools import cache

from exercises.kit.form import Choice, Number
from figures.lun_alignment.experiments.lun_load import LunRun
from models.protocols.alignment import Partition
from models.units import GiB, KiB, TiB, ms, sector

KIND = "choose"
BLOCKS = (4, 8, 16, 32, 64, 128)
FORM = {
    "block": Choice(
        "Blocks of the LUN (volblocksize)", {str(n): f"{n} KiB" for n in BLOCKS}, start="4"
    ),
    "start": Number(
        "The partition begins at sector",
        low=34,
        high=100_000_000,
        whole=True,
        start=63,
        help="Sectors of 512 bytes, counted from 0; the label takes 0 to 33.",
    ),
}
POINTER = 128
THREADS, SECONDS = 16, 0.8
LATE = 5 * ms
UNUSED, TRACK = 64 * KiB, 63
"""What may lie unused before the partition; old tools begin at a multiple of so many sectors."""


@cache
def run(start, block, page, reads, seed):
    """A short run of the model: requests a second, and what a write takes on average (s)."""
    partition = Partition(start * sector, block, 400 * GiB)
    found = LunRun(partition, THREADS, page, reads, interval=SECONDS, seed=seed).measure(SECONDS)
    return found.rate, found.write_latency


def pointers(lun, block):
    """Bytes of the pointers to all blocks."""
    return lun // block * POINTER


def case(rng):
    page, lun = rng.choice([16, 32]) * KiB, rng.choice([1, 2, 4]) * TiB
    reads, seed = rng.choice([0.65, 0.7, 0.75]), rng.randint(1, 99)
    first = TRACK * rng.randrange(101, 999, 2) - 2 * rng.randint(
        5, 25
    )  # odd, and so is the tool's: never aligned
    rate, _ = run(2048, page // 2, page, reads, seed)
    wrong, _ = run(63, page, page, reads, seed)
    return {
        "page": page,
        "lun": lun,
        "reads": reads,
        "seed": seed,
        "rate": rate,
        "promise": int((rate + wrong) / 2 / 5) * 5,
        "memory": round(1.25 * pointers(lun, page // 2) / GiB) * GiB,
        "half": page // 2,
        "sectors": page // sector,
        "half_sectors": page // sector // 2,
        "late": LATE,
        "first": first,
        "before": first - 1,
        "unused": UNUSED,
        "start": -(-first // (page // sector)) * (page // sector),
    }
