"""Slabs that are filled in turn and empty in between."""

from math import exp, log
from random import Random

import pytest

from models.zfs.allocator.slab_cycle import filled_from, full_to, least_for


@pytest.mark.parametrize("least", [0.05, 0.2, 0.5, 0.7, 0.9])
def test_the_mean_fill_is_that_of_an_exponential_decay(least):
    cycle = filled_from(least)
    assert cycle.fill == pytest.approx((1 - least) / log(1 / least), rel=1e-3)
    assert cycle.turns == pytest.approx(log(1 / least), rel=1e-3, abs=1e-3)
    assert cycle.least == pytest.approx(exp(-cycle.turns), rel=2e-3)


@pytest.mark.parametrize("fill", [0.3, 0.5, 0.8])
def test_both_ways_lead_to_the_same_cycle(fill):
    assert filled_from(full_to(fill).least).fill == pytest.approx(fill, rel=1e-3)


def test_slabs_that_are_taken_up_70_percent_full_make_a_pool_that_is_84_percent_full():
    assert filled_from(0.7).fill == pytest.approx(0.841, abs=0.001)


def test_what_is_placed_above_the_switch_is_all_or_a_share():
    assert full_to(0.9).packed(0.7) == 1.0
    assert filled_from(0.4).packed(0.7) == pytest.approx(0.5, rel=1e-3)
    assert filled_from(0.4).packed(1.0) == 0.0


def test_a_bonus_of_two_keeps_used_slabs_until_they_are_half_full():
    assert least_for(1.0) == 0.0
    assert least_for(2.0) == 0.5
    assert least_for(1.5) == pytest.approx(1 / 3)


@pytest.mark.parametrize("used", [0.3, 0.5, 0.8])
def test_free_runs_among_blocks_that_lie_anywhere_are_as_long_as_one_over_the_used_share(used):
    random, runs, free = Random(2), 0, 0
    before = True
    for _ in range(100_000):
        now = random.random() < used
        runs += before and not now
        free += not now
        before = now
    assert free / runs == pytest.approx(1 / used, rel=0.02)


def test_slabs_that_are_overwritten_at_random_do_what_the_paper_says():
    random, slabs, size = Random(3), 40, 100
    least, turns = 0.5, 40_000
    held = [[n * size + k for k in range(size)] for n in range(slabs)]
    place = {block: n for n, blocks in enumerate(held) for block in blocks}
    blocks = int(filled_from(least).fill * slabs * size)
    for block in list(place)[blocks:]:
        place.pop(block)
    used = [sum(1 for n in place.values() if n == slab) for slab in range(slabs)]
    at, names, seen = min(range(slabs), key=lambda n: used[n]), list(place), []
    for turn in range(turns):
        if used[at] >= size:
            at = min(range(slabs), key=lambda n: used[n])
            if turn > turns // 2:
                seen.append(used[at] / size)
        block = names[int(random.random() * blocks)]
        used[place[block]] -= 1
        place[block] = at
        used[at] += 1
    assert sum(seen) / len(seen) == pytest.approx(least, abs=0.04)
