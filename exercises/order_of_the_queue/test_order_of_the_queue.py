"""Do I/Os leave the queue as those of ZFS did?"""

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, value
from models.catalogue.machines import values
from models.zfs.io.queue_order import by_deadline, deadline
from models.zfs.io.scheduler import PRIORITIES
from models.zfs.io.zio import Zio

STEP = values("zfs-queue")["step"]
READ, RESILVER = PRIORITIES["now"], PRIORITIES["resilver"]
GB = 10**9
UNEVEN = [step for step in range(25) if step * STEP + RESILVER * STEP != (step + RESILVER) * STEP]
PLACES = ("first", "second", "third", *(f"{n}th" for n in range(4, 17)))


def io(name, came, number, place):
    """One I/O as the question has it."""
    return {"name": name, "came": came, "number": number, "place": place}


def within(rng, step):
    """A time in this step, clear of its edges (s)."""
    return round((step + rng.uniform(0.1, 0.9)) * STEP, 3)


def crowd(rng):
    """I/Os of many classes, three of them with the same deadline."""
    classes = [READ, READ, RESILVER, PRIORITIES["async read"], PRIORITIES["scrub"]]
    step, places = rng.choice(UNEVEN), sorted(rng.sample(range(GB), 3))
    even = [(step + RESILVER, READ, places[0]), (step, RESILVER, places[1]), (step + RESILVER, READ, places[2])]
    given = [*even, *((rng.randint(0, 24), rng.choice(classes), rng.randint(0, GB)) for _ in range(13))]
    rng.shuffle(given)
    return [io(f"io {n}", within(rng, begin), number, place) for n, (begin, number, place) in enumerate(given)]


def tell_steps(crowds):
    """Whether it makes a difference in one of them that times are cut to steps, and not rounded."""
    def deadlines(waiting, whole):
        return sorted(waiting, key=lambda each: (whole(each["came"] / STEP) + each["number"], each["place"]))

    return any(deadlines(waiting, int) != deadlines(waiting, round) for waiting in crowds)


def ordered(answer, waiting, wanted):
    """Fails unless the I/Os go down as wanted."""
    got = value(answer, "order", list, waiting=waiting)
    if got == wanted:
        return
    if any(isinstance(each, dict) for each in got):
        raise Advised("order() returned a list of dicts; a list of names was asked for",
                      "Return the name of each I/O, and each of them once.")
    if sorted(map(str, got)) != sorted(wanted):
        raise Advised(f"order() of {len(wanted)} I/Os returned a list of {len(got)}: {', '.join(map(str, got[:4]))}"
                      f"{' ...' if len(got) > 4 else ''}", "Each name belongs into the list once, and nothing else does.")
    first = next(i for i, name in enumerate(got) if name != wanted[i])
    raise AssertionError(f"of {len(waiting)} that wait, the {PLACES[first]} to go down was {told(waiting, got[first])}, "
                         f"before {told(waiting, wanted[first])}")


def told(waiting, name):
    """One of those that wait, with all that its turn hangs on."""
    each = next(each for each in waiting if each["name"] == name)
    return f"{name!r} (came at {each['came']} s, class {each['number']}, place {each['place']:,})"


@pytest.mark.points(1)
@pytest.mark.advice(
    "A read of the resilver that comes together with a program's read is due ten steps later, so it goes second, "
    "wherever the two lie on the disk."
)
def test_a_program_goes_before_a_resilver_that_came_with_it(answer, rng):
    for _ in range(4):
        step = rng.randint(0, 40)
        waiting = [io("resilver", within(rng, step), RESILVER, rng.randint(0, GB)),
                   io("program", within(rng, step + rng.randint(0, 8)), READ, rng.randint(0, GB))]
        ordered(answer, waiting, ["program", "resilver"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Two reads of one class that came in the same step have the same deadline, whoever came first. Then the one that lies "
    "lower on the disk goes first. Does `due` return the same for the two? If it does, what do you sort by next, and which "
    "way round?"
)
def test_within_a_step_the_place_decides(answer, rng):
    begin = rng.randint(0, 40)
    for step in range(begin, begin + 6):
        places = sorted(rng.sample(range(GB), 3))
        times = [round((step + part) * STEP, 3) for part in (0.15, 0.45, 0.85)]
        waiting = [io(name, came, READ, place)
                   for name, came, place in zip(("high", "middle", "low"), times, places[::-1], strict=True)]
        ordered(answer, waiting, ["low", "middle", "high"])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A step begins at a whole multiple of 0.64 s. What came before that moment is in the step before, even if it was "
    "only a tenth of a second earlier, and what came at that very moment is in the new one. Cut the fraction off; do not "
    "round it, neither to the nearest number nor up."
)
def test_a_step_begins_at_a_whole_multiple(answer, rng):
    begin = rng.randint(1, 40)
    for edge in range(begin, begin + 4):
        waiting = [io("before", round((edge - 0.15) * STEP, 3), READ, GB),
                   io("after", round((edge + 0.15) * STEP, 3), READ, 0)]
        ordered(answer, waiting, ["before", "after"])
    edge = rng.choice((1, 2, 4))                            # whose times are exact, however one divides
    waiting = [io("before", round((edge - 0.4) * STEP, 3), READ, GB), io("at the edge", edge * STEP, READ, 0)]
    ordered(answer, waiting, ["before", "at the edge"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "A resilver's read that came more than ten steps ago is due before a program's read of now. The class is a delay, not "
    "a rank: it must count once, in the deadline, and nowhere else. And it is a delay of so many steps, not seconds."
)
def test_the_resilver_has_its_turn_after_ten_steps(answer, rng):
    for _ in range(4):
        step = rng.randint(0, 40)
        waiting = [io("program", within(rng, step + RESILVER + rng.randint(2, 4)), READ, 0),
                   io("resilver", within(rng, step), RESILVER, rng.randint(1, GB))]
        ordered(answer, waiting, ["resilver", "program"])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A resilver's read that came in a step ten before that of a program's read has the same deadline. Between these two "
    "only the place decides: neither the class nor the time counts a second time. Does `due` return exactly the same for "
    "the two? Numbers of steps are whole and can be equal; multiples of 0.64 are rounded, and may differ in the last digit."
)
def test_with_the_same_deadline_the_class_no_longer_counts(answer, rng):
    for step in [*rng.sample(range(40), 3), *rng.sample(UNEVEN, 2)]:
        for first in (True, False):
            low, high = sorted(rng.sample(range(GB), 2))
            waiting = [io("resilver", round((step + 0.8) * STEP, 3), RESILVER, low if first else high),
                       io("program", round((step + RESILVER + 0.2) * STEP, 3), READ, high if first else low)]
            ordered(answer, waiting, ["resilver", "program"] if first else ["program", "resilver"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's own queue lets the second of these two go first. Work out the deadlines of both by hand. If they are the "
    "same, compare the places. What does `due` return for them?"
)
def test_it_agrees_with_the_queue_of_the_book(answer, rng):
    for waiting in until_sound(lambda: [crowd(rng) for _ in range(3)], tell_steps):
        line = by_deadline()
        for n, each in enumerate(waiting):
            line.add(Zio("read", each["place"], 8192, each["came"], owner=each["name"], priority=each["number"],
                         deadline=deadline(each["came"], each["number"]), number=n))
        wanted = []
        while (zio := line.head()) is not None:
            zio.issued = 0.0
            wanted.append(zio.owner)
        ordered(answer, waiting, wanted)
