"""What headers of blocks on flash cost the cache in memory, and what a guard on them is good for."""

from math import inf
from random import Random

import pytest

from figures.flash.experiments.full_flash import MEMORY, full_flash
from figures.flash.experiments.read_back import restore
from models.catalogue.machines import values
from models.sim.popularity import working_set, zipf
from models.units import GB, TB, KiB
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.l2arc import Hybrid

BLOCK, OLD, NEW = 8 * KiB, values("zfs-2010")["l2_header"], values("zfs-2015")["l2_header"]


def known(cache, **more):
    return FeedSpec("2015", **more).known(cache)


def test_300_gb_of_headers_know_30_and_120_tb():
    assert known(1 * TB) == 300 * GB / NEW
    assert known(1 * TB) * 8 * KiB == pytest.approx(30.72e12, rel=1e-9)
    assert known(1 * TB) * 32 * KiB == pytest.approx(122.88e12, rel=1e-9)
    assert known(1 * TB) / known(1 * TB, header=OLD) == pytest.approx(170 / 80, rel=1e-9)


@pytest.mark.parametrize("guard", [0.0, 0.1, 1.0])
def test_flash_is_used_and_known_as_far_as_the_guard_lets_in(guard):
    spec = FeedSpec("2015", 2, 1 * TB, guard=guard)
    assert (
        spec.known(64 * GB) == int(guard * 64 * GB / NEW) and FeedSpec("2010").known(64 * GB) == inf
    )
    assert spec.usable(64 * GB, BLOCK) == pytest.approx(
        min(1 * TB, max(BLOCK, guard * 64 * GB / NEW * BLOCK / 2)), rel=1e-6
    )
    assert FeedSpec("2010", 2, 1 * TB, guard=guard).usable(64 * GB, BLOCK) == 1 * TB


def full(times, guard=1.0, header=NEW, **more):
    return full_flash(times, header=header, guard=guard, block=BLOCK, **more)


def test_headers_of_a_full_device_take_their_bytes_from_memory():
    for times, compression in ((4, 1.0), (16, 1.0), (64, 1.0), (16, 4.0)):
        assert full(times, compression=compression).headers == pytest.approx(
            times * 80 / BLOCK, abs=0.01
        )


def test_without_a_guard_headers_of_a_large_device_drive_the_data_out_of_a_small_memory():
    bare, guarded = full(150), full(150, guard=0.3)
    assert bare.headers > 0.98 and bare.memory < 0.05 and bare.flash > 0.8
    assert 0.28 < guarded.headers <= 0.3 and guarded.memory > 0.9
    assert full(45, header=OLD).memory < full(45, header=NEW).memory


def test_flash_whose_headers_cost_nothing_takes_nothing_from_memory():
    free, none = full(30, header=0.0), full(30, guard=0.0)
    assert free.headers == none.headers == none.flash == 0
    assert free.memory == pytest.approx(none.memory, abs=0.02)


@pytest.mark.parametrize("capacity", [MEMORY // 2, MEMORY, 4 * MEMORY])
def test_what_is_restore_is_on_flash_and_what_does_not_fit_is_forgotten(capacity):
    cache = Hybrid(
        64.0 * BLOCK, FeedSpec("2015", 1, capacity * BLOCK, segment=8.0 * BLOCK, header=2.0)
    )
    restore(cache, 0, range(2 * MEMORY), BLOCK)
    kept = min(2 * MEMORY, capacity // 8 * 8)
    assert list(cache.place) == list(range(2 * MEMORY))[-kept:] == list(cache.stores[0])
    assert cache.arc.reserved == 2.0 * kept


def test_draws_follow_their_law():
    draw, n = zipf(50, 1.0, Random(2)), 60_000
    seen = [0] * 50
    for _ in range(n):
        seen[draw()] += 1
    whole = sum(1 / (k + 1) for k in range(50))
    assert all(seen[k] / n == pytest.approx(1 / (k + 1) / whole, abs=0.006) for k in range(50))
    draw = working_set(10, 1000, 0.25, Random(2))
    inside = sum(draw() < 10 for _ in range(n)) / n
    assert inside == pytest.approx(0.75 + 0.25 * 10 / 1000, abs=0.006)
