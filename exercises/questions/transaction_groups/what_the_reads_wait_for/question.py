"""A heat map of random reads: what makes some of them slow?"""

from itertools import pairwise
from random import Random

from exercises.kit.form import Choice
from exercises.kit.picture import picture_of
from figures.kit.heat import KINDS, heat_panels
from figures.transaction_groups.experiments.reads_beside_groups import ReadsBesideGroups
from models.devices.hdd import HardDisk
from figures.kit.heat_map import HeatMap, linear_edges
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.stats import percentile
from models.units import KiB, MiB, ms

KIND = "read"
FORM = {
    "cause": Choice(
        "What makes reads slow here?",
        {
            "groups": "transaction groups that go out",
            "job": "a job that reads much, again and again",
            "crowd": "more reads than the disks can do",
            "slow": "one of the disks, which is slow",
        },
    ),
    "shorter": Choice(
        "Groups are made to go out twice as often. What becomes of the slow reads?",
        {
            "often": "they come twice as often, each time for a shorter while",
            "gone": "they are gone",
            "same": "next to nothing changes",
        },
    ),
}
SECONDS = 36
CHUNK = 512 * KiB
EDGES, LATE = linear_edges(300 * ms, 40), 100 * ms
BEATS = [(10, 7), (12, 9), (5, 8), (8, 12)]
"""Seconds between groups, and between the runs of a job."""


BECAUSE = {
    "groups": (
        "The slow moments come every {every} s, and that is the time from group to group. For a second or so many large "
        "writes stand in the disks' queues, and reads stand among them. Twice as many groups make twice as many such "
        "moments, and in each of them half as much is written."
    ),
    "job": (
        "The slow moments come at a beat, but the beat is {beat} s, and groups go out every {every} s. Something else begins "
        "anew each time: here a program that reads much at once. Who has found a beat has not yet found the culprit; it "
        "must be the right beat."
    ),
    "crowd": (
        "There is no beat and no gap: reads take anything from a few milliseconds up, all the time. The disks are busy "
        "with reads alone, and lines form and dissolve by chance. Fewer reads would help (a cache), or more disks."
    ),
    "slow": (
        "There are two kinds of reads, all the time: those below, quick and alike, and those above, with a gap between. "
        "Some blocks lie on one disk and some on the other, and one of the two needs longer for each read."
    ),
}


def case(rng):
    """cause; every: seconds from group to group, half: and then; beat: from one run of a job to the next (s)."""
    every, beat = rng.choice(BEATS)
    cause = ("slow", "job", "groups", "crowd")[rng.randrange(10**6) % 4]
    given = {"cause": cause, "every": every, "beat": beat, "seed": rng.randint(1, 999)}
    return {**given, "half": every / 2, "because": BECAUSE[given["cause"]].format(**given)}


class RetryingDisk(HardDisk):
    """A disk that must try again and again: each read takes some turns more."""

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """When a read issued `now` (s) has its data (s)."""
        finish = super().read(now, offset, size, path) + 7 * self.turn
        self.ready = self.platter_free = finish
        return finish


def slow_reads(
    cause: str, every: float, beat: float, seconds: float, seed: int
) -> list[tuple[float, float]]:
    """When each read of so many seconds was back, and how long it took (s). every: seconds from group to group; beat: from
    one run of the job to the next."""
    made = iter((HardDisk, RetryingDisk if cause == "slow" else HardDisk))
    server = ReadsBesideGroups(
        2,
        {"interval": every, "limit": 1024 * MiB},
        seed,
        age=Random(seed).random() * every,
        in_order=lambda spec, **given: next(made)(spec, **given),
    )
    for disk in server.disks:
        server.read(disk, {"crowd": 71, "slow": 10}.get(cause, 25))
        if cause == "job":
            server.loop.spawn(job(server, disk, beat))
    server.write(CHUNK, (11 if cause == "groups" else 0.1) * MiB)
    server.loop.run(until=seconds)
    return [read for read in server.reads if read[0] < seconds]


def job(server: ReadsBesideGroups, disk: HardDisk, beat: float) -> Process:
    """Reads a file in a row, a few pieces ahead, and begins anew at each beat."""
    loop, place = server.loop, 0
    yield beat * 0.4
    while True:
        begun, backs = loop.now, list[float]()
        for _ in range(90):
            backs.append(disk.read(loop.now, place, CHUNK))
            place += CHUNK
            if len(backs) == 12:
                yield max(0.0, backs.pop(0) - loop.now)
        yield max(0.1, begun + beat - loop.now)


def picture(case):
    """The heat map of one run."""
    reads = slow_reads(case["cause"], case["every"], case["beat"], SECONDS, case["seed"])
    seen = HeatMap(1.0, EDGES)
    for back, taken in reads:
        seen.add(back, taken)
    x = {"label": "time", "unit": "s", "domain": [0, SECONDS]}
    rows = [{**row, "row": KINDS["linear"]} for row in [*seen.columns(SECONDS), *seen.rest()]]
    panel = heat_panels(KINDS, x, "a read takes", "reads", height=280, under=[])[0]
    return picture_of([panel], rows, in_words(reads))


def in_words(reads):
    """What the map shows."""
    took = [taken for _, taken in reads]
    tenths = ", ".join(
        f"{10 * n} % take at most {1000 * percentile(took, n / 10):.0f} ms" for n in (1, 3, 5, 7, 9)
    )
    late = sorted({int(back) for back, taken in reads if taken > LATE})
    when = (
        f"in seconds {', '.join(map(str, late))}"
        if len(late) < SECONDS / 2
        else f"in {len(late)} of {SECONDS} seconds"
    )
    return (
        f"A heat map of {len(reads):,} reads in {SECONDS} s. {tenths}. Reads of more than {1000 * LATE:.0f} ms are seen "
        f"{when}. {gap(took) if len(late) >= SECONDS / 2 else quiet(reads, late)}"
    )


def quiet(reads, late):
    """How long reads take in the seconds without late ones, and in the others, in words."""
    near = {second + n for second in late for n in (-1, 0, 1)}
    longest = max((taken for back, taken in reads if int(back) not in near), default=0.0)
    return (
        f"In quiet seconds no read takes longer than {1000 * longest:.0f} ms; in the others reads are scattered from "
        f"there up to {1000 * max(taken for _, taken in reads):.0f} ms."
    )


def gap(took):
    """The band in which hardly a read lies, in words."""
    counts = [
        (low, high, sum(low <= taken < high for taken in took)) for low, high in pairwise(EDGES)
    ]
    empty = [
        (low, high)
        for low, high, count in counts
        if 20 * ms < low and high < LATE and count <= len(took) / 200
    ]
    if len(empty) < 2 or percentile(took, 0.9) < LATE:
        return "There is no gap between the quick reads and the slow ones."
    return (
        f"Hardly any read takes between {1000 * empty[0][0]:.0f} and {1000 * empty[-1][1]:.0f} ms."
    )
