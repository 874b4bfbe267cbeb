"""Reads of a machine whose memory and flash hold set shares of the blocks: each tier costs what its
parts cost."""

from collections import Counter
from itertools import pairwise

import pytest

from figures.flash.experiments.tier_times import TierTimes
from models.catalogue.machines import values
from models.head.head import Head
from models.machine import SUN_7410, Machine, Nfs, Readers, Reads, reads, served
from models.sim.stats import mean, percentile
from models.units import GB, KiB, us
from tests.conftest import sample

SUN = values("7410")
PLAIN = SUN_7410.without("queue", "drive queue")


def machine(memory, flash, devices=6, seed=1, **ordered):
    order = PLAIN.order(held=(memory, flash), flash={"devices": devices})
    return Machine(order.order(**ordered), seed)


def some(memory, flash, count=2000, devices=6, seed=1, span=8 * GB, **load):
    return reads(machine(memory, flash, devices, seed), count, blocks=Reads(22 * span), **load)


def latencies(found, tier):
    return [read.latency for read in found if read.tier == tier]


def test_a_read_from_memory_takes_the_cores_time_and_no_more():
    took = latencies(some(1.0, 0.0, 3000), "memory")
    assert mean(took) == pytest.approx(
        SUN["head.cpu_read"], rel=0.08
    )  # a core is a little slower where others work
    assert 0.2 * SUN["head.cpu_read"] <= min(took) and max(took) <= 1.8 * 1.1 * SUN["head.cpu_read"]


def test_a_read_from_flash_takes_the_devices_time_besides():
    took = latencies(some(0.0, 1.0, size=4 * KiB), "flash")
    expected = (
        SUN["head.cpu_read"]
        + SUN["cache.flash.access"]
        + SUN["cache.flash.spread"] / 2
        + 4 * KiB / SUN["cache.flash.rate"]
    )
    assert mean(took) == pytest.approx(expected, rel=0.02)


def test_data_on_a_thin_ring_saves_seeks_but_no_turns():
    wide, thin = (
        mean(latencies(some(0.0, 0.0, 1200, span=span, size=512), "disk"))
        for span in (450 * GB, 1 * GB)
    )
    assert 0.5 / SUN["pool.disks.speed"] < thin < wide - 3e-3


@pytest.mark.parametrize("held", [(0.4, 0.4), (0.0, 0.9), (0.95, 0.05), (0.0, 0.0)])
def test_tiers_answer_the_shares_that_they_hold(held):
    count = Counter(read.tier for read in some(*held, 3000))
    assert [count[tier] / 3000 for tier in ("memory", "flash")] == pytest.approx(held, abs=0.03)


def test_flash_holds_as_much_on_each_device_and_uses_all_its_channels():
    whole = machine(0.2, 0.7)
    reads(whole, 10_000, threads=8)
    busy = [channel.busy for device in whole.boxes.flash for channel in device.channels]
    assert max(busy) < 1.5 * min(busy)


def test_more_threads_wait_for_each_other_where_devices_are_few():
    alone, many, crowd = (
        percentile(latencies(some(0.0, 1.0, devices=devices, threads=threads), "flash"), 0.9)
        for devices, threads in ((1, 1), (8, 32), (1, 32))
    )
    assert alone < many < 0.5 * crowd


def test_cached_reads_of_a_7410_are_one_number_whoever_asks():
    """The head's own limit, the machine under readers or under NFS at large, and the closed form."""
    head = Head("head-7410")
    most = head.most(head.cached_read(8 * KiB)).rate
    whole, load, count = machine(1.0, 0.0), Readers(200), 10_000
    whole.start(load)
    load.take(whole, 2000)
    begun = whole.loop.now
    load.take(whole, count)
    assert count / (whole.loop.now - begun) == pytest.approx(most, rel=0.03)
    ran = machine(1.0, 0.0).run(Nfs(clients=10, threads=20, reads=1.0), seconds=0.05, warm=0.02)
    assert ran.rate == pytest.approx(most, rel=0.03)
    assert TierTimes(size=8 * KiB, threads=200).answer(1.0, 0.0, 0.0).rate == pytest.approx(
        most, rel=0.03
    )


@pytest.mark.parametrize(
    ("threads", "parts", "size"),
    sample(
        [
            (1, (0.25, 0.5, 0.25), 8 * KiB),
            (16, (0.2, 0.8, 0.0), 8 * KiB),
            (16, (0.3, 0.5, 0.2), 8 * KiB),
            (66, (1.0, 0.0, 0.0), 8 * KiB),
            (64, (0.0, 1.0, 0.0), 8 * KiB),
            (128, (0.25, 0.0, 0.75), 8 * KiB),
            (64, (0.3, 0.5, 0.2), 128 * KiB),
            (64, (1.0, 0.0, 0.0), 128 * KiB),
        ],
        1,
        lambda one: one[1].count(0.0),
    ),
)
def test_times_by_mean_values_are_those_of_reads_that_wait_in_line(threads, parts, size):
    times = TierTimes(size=size, threads=threads, span=22 * GB)
    answer, rates, took, slowest = times.answer(*parts), [], [], []
    for seed in (1, 2, 3):
        whole, load = machine(*parts[:2], seed=seed), Readers(threads, size, Reads(22 * 22 * GB))
        whole.start(load)
        load.take(whole, 1500)
        begun = whole.loop.now
        found = [read.latency for read in load.take(whole, 8000)]
        rates.append(8000 / (whole.loop.now - begun))
        took.append(mean(found))
        slowest.append(percentile(found, 0.99))  # on the disks that chance makes busiest
    assert answer.rate == pytest.approx(mean(rates), rel=0.03)
    busy = (
        parts[0] == 1 and size == 8 * KiB
    )  # cores alone: the closed form lets reads wait for them a little longer
    assert answer.latency == pytest.approx(mean(took), rel=0.07 if busy else 0.04)
    if parts[0] < 1:
        assert times.latency_percentile(*parts) == pytest.approx(mean(slowest), rel=0.1)


def test_the_slowest_of_a_hundred_are_late_where_clients_are_many_and_disks_few():
    def of(**more):
        return TierTimes(size=8 * KiB, span=45 * GB, **{"threads": 32, **more}).latency_percentile(
            0.3, 0.2, 0.5, count=12_000
        )

    assert of(threads=8) < of() < of(threads=128)
    assert of(disks=132) < of() < of(disks=12)


def test_a_lone_client_waits_for_no_one():
    times = TierTimes(size=8 * KiB, threads=1, span=45 * GB)
    assert times.latency_percentile(0.0, 0.0, 1.0, share=1.0) == pytest.approx(
        max(times.drives) + times.link + SUN["head.cpu_read"], rel=0.01
    )


def test_a_client_asks_again_when_it_has_its_answer_and_its_turnaround():
    order = PLAIN.order(held=(1.0, 0.0))
    found = served(order, Nfs(reads=1.0, turnaround=500 * us, spread=0.0), 0.1)
    gaps = [after - t for (t, _), (after, _) in pairwise(found)]
    server = Machine(order).server
    besides = (
        server.prices.kind(8 * KiB).rest - server.read_time - server.network
    )  # that a read asks of cores
    assert mean(gaps) == pytest.approx(500 * us + besides, rel=0.1)


def test_all_chance_comes_from_the_seed():
    assert some(0.4, 0.4, 200, seed=4) == some(0.4, 0.4, 200, seed=4) != some(0.4, 0.4, 200, seed=5)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ((1.2, 0.0), r"cache.held\[0\] must be"),
        ((0.5, 0.6), r"cache.held\[1\] must be"),
        ((0.5, 0.2), "cache.flash.devices must be 1 or more"),
    ],
)
def test_no_more_is_held_than_there_is_and_nothing_on_flash_that_is_not_there(held, said):
    with pytest.raises(ValueError, match=said):
        SUN_7410.order(held=held)
