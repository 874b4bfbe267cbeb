"""The closed form of a candidate's speed: its time for many candidates, and its error against the machine.
`python -m bench.candidates [SEED [COUNT]]` prints candidates drawn at random, one a line."""

import sys
import time
from collections.abc import Iterator
from math import exp, inf, log
from random import Random
from statistics import median

from bench.rows import Row, at_least, at_most
from models.sizing.demand.load import load_of
from models.sizing.pools.build import Build
from models.sizing.pools.drive import Drive
from models.sizing.pools.wants import Asked, Wants
from models.sizing.speed.by_machine import Candidate
from models.sizing.speed.rebuild import rebuild
from models.sizing.speed.speed import most, p99, speed
from models.units import TB, GiB, KiB, ms

DRIVES = {
    name: Drive(name, kind, size)
    for name, kind, size in (
        ("disk", "disk", 22 * TB),
        ("small", "disk", 8 * TB),
        ("ssd", "ssd", 1.92 * TB),
        ("nvme", "nvme", 7.68 * TB),
    )
}
LAYOUTS = (
    ("mirror", 2, 0, 0),
    ("mirror", 3, 0, 0),
    ("raidz1", 4, 0, 0),
    ("raidz2", 6, 0, 0),
    ("raidz2", 10, 0, 0),
    ("raidz3", 11, 0, 0),
    ("draid2", 14, 8, 1),
    ("draid1", 11, 4, 1),
)
RECORDS = ((8, 8), (16, 8), (128, 8), (128, 128), (128, 4), (4, 4))
"""KiB of a record and of a request."""
SHARES, REQUESTS = (0.3, 0.6, 0.85), 800
"""Shares of the highest rate at which latencies are compared, and requests that the machine is run for."""
SEED, COUNT, MANY = 1, 6, 5000
BUDGET, NEAR, ALIKE = 1.0, 0.25, 0.9
"""Processor time for MANY candidates (s), median error, and rank correlation that are good enough."""


def drawn(random: Random) -> tuple[Build, Wants]:
    """Return a candidate and what is wanted of it."""
    disk = random.choice(("disk", "disk", "disk", "ssd", "nvme"))
    layout, width, data, spares = random.choice(LAYOUTS)
    record, size = random.choice(RECORDS)
    sync = random.random() < 0.3
    logs = random.choice((0, 2)) if sync else 0
    build = Build(
        layout,
        random.choice((1, 2, 4, 6)) if disk == "disk" else 1,
        width,
        disk,
        data,
        spares,
        "nvme" if logs else "",
        logs,
        memory=random.choice((64, 512)) * GiB,
    )
    asked = Asked(
        size=size * KiB,
        reads=random.choice((1.0, 0.9, 0.7, 0.3, 0.0)),
        sync=sync,
        p99=0.1 if disk == "disk" else 2 * ms,
        working_set=random.choice((0.1, 0.02)),
    )
    return build, Wants(recordsize=record * KiB, asked=asked)


def compared(
    seed: int, count: int, resilvering: bool = False
) -> Iterator[tuple[str, float, float]]:
    """Yield what a candidate is, and the 99th percentile of the closed form and of the machine (s)."""
    random = Random(seed)
    for _ in range(count):
        build, wants = drawn(random)
        load = load_of(build, DRIVES, wants, {}, resilvering)
        highest, limit = most(load)
        asked = wants.asked
        name = (
            f"{build.layout} {build.vdevs} x {build.width} {build.disk}, {asked.size >> 10} KiB of "
            f"{wants.recordsize >> 10}, {asked.reads:.0%} read{', safe' * asked.sync}{', log' * bool(build.logs)}, "
            f"{limit}"
        )
        for share in SHARES if highest >= 1 else ():
            rate = share * highest
            ran = Candidate(build, DRIVES, wants, {}, load, requests=REQUESTS).p99(rate)
            yield f"{name}, {rate:,.0f}/s", p99(load, rate), ran


def summary(pairs: list[tuple[float, float]]) -> dict[str, float]:
    """Return the median of the closed form's errors, the one that nine in ten do not exceed and the
    largest, as shares, the rank correlation, and how often only one of the two falls behind."""
    both = [(one, two) for one, two in pairs if max(one, two) < inf]
    errors = sorted(exp(abs(log(one / two))) - 1 for one, two in both)
    ranks = [
        {at: rank for rank, at in enumerate(sorted(range(len(both)), key=lambda k: both[k][n]))}
        for n in (0, 1)
    ]
    apart = sum([(ranks[0][at] - ranks[1][at]) ** 2 for at in range(len(both))])
    return {
        "median": median(errors),
        "nine in ten": errors[len(errors) * 9 // 10],
        "most": errors[-1],
        "ranks": 1 - 6 * apart / (len(both) * (len(both) ** 2 - 1)),
        "one behind": float(sum([(one < inf) != (two < inf) for one, two in pairs])),
    }


def enumerated() -> Iterator[Build]:
    """Yield MANY candidates as a buyer's tool has them."""
    made = 0
    while True:
        for vdevs in range(1, 21):
            for layout, width, data, spares in LAYOUTS:
                for disk in DRIVES:
                    for memory in (64, 128, 256, 512):
                        for logs in (0, 2):
                            if made == MANY:
                                return
                            made += 1
                            log_device = "nvme" if logs else ""
                            yield Build(
                                layout,
                                vdevs,
                                width,
                                disk,
                                data,
                                spares,
                                log_device,
                                logs,
                                memory=memory * GiB,
                            )


def measure() -> list[Row]:
    """Return the rows of the closed form."""
    builds = list(enumerated())
    wants = Wants(recordsize=16 * KiB, asked=Asked(size=16 * KiB))
    begun = time.process_time()
    for build in builds:
        speed(build, DRIVES, wants)
        speed(build, DRIVES, wants, {}, True)
        rebuild(build, DRIVES, wants)
    took = time.process_time() - begun
    found = summary([pair for _, *pair in compared(SEED, COUNT)])  # type: ignore[misc]
    return [
        at_most("speed of 5,000 candidates, healthy and resilvering", took, "s", BUDGET),
        at_most("closed form: median error of p99", found["median"], "", NEAR),
        at_least("closed form: rank correlation of p99", found["ranks"], "", ALIKE),
    ]


if __name__ == "__main__":
    numbers = sys.argv[1:3] or [str(SEED), "60"]
    pairs = list[tuple[float, float]]()
    for name, one, two in compared(int(numbers[0]), int(numbers[1]), len(sys.argv) > 3):
        pairs.append((one, two))
        print(f"{one / ms:10.2f} {two / ms:10.2f} ms  {name}", flush=True)
    print(summary(pairs))
