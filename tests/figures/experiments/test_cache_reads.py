"""Caches without their devices answer as on a machine's loop, read by read, and are fed as much."""

from random import Random

import pytest

from figures.flash.experiments.cache_reads import cache_reads, flash_hits, memory_misses
from figures.flash.experiments.spatial_sampling import Sampled
from figures.flash.experiments.tier_times import TierTimes
from figures.kit.sampling import caches, with_feed
from models.machine import SUN_7410, Machine, Nfs, Reads
from models.sim.popularity import zipf
from models.units import GB, MB, KiB, MiB
from models.zfs.l2arc.feed_spec import FEEDERS, FeedSpec
from models.zfs.l2arc.store import Ring
from tests.conftest import sample

BLOCK = 8 * KiB
FLASH = {
    "devices": 2,
    "capacity": 4.0 * MiB,
    "write": 16 * BLOCK,
    "boost": 16 * BLOCK,
    "rate": 2.0 * MB,
    "segment": MiB / 4,
}


@pytest.mark.parametrize("feeder", FEEDERS)
def test_read_by_read_as_on_a_machine_with_its_devices(feeder):
    order, gap, count = caches(2.0 * MiB, FeedSpec(feeder, **FLASH), BLOCK), 0.0501, 3000
    machine, other = Machine(order), Machine(order)
    draw, same, seen = zipf(1500, 0.6, Random(3)), zipf(1500, 0.6, Random(3)), []

    def one(key):
        seen.append((yield from machine.reads.read(key, BLOCK)))

    for n in range(count):
        machine.loop.spawn(one(draw()), at=(n + 1) * gap)
    machine.loop.run(until=(count + 1) * gap)
    fast = [
        tier
        for n in range(count)
        for tier, hit in cache_reads(other.cache, same, BLOCK, 1, n * gap, gap).items()
        if hit
    ]
    assert seen == fast and set(seen) == {"memory", "flash", "disk"}
    other.cache.feed_until(machine.loop.now)
    assert machine.cache.fed == other.cache.fed > 0
    assert machine.cache.place == other.cache.place
    assert machine.cache.given_up == other.cache.given_up


@pytest.mark.parametrize(
    ("feeder", "seconds", "first"), sample([("2008", 60.0, 0), ("2015", 24.0, 4)], 1)
)
def test_sampled_clients_warm_flash_up_as_clients_of_a_whole_machine_do(feeder, seconds, first):
    """NFS clients that wait for their reads, on a machine with all its devices: who answers, how
    fast, and what is fed."""
    data, spec, rates = 16.0 * MiB, FeedSpec(feeder, **{**FLASH, "capacity": 12.0 * MiB}), []
    for seed in (1, 2, 3):
        machine = Machine(
            with_feed(
                SUN_7410.without("network", "queue", "drive queue").order(
                    pool={"layout": "mirror", "vdevs": 2, "jbods": 0, "scattered": True},
                    arc=4.0 * MiB,
                    pointers_held=True,
                    recordsize=BLOCK,
                ),
                spec,
            ),
            seed,
        )
        load = Nfs(threads=4, size=BLOCK, reads=1.0, blocks=Reads(data))
        ran = [
            machine.run(load, seconds=seconds / 6),
            *(machine.run(seconds=seconds / 6) for _ in range(5)),
        ]
        times = TierTimes(size=BLOCK, threads=4, devices=2, disks=4, span=500 * GB, seed=seed)
        spans = list(
            Sampled(
                memory=4.0 * MiB,
                working_set=data,
                block=BLOCK,
                spec=spec,
                times=times,
                k=1.0,
                reads=10**6,
                seed=seed,
            ).run(seconds, 6)
        )
        for whole, span in list(zip(ran, spans, strict=True))[first:]:
            assert whole.tiers["memory"] == pytest.approx(span.memory, abs=0.045)
            assert whole.tiers["flash"] == pytest.approx(span.flash, abs=0.03)
        rates.append(
            [
                sum(one)
                for one in zip(
                    *(
                        (whole.rate, span.answer.rate)
                        for whole, span in list(zip(ran, spans, strict=True))[first:]
                    ),
                    strict=True,
                )
            ]
        )
        assert machine.cache.on_flash == pytest.approx(spans[-1].on_flash, rel=0.03)
        assert machine.cache.fed > 7 * MiB
    assert sum(rate for rate, _ in rates) == pytest.approx(
        sum(rate for _, rate in rates), rel=0.03
    )  # 5 % over one seed


def test_flash_that_is_told_what_memory_passes_on_answers_as_behind_a_feeder_that_misses_nothing():
    spec = FeedSpec("2015", 1, 200.0 * BLOCK, rate=1e9 * BLOCK, segment=float(BLOCK), header=0.0)
    order, count = caches(64.0 * BLOCK, spec, BLOCK), 8000
    whole, parts, other = (Machine(order).cache for _ in range(3))
    seen = cache_reads(whole, zipf(1000, 0.9, Random(4)), BLOCK, count, 0.0, 1.01)
    reads = memory_misses(parts, BLOCK, zipf(1000, 0.9, Random(4)), count, 0.0, 1.01)
    assert count - len(reads) == pytest.approx(seen["memory"], rel=0.02)
    assert flash_hits(other.stores[0], BLOCK, reads) == pytest.approx(
        seen["flash"], rel=0.04
    )  # a feeder is early: see there
    assert list(other.stores[0]) == list(parts.stores[0])


def test_what_memory_passes_on_is_what_it_lacks_and_what_it_gives_up():
    cache = Machine(caches(64.0 * BLOCK, FeedSpec(devices=1), BLOCK)).cache
    reads = memory_misses(cache, BLOCK, zipf(1000, 0.9, Random(4)), 5000, 0.0, 1.0)
    given_up = [key for _, lost in reads for key in lost]
    assert len(reads) - len(given_up) == len(cache.arc.seen) == 64
    lacked = {key for key, _ in reads}
    assert flash_hits(Ring(1000 * BLOCK), BLOCK, reads) == len(reads) - len(
        lacked
    )  # each is lacked once, then found
