"""What `zdb -S` prints of a pool without dedup: would it pay?"""

from dataclasses import replace
from functools import cache

from exercises.kit.form import Choice, Number
from models.catalogue.machines import values as constants
from figures.deduplication.experiments.group import measured, sustained
from models.units import GiB, KiB
from figures.deduplication.experiments.lookups import GroupSpec

KIND = "read"
ON, FEW, MEMORY = "on", "few", "memory"
FORM = {
    "ratio": Number(
        "Dedup ratio",
        low=0.01,
        high=1000,
        help="If dedup were on for all of the pool: a ratio such as 2.0, not a share.",
    ),
    "table": Number(
        "Memory that the whole table takes", unit="GiB", low=0.001 * GiB, high=100_000 * GiB
    ),
    "verdict": Choice(
        "What do you advise?",
        {
            ON: "Turn dedup on: the pool takes about as many writes as before, or more, and room is saved",
            FEW: "Leave it off: too few blocks are there more than once to pay for writing the table",
            MEMORY: "Leave it off: there are enough copies, but memory does not hold the table",
        },
    ),
}
RECORD = 128 * KiB
ENTRY = constants("zfs-2010")["ddt_entry"]


def case(rng):
    """A listing, and the memory for the table. Which of the three it is, is drawn first."""
    kind = rng.choice([FEW, ON, MEMORY])
    most = rng.randint(*((40, 80) if kind == FEW else (6, 10))) * 1_000_000
    if kind == FEW:
        shares = {
            1: 1.0,
            2: rng.uniform(0.06, 0.12),
            4: rng.uniform(0.005, 0.02),
            8: rng.uniform(0.001, 0.003),
        }
    else:
        shares = {
            1: rng.uniform(0.5, 0.9),
            2: rng.uniform(0.4, 0.7),
            4: 1.0,
            8: rng.uniform(0.3, 0.5),
            16: rng.uniform(0.05, 0.1),
        }
    buckets = []
    for refcnt, share in shares.items():
        blocks = int(most * share * rng.uniform(0.98, 1.02))
        times = refcnt if refcnt == 1 else refcnt * rng.uniform(1.05, 1.4)  # 4 stands for 4 to 7
        buckets.append([refcnt, blocks, int(blocks * times)])
    entries, pointers = (sum(bucket[n] for bucket in buckets) for n in (1, 2))
    table = entries * ENTRY
    memory = max(
        1, round(table / GiB * (rng.uniform(0.2, 0.4) if kind == MEMORY else rng.uniform(1.5, 2.5)))
    )
    return {
        "listing": listing(buckets),
        "entries": entries,
        "pointers": pointers,
        "memory": memory * GiB,
        "twice": sum(bucket[1] for bucket in buckets[1:]),
        "ratio": pointers / entries,
        "table": table,
        "server": memory * GiB / constants("zfs-2010")["meta_limit"],
    }


def listing(buckets):
    """The buckets and their sum as zdb prints them, less its columns for compression."""
    lines = [
        "            allocated               referenced",
        "refcnt      blocks     GiB       blocks     GiB",
    ]
    total = ["total", *(sum(bucket[n] for bucket in buckets) for n in (1, 2))]
    for name, blocks, pointers in [*buckets, total]:
        sizes = blocks * RECORD / GiB, pointers * RECORD / GiB
        lines.append(f"{name!s:>6}{blocks:>12,}{sizes[0]:>8,.0f}{pointers:>13,}{sizes[1]:>8,.0f}")
    return "\n".join(lines)


@cache
def kept(entries, pointers, memory):
    """What share of its writes the chapter's pool of 44 disks takes with dedup: with this memory, and if all fitted."""
    spec = GroupSpec(
        record=RECORD, unique=entries * RECORD, ratio=pointers / entries, memory=memory
    )
    took = measured(spec)
    plain = sustained(spec, took, dedup=False)
    return [sustained(each, took) / plain for each in (spec, replace(spec, memory=2 * spec.table))]


def judged(case):
    """The verdict of the simulated pool."""
    here, fits = kept(case["entries"], case["pointers"], case["memory"])
    return FEW if fits < 0.95 else ON if here >= 0.95 else MEMORY
