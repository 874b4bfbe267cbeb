"""The optimum: no policy has more hits, and no smaller number of misses can be found by trying all
choices."""

from functools import cache
from random import Random

import pytest

from figures.memory.experiments.optimum import next_uses, optimum
from figures.memory.experiments.requests import requests
from models.zfs.arc.replacement import Arc, Fifo, Lru
from tests.models.policies import loop, zipf

TRACES = {
    "zipf": zipf(200, 0.9, 3_000, 1),
    "loop": loop(60, 2_000),
    "any": zipf(80, 0.0, 2_000, 2),
    "scans": requests("scans", 3_000, 200, Random(3), scan=40),
}


def tried(keys, size):
    """The most hits that any sequence of choices has."""

    @cache
    def best(n, held):
        if n == len(keys):
            return 0
        if keys[n] in held:
            return 1 + best(n + 1, held)
        if len(held) < size:
            return best(n + 1, held | {keys[n]})
        return max(best(n + 1, (held - {gone}) | {keys[n]}) for gone in held)

    return best(0, frozenset())


@pytest.mark.parametrize("seed", range(12))
def test_no_choice_has_more_hits(seed):
    draw = Random(seed).random
    keys = [int(6 * draw()) for _ in range(18)]
    for size in (1, 2, 3, 4):
        assert sum(optimum(keys, size)) == tried(keys, size)


@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize("size", [1, 5, 30, 59, 100])
def test_no_policy_has_more_hits(name, size):
    keys = TRACES[name]
    best = sum(optimum(keys, size))
    for policy in (Fifo, Lru, Arc):
        assert sum(map(policy(size).access, keys)) <= best


@pytest.mark.parametrize("name", TRACES)
def test_a_larger_cache_has_all_hits_of_a_smaller_one(name):
    keys, following = TRACES[name], next_uses(TRACES[name])
    found = [sum(optimum(keys, size, following)) for size in (1, 3, 10, 30, 100, 400)]
    assert found == sorted(found)
    assert found[-1] == len(keys) - len(set(keys))


def test_of_a_loop_the_optimum_hits_what_it_holds_but_one():
    """A loop of 60 through 30 blocks: of each round of 60 - 1 choices 30 - 1 are hits."""
    found = optimum(loop(60, 60_000), 30)
    assert sum(found[600:]) / len(found[600:]) == pytest.approx(29 / 59, abs=0.002)


def test_requests_are_in_proportion():
    for scans in (0.0, 0.1, 0.5, 0.9, 1.0):
        keys = requests("scans", 20_000, 100, Random(1), scans=scans, scan=50)
        fresh = [key for key in keys if key >= 100]
        assert len(fresh) / len(keys) == pytest.approx(scans, abs=0.01)
        assert len(set(fresh)) == len(fresh)
    keys = requests("popular", 60_000, 100, Random(1), skew=1.0)
    assert keys.count(0) / keys.count(9) == pytest.approx(10, rel=0.15)
    assert requests("loop", 7, 3, Random(1)) == [0, 1, 2, 0, 1, 2, 0]


def test_requests_may_come_one_by_one():
    keys = loop(5, 40)
    assert (
        optimum(iter(keys), 3) == optimum(iter(keys), 3, next_uses(iter(keys))) == optimum(keys, 3)
    )
