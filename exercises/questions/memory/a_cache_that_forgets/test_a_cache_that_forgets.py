"""Does the cache keep what was asked for last, and give up nothing too soon?"""

import pytest

from exercises.kit.expect import Advised, value
from figures.memory.experiments.requests import requests
from models.zfs.arc.replacement import Lru

NOT_EACH = (
    "The list has one answer for each request, `True` or `False`, in the order of the requests."
)
NO_NUMBERS = (
    "The list has the numbers of some of the requests, each once: 0 is the first of them, and the last has one less than "
    "there are."
)


def told(answer, case, names, size):
    """Which of the requests are hits by the answer. Raises Advised where it does not say."""
    inputs, result = (
        {"requests": names, case["room"]["name"]: size * case["room"]["block"]},
        case["result"],
    )
    got = value(answer, case["function"], list, **inputs)
    if result["numbers"]:
        if not all(type(number) is int and 0 <= number < len(names) for number in got) or len(
            set(got)
        ) < len(got):
            raise Advised(f"{str(got)[:80]} came for {len(names)} requests, {names}", NO_NUMBERS)
        return [(number in got) is result["hits"] for number in range(len(names))]
    if len(got) != len(names):
        raise Advised(
            f"{len(got)} answers came for {len(names)} requests, {names}, with room for {size} blocks",
            NOT_EACH,
        )
    for n, mine in enumerate(got):
        if type(mine) is not bool:
            raise Advised(
                f"for request {n + 1} of {names[: n + 1]} came {repr(mine)[:40]}", NOT_EACH
            )
    return [mine is result["hits"] for mine in got]


def compare(answer, case, names, size, wanted):
    """Raises AssertionError with the first request that the answer takes for something else, and
    all before it."""
    for n, (mine, right) in enumerate(zip(told(answer, case, names, size), wanted, strict=True)):
        if mine is not right:
            said, is_one = ("a hit", "a miss") if mine else ("a miss", "a hit")
            call = f"{case['function']}({names[: n + 1]}, {size * case['room']['block']})"
            raise AssertionError(f"{call} takes the last request for {said}, and it is {is_one}")


def lru(names, size):
    """Which requests the book's own cache answers."""
    cache = Lru(size)
    return [cache.access(name) for name in names]


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Here there is room for all blocks, and then some. Nothing ever has to go: only the first request for each block is a "
    "miss."
)
def test_with_room_for_all_only_the_first_request_misses(answer, case, rng):
    for _ in range(3):
        names = [*rng.sample("abcde", 5), *(rng.choice("abcde") for _ in range(10))]
        compare(answer, case, names, 7, [name in names[:n] for n, name in enumerate(names)])


@pytest.mark.points(2)
@pytest.mark.advice(
    "All blocks just fit, so after the first round each request is a hit, and nothing has to make room for anything. What "
    "does the cache give up at a hit while it is full? If nothing: does it hold as many blocks as there is room for?"
)
def test_a_hit_pushes_nothing_out(answer, case, rng):
    for size in (2, 5, rng.randint(6, 12)):
        names = [f"n{n}" for n in range(size)]
        rounds = [rng.sample(names, size) for _ in range(3)]
        all = [*names, *(name for each in rounds for name in each)]
        compare(answer, case, all, size, [n >= size for n in range(len(all))])


@pytest.mark.guard(goes=["newest"])
@pytest.mark.points(2)
@pytest.mark.advice(
    "One block is asked for every third time, so it is never the one for which nobody has asked the longest. Others come "
    "and go all the while. If it is lost, what does your cache go by: when a block came, or when it was last asked for?"
)
def test_a_block_that_is_in_use_stays(answer, case, rng):
    for size in (3, 4, rng.randint(5, 6)):
        names = [name for n in range(0, 20, 2) for name in ("hot", f"n{n}", f"n{n + 1}")]
        compare(
            answer, case, names, size, [n > 0 and name == "hot" for n, name in enumerate(names)]
        )


@pytest.mark.guard(goes=["oldest"])
@pytest.mark.points(1)
@pytest.mark.advice(
    "A loop over one block more than fits: whatever is asked for next has just been given up, so there is not a single "
    "hit. If you find some, count the blocks that your cache holds, or look at which end of the list goes."
)
def test_a_loop_of_one_block_too_many_never_hits(answer, case, rng):
    for size in (1, 4, rng.randint(5, 12)):
        names = [f"n{n % (size + 1)}" for n in range(4 * size + 4)]
        compare(answer, case, names, size, [False] * len(names))


@pytest.mark.guard(goes=["oldest"])
@pytest.mark.points(1)
@pytest.mark.advice(
    "One block was asked for several times, and since then more others have come than there is room for. LRU does not count "
    "how often somebody asked, only how long ago the last time was. If your cache counts nothing: is the block in your list "
    "more than once, or does the wrong end of the list go?"
)
def test_often_but_long_ago_does_not_count(answer, case, rng):
    for size in (2, 3, rng.randint(4, 6)):
        names = ["old"] * (size + 1) + [f"n{n}" for n in range(2 * size)] + ["old"]
        compare(answer, case, names, size, lru(names, size))


@pytest.mark.points(2)
@pytest.mark.advice(
    "Follow these requests by hand: after each, write down what is in the cache and in which order. Then let your function "
    "print `blocks`. Is a block ever in your list twice? Are there ever more than there is room for?"
)
def test_it_agrees_with_the_cache_of_the_book(answer, case, rng):
    for length in (6, 8, 10, 14, 14, 20):
        names, size = (
            [rng.choice("abcdef"[: 2 + length // 4]) for _ in range(length)],
            2 + length // 10,
        )
        compare(answer, case, names, size, lru(names, size))
    for _ in range(2):
        size = rng.randint(8, 25)
        names = [f"n{key}" for key in requests("scans", 300, 3 * size, rng, scan=size // 2)]
        compare(answer, case, names, size, lru(names, size))
