"""What do four lines of iostat say about the program that reads?"""

from functools import cache
from math import fsum

from exercises.kit.form import Choice, Number
from figures.disks.experiments.one_disk import one_disk
from figures.disks.experiments.random_reads import random_reads
from models.machine import Machine, RawPrograms
from models.sim.workload import sequential, uniform
from models.units import KiB, ms, rpm, us

KIND = "read"
CAUSES = {
    "alone": "reads from random places, one read after the other",
    "crowd": "reads from random places, with many reads outstanding",
    "pause": "reads from random places, and does other things for most of the time",
    "row": "reads data in a row, and the drive reads ahead",
    "turn": "reads data in a row, and every read misses its turn",
}
FORM = {
    "outstanding": Number(
        "Outstanding reads",
        unit="reads",
        low=0.0,
        high=1e6,
        help="The column actv, on average over the lines.",
    ),
    "cause": Choice("What does the program do?", CAUSES),
}
SECONDS = 4


def case(rng):
    cause = rng.choice(["row", "alone", "crowd", "turn", "pause"])
    speed, size = rng.choice([5400, 7200, 10_000]), rng.choice([64, 128]) * KiB
    while True:
        found = given(
            cause,
            speed,
            size,
            rng.randrange(8, 25),
            rng.randrange(40, 90) * ms,
            rng.randrange(1000),
        )
        if (
            cause != "alone" or found["spread"] > 0.04
        ):  # by chance four means of random waits can be alike
            return found


@cache
def given(cause, speed, size, many, pause, seed):
    """The variant: its listing, and what the listing says."""
    run = (cause, speed, size, many, pause, seed)
    lines = [line(reads(*run), second, size) for second in range(1, SECONDS + 1)]
    shown = "\n".join(f"{r:9.1f} {kr:9.1f} {took:9.2f} {busy:5.0f}" for r, kr, took, busy in lines)
    rate, took = (fsum(row[k] for row in lines) / SECONDS for k in (0, 2))
    spread = (max(row[2] for row in lines) - min(row[2] for row in lines)) / took
    return {
        "cause": cause,
        "listing": f"      r/s      kr/s    asvc_t    %b\n{shown}",
        "speed": speed,
        "turn": 60 / speed,
        "half": 30 / speed,
        "rate": rate,
        "took": took * ms,
        "outstanding": rate * took * ms,
        "product": rate * took,
        "spread": spread,
        "size": size,
        "run": list(run),
        "did": CAUSES[cause],
    }


@cache
def reads(cause, speed, size, many, pause, seed):
    """(issued, finish) in s of a little more than four seconds of reads."""
    machine = Machine(
        one_disk(speed=speed * rpm, read_ahead=0 if cause == "turn" else 1024 * KiB), seed
    )
    anywhere = uniform(size, machine.disk.capacity, machine.random)
    if cause == "crowd":
        return random_reads(machine.disk, anywhere, size, many, 2000)
    if cause in ("row", "turn"):
        machine.start(RawPrograms(sequential(size), size, think=20 * us))
    elif cause == "alone":
        machine.start(RawPrograms(anywhere, size, think=100 * us))
    else:
        machine.start(RawPrograms(anywhere, size, think=pause, spread=0.5))
    machine.loop.run(until=SECONDS + 1.2)
    return [(one.issued, one.finish) for one in machine.done]


def line(found, second, size):
    """What iostat prints of one second: reads a second, KiB a second, mean time of a read (ms), percent busy."""
    ended = [(issued, finish) for issued, finish in found if second <= finish < second + 1]
    took = fsum(finish - issued for issued, finish in ended) / len(ended)
    busy, until = 0.0, float(second)
    for issued, finish in sorted(
        (max(issued, second), min(finish, second + 1))
        for issued, finish in found
        if finish > second and issued < second + 1
    ):
        busy += max(0.0, finish - max(issued, until))
        until = max(until, finish)
    return len(ended), len(ended) * size / KiB, took / ms, 100 * busy


def under_way(case):
    """The mean number of reads under way in the four seconds, counted from when each began and ended."""
    found = reads(*case["run"])
    return (
        fsum(max(0.0, min(finish, 1 + SECONDS) - max(issued, 1.0)) for issued, finish in found)
        / SECONDS
    )
