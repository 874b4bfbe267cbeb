"""What the feeder keeps up with, what a block is worth on flash, and caches that have been warm for
long."""

import pytest

from figures.flash.experiments.spatial_sampling import pace
from figures.flash.experiments.steady import held, steady
from figures.flash.what_may_enter import Mixture, alone, answers
from models.catalogue.machines import values
from models.units import GB, MB, TB, GiB, KiB, MiB
from models.zfs.l2arc.feed_spec import FeedSpec

OLD, NEW, SUN = values("zfs-2010"), values("zfs-2015"), values("7410")


@pytest.mark.parametrize("devices", [1, 2, 8])
def test_the_old_feeders_pace_is_that_of_the_pool_and_the_new_ones_that_of_the_devices(devices):
    given_up, write = 400 * MB, OLD["l2_feed"] / SUN["cache.feed.rate"]
    for feeder, limit in (
        ("2008", OLD["l2_feed"] / (1 + write)),
        ("2010", OLD["l2_feed"] / OLD["l2_again"]),
        ("2015", min(given_up, devices * SUN["cache.feed.rate"])),
    ):
        found = pace(FeedSpec(feeder=feeder, devices=devices), given_up, memory=128 * GiB)
        assert found.fed == pytest.approx(limit, rel=0.03)
        assert found.captured == pytest.approx(limit / given_up, abs=0.03)
        assert found.fill == pytest.approx(devices * SUN["cache.flash.capacity"] / limit, rel=0.03)


def test_600_GB_take_most_of_a_day_at_8_MiB_and_then_a_second():
    for rate in (25 * MB, 100 * MB, 800 * MB):
        found = pace(FeedSpec(feeder="2008", devices=6, rate=rate), 200 * MB, memory=128 * GiB)
        assert found.fill / 3600 == pytest.approx(
            600 * GB / (8 * MiB) * (1 + 8 * MiB / rate) / 3600, rel=0.02
        )


@pytest.mark.parametrize("feeder", ["2008", "2010", "2015"])
def test_a_memory_that_hardly_gives_up_anything_loses_nothing(feeder):
    for given_up in (0.5, 1e3, 1e6):
        assert pace(FeedSpec(feeder=feeder), given_up, memory=128 * GiB, turns=2).captured == 1.0


def test_a_read_alone_takes_what_its_device_takes():
    (disk, small), (_, large) = alone(512, 1 * TB), alone(1 * MiB, 1 * TB)
    assert small == pytest.approx(
        SUN["cache.flash.access"] + SUN["cache.flash.spread"] / 2, rel=0.05
    )
    assert large - small == pytest.approx(1 * MiB / SUN["cache.flash.rate"], rel=0.05)
    assert (
        0.5 / SUN["pool.disks.speed"]
        < disk
        < SUN["pool.disks.seek_average"] + 0.5 / SUN["pool.disks.speed"]
    )  # over half of the disk


def test_the_larger_the_block_the_less_flash_gains_on_a_disk():
    sizes = [4 * KiB * 4**n for n in range(5)]
    found = [alone(size, 20 * GB) for size in sizes]
    gains = [disk / flash for disk, flash in found]
    worth = [(disk - flash) / size for (disk, flash), size in zip(found, sizes, strict=True)]
    assert gains == sorted(gains, reverse=True) and gains[0] > 5 * gains[-1]
    assert worth == sorted(worth, reverse=True)


def flash_share(mix, reads=1200, **rules):
    found = answers(
        mix, FeedSpec(feeder="2015", **rules), 128 * GiB, warm=2400, reads=reads, blocks=500
    )
    return sum(
        n for (kind, tier), n in found.items() if tier == "flash" and kind != "stream"
    ) / sum(n for (kind, _), n in found.items() if kind != "stream")


def test_large_blocks_and_streams_push_out_what_is_read_again():
    mix = Mixture()
    ruled, large, streams = (
        flash_share(mix),
        flash_share(mix, max_block=1 * GiB),
        flash_share(mix, prefetched=True),
    )
    assert large < streams < ruled and large < 0.5 * ruled


def test_both_pitfalls_of_a_demonstration_leave_the_flash_empty():
    records = Mixture(size=128 * KiB, large_share=0.0, stream_share=0.0)
    assert flash_share(records) == 0 < flash_share(records, max_block=128 * KiB)
    mix, spec = Mixture(large_share=0.0, stream_share=0.0), FeedSpec(feeder="2015")
    for rules, enters in ((spec, False), (FeedSpec(feeder="2015", prefetched=True), True)):
        found = answers(mix, rules, 128 * GiB, warm=0, reads=400, blocks=400, primed=True)
        assert (found["random", "flash"] > 0) is enters


def test_compression_opens_the_gate():
    records = Mixture(size=128 * KiB, large_share=0.0, stream_share=0.0)
    assert flash_share(records, compression=2.0) == 0 < flash_share(records, compression=4.0)


def test_alike_blocks_are_in_each_tier_as_far_as_it_goes():
    memory, data = 128 * GiB, 2 * TB
    for feeder in ("2010", "2015"):
        found = steady(FeedSpec(feeder=feeder), memory=memory, working_set=data, block=8 * KiB)
        assert found.memory == pytest.approx((memory - found.headers) / data, abs=0.015)
        both = found.memory + found.flash
        assert (600 * GB) / data - 0.02 < both < (memory + 600 * GB) / data + 0.02
        header = (OLD if feeder == "2010" else NEW)["l2_header"]
        assert found.headers == pytest.approx(600 * GB / (8 * KiB) * header, rel=0.05)


def test_nothing_waits_for_a_disk_where_flash_holds_all():
    found = steady(
        FeedSpec(feeder="2015", devices=8),
        memory=64 * GiB,
        working_set=500 * GB,
        block=8 * KiB,
        heat=0.5,
    )
    assert found.disk == pytest.approx(0.0, abs=0.01)


def test_the_guard_holds_headers_to_their_share_and_flash_with_them():
    found = steady(
        FeedSpec(feeder="2015", capacity=1600 * GB),
        memory=16 * GiB,
        working_set=10 * TB,
        block=4 * KiB,
    )
    assert 0.25 < found.headers / (16 * GiB) <= NEW["l2_guard"]
    assert found.on_flash < 0.3 * 16 * GiB / NEW["l2_header"] * 4 * KiB * 1.01


def test_a_byte_of_a_cache_holds_one_of_data_and_more_if_compressed():
    assert held(FeedSpec(feeder="2015"), 8 * KiB) == pytest.approx(1.0)
    assert held(FeedSpec(feeder="2015", compression=2.0), 8 * KiB) == pytest.approx(2.0)
    assert held(FeedSpec(feeder="2010", compression=2.0), 8 * KiB) == pytest.approx(1.0)
