"""Does the target move as it does in the cache that was published?"""

import math
import random

import pytest

from exercises.kit.answer import AnswerError
from exercises.kit.expect import Advised, asked, number
from exercises.questions.memory.target_of_recently_used.question import ghosts
from figures.memory.experiments.requests import requests
from models.zfs.arc.replacement import Arc

PLACES = ("recent", "frequent", "nowhere")
ONE_BLOCK = "Neither list has more ghosts than the other here (the one that was found is counted), so the step is one block."
NOT_ROUNDED = "Nearly. Nothing is rounded: two and a half times as many ghosts move it by two and a half blocks."
OTHER_WAY = "Which list was too short, and must its share of the cache grow or shrink?"
ENDS = "Look at a target that is less than a step away from nothing, or from the whole cache. Where must it stop?"
A_STEP = "Is that how far the target moves? What is asked for is where it stands after the request."
NO_GHOSTS = (
    "A list without ghosts is nothing to divide by. Divide only when a ghost was found, and by a number that cannot be 0 "
    "then: the list to which the ghost belongs has one ghost at least."
)


def moved(answer, case, wanted, p, found, recent_ghosts, frequent_ghosts, size):
    """Compares the target of recently used after a request with `wanted` (blocks): whether it moved
    at all, which way, and how far. If the question is about the other list, so are these."""
    alike, unit = recent_ghosts == frequent_ghosts, case["unit"]["bytes"]
    before, wanted = (p, wanted) if case["target"] == "p" else (size - p, size - wanted)
    counts = ghosts(case, recent_ghosts, frequent_ghosts)
    inputs = {
        case["target"]: before * unit,
        "found": case["labels"][found],
        **counts,
        "size": size * unit,
    }
    try:
        given = number(answer, case["function"], **inputs)
    except AnswerError as error:
        if "ZeroDivision" in error.message:
            raise Advised(error.message, NO_GHOSTS) from None
        raise
    got = given / unit
    if math.isclose(got, wanted, rel_tol=1e-6, abs_tol=1e-9):
        return
    step, right = got - before, wanted - before
    said = f"{asked(case['function'], inputs)} gave {given:.6g}"
    if 4 * before > size and math.isclose(got, right, rel_tol=1e-6, abs_tol=1e-9):
        raise Advised(f"{said}, and the target was {before * unit:.6g} before", A_STEP)
    if not 0 <= got <= size:
        raise Advised(
            f"{said}: that is {'more than the whole cache' if got > 0 else 'less than nothing'}",
            ENDS,
        )
    rounded = 0 < got < size and wanted % 1 and got == round(got) and abs(got - wanted) < 1
    if right == 0:
        raise Advised(
            f"{said}: it moved, and should have stayed",
            NOT_ROUNDED if rounded else OTHER_WAY if "ghost" in found else None,
        )
    if step == 0:
        raise AssertionError(f"{said}: it stayed, and should have moved")
    if step * right < 0:
        raise Advised(f"{said}: that is the wrong way", None if alike else OTHER_WAY)
    advice = None
    if rounded:
        advice = NOT_ROUNDED
    elif alike:
        advice = ONE_BLOCK
    elif (
        0 < got < size
        and right % 1
        and abs(step) in (math.floor(abs(right)), math.ceil(abs(right)))
    ):
        advice = NOT_ROUNDED
    raise Advised(
        f"{said}: the right way, but too {'far' if abs(step) > abs(right) else 'little'}", advice
    )


def state(rng):
    """A target well inside a cache, and ghosts of both lists."""
    size = rng.randint(50, 400)
    return {"p": round(rng.uniform(0.3, 0.7) * size, 2), "size": size}


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A block that was in memory shows that both lists were long enough for it, and one of which nobody knows anything "
    "teaches nothing. Only a ghost is a reason to move the target."
)
def test_only_a_ghost_moves_the_target(answer, case, rng):
    for found in PLACES:
        now = state(rng)
        few, many = rng.randint(2, 9), rng.randint(10, 40)
        moved(
            answer,
            case,
            now["p"],
            p=now["p"],
            found=found,
            recent_ghosts=few,
            frequent_ghosts=many,
            size=now["size"],
        )
        moved(
            answer,
            case,
            now["p"],
            p=now["p"],
            found=found,
            recent_ghosts=many,
            frequent_ghosts=few,
            size=now["size"],
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "The block was in recently used and had to go, and here it is asked for again. Had that list been longer, this would "
    "be a hit. So should its target grow or shrink?"
)
def test_a_ghost_of_recently_used_makes_that_list_longer(answer, case, rng):
    for _ in range(4):
        now, ghosts = state(rng), rng.randint(5, 40)
        moved(
            answer,
            case,
            now["p"] + 1,
            p=now["p"],
            found="recent ghost",
            recent_ghosts=ghosts,
            frequent_ghosts=ghosts,
            size=now["size"],
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "The block was in frequently used and had to go, and here it is asked for again. That list needs room, and there is "
    "only one place to take it from: what does that mean for the target of {{own.words}}?"
)
def test_a_ghost_of_frequently_used_takes_the_room_back(answer, case, rng):
    for _ in range(4):
        now, ghosts = state(rng), rng.randint(5, 40)
        moved(
            answer,
            case,
            now["p"] - 1,
            p=now["p"],
            found="frequent ghost",
            recent_ghosts=ghosts,
            frequent_ghosts=ghosts,
            size=now["size"],
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "A ghost of a list that has few of them weighs more: if the other list has three times as many ghosts, the target "
    "moves by three blocks. And if it is the other list that has few? Then the step is one block, never less."
)
def test_one_ghost_of_a_few_weighs_more_than_one_of_many(answer, case, rng):
    for few, times in ((4, rng.choice([2, 3])), (8, 2.5), (10, rng.choice([1.5, 3.5]))):
        now, many = state(rng), round(few * times)
        for recent, frequent, step in ((few, many, many / few), (many, few, 1)):
            moved(
                answer,
                case,
                now["p"] + step,
                p=now["p"],
                found="recent ghost",
                recent_ghosts=recent,
                frequent_ghosts=frequent,
                size=now["size"],
            )
        for recent, frequent, step in ((many, few, many / few), (few, many, 1)):
            moved(
                answer,
                case,
                now["p"] - step,
                p=now["p"],
                found="frequent ghost",
                recent_ghosts=recent,
                frequent_ghosts=frequent,
                size=now["size"],
            )


@pytest.mark.points(1)
@pytest.mark.advice(
    "Only one of the lists has ghosts here, and one of them is found: one block, never less, and towards the list that was "
    "too short. If nobody finds a ghost, the target stays."
)
def test_a_list_may_have_no_ghosts(answer, case, rng):
    now, some = state(rng), rng.randint(2, 40)
    p, size = now["p"], now["size"]
    moved(
        answer,
        case,
        p + 1,
        p=p,
        found="recent ghost",
        recent_ghosts=some,
        frequent_ghosts=0,
        size=size,
    )
    moved(
        answer,
        case,
        p - 1,
        p=p,
        found="frequent ghost",
        recent_ghosts=0,
        frequent_ghosts=some,
        size=size,
    )
    for found in PLACES:
        for recent, frequent in ((0, some), (some, 0), (0, 0)):
            moved(
                answer,
                case,
                p,
                p=p,
                found=found,
                recent_ghosts=recent,
                frequent_ghosts=frequent,
                size=size,
            )


@pytest.mark.points(1)
@pytest.mark.advice(
    "A list cannot be shorter than nothing, nor longer than the whole cache. Look at a target that is less than a step "
    "away from one of these ends, and stop it there."
)
def test_the_target_stays_between_nothing_and_all(answer, case, rng):
    for _ in range(3):
        size, few = rng.randint(50, 400), rng.randint(2, 5)
        moved(
            answer,
            case,
            size,
            p=size - rng.uniform(0.1, 0.9),
            found="recent ghost",
            recent_ghosts=few,
            frequent_ghosts=9 * few,
            size=size,
        )
        moved(
            answer,
            case,
            0,
            p=rng.uniform(0.1, 0.9),
            found="frequent ghost",
            recent_ghosts=9 * few,
            frequent_ghosts=few,
            size=size,
        )


def moves(seed, size=40, count=3000):
    """Some requests to the published cache: where each was found, the target before, both lists'
    ghosts, the target after.

    Of each kind a few: hits of both lists, blocks that nobody knew, ghosts whose step is one block,
    and others.
    """
    source = random.Random(seed)
    arc, found = Arc(size), {}
    for key in requests("scans", count, 3 * size, source, scan=2 * size):
        lists = {
            "recent": arc.once,
            "frequent": arc.again,
            "recent ghost": arc.lost_once,
            "frequent ghost": arc.lost_again,
        }
        where = next((name for name, names in lists.items() if key in names), "nowhere")
        before = {
            "p": arc.p,
            "found": where,
            "recent_ghosts": len(arc.lost_once),
            "frequent_ghosts": len(arc.lost_again),
        }
        arc.access(key)
        found.setdefault((where, abs(arc.p - before["p"]) % 1 > 0), []).append(
            ({**before, "size": size}, arc.p)
        )
    return [
        move for _, kind in sorted(found.items()) for move in source.sample(kind, min(8, len(kind)))
    ]


@pytest.mark.points(1)
@pytest.mark.advice(
    "These are requests to the cache as published, for popular blocks with scans in between: hits, blocks that nobody knew, "
    "and ghosts. Go through your rule by hand with the numbers of this call. Does the target move at all? Which way? How far?"
)
def test_it_moves_as_in_the_published_cache(answer, case, rng):
    for inputs, after in moves(rng.randint(1, 10**6)):
        moved(answer, case, after, **inputs)
