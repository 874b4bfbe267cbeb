"""Does the cache keep what was asked for last, and give up nothing too soon?"""

import pytest

from exercises.expect import asked, value
from models.caches.replacement import Lru
from models.caches.requests import requests


def compare(answer, names, size, wanted):
    """Raises AssertionError with the first request that the answer takes for something else."""
    got = value(answer, "which_are_hits", list, requests=names, size=size)
    call = asked("which_are_hits", {"requests": names, "size": size})
    if len(got) != len(names):
        raise AssertionError(f"{call} gave {len(got)} answers for {len(names)} requests")
    for n, (mine, right) in enumerate(zip(got, wanted, strict=True)):
        if mine is not right:
            said = {True: "a hit", False: "a miss"}.get(mine, str(mine)[:40])
            raise AssertionError(f"{call} gave {said} for request {n + 1}, {names[n]!r}, which is not so")


@pytest.mark.points(1)
@pytest.mark.advice(
    "Here there is room for all blocks, and then some. Nothing ever has to go: only the first request for each block is a "
    "miss."
)
def test_with_room_for_all_only_the_first_request_misses(answer, rng):
    for _ in range(3):
        names = [rng.choice("abcde") for _ in range(15)]
        compare(answer, names, 7, [name in names[:n] for n, name in enumerate(names)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "All blocks just fit, so after the first round each request is a hit, and nothing has to make room for anything. What "
    "does the cache give up at a hit while it is full?"
)
def test_a_hit_pushes_nothing_out(answer, rng):
    for size in (2, 5, rng.randint(6, 12)):
        names = [f"n{n}" for n in range(size)]
        rounds = [rng.sample(names, size) for _ in range(3)]
        all = [*names, *(name for each in rounds for name in each)]
        compare(answer, all, size, [n >= size for n in range(len(all))])


@pytest.mark.points(2)
@pytest.mark.advice(
    "One block is asked for every other time, so it is never the one for which nobody has asked the longest. Others come "
    "and go all the while. If it is lost, what does your cache go by: when a block came, or when it was last asked for?"
)
def test_a_block_that_is_in_use_stays(answer, rng):
    for _ in range(3):
        size, count = rng.randint(2, 6), 20
        names = [name for n in range(count) for name in ("hot", f"n{n}")]
        compare(answer, names, size, [n > 0 and name == "hot" for n, name in enumerate(names)])


@pytest.mark.points(1)
@pytest.mark.advice(
    "A loop over one block more than fits: whatever is asked for next has just been given up, so there is not a single "
    "hit. If you find some, count the blocks that your cache holds, or look at which end of the list goes."
)
def test_a_loop_of_one_block_too_many_never_hits(answer, rng):
    for size in (1, 4, rng.randint(5, 12)):
        names = [f"n{n % (size + 1)}" for n in range(4 * size + 4)]
        compare(answer, names, size, [False] * len(names))


@pytest.mark.points(3)
@pytest.mark.advice(
    "Popular blocks with scans between, in the book's own LRU cache and in yours: at the request that is named they come "
    "to different answers. Shorten the list of requests until you can follow it by hand."
)
def test_it_agrees_with_the_cache_of_the_book(answer, rng):
    for _ in range(3):
        size = rng.randint(8, 25)
        names = [f"n{key}" for key in requests("scans", 300, 3 * size, rng, scan=size // 2)]
        cache = Lru(size)
        compare(answer, names, size, [cache.access(name) for name in names])
