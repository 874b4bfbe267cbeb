"""A pool that ages is the machine's; nothing is lost, nothing is in two places, and what becomes of
free space."""

import re
from dataclasses import replace

import pytest

from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.rewrites import DISK
from models.machine import SUN_7410, Machine, Overwriting
from models.units import GB, MB, KiB, MiB
from models.zfs.allocator.metaslabs import RULES
from tests.conftest import sample
from tests.models.aged_pools import load_on, overwritten


def sound(pool):
    """Every block of data has a place of its own, and all else is free."""
    units = pool.space.units
    assert len(set(pool.places)) == len(pool.places)
    maps = b"".join(bytes(slab.map) for slab in pool.space.slabs)
    assert len(maps) == units * len(pool.space.slabs)
    assert all(maps[place] for place in pool.places)
    assert maps.count(1) == len(pool.places)
    assert [slab.free for slab in pool.space.slabs] == [
        slab.map.count(0) for slab in pool.space.slabs
    ]
    assert pool.space.free == len(maps) - len(pool.places)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("fill", [0.02, 0.5, 0.9])
def test_space_is_conserved_and_no_block_is_in_two_places(name, fill):
    pool = overwritten(fill, RULES[name], 100, slabs=30, capacity=DISK, group=512 * MiB)
    sound(pool)
    for _ in range(80):
        before = set(pool.places)
        group = pool.group()
        placed = {
            run.slab * 100 + at
            for run in group.runs
            for at in range(run.start, run.start + run.units)
        }
        assert len(placed) == group.blocks == sum(run.units for run in group.runs)
        assert not placed & before, "nothing is overwritten in place"
        assert placed <= set(pool.places)
    sound(pool)


@pytest.mark.parametrize("name", RULES)
def test_the_next_primary_had_the_largest_weight(name):
    pool = overwritten(0.6, RULES[name], 100, slabs=40, capacity=DISK, group=512 * MiB)
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
    pool = overwritten(0.25, RULES["2010"], 100, slabs=20, capacity=DISK, group=512 * MiB)
    assert pool.age == 0
    groups = [pool.group() for _ in range(10)]
    assert pool.age == groups[-1].age == pytest.approx(10 * pool.size / 500)


def test_a_sampled_slab_has_as_many_groups_in_it_as_a_whole_one():
    for blocks in (250, 1000, 4000):
        pool = overwritten(0.2, RULES["2010"], blocks)
        whole = 1e12 / 200 / (128 * MiB)
        assert blocks / pool.size == pytest.approx(whole, rel=0.07)


def test_the_same_seed_gives_the_same_places():
    first, second, other = (
        overwritten(0.4, RULES["2009"], 100, slabs=20, seed=seed) for seed in (3, 3, 4)
    )
    for pool in (first, second, other):
        for _ in range(50):
            pool.group()
    assert first.places == second.places != other.places


def test_best_fit_is_where_a_slab_is_fuller_than_the_switch():
    """Without the 128 KiB test nothing else decides."""
    pool = overwritten(0.5, replace(RULES["2009"], least=0), 200, slabs=40, capacity=DISK)
    share = []
    while pool.age < 1:
        free = [slab.free for slab in pool.space.slabs]
        for run in pool.group().runs:
            share.append((free[run.slab] / 200, run.best))
    assert all(free < 0.35 for free, best in share if best)
    assert all(free > 0.29 for free, best in share if not best)


def test_a_run_of_free_blocks_is_as_long_as_chance_makes_it():
    """Slabs that wait for their turn are emptied at random: runs of 1 / (1 - p)."""
    pool = overwritten(0.5, RULES["2010"], 1000, slabs=50, capacity=DISK, age=1.5)
    waiting = [
        slab
        for n, slab in enumerate(pool.space.slabs)
        if n != pool.space.primary and 200 < slab.free < 900
    ]
    assert len(waiting) > 20
    for low in (0.3, 0.5):
        some = [slab for slab in waiting if low <= slab.free / 1000 < low + 0.1]
        free = sum(slab.free for slab in some)
        runs = sum(len(re.findall(rb"\0+", slab.map)) for slab in some)
        share = free / (1000 * len(some))
        assert free / runs == pytest.approx(1 / (1 - share), rel=0.12)


def test_a_pool_must_hold_what_is_in_it():
    with pytest.raises(ValueError, match=r"^blocks and two groups of \d+ must fit into "):
        overwritten(0.9999, RULES["2009"], 100, slabs=20)
    with pytest.raises(
        ValueError, match=r"^a slab must hold at least 1000 records of 8192 bytes, got"
    ):
        overwritten(0.5, RULES["2009"], 1000, slabs=20, capacity=100 * MB)


def grown(fill):
    return overwritten(fill, RULES["2009"], 100, slabs=20, capacity=DISK)


def test_a_pool_that_grows_holds_every_block_once():
    one = grown(0.2)
    for _ in range(50):
        one.group()
    one.grow(1200)
    one.group()
    assert len(one.places) == len(set(one.places)) == 1200
    assert one.space.free == 20 * 100 - 1200


def test_growing_at_once_is_the_same_as_being_filled_at_once():
    one, other = grown(0.2), grown(0.5)
    one.grow(1000)
    assert sorted(one.places) == sorted(other.places)


def served(rules, age, fill=0.4, every=8.0, size=1 * GB, group=16 * MiB):
    """A machine whose programs overwrite a group in so many seconds, and its pool, which is so old
    already; all of each slab is kept."""
    machine = Machine(
        SUN_7410.order(
            pool={"layout": "mirror", "vdevs": 1, "jbods": 0},
            recordsize=8 * KiB,
            allocator=replace(rules, slabs=20),
            disks={"capacity": size},
            groups={"copies": 0, "interval": every, "throttle": "limit"},
        ).bare()
    )
    pool = Overwrites(machine.pool.contents, fill, group=group).until(age)
    machine.random = pool.random
    machine.start(Overwriting(rate=pool.size / every))
    return machine, pool


@pytest.mark.parametrize("name", RULES)
def test_groups_of_the_machine_find_the_same_places(name):
    machine, served_pool = served(RULES[name], 0.3, group=2 * MiB)
    _, pool = served(RULES[name], 0.3, group=2 * MiB)
    for count in range(1, 25):
        machine.loop.run(until=8.0 * count + 7.0)
        pool.group()
        assert len(machine.zfs.groups.history) == count
        assert served_pool.places == pool.places
        assert [slab.map for slab in served_pool.space.slabs] == [
            slab.map for slab in pool.space.slabs
        ]


@pytest.mark.parametrize("name", sample(list(RULES), 1))
def test_its_disks_write_groups_as_fast_as_one_disk_that_is_timed_alone(name):
    """Groups of 128 MiB, thousands of I/Os each. A drive that goes on takes over from the last
    group what that left in the cache, where the machine waits for it: 1 to 4 % either way. (The
    first group begins in another slab.)"""
    machine, _ = served(RULES[name], 0.6, size=8 * GB, group=128 * MiB)
    machine.loop.run(until=8.0 * 2 + 7.0)
    groups = machine.zfs.groups.history[1:]
    times = []
    for whole in (False, True):
        load = load_on(0.4, RULES[name], 0, slabs=20, capacity=8 * GB, group=128 * MiB, age=0.6)
        done = [load.timed([load.pool.group()], whole=whole) for _ in machine.zfs.groups.history][
            1:
        ]
        assert sum(one.blocks for one in done) * 8 * KiB == pytest.approx(
            sum(group.bytes for group in groups), rel=1e-3
        )
        times.append(sum(one.seconds - one.loading for one in done))
    alone, whole = times
    assert whole == pytest.approx(sum(group.synced - group.begun for group in groups), rel=0.01)
    assert alone == pytest.approx(whole, rel=0.045)


@pytest.mark.alike("goes on")
@pytest.mark.parametrize(
    ("name", "fill"), sample([("2009", 0.3), ("2009", 0.8), ("2010", 0.5)], 1, lambda one: one[0])
)
def test_a_drive_that_goes_on_is_as_fast_as_long_groups_let_it_be(name, fill, monkeypatch):
    monkeypatch.setattr("figures.allocation.experiments.rewrites.WHOLE", 2500)
    load = load_on(
        fill, replace(RULES[name], least=0), 219, slabs=36, capacity=DISK * 36 // 200, age=0.5
    )
    load.stretch(6)
    written = [[load.pool.group() for _ in range(6)] for _ in range(16)]
    alone, whole = ([load.timed(groups, whole=way) for groups in written] for way in (False, True))
    took, wholly = (sum(one.seconds - one.loading for one in done) for done in (alone, whole))
    assert 0.93 * wholly < took < 1.02 * wholly  # the end of each group is left out


def test_what_is_written_besides_takes_room_under_the_allocator_too():
    machine, pool = served(RULES["2010"], 0.0)
    free, block = pool.space.free, machine.pool.take(20 * KiB)
    assert pool.space.free == free - 3
    assert 0 < block.offset < 1 * GB
