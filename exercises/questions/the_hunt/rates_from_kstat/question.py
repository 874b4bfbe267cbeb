"""Two readings of a disk's counters: a rate, a time, a length, and a pair that says none of them."""

from dataclasses import replace

from exercises.kit.form import Choice, Number
from figures.the_hunt.experiments.counted_run import ran, snapshots, truth
from models.units import KiB, ms

KIND = "read"
FORM = {
    "rate": Number("Reads a second", low=0.1, high=10_000.0),
    "service": Number("Time of a read in the disk", unit="ms", low=0.01 * ms, high=10.0),
    "waiting": Number("Reads that wait", low=0.001, high=1000.0),
    "pair": Choice(
        "The other pair says",
        {
            "all": "all of this, since each difference is taken on one clock",
            "later": "all of this, for the time after the reading",
            "sizes": "bytes of a read, but no rates",
        },
    ),
}
RATE, BURST = 16.0, 10
KEPT = ("nread", "rcnt", "reads", "rlastupdate", "rlentime", "rtime")
KEPT += ("snaptime", "wcnt", "wlastupdate", "wlentime", "wtime")
BOOT = 86_000.0
"""When the run began, on the machine's clock (s)."""
PAST = {"rtime": 0.9, "rlentime": 1.1, "wtime": 0.1, "wlentime": 0.3}
"""What a read of the time before added to each sum, as a multiple of its time in the disk."""


def listing(shot):
    """What kstat prints of a snapshot, shortened."""
    lines = []
    for name in KEPT:
        value = getattr(shot, name)
        if name.endswith(("snaptime", "update")):
            value += BOOT
        lines.append(
            f"sd:1:sd1:{name:12} {value if isinstance(value, int) else format(value, '.9f')}"
        )
    return "\n".join(lines)


def later(shot, number, each):
    """A snapshot of a disk that answered `number` reads before, each within `each` (s)."""
    sums = {name: getattr(shot, name) + number * each * times for name, times in PAST.items()}
    return replace(shot, reads=shot.reads + number, nread=shot.nread + number * 8 * KiB, **sums)


def case(rng):
    seed, depth = rng.randint(1, 9999), rng.choice([2, 3, 4])
    first, apart = rng.choice([0.3, 0.8, 1.2]), rng.choice([3.0, 3.4, 4.0, 4.4])
    reads = ran(RATE, BURST, depth, seed)
    one, two = snapshots(reads, [first, first + apart])
    number, each = rng.randint(100_000, 900_000), rng.choice([6, 7, 8]) * ms
    a, b = (later(shot.up_to_date(), number, each) for shot in (one, two))
    return {
        "seed": seed,
        "depth": depth,
        "begin": first,
        "apart": apart,
        "first": listing(a),
        "second": listing(b),
        "done": b.reads - a.reads,
        "ran": b.rlentime - a.rlentime,
        "busy": b.rtime - a.rtime,
        "waited": b.wlentime - a.wlentime,
        "ahead": (ahead := rng.choice([12.0, 34.0, 90.0])),
        "later": 3 * ahead,
        "total": b.rlentime / b.reads,
        "true": truth(reads, first, first + apart),
    }


def sound(case):
    """The reads that came and those that were answered tell the same, and enough waited."""
    return (
        abs(case["ran"] / case["done"] / case["true"]["service"] - 1) < 0.02
        and abs(case["done"] / case["apart"] / case["true"]["rate"] - 1) < 0.01
        and case["true"]["waiting"] > 0.1
        and abs(case["busy"] / case["ran"] - 1) > 0.2
        and abs(case["waited"] / case["ran"] - 1) > 0.15
        and abs(case["total"] / case["true"]["service"] - 1) > 0.08
    )
