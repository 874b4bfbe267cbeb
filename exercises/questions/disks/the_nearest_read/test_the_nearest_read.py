"""Does the drive know where the platter will be?"""

from itertools import islice
from math import ceil, isclose

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, asked, digits, expect, number
from exercises.questions.disks.the_nearest_read.question import place, read as recorded
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.sim.workload import uniform
from models.units import KiB, rpm

SPEEDS = (5400, 7200, 10_000, 15_000)


def passing(turn, angle, read):
    """Seconds until the sector passes under the head for the first time when the arm is there: it
    passes once a turn."""
    first = (read["angle"] - angle) * turn
    return first + ceil((read["seek"] - first) / turn) * turn


def reads_of(rng, count, turn, angle):
    """Reads at any angle, to which the arm needs up to some turns; none that the arm reaches at the
    last moment."""
    found = []
    while len(found) < count:
        read = {"seek": rng.randint(60, 1700) / 100_000, "angle": rng.randint(0, 999) / 1000}
        others = [other["angle"] for other in found]
        if (
            0.001 < (read["angle"] - angle - read["seek"] / turn) % 1 < 0.999
            and read["angle"] not in others
        ):
            found.append(read)
    return found


def once_round(gap):
    """A gap (turns) of which only one turn at most is made up for."""
    return gap + 1 if gap < 0 else gap


SHORT_CUTS = (
    lambda turn, angle, read: read["seek"] + (read["angle"] - angle) % 1 * turn,
    lambda turn, angle, read: max(read["seek"], (read["angle"] - angle) % 1 * turn),
    lambda turn, angle, read: (
        read["seek"] + abs(read["angle"] - (angle + read["seek"] / turn) % 1) * turn
    ),
    lambda turn, angle, read: (
        read["seek"] + (angle + read["seek"] / turn - read["angle"]) % 1 * turn
    ),
    lambda turn, angle, read: (
        read["seek"] + once_round(read["angle"] - angle - read["seek"] / turn) * turn
    ),
    lambda turn, angle, read: read["seek"],
)
"""Times that leave something out: how the platter turns meanwhile; that a sector may have gone by when the arm is there; that
the platter turns one way; which way; that a sector may go by twice; the platter."""


def waiting(rng, count):
    """A turn (s), the angle, and so many reads."""
    turn, angle = 60 / rng.choice(SPEEDS), rng.randint(0, 999) / 1000
    return turn, angle, reads_of(rng, count, turn, angle)


def differ(some):
    """Whether each short cut comes to another time once."""
    return all(
        any(
            not isclose(short(turn, angle, read), passing(turn, angle, read))
            for turn, angle, reads in some
            for read in reads
        )
        for short in SHORT_CUTS
    )


def first(turn, angle, reads, time=passing):
    """The index of the read that is reached first by this sum."""
    times = [time(turn, angle, read) for read in reads]
    return times.index(min(times))


def decide(some):
    """Whether for each short cut there is a draw in which it chooses another read."""
    return all(any(first(*one, short) != first(*one) for one in some) for short in SHORT_CUTS)


def in_time(turn, angle, reads):
    """Whether the arm comes too late for no sector by so little that the book's drive counts it as
    in time."""
    return all((read["angle"] - angle - read["seek"] / turn) % 1 < 1 - 2e-5 for read in reads)


def as_asked(case, turn, angle, **reads):
    """The inputs as the question has them: one `read`, or some `reads`."""
    way, unit, speed = case["way"], case["angle"], case["speed"]["name"]

    def written(read):
        return recorded(case["record"], read["seek"], place(read["angle"], way, unit))

    given = {
        name: written(some) if name == "read" else [written(read) for read in some]
        for name, some in reads.items()
    }
    return {
        speed: {"turn": turn, "rpm": 60 / turn, "speed": 1 / turn}[speed],
        "angle": place(angle, way, unit),
        **given,
    }


def reached(answer, case, wanted, **inputs):
    """Raises AssertionError unless the head reaches a read after the time `wanted` (s)."""
    expect(answer, case["function"]["reach"], wanted, **as_asked(case, **inputs))


def chosen(answer, case, wanted, turn, angle, reads):
    """Raises AssertionError unless the answer chooses the read `wanted`."""
    inputs, reach, choose = (
        as_asked(case, turn, angle, reads=reads),
        case["function"]["reach"],
        case["function"]["choose"],
    )
    got = number(answer, choose, **inputs)
    if got != wanted:
        call = (
            asked(choose, inputs)
            if len(reads) < 5
            else f"with {len(reads)} reads waiting, {choose}"
        )
        times = [number(answer, reach, **as_asked(case, turn, angle, read=read)) for read in reads]
        if got not in range(len(reads)):
            time = (
                " It looks like the time instead."
                if any(isclose(got, time, rel_tol=1e-6) for time in times)
                else ""
            )
            raise Advised(
                f"{call} gave {digits(got)}, which is no index of the list",
                "The read's place in the list is "
                f"asked for, counted from 0: here a whole number from 0 to {len(reads) - 1}.{time}",
            )
        said = f"{call} gave {got:g}; the head reaches another one first"
        if got == times.index(min(times)) and not all(
            isclose(time, passing(turn, angle, read), rel_tol=1e-6)
            for time, read in zip(times, reads, strict=True)
        ):
            raise Advised(
                said,
                f"Your {choose} takes the smallest of the times that {reach} gives, and {reach} is wrong for "
                f"these reads. Mend {reach} first, then look at this again.",
            )
        raise AssertionError(said)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "If the arm is there already and the sector is still to come, the wait is the part of a turn that lies between the "
    "two angles, in seconds. Take the first example of the question."
)
def test_a_sector_ahead_comes_after_the_gap(answer, case, rng):
    for _ in range(4):
        turn, angle, ahead = (
            60 / rng.choice(SPEEDS),
            rng.randint(1, 50) / 100,
            rng.randint(5, 45) / 100,
        )
        read = {"seek": 0.0, "angle": round(angle + ahead, 2)}
        reached(answer, case, ahead * turn, turn=turn, angle=angle, read=read)


@pytest.mark.points(2)
@pytest.mark.advice(
    "This sector has passed already. The platter turns one way only, so it has to come round: what is still to turn is never "
    "negative, and for a sector that the head has only just missed it is nearly a whole turn."
)
def test_a_sector_that_has_passed_must_come_round(answer, case, rng):
    for _ in range(4):
        turn, angle, behind = (
            60 / rng.choice(SPEEDS),
            rng.randint(50, 99) / 100,
            rng.randint(2, 45) / 100,
        )
        read = {"seek": 0.0, "angle": round(angle - behind, 2)}
        reached(answer, case, (1 - behind) * turn, turn=turn, angle=angle, read=read)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The platter does not wait for the arm. By how much has it turned when the arm arrives, and how far is the sector "
    "from the head at that moment? It may be on its way still, or gone by while the arm was moving. And an arm may need "
    "longer than a turn: how often can the sector have gone by then?"
)
def test_the_platter_goes_on_turning_while_the_arm_moves(answer, case, rng):
    for turn, angle, reads in until_sound(lambda: [waiting(rng, 2) for _ in range(6)], differ):
        for read in reads:
            reached(answer, case, passing(turn, angle, read), turn=turn, angle=angle, read=read)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Neither the shortest seek nor the smallest angle is what counts, but the time at which the arm is there and the sector "
    "comes by."
)
def test_the_read_that_is_reached_first_is_chosen(answer, case, rng):
    for turn, angle, reads in until_sound(lambda: [waiting(rng, 3) for _ in range(40)], decide):
        chosen(answer, case, first(turn, angle, reads), turn=turn, angle=angle, reads=reads)


def simulated(rng):
    """Where a simulated drive goes, twelve times: the index of the read; a turn (s), the angle, and
    the ten reads."""
    spec, choices = drive_of("enterprise-disk", speed=rng.choice((7200, 10_000)) * rpm), []
    coming, disk, now = (
        uniform(4 * KiB, spec.capacity, rng),
        HardDisk(spec, phase=rng.random()),
        0.0,
    )
    offsets = list(islice(coming, 10))
    for _ in range(12):
        spots = [disk.spot(offset, False, 0.0) for offset in offsets]
        seeks = [disk.approach(now, spot.offset, spot, False)[0] for spot in spots]
        reads = [
            {"seek": seek, "angle": spot.angle} for seek, spot in zip(seeks, spots, strict=True)
        ]
        index = disk.soonest(now, spots)
        choices.append((index, disk.turn, disk.angle(now), reads))
        now = disk.access(now, offsets.pop(index), 4 * KiB, False)
        offsets.append(next(coming))
    return choices


@pytest.mark.points(1)
@pytest.mark.advice(
    "Let your program say for each of the ten when the head reaches it, and compare with a platter drawn on paper."
)
def test_it_goes_where_a_simulated_drive_goes(answer, case, rng):
    def sound(choices):
        some = [each for _, *each in choices]
        return all(in_time(*one) for one in some) and decide(some)

    for index, turn, angle, reads in until_sound(lambda: simulated(rng), sound):
        chosen(answer, case, index, turn=turn, angle=angle, reads=reads)
