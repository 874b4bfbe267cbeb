"""What a line of iostat says about a disk from which a resilver reads beside an application."""

from functools import cache

from exercises.kit.form import Choice, Number
from figures.queues_resilvering.experiments.trial import trial, watched
from models.sim.stats import mean
from models.units import TB, KiB, day, ms

KIND = "read"
FORM = {
    "asvc": Number(
        "The figure under asvc_t",
        unit="ms",
        low=0.1 * ms,
        high=5.0,
        help="Mean time of a command in the drive's queue.",
    ),
    "days": Number("The resilver takes", unit="d", low=0.01 * day, high=10_000 * day),
    "waiting": Choice(
        "How many commands wait in ZFS's own queue for this disk?",
        {
            "none": "none, for wait is 0.0",
            "actv": "as many as actv says",
            "wide": "as many as r/s less actv",
            "hidden": "this line does not show it",
        },
    ),
}
LISTING = """\
   r/s kr/s wait actv asvc_t  %b
{rs:6.1f} {kr:4.0f}  0.0 {actv:4.1f}      ? {busy:3.0f}"""


@cache
def run(depth, reads, block, seed):
    """A disk whose application reads `reads` blocks a second beside a resilver in metadata order."""
    return trial("disk", "metadata", depth, rate=reads, block=block, count=160, seed=seed)


@cache
def in_the_drive(depth, reads, block, seed):
    """The mean time (s) of a command in the drive's queue, counted command by command."""
    seen, resilver = watched(
        "disk", "metadata", depth, rate=reads, block=block, count=160, seed=seed
    )
    return mean([zio.held for zio in (*seen.reads, *resilver)])


def case(rng):
    seed, depth = rng.randint(1, 999), rng.choice([6, 10, 16])
    reads, block = rng.choice([30.0, 35.0, 40.0]), rng.choice([8, 16]) * KiB
    found = run(depth, reads, block, seed)
    left = round(found.commands, 1) - reads
    moved = reads * 8 * KiB + left * block
    listing = LISTING.format(
        rs=found.commands, kr=moved / KiB, actv=found.active, busy=100 * found.busy
    )
    return {
        "seed": seed,
        "depth": depth,
        "reads": reads,
        "block": block,
        "used": rng.choice([0.4, 0.6, 0.8, 1.2, 1.5]) * TB,
        "listing": listing,
        "rs": round(found.commands, 1),
        "actv": round(found.active, 1),
        "kr": moved,
        "left": left,
        "bytes": left * block,
        "waiting": found.waiting,
    }
