"""Which disk, and how used, confirms enough messages in time and loses none?"""

import math
from functools import cache

from exercises.kit.form import Choice, Number
from figures.intent_log.experiments.outage import Outage
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.stats import mean
from models.units import KiB, ms, rpm

KIND = "choose"
PRICES = {"5400": 40, "7200": 60, "10000": 150, "15000": 250}
FORM = {
    "disk": Choice(
        "Disk", {name: f"{int(name):,} turns a minute" for name in PRICES}, start="15000"
    ),
    "cache": Choice(
        "Its write cache",
        {
            "on": "on, and flushed after each commit",
            "ignored": "on, and never flushed",
            "off": "off",
        },
        start="off",
    ),
    "writers": Number("Threads that write", unit="threads", low=1, high=128, whole=True, start=1),
}
WARM, WINDOW = 0.25, 0.5
MOST_AT_FAILURES = 8  # threads


@cache
def run(disk, cache, writers):
    """Messages confirmed a second, and the mean time (s) of one."""
    box = Machine(
        FREEBSD_BOX.order(write_cache=cache, speed=int(disk) * rpm, log={"wake": "last"}).bare()
    )
    box.start(Local(writers, 8 * KiB))
    box.loop.run(until=WARM + WINDOW)
    done = [write for write in box.done if write.finish > WARM]
    return len(done) / WINDOW, mean([write.latency for write in done])


@cache
def lost(disk, cache, writers):
    """Messages that were confirmed and are gone at the worst of some moments for a power failure, and all that were confirmed
    by then."""
    machine = Outage(cache=cache, speed=int(disk) * rpm)
    machine.start(min(writers, MOST_AT_FAILURES), size=8 * KiB, think=1 * ms)
    return max(
        (loss.writes, loss.acknowledged // (8 * KiB))
        for _, loss in machine.watch(0.05 + 0.0137 * n for n in range(12))
    )


def case(rng):
    """What is asked; a disk and a number of writers that can do it."""
    disk = rng.choice(["7200", "10000"])
    writers = rng.randint(32, {"7200": 52, "10000": 56}[disk])
    reached, wait = run(disk, "on", writers)
    return {
        "rpm": int(disk),
        "writers": writers,
        "reached": reached,
        "wait": wait,
        "rate": math.floor(reached * 0.88 / 50) * 50,
        "limit": math.ceil(wait * 1.04 / ms * 2) / 2 * ms,
        "budget": {"7200": 100, "10000": 200}[disk],
    }
