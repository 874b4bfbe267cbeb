"""How much memory the headers of a flash cache take, and how much flash a cache can know of."""

from exercises.kit.form import Number
from models.units import GB, TB, B, KiB
from models.zfs.l2arc.feed_spec import FeedSpec

KIND = "predict"
FORM = {
    "headers": Number("Memory for the headers", unit="GB", low=0.001 * GB, high=10_000 * GB),
    "most": Number("As much flash as the rule allows", unit="TB", low=0.001 * TB, high=10_000 * TB),
}


def case(rng):
    """Memory of the cache, flash, the size of a block, a header (bytes), and the share of memory that headers may take."""
    block = rng.choice([4, 8, 16, 32]) * KiB
    header = rng.choice([80, 96, 170]) * B
    memory = rng.choice([32, 64, 128, 256]) * GB
    guard = rng.one_of([0.3, 0.25, 1 / 3])
    flash = rng.choice([0.3, 0.5, 2.0, 3.0]) * guard * memory / header * block
    step = 0.1 * TB if flash < 10 * TB else 1 * TB
    flash = max(1, round(flash / step)) * step
    given = {"memory": memory, "flash": flash, "block": block, "header": header, "guard": guard}
    return given | {
        "words": {0.3: "three tenths", 0.25: "a quarter"}.get(guard, "a third"),
        **found(given),
    }


def found(case):
    """What the headers of all that flash take (bytes), and how many bytes of flash the share of memory can know of."""
    spec = FeedSpec("2015", header=case["header"], guard=case["guard"])
    blocks = case["flash"] / spec.stored(case["block"])
    return {
        "headers": blocks * spec.header_bytes,
        "most": spec.known(case["memory"]) * spec.stored(case["block"]),
    }
