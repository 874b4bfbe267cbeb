"""FIFO and LRU: the laws that everybody knows of them."""

from itertools import pairwise
from random import Random

import pytest

from models.zfs.arc.replacement import Arc, Fifo, Lru
from tests.models.policies import loop, with_scans, zipf

BELADY = [1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5]
"""Belady, Nelson and Shedler, An Anomaly in Space-Time Characteristics of Certain Programs Running in a Paging Machine,
CACM 1969."""
ALL = [Fifo, Lru, Arc]


def hits(policy, size, keys):
    return sum(map(policy(size).access, keys))


def test_a_larger_fifo_may_answer_less():
    assert len(BELADY) - hits(Fifo, 3, BELADY) == 9
    assert len(BELADY) - hits(Fifo, 4, BELADY) == 10


@pytest.mark.parametrize(
    "keys", [BELADY, zipf(500, 0.9, 5_000, 1), with_scans(5_000, 2), loop(90, 2_000)]
)
def test_a_larger_lru_has_all_that_a_smaller_one_has(keys):
    caches = [Lru(size) for size in (1, 2, 3, 10, 30, 89, 90, 300)]
    for key in keys:
        found = [cache.access(key) for cache in caches]
        assert found == sorted(found)
    assert all(set(small.blocks) <= set(large.blocks) for small, large in pairwise(caches))


@pytest.mark.parametrize("size", [1, 10, 200])
def test_a_loop_one_block_longer_than_the_cache_finds_nothing_and_one_as_long_all(size):
    for policy in (Fifo, Lru):
        assert hits(policy, size, loop(size + 1, 10 * size)) == 0
        assert hits(policy, size, loop(size, 10 * size)) == 9 * size


@pytest.mark.parametrize("policy", ALL)
def test_what_fits_misses_once_each(policy):
    keys = zipf(50, 0.5, 2_000, 3)
    assert hits(policy, 50, keys) == len(keys) - len(set(keys))


@pytest.mark.parametrize("policy", ALL)
def test_blocks_asked_for_with_equal_chance_hit_as_often_as_there_are_blocks_in_the_cache(policy):
    blocks, size, requests = 1_000, 300, 60_000
    draw = Random(4).random
    keys = [int(blocks * draw()) for _ in range(requests)]
    cache = policy(size)
    for key in keys[:10_000]:
        cache.access(key)
    share = sum(map(cache.access, keys[10_000:])) / (requests - 10_000)
    assert share == pytest.approx(size / blocks, abs=0.01)


@pytest.mark.parametrize("policy", ALL)
def test_a_cache_holds_no_more_than_its_size(policy):
    cache = policy(7)
    for key in zipf(30, 0.8, 1_000, 5):
        cache.access(key)
        held = len(cache.once) + len(cache.again) if policy is Arc else len(cache.blocks)
        assert held <= 7
        assert cache.access(key)


def test_a_hit_keeps_a_block_in_lru_and_not_in_fifo():
    keys = [1, 2, 1, 3, 1]
    assert list(map(Lru(2).access, keys)) == [False, False, True, False, True]
    assert list(map(Fifo(2).access, keys)) == [False, False, True, False, False]
