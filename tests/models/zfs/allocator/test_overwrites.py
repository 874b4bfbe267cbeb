"""A pool that ages: nothing is lost, nothing is in two places, and what becomes of free space."""
import re
from dataclasses import replace

import pytest

from models.units import MB, MiB
from models.zfs.allocator.metaslabs import RULES
from models.zfs.allocator.overwrites import Overwrites


def sound(pool):
    """Every block of data has a place of its own, and all else is free."""
    units = pool.space.units
    assert len(set(pool.places)) == len(pool.places)
    maps = b"".join(bytes(slab.map) for slab in pool.space.slabs)
    assert len(maps) == units * len(pool.space.slabs)
    assert all(maps[place] for place in pool.places)
    assert maps.count(1) == len(pool.places)
    assert [slab.free for slab in pool.space.slabs] == [slab.map.count(0) for slab in pool.space.slabs]
    assert pool.space.free == len(maps) - len(pool.places) == pool.room


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("fill", [0.02, 0.5, 0.9])
def test_space_is_conserved_and_no_block_is_in_two_places(name, fill):
    pool = Overwrites(fill, RULES[name], slabs=30, blocks=100, group=512 * MiB)
    sound(pool)
    for _ in range(80):
        before = set(pool.places)
        group = pool.group()
        placed = {run.slab * 100 + at for run in group.runs for at in range(run.start, run.start + run.units)}
        assert len(placed) == group.blocks == sum(run.units for run in group.runs)
        assert not placed & before, "nothing is overwritten in place"
        assert placed <= set(pool.places)
    sound(pool)


@pytest.mark.parametrize("name", RULES)
def test_the_next_primary_had_the_largest_weight(name):
    pool = Overwrites(0.6, RULES[name], slabs=40, blocks=100, group=512 * MiB)
    space, chosen = pool.space, []
    choose = space.choose

    def watched(size):
        weights = [space.weight(slab) for slab in range(40)]
        slab = choose(size)
        chosen.append((slab, weights.index(max(weights))))
        return slab

    space.choose = watched
    while pool.age < 1:
        pool.group()
    assert len(chosen) > 40
    assert all(slab == heaviest for slab, heaviest in chosen)


def test_age_counts_overwrites_over_data():
    pool = Overwrites(0.25, RULES["2010"], slabs=20, blocks=100, group=512 * MiB)
    assert pool.age == 0
    groups = [pool.group() for _ in range(10)]
    assert pool.age == groups[-1].age == pytest.approx(10 * pool.size / 500)


def test_a_sampled_slab_has_as_many_groups_in_it_as_a_whole_one():
    for blocks in (250, 1000, 4000):
        pool = Overwrites(0.2, RULES["2010"], slabs=200, blocks=blocks)
        whole = 1e12 / 200 / (128 * MiB)
        assert blocks / pool.size == pytest.approx(whole, rel=0.07)


def test_the_same_seed_gives_the_same_places():
    first, second, other = (Overwrites(0.4, RULES["2009"], slabs=20, blocks=100, seed=seed) for seed in (3, 3, 4))
    for pool in (first, second, other):
        for _ in range(50):
            pool.group()
    assert first.places == second.places != other.places


def test_best_fit_is_where_a_slab_is_fuller_than_the_switch():
    """Without the 128 KiB test nothing else decides."""
    pool = Overwrites(0.5, replace(RULES["2009"], least=0), slabs=40, blocks=200)
    share = []
    while pool.age < 1:
        free = [slab.free for slab in pool.space.slabs]
        for run in pool.group().runs:
            share.append((free[run.slab] / 200, run.best))
    assert all(free < 0.35 for free, best in share if best)
    assert all(free > 0.29 for free, best in share if not best)


def test_a_run_of_free_blocks_is_as_long_as_chance_makes_it():
    """Slabs that wait for their turn are emptied at random: runs of 1 / (1 - p)."""
    pool = Overwrites(0.5, RULES["2010"], slabs=50, blocks=1000)
    while pool.age < 1.5:
        pool.group()
    waiting = [slab for n, slab in enumerate(pool.space.slabs) if n != pool.space.primary and 200 < slab.free < 900]
    assert len(waiting) > 20
    for low in (0.3, 0.5):
        some = [slab for slab in waiting if low <= slab.free / 1000 < low + 0.1]
        free = sum(slab.free for slab in some)
        runs = sum(len(re.findall(rb"\0+", slab.map)) for slab in some)
        share = free / (1000 * len(some))
        assert free / runs == pytest.approx(1 / (1 - share), rel=0.12)


def test_a_pool_must_hold_what_is_in_it():
    for options, line in (
        ({"fill": 0.9999, "blocks": 100}, "a vdev must have room for its data and two groups"),
        ({"capacity": 100 * MB, "blocks": 1000}, "a slab must hold 1000 blocks of 8192 bytes or more"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(line)}"):
            Overwrites(**{"fill": 0.5, "rules": RULES["2009"], "slabs": 20, "blocks": 100, **options})
