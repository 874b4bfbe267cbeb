"""The drive's memory: it answers early, holds no more than it can, and a flush empties it."""

from itertools import islice
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec
from models.sim.workload import sequential, uniform
from models.units import GB, KiB, MiB
from tests.models.drives import back_to_back, drive

SPEC = DriveSpec()
SIZE = 8 * KiB


def scattered(count, seed=1, span=10 * GB):
    return islice(uniform(SIZE, span, Random(seed)), count)


def platter_seconds(disk):
    return disk.seeking + disk.waiting + disk.transferring


def test_a_cached_write_is_answered_after_the_command_and_the_cable():
    assert drive(cache=True).write(0.0, 10**9, SIZE) == pytest.approx(
        SPEC.command + SIZE / SPEC.interface_rate
    )


def test_a_write_that_is_larger_than_the_cache_goes_to_the_platter():
    disk = drive(cache=True, memory=64 * KiB)
    assert disk.write(0.0, 0, 65 * KiB) == disk.platter_free
    assert not disk.dirty


@pytest.mark.parametrize("memory", [8 * KiB, 64 * KiB, 1 * MiB])
def test_the_cache_never_holds_more_than_its_size(memory):
    disk, now = drive(cache=True, memory=memory), 0.0
    for offset in scattered(400):
        now = disk.write(now, offset, SIZE)
        assert sum(extent.size for extent in disk.dirty) == disk.dirty_bytes <= memory


def test_a_full_cache_answers_as_fast_as_the_platter_takes():
    disk = drive(cache=True, memory=256 * KiB)
    start = back_to_back(disk.write, scattered(200), SIZE)
    spent = platter_seconds(disk)
    end = back_to_back(disk.write, scattered(800, seed=2), SIZE, now=start)
    assert end - start == pytest.approx(platter_seconds(disk) - spent, rel=0.02)


def test_a_flush_leaves_nothing_that_power_could_take():
    disk = drive(cache=True)
    now = back_to_back(disk.write, scattered(100), SIZE)
    assert disk.dirty
    assert disk.flush(now) >= disk.platter_free
    assert not disk.dirty
    assert disk.dirty_bytes == 0


@pytest.mark.parametrize("seed", range(2))
def test_a_flush_never_ends_before_the_platter_could_have_taken_the_data(seed):
    random = Random(seed)
    disk, now = drive(cache=True, phase=random.random()), 0.0
    for _ in range(30):
        sizes = [random.randrange(1, 64) * 4 * KiB for _ in range(random.randrange(1, 8))]
        begun = now
        for size in sizes:
            now = disk.write(now, random.randrange(10 * GB) // 512 * 512, size)
        now = disk.flush(now)
        media = disk.geometry.place(0).track / disk.turn
        assert now - begun >= sum(sizes) / media


def test_a_flush_with_the_cache_off_costs_a_command():
    disk = drive()
    now = disk.write(0.0, 0, SIZE)
    assert disk.flush(now) == pytest.approx(now + SPEC.command)


def test_a_block_that_is_written_again_in_the_cache_goes_to_the_platter_once():
    once, thrice = drive(cache=True), drive(cache=True)
    for disk, times in ((once, 1), (thrice, 3)):
        now = disk.write(0.0, 400 * GB, SIZE)  # keeps the platter away meanwhile
        now = back_to_back(disk.write, [0] * times, SIZE, now=now)
        disk.flush(now)
    assert thrice.transferring == pytest.approx(once.transferring)


def test_a_block_that_was_joined_to_its_neighbour_goes_to_the_platter_once_too():
    disk = drive(cache=True)
    now = disk.write(0.0, 400 * GB, SIZE)
    now = back_to_back(disk.write, [0, SIZE, SIZE], SIZE, now=now)
    assert disk.dirty_bytes <= 2 * SIZE


def test_neighbours_in_the_cache_are_written_in_one_go():
    disk = drive(cache=True)
    now = disk.write(0.0, 400 * GB, SIZE)
    now = back_to_back(disk.write, islice(sequential(SIZE), 32), SIZE, now=now)
    assert [(extent.offset, extent.size) for extent in disk.dirty] == [(0, 32 * SIZE)]
    waited = disk.waiting
    disk.flush(now)
    assert disk.waiting - waited < 2 * disk.turn


def test_joined_writes_grow_to_the_extent_limit_and_no_further():
    disk = drive(cache=True, extent_limit=64 * KiB)
    now = disk.write(0.0, 400 * GB, SIZE)
    back_to_back(disk.write, islice(sequential(SIZE), 20), SIZE, now=now)
    assert [extent.size for extent in disk.dirty] == [64 * KiB, 64 * KiB, 32 * KiB]


def test_a_read_waits_for_the_write_that_is_under_way_and_loses_none():
    disk = drive(cache=True)
    now = back_to_back(disk.write, scattered(10), SIZE)
    before = len(disk.dirty)
    under_way = disk.platter_free
    assert disk.read(now, 0, SIZE) > under_way
    assert before - 1 <= len(disk.dirty) <= before


def test_the_trace_holds_every_command_in_the_order_of_their_answers():
    disk = drive(cache=True)
    now = back_to_back(disk.write, scattered(50), SIZE)
    now = disk.flush(disk.read(now, 0, SIZE))
    assert [r.op for r in disk.trace] == ["write"] * 50 + ["read", "flush"]
    finishes = [r.finish for r in disk.trace]
    assert finishes == sorted(finishes)
    assert finishes[-1] == now


def test_a_write_into_a_full_cache_waits_for_one_to_reach_the_platter_and_for_no_more():
    disk, now, latencies = drive(cache=True, memory=256 * KiB), 0.0, []
    for offset in scattered(400, span=400 * GB):
        begun, now = now, disk.write(now, offset, SIZE)
        latencies.append(now - begun)
    full = latencies[100:]
    spent = platter_seconds(disk) / (len(latencies) - len(disk.dirty))
    assert sum(full) / len(full) == pytest.approx(spent, rel=0.05)
    assert (
        sorted(full)[len(full) // 10] > 0.3 * spent
    )  # none slips in while its predecessor is still on its way
    assert max(full) < 3.5 * spent


@pytest.mark.parametrize("cache", [True, False])
@pytest.mark.parametrize("offset", [-512, 500 * GB])
def test_a_write_outside_the_disk_is_refused_and_leaves_nothing_in_the_cache(cache, offset):
    disk = drive(cache=cache)
    with pytest.raises(ValueError, match="offset must be 0-499999999999 bytes"):
        disk.write(0.0, offset, 512)
    assert disk.dirty_bytes == 0
