"""Do I/Os leave the queue as those of ZFS did?"""

import pytest

from exercises.kit.draw import until_sound
from exercises.kit.expect import Advised, value
from models.catalogue.machines import values
from models.zfs.io.queue_order import Sorted, Zio, deadline
from models.zfs.io.scheduler import PRIORITIES

STEP = values("zfs-queue")[
    "step"
]  # s; to a reader all times are told in proportion to the step of the question
READ, RESILVER = PRIORITIES["now"], PRIORITIES["resilver"]
GB = 10**9
UNEVEN = [step for step in range(25) if step * STEP + RESILVER * STEP != (step + RESILVER) * STEP]
PLACES = ("first", "second", "third", *(f"{n}th" for n in range(4, 17)))


def io(name, came, number, place):
    """One I/O that came at this time (s)."""
    return {"name": name, "came": came, "number": number, "place": place}


def within(rng, step):
    """A time in this step, clear of its edges (s)."""
    return round((step + rng.uniform(0.1, 0.9)) * STEP, 3)


def crowd(rng):
    """I/Os of many classes, three of them with the same deadline."""
    classes = [READ, READ, RESILVER, PRIORITIES["async read"], PRIORITIES["scrub"]]
    step, places = rng.choice(UNEVEN), sorted(rng.sample(range(GB), 3))
    even = [
        (step + RESILVER, READ, places[0]),
        (step, RESILVER, places[1]),
        (step + RESILVER, READ, places[2]),
    ]
    given = [
        *even,
        *((rng.randint(0, 24), rng.choice(classes), rng.randint(0, GB)) for _ in range(13)),
    ]
    rng.shuffle(given)
    return [
        io(f"io {n}", within(rng, begin), number, place)
        for n, (begin, number, place) in enumerate(given)
    ]


def tell_steps(crowds):
    """Whether it makes a difference in one of them that times are cut to steps, and not rounded."""

    def deadlines(waiting, whole):
        return sorted(
            waiting, key=lambda each: (whole(each["came"] / STEP) + each["number"], each["place"])
        )

    return any(deadlines(waiting, int) != deadlines(waiting, round) for waiting in crowds)


def came(case, each):
    """When one came, by the question's step of time and in its unit."""
    seconds = each["came"] * case["step"]["seconds"] / STEP
    return (
        round(seconds, 3)
        if case["unit"]["a_second"] == 1
        else round(seconds * case["unit"]["a_second"])
    )


def as_asked(case, waiting):
    """The I/Os as the question has them."""
    some = [{**each, "came": came(case, each)} for each in waiting]
    return [[each[field] for field in case["record"]["fields"]] or each for each in some]


def names_of(case, waiting, got):
    """The names in the order that was returned. Raises Advised where it is none."""
    function, kind, many = case["function"]["order"], case["result"]["kind"], len(waiting)
    if kind == "indexes":
        if not all(type(each) is int and 0 <= each < many for each in got):
            raise Advised(
                f"{function}() of {many} I/Os returned a list with something in it that is no index of theirs",
                f"Return the index of each I/O in the list that was given: of {many} from 0 to {many - 1}.",
            )
        return [waiting[each]["name"] for each in got]
    if kind == "turns":
        if not all(type(turn) is int for turn in got.values()) or sorted(got.values()) != list(
            range(1, many + 1)
        ):
            raise Advised(
                f"{function}() of {many} I/Os returned the turns {', '.join(map(str, list(got.values())[:8]))}",
                "The first to go down has the turn 1, the next one 2, and so on, each another.",
            )
        return sorted(got, key=lambda name: got[name])
    if any(isinstance(each, dict | list) for each in got):
        raise Advised(
            f"{function}() returned a list of whole I/Os; a list of names was asked for",
            "Return the name of each I/O, and each of them once.",
        )
    return got


def ordered(answer, case, waiting, wanted):
    """Fails unless the I/Os go down as wanted."""
    kind = dict if case["result"]["kind"] == "turns" else list
    got = names_of(
        case,
        waiting,
        value(answer, case["function"]["order"], kind, waiting=as_asked(case, waiting)),
    )
    if got == wanted:
        return
    if sorted(map(str, got)) != sorted(wanted):
        raise Advised(
            f"{case['function']['order']}() of {len(wanted)} I/Os returned {len(got)}: "
            f"{', '.join(map(str, got[:4]))}{' ...' if len(got) > 4 else ''}",
            "Each of them goes down once, and nothing else does.",
        )
    first = next(i for i, name in enumerate(got) if name != wanted[i])
    raise AssertionError(
        f"of {len(waiting)} that wait, the {PLACES[first]} to go down was "
        f"{told(case, waiting, got[first])}, before {told(case, waiting, wanted[first])}"
    )


def told(case, waiting, name):
    """One of those that wait, with all that its turn hangs on."""
    each = next(each for each in waiting if each["name"] == name)
    return (
        f"{name!r} (came at {came(case, each)} {case['unit']['unit']}, class {each['number']}, "
        f"place {each['place']:,})"
    )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A read of the resilver that comes together with a program's read is due ten steps later, so it goes second, "
    "wherever the two lie on the disk."
)
def test_a_program_goes_before_a_resilver_that_came_with_it(answer, case, rng):
    for _ in range(4):
        step = rng.randint(0, 40)
        waiting = [
            io("resilver", within(rng, step), RESILVER, rng.randint(0, GB)),
            io("program", within(rng, step + rng.randint(0, 8)), READ, rng.randint(0, GB)),
        ]
        ordered(answer, case, waiting, ["program", "resilver"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "Two reads of one class that came in the same step have the same deadline, whoever came first. Then the one that lies "
    "lower on the disk goes first. Does {{function.due}} return the same for the two? If it does, what do you sort by next, "
    "and which way round?"
)
def test_within_a_step_the_place_decides(answer, case, rng):
    begin = rng.randint(0, 40)
    for step in range(begin, begin + 6):
        places = sorted(rng.sample(range(GB), 3))
        times = [round((step + part) * STEP, 3) for part in (0.15, 0.45, 0.85)]
        waiting = [
            io(name, came, READ, place)
            for name, came, place in zip(
                ("high", "middle", "low"), times, places[::-1], strict=True
            )
        ]
        ordered(answer, case, waiting, ["low", "middle", "high"])


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A step begins at a whole multiple of {{step.length}}. What came before that moment is in the step before, even if it "
    "was only a little earlier, and what came at that very moment is in the new one. Cut the fraction off; do not round it, "
    "neither to the nearest number nor up."
)
def test_a_step_begins_at_a_whole_multiple(answer, case, rng):
    begin = rng.randint(1, 40)
    for edge in range(begin, begin + 4):
        waiting = [
            io("before", round((edge - 0.15) * STEP, 3), READ, GB),
            io("after", round((edge + 0.15) * STEP, 3), READ, 0),
        ]
        ordered(answer, case, waiting, ["before", "after"])
    edge = rng.choice((1, 2, 4))  # whose times are exact, however one divides
    waiting = [
        io("before", round((edge - 0.4) * STEP, 3), READ, GB),
        io("at the edge", edge * STEP, READ, 0),
    ]
    ordered(answer, case, waiting, ["before", "at the edge"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "A resilver's read that came more than ten steps ago is due before a program's read of now. The class is a delay, not "
    "a rank: it must count once, in the deadline, and nowhere else. And it is a delay of so many steps, not seconds."
)
def test_the_resilver_has_its_turn_after_ten_steps(answer, case, rng):
    for _ in range(4):
        step = rng.randint(0, 40)
        waiting = [
            io("program", within(rng, step + RESILVER + rng.randint(2, 4)), READ, 0),
            io("resilver", within(rng, step), RESILVER, rng.randint(1, GB)),
        ]
        ordered(answer, case, waiting, ["resilver", "program"])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A resilver's read that came in a step ten before that of a program's read has the same deadline. Between these two "
    "only the place decides: neither the class nor the time counts a second time. Does {{function.due}} return exactly the "
    "same for the two? Numbers of steps are whole and can be equal; multiples of a step in seconds are rounded, and may "
    "differ in the last digit."
)
def test_with_the_same_deadline_the_class_no_longer_counts(answer, case, rng):
    for step in [*rng.sample(range(40), 3), *rng.sample(UNEVEN, 2)]:
        for first in (True, False):
            low, high = sorted(rng.sample(range(GB), 2))
            waiting = [
                io("resilver", round((step + 0.8) * STEP, 3), RESILVER, low if first else high),
                io(
                    "program",
                    round((step + RESILVER + 0.2) * STEP, 3),
                    READ,
                    high if first else low,
                ),
            ]
            ordered(
                answer, case, waiting, ["resilver", "program"] if first else ["program", "resilver"]
            )


@pytest.mark.points(2)
@pytest.mark.advice(
    "The book's own queue lets the second of these two go first. Work out the deadlines of both by hand. If they are the "
    "same, compare the places. What does {{function.due}} return for them?"
)
def test_it_agrees_with_the_queue_of_the_book(answer, case, rng):
    for waiting in until_sound(lambda: [crowd(rng) for _ in range(3)], tell_steps):
        line = Sorted("deadline")
        for n, each in enumerate(waiting):
            line.add(
                Zio(
                    "read",
                    each["place"],
                    8192,
                    each["came"],
                    owner=each["name"],
                    priority=each["number"],
                    deadline=deadline(each["came"], each["number"]),
                    number=n,
                )
            )
        wanted = []
        while (zio := line.head()) is not None:
            zio.issued = 0.0
            wanted.append(zio.owner)
        ordered(answer, case, waiting, wanted)
