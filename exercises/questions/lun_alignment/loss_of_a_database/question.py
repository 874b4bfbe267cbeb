"""How many requests does a database lose where its partition begins inside a block?"""

from functools import cache

from exercises.kit.form import Number
from figures.lun_alignment.experiments.lun_load import LunRun
from models.protocols.alignment import Partition, reads_of_disks
from models.units import GiB, KiB, sector

KIND = "predict"
FORM = {
    "good": Number(
        "Blocks read from disk for a request, aligned",
        unit="blocks",
        low=0,
        high=1000,
        help="On average over reads and writes.",
    ),
    "bad": Number(
        "Blocks read from disk for a request, from that sector on",
        unit="blocks",
        low=0,
        high=1000,
        help="On average over reads and writes.",
    ),
    "loss": Number("Requests before, for each request now", unit="", low=0.1, high=1000),
}
SECONDS = 0.8


def needs(case, start):
    """Blocks that disks read for a request, on average, where the partition begins at a sector."""
    share = Partition(start * sector, case["block"]).share(case["page"])
    return reads_of_disks(share, case["reads"])


@cache
def rate(start, page, block, reads):
    """Requests a second of sixteen threads in a short run of the model."""
    run = LunRun(Partition(start * sector, block, 400 * GiB), 16, page, reads, interval=SECONDS)
    return run.measure(SECONDS).rate


def case(rng):
    block, pages = rng.choice([(8, 2), (8, 4), (16, 2), (4, 2), (4, 4)])
    given = {
        "start": rng.choice([34, 63, 16065]),
        "page": block * pages * KiB,
        "block": block * KiB,
        "reads": rng.choice([0.5, 0.6, 0.8]),
    }
    good, bad = needs(given, 0), needs(given, given["start"])
    return given | {
        "writes": 1 - given["reads"],
        "hundred": 100 * given["reads"],
        "blocks": pages,
        "more": pages + 1,
        "good": good,
        "bad": bad,
        "loss": bad / good,
        "naive": (pages + 1) / pages,
    }
