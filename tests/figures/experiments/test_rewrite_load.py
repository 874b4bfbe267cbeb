"""Runs -> I/Os -> what a disk writes: laws, closed forms, and what a pool's age makes of it."""

from dataclasses import replace
from itertools import pairwise

import pytest

from figures.allocation.experiments.destaging import Destaging
from figures.allocation.experiments.gains import rate
from figures.allocation.experiments.rewrites import (
    PENDING,
    cut,
    number,
    pair,
    read_time,
    side_by_side,
)
from models.units import KiB, MiB
from models.zfs.allocator.metaslabs import RULES, Run
from models.zfs.io.aggregation import aggregated
from tests.models.aged_pools import load_on

DISK = pair(replace(RULES["2010"], kept=100)).disk
SPEC = DISK.spec
BLOCK = 8 * KiB


def write_time(tape, offset=0):
    """Seconds for a block of what lies on this tape."""
    seconds, size = Destaging(DISK).write(
        [(offset + start * BLOCK, units * BLOCK) for start, units in tape]
    )
    return BLOCK * seconds / size


def runs(*pieces, slab=0, best=False):
    return [Run(slab, start, units, best) for start, units in pieces]


def test_what_touches_is_one_io_of_128_kib_at_most():
    assert aggregated(runs((4, 2), (0, 4)), 16) == [(0, 0, 6)]
    assert aggregated(runs((0, 40)), 16) == [(0, 0, 16), (0, 16, 16), (0, 32, 8)]
    assert aggregated(runs((0, 2), (3, 2)), 16) == [(0, 0, 2), (0, 3, 2)]
    assert aggregated(runs((98, 2)) + runs((0, 2), slab=1), 16) == [(0, 98, 2), (1, 0, 2)], (
        "slabs are far apart"
    )
    assert aggregated([], 16) == []


def test_groups_of_a_sample_lie_as_on_a_whole_slab():
    assert side_by_side([runs((0, 5)), runs((5, 5)), runs((12, 2))], 100) == [(0, 10), (12, 2)], (
        "as one large group"
    )
    assert side_by_side([runs((3, 1), (60, 1)), runs((10, 1), (70, 1))], 100) == [
        (0, 1),
        (57, 1),
        (107, 1),
        (167, 1),
    ]
    assert side_by_side([runs((3, 1)), runs((40, 1), slab=7)], 100) == [(0, 1), (1, 1)]
    assert side_by_side([runs((20, 2), (30, 2))], 100, 2) == [(0, 2), (10, 2), (12, 2), (22, 2)], (
        "first fit goes on"
    )
    assert side_by_side([runs((20, 2), (30, 2), best=True)], 100, 2) == [
        (20, 2),
        (30, 2),
        (120, 2),
        (130, 2),
    ]
    assert cut([(0, 40), (50, 3)], 16) == [(0, 16), (16, 16), (32, 8), (50, 3)]


def test_an_io_that_goes_on_beyond_a_stretch_is_counted_by_its_share():
    """However a run of many units is divided, the shares come to its number of I/Os, on average
    over where it is divided."""
    assert number([(0, 26)], 16, True, True) == 26 / 16
    assert number([(0, 26)], 16, False, False) == 2
    assert number([(0, 1), (5, 26), (40, 8)], 16, False, True) == 1 + 2 + 0.5
    for whole in range(64, 128):
        parts = [
            number([(0, at)], 16, False, True) + number([(at, whole - at)], 16, True, False)
            for at in range(1, whole)
        ]
        assert sum(parts) / len(parts) == pytest.approx(-(-whole // 16), abs=0.51)
    mean = sum(number([(0, 64 + n)], 16, True, False) for n in range(16)) / 16
    assert mean == sum(-(-(64 + n) // 16) for n in range(16)) / 16


def test_a_whole_tape_is_written_at_the_rate_of_the_media():
    tape = cut(side_by_side([runs((0, 16 * 400))], 6400), 16)
    assert BLOCK / write_time(tape) == pytest.approx(SPEC.media_rate, rel=0.02)
    inside = int(0.97 * SPEC.capacity) // 512 * 512
    assert BLOCK / write_time(tape, inside) == pytest.approx(
        SPEC.media_rate * SPEC.inner_share, rel=0.06
    )


def test_near_pieces_are_written_while_the_gaps_pass_and_far_ones_cost_a_positioning():
    """What is written in every other piece of a region takes at most twice as long as if there were
    no gaps."""
    whole = write_time([(n * 16, 16) for n in range(300)])
    half = write_time([(n * 32, 16) for n in range(300)])
    assert whole < half < 2.1 * whole
    times = [write_time([(n * gap, 1) for n in range(300)]) for gap in (1, 2, 32, 128, 512)]
    assert all(near < far for near, far in pairwise(times))
    assert times[-1] < SPEC.seek_average + 1 / SPEC.speed, "the drive chooses among many"


def test_maps_are_read_sooner_with_many_outstanding():
    assert read_time(DISK, 50) < read_time(DISK, 10) < read_time(DISK, 1)
    assert read_time(DISK, 1) == pytest.approx(SPEC.seek_average + 0.5 / SPEC.speed, rel=0.1)


def test_a_young_pool_is_written_in_large_ios_and_an_old_one_in_small():
    """8 blocks an I/O and more when performance is good, 1 to 2 when it is low; a whole I/O has 16."""
    load = load_on(0.5, RULES["2009"], 486)
    young = load.stretch(20)
    load.pool.until(1)
    old = [load.stretch(4) for _ in range(60)]
    assert 13 < young.aggregation <= 16
    assert 1 < sum(one.blocks for one in old) / sum(one.ios for one in old) < 2
    assert young.rate > 2 * rate(old)


def test_a_group_is_no_reason_to_cut_an_io():
    """However small the sample: 16 blocks of 8 KiB are 128 KiB. (Holes at a slab's end make it
    fewer on average.)"""
    assert load_on(0.5, RULES["2009"], 400).stretch(2).aggregation == 16
    small, large = (load_on(0.1, RULES["2010"], n).stretch(100).aggregation for n in (219, 1081))
    assert small > 12
    assert large == pytest.approx(small, rel=0.05)


def test_a_slab_that_passes_70_percent_slows_down_and_the_next_recovers():
    load = load_on(0.5, replace(RULES["2009"], least=0), 219, age=1)
    seen, left = [], []
    for _ in range(240):
        seen.append(load.stretch(1))
        left.append(load.pool.space.slabs[load.pool.space.primary].free / 219)
    slow, fast = ([one for one in seen if one.best == best] for best in (1, 0))
    assert rate(slow) < 0.6 * rate(fast)
    assert sum(one.aggregation for one in slow) / len(slow) < sum(
        one.aggregation for one in fast
    ) / len(fast)
    assert sum(a.best == 0 and b.best > 0 for a, b in pairwise(seen)) > 5, "again and again"
    assert sum(a.best > 0 and b.best == 0 for a, b in pairwise(seen)) > 5
    assert max(free for one, free in zip(seen, left, strict=True) if one.best == 1) < 0.32


def test_groups_are_what_the_disk_writes_in_five_seconds():
    load = load_on(0.5, RULES["2010"], 1081, sync=5.0)
    for _ in range(6):
        last = load.stretch(10)
    assert load.pool.size == pytest.approx(5 * last.rate * load.pool.sample, abs=1)
    assert 150 * MiB < load.pool.size / load.pool.sample * BLOCK < 500 * MiB


def test_reading_maps_costs_no_more_with_prefetch():
    spent = {}
    for prefetch in (False, True):
        load = load_on(0.5, replace(RULES["2009"], prefetch=prefetch), 219, age=0.8)
        stretches = [load.stretch(20) for _ in range(20)]
        spent[prefetch] = sum(one.loading for one in stretches) / sum(
            one.seconds for one in stretches
        )
    assert 0 < spent[True] < spent[False] < 0.05


def test_a_map_is_read_in_blocks_of_4_kib():
    """A whole slab of 610,000 blocks with a free run for each four of them: 450 blocks of map, half
    of them on each side."""
    load = load_on(0.5, RULES["2009"], 219)
    assert load.load_time(152_500) == pytest.approx(
        152_500 * 12 / 4096 / 2 * read_time(load.disk, PENDING)
    )
    assert 1 < load.load_time(152_500) < 2, "seconds"
    load = load_on(0.5, RULES["2010"], 219)
    ahead = read_time(load.disk, PENDING + SPEC.destage_set)
    assert load.load_time(152_500) == pytest.approx(152_500 * 12 / 4096 / 2 * ahead)
