"""Of a machine one block in k: its caches, its feeder and its segments are so many times smaller,
and no time is."""

import pytest

from models.machine import SUN_7410, Machine
from models.machine.sampling import caches, one_in
from models.units import GB, TB, GiB, KiB, MiB
from models.zfs.l2arc.feed_spec import FEEDERS, FeedSpec

BLOCK = 8 * KiB


@pytest.mark.parametrize("feeder", FEEDERS)
@pytest.mark.parametrize("k", [1.0, 100.0, 50_000.0])
def test_sizes_and_rates_are_divided_by_k(feeder, k):
    whole = caches(64 * GiB, FeedSpec(feeder, 3), BLOCK)
    part = one_in(k, whole)
    was, now = whole.cache.feed, part.cache.feed
    assert part.cache.arc == pytest.approx(whole.cache.arc / k)
    for name in ("capacity", "rate", "write", "boost"):
        assert getattr(now, name) == pytest.approx(getattr(was, name) / k)
    assert now.devices == 3 and (now.rate if feeder == "2015" else now.write) * now.turn >= min(
        8 * BLOCK, was.rate
    )
    assert (
        1 <= now.segment / BLOCK <= max(8, was.segment / k / BLOCK)
        and now.capacity / now.segment > 100
    )


def test_a_machine_has_the_flash_that_is_ordered():
    spec = FeedSpec("2015", 2, 1 * TB, guard=0.1, header=100.0, segment=2.0 * MiB)
    machine = Machine(caches(64 * GB, spec, BLOCK).order(flash={"rate": 1e9, "capacity": 2 * TB}))
    assert machine.cache.spec == spec and machine.cache.most_known == 64 * GB * 0.1 / 100
    assert [(drive.rate, drive.capacity) for drive in machine.reads.flash] == [(1e9, 2 * TB)] * 2
    assert {store.segment for store in machine.cache.stores} == {2 * MiB}


def test_metadata_keeps_to_the_limit_that_is_ordered():
    arc = Machine(caches(4.0 * MiB).order(meta_limit=0.25)).cache.arc
    for n in range(600):
        arc.read(n, 16 * KiB, float(n), metadata=n % 2 == 0)
        assert arc.metadata <= 1 * MiB
    assert Machine(SUN_7410.without("flash")).cache.arc.meta_limit is None
