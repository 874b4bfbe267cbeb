"""Does the target move as it does in the cache that was published?"""

import random

import pytest

from exercises.expect import expect
from models.caches.arc import Arc
from models.caches.requests import requests

PLACES = ("recent", "frequent", "nowhere")


def state(rng):
    """A target well inside a cache, and ghosts of both lists."""
    size = rng.randint(50, 400)
    return {"p": round(rng.uniform(0.3, 0.7) * size, 2), "size": size}


@pytest.mark.points(1)
@pytest.mark.advice(
    "A block that was in memory shows that both lists were long enough for it, and one of which nobody knows anything "
    "teaches nothing. Only a ghost is a reason to move the target."
)
def test_only_a_ghost_moves_the_target(answer, rng):
    for found in PLACES:
        now = state(rng)
        few, many = rng.randint(2, 9), rng.randint(10, 40)
        ghosts = {"recent_ghosts": few, "frequent_ghosts": many}
        expect(answer, "new_target", now["p"], p=now["p"], found=found, **ghosts, size=now["size"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "The block was in recently used and had to go, and here it is asked for again. Had that list been longer, this would "
    "be a hit. So should its target grow or shrink?"
)
def test_a_ghost_of_recently_used_makes_that_list_longer(answer, rng):
    for _ in range(4):
        now, ghosts = state(rng), rng.randint(5, 40)
        expect(answer, "new_target", now["p"] + 1, p=now["p"], found="recent ghost", recent_ghosts=ghosts,
               frequent_ghosts=ghosts, size=now["size"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "The block was in frequently used and had to go, and here it is asked for again. That list needs room, and there is "
    "only one place to take it from: what does that mean for the target of recently used?"
)
def test_a_ghost_of_frequently_used_takes_the_room_back(answer, rng):
    for _ in range(4):
        now, ghosts = state(rng), rng.randint(5, 40)
        expect(answer, "new_target", now["p"] - 1, p=now["p"], found="frequent ghost", recent_ghosts=ghosts,
               frequent_ghosts=ghosts, size=now["size"])


@pytest.mark.points(2)
@pytest.mark.advice(
    "A ghost of a list that has few of them weighs more: if the other list has three times as many ghosts, the target "
    "moves by three blocks. And if it is the other list that has few? Then the step is one block, never less."
)
def test_one_ghost_of_a_few_weighs_more_than_one_of_many(answer, rng):
    for few in (4, 8, 10):
        now, times = state(rng), rng.choice([2, 3, 2.5])
        many = round(few * times)
        for recent, frequent, step in ((few, many, many / few), (many, few, 1)):
            expect(answer, "new_target", now["p"] + step, p=now["p"], found="recent ghost", recent_ghosts=recent,
                   frequent_ghosts=frequent, size=now["size"])
        for recent, frequent, step in ((many, few, many / few), (few, many, 1)):
            expect(answer, "new_target", now["p"] - step, p=now["p"], found="frequent ghost", recent_ghosts=recent,
                   frequent_ghosts=frequent, size=now["size"])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A list cannot be shorter than nothing, nor longer than the whole cache. Look at a target that is less than a step "
    "away from one of these ends."
)
def test_the_target_stays_between_nothing_and_all(answer, rng):
    for _ in range(3):
        size, few = rng.randint(50, 400), rng.randint(2, 5)
        expect(answer, "new_target", size, p=size - rng.uniform(0.1, 0.9), found="recent ghost", recent_ghosts=few,
               frequent_ghosts=9 * few, size=size)
        expect(answer, "new_target", 0, p=rng.uniform(0.1, 0.9), found="frequent ghost", recent_ghosts=9 * few,
               frequent_ghosts=few, size=size)


def moves(seed, size=40, count=3000):
    """Requests to the published cache that found a ghost: the target before, where, both lists' ghosts, the target after."""
    source = random.Random(seed)
    arc, found = Arc(size), []
    for key in requests("scans", count, 3 * size, source, scan=2 * size):
        where = "recent ghost" if key in arc.lost_once else "frequent ghost" if key in arc.lost_again else None
        ghosts = {"recent_ghosts": len(arc.lost_once), "frequent_ghosts": len(arc.lost_again)}
        before = {"p": arc.p, "found": where, **ghosts}
        arc.access(key)
        if where:
            found.append(({**before, "size": size}, arc.p))
    return source.sample(found, min(40, len(found)))


@pytest.mark.points(2)
@pytest.mark.advice(
    "The cache as published, asked for popular blocks with scans in between, moves its target otherwise at the request "
    "that is named. Go through your rule by hand with these numbers."
)
def test_it_moves_as_in_the_published_cache(answer, rng):
    for inputs, after in moves(rng.randint(1, 10**6)):
        expect(answer, "new_target", after, **inputs)
