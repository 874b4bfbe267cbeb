"""Which slab is next, when best fit begins, when a slab is left, and when freed space can be used."""

import re
from dataclasses import replace
from math import exp, log
from random import Random

import pytest

from figures.allocation.experiments.slab_cycle import filled_from, full_to, least_for
from models.units import KiB
from models.zfs.allocator.metaslabs import NO_RUN, RULES, Metaslabs, expected, scaled

OLD, NEW = RULES["2009"], RULES["2010"]


def used(space, slab, units, start=0):
    """Let a slab have these units in use, as if it had been primary once."""
    here = space.slabs[slab]
    here.map[start : start + units] = b"\1" * units
    here.free -= units
    space.begun[slab] = True


def test_the_two_sets_of_rules_are_those_of_the_text():
    assert (OLD.free, NEW.free) == (0.30, 0.04)
    assert (OLD.bonus, NEW.bonus) == (2.0, 1.5)
    assert (OLD.give_up, NEW.give_up, OLD.prefetch, NEW.prefetch) == (False, True, False, True)
    assert OLD.least == NEW.least == 128 * KiB


def test_a_free_unit_weighs_twice_as_much_in_the_first_slab_as_behind_the_last():
    space = Metaslabs(200, 100, NEW)
    assert space.weight(0) == 200
    assert space.weight(100) == 150
    assert space.weight(199) == pytest.approx(100.5)
    assert Metaslabs(200, 100, replace(NEW, low=False)).weight(0) == 100


@pytest.mark.parametrize(
    ("bonus", "emptiness"), [(2.0, 1 / 2), (1.5, 2 / 3), (1.0, 1.0), (3.0, 1 / 3)]
)
def test_a_used_slab_wins_until_it_is_so_full(bonus, emptiness):
    """50 % empty with a bonus of 2. One of 1.5 means two thirds empty: the text's 33 % would be a
    bonus of 3."""
    for free in range(1, 100):
        space = Metaslabs(2, 100, replace(NEW, bonus=bonus, low=False))
        used(space, 1, 100 - free)
        if abs(free / 100 - emptiness) > 1e-9:
            assert (space.choose(1) == 1) == (free / 100 > emptiness)


def test_the_slab_with_the_largest_weight_is_next_and_of_equals_the_first():
    space = Metaslabs(5, 60, replace(OLD, low=False))
    assert space.place(1)[0].slab == 0
    for slab, units in ((0, 60), (1, 20), (2, 10), (3, 35), (4, 10)):
        here = space.slabs[slab]
        here.map, here.free = bytearray(b"\1" * units + b"\0" * (60 - units)), 60 - units
    space.primary = None
    weights = [space.weight(slab) for slab in range(5)]
    assert weights == [0, 40, 50, 25, 50]
    assert space.choose(1) == 2


def test_the_primary_is_kept_until_a_block_does_not_fit():
    space = Metaslabs(3, 40, OLD)
    slabs = [run.slab for run in space.place(1, 100)]
    assert slabs == sorted(slabs)
    assert [slab.free for slab in space.slabs] == [0, 0, 20]


def test_from_2010_on_it_is_left_with_its_last_run_of_128_kib():
    for rules, stays in ((NEW, False), (OLD, True)):
        space = Metaslabs(2, 100, replace(rules, free=0.0))
        space.place(1, 84)
        space.sync()
        assert space.primary == 0, "a run of 16 is left"
        space.place(1)
        space.sync()
        assert (space.primary == 0) == stays


@pytest.mark.parametrize(("rules", "switch"), [(OLD, 70), (NEW, 96)])
def test_best_fit_begins_when_a_slab_is_so_full(rules, switch):
    space = Metaslabs(2, 100, replace(rules, least=0))
    fits = [run.best for _ in range(100) for run in space.place(1)]
    assert fits == [False] * (switch + 1) + [True] * (99 - switch)
    at_once = Metaslabs(2, 100, replace(rules, least=0)).place(1, 100)
    assert [(run.units, run.best) for run in at_once] == [(switch + 1, False), (99 - switch, True)]


def test_best_fit_begins_when_no_run_of_128_kib_is_left():
    space = Metaslabs(1, 100, replace(NEW, free=0.0, give_up=False))
    assert [(run.units, run.best) for run in space.place(1, 100)] == [(85, False), (15, True)]
    space = Metaslabs(1, 100, replace(NEW, free=1.0, least=0))
    assert space.place(1)[0].best is False, "all of it is free: not less than the whole"
    assert space.place(1)[0].best is True


def test_what_is_freed_can_be_used_when_the_group_is_on_disk():
    space = Metaslabs(2, 20, replace(OLD, least=0, free=0.0))
    space.place(1, 40)
    space.release(range(40))
    assert space.free == 0
    with pytest.raises(ValueError, match=re.escape(NO_RUN)):
        space.place(1)
    space.sync()
    assert space.free == 40
    assert len(space.place(1, 40)) == 2


def test_a_block_that_fits_nowhere_says_so_in_one_line():
    space = Metaslabs(3, 32, OLD)
    space.place(1, 96)
    space.release(range(0, 96, 2))
    space.sync()
    assert space.free == 48
    with pytest.raises(
        ValueError,
        match=re.escape(NO_RUN) + ": 16384 bytes needed, 393216 free",
    ):
        space.place(2)
    assert sum(run.units for run in space.place(1, 48)) == 48, "smaller ones still fit"


def test_a_record_goes_on_to_the_slab_that_holds_it():
    space = Metaslabs(2, 64, replace(OLD, low=False))
    used(space, 0, 2, 15)
    used(space, 0, 2, 31)
    used(space, 0, 2, 47)
    space.primary = 0
    assert space.slabs[0].largest() == 15
    assert [(run.slab, run.start, run.units) for run in space.place(16, 2)] == [(1, 0, 32)]


def test_a_slab_that_is_taken_up_again_is_read():
    space = Metaslabs(2, 20, replace(OLD, least=0))
    space.place(1, 40)
    assert space.loads == [], "a slab without a map has none to read"
    space.release(range(0, 20, 2))
    space.sync()
    space.place(1)
    assert space.loads == [(0, 10)]


def test_a_sampled_slab_asks_for_a_run_that_is_as_rare():
    """Where one run of 16 is left in a whole slab, one of the scaled length is left in the sample."""
    real = 610_351
    for units in (100, 219, 486, 1081, 2403, 16_000):
        length = scaled(16, units, real)
        assert 0.6 < expected(length, 0.45, units) < 1.7
    assert scaled(16, real, real) == 16
    assert [scaled(16, units, real) for units in (219, 486, 1081, 2403)] == [6, 7, 8, 9]
    assert (scaled(0, 100, real), scaled(1, 100, real)) == (0, 1)
    assert [expected(k, 0.5, 1000) for k in (0, 1, 3)] == [500, 250, 62.5]


# Slabs that are filled in turn and empty in between.


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
