"""Two targets under more and more load: who is it that all requests wait for?"""

from functools import cache

from exercises.kit.form import Choice
from figures.iscsi.experiments.machines import OWN
from figures.iscsi.experiments.under_load import from_memory, server
from models.head.pcie import Slot
from models.units import GiB, KiB, ms

KIND = "read"
SHARED = {
    "lock": "one queue with a lock, in the target, for all LUNs",
    "cores": "the target's cores",
    "cards": "the target's network cards",
    "initiators": "the initiators: the target has room",
}
FORM = {
    name.lower(): Choice(
        f"Target {name}, ten initiators with ten threads: who is the limit?", SHARED
    )
    for name in "AB"
}
LOADS = ((1, 1), (10, 1), (10, 10), (20, 10))
PARTS = {
    "lock": "lock",
    "cores": "cores",
    "out": "cards",
    "initiators": "initiators",
    "ports": "initiators",
}

# Who is the limit, and targets: which, on which head, network cards, size of a read (KiB), initiators' own time.
TARGETS = {
    "initiators": [
        ("kernel", "head-7410-istanbul", 2, 8, 1),
        ("kernel", "head-7410", 2, 8, 2),
        ("kernel", "head-7410", 2, 4, 2),
        ("kernel", "head-7410-istanbul", 2, 4, 1),
    ],
    "lock": [
        ("daemon", "head-7410", 2, 8, 1),
        ("daemon", "head-7410", 2, 4, 1),
        ("daemon", "head-7410", 2, 0.5, 1),
        ("daemon", "head-7410", 1, 2, 1),
    ],
    "cores": [
        ("kernel", "head-7410", 2, 8, 0.25),
        ("kernel", "head-7410", 2, 16, 0.25),
        ("kernel", "head-7410", 2, 0.5, 0.33),
        ("kernel", "head-7410", 2, 4, 0.25),
    ],
    "cards": [
        ("kernel", "head-7410-istanbul", 1, 128, 0.25),
        ("kernel", "head-7410-istanbul", 1, 64, 0.25),
        ("kernel", "head-7410-istanbul", 1, 32, 0.25),
    ],
}


@cache
def run(target, count, threads):
    """What the book's simulation comes to, the cores that there are, and bytes a second that the cards send."""
    which, head, cards, size, own = target
    load = from_memory(which, count, threads, int(size * KiB), server(cards, head), own=own * OWN)
    found = load.reads(count * threads)
    return found, load.machine.cpu.cores, found.used["out"] * load.machine.out.rate


def limit(target):
    """Who is the limit of ten initiators with ten threads each."""
    return PARTS[run(target, 10, 10)[0].limit]


@cache
def listing(name, target):
    """What was counted, a line for each load."""
    size, cards = target[3], target[2]
    cores = run(target, 1, 1)[1]
    lines = [
        f"{name}: {size:g} KiB, {cores} cores, {cards} card{'s' * (cards > 1)}",
        "",
        "   load  reads/s    ms  cores  GiB/s",
    ]
    for count, threads in LOADS:
        found, _, sent = run(target, count, threads)
        load = f"{count} × {threads}"
        lines.append(
            f"{load:>7}{found.rate:9,.0f}{found.latency / ms:6.2f}{found.cpus:7.1f}{sent / GiB:7.2f}"
        )
    return "\n".join(lines)


def case(rng):
    kinds = [
        rng.choice(rng.sample(each, 2)) for each in (["cores", "cards"], ["lock", "initiators"])
    ]
    rng.shuffle(kinds)
    targets = {name: rng.choice(TARGETS[kind]) for name, kind in zip("AB", kinds, strict=True)}
    return {
        "targets": {name: list(target) for name, target in targets.items()},
        "slot": Slot().rate,
        "two_slots": 2 * Slot().rate,
        "listing": "\n\n".join(listing(name, target) for name, target in targets.items()),
        **{f"limit_{name}": SHARED[kind] for name, kind in zip("ab", kinds, strict=True)},
    }
