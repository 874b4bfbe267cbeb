"""Reads from memory, flash and disk: each tier costs what its parts cost, and shares follow from what the tiers hold."""

from collections import Counter
from itertools import pairwise

import pytest

from models.catalogue.machines import values
from models.experiments.caching.read_tiers import TIERS, ReadTiers, Shares
from models.machine.lone_writer import drive_spec
from models.sim.stats import mean, percentile
from models.units import GB, KiB, us

SUN = values("7410")
EVEN = Shares(0.4, 0.4, 0.2)


def latencies(reads, tier):
    return [latency for _, latency, of in reads if TIERS[of] == tier]


def test_a_read_from_memory_takes_the_servers_time_and_no_more():
    took = latencies(ReadTiers(size=512).reads(Shares(1.0, 0.0, 0.0), 4000), "memory")
    assert mean(took) == pytest.approx(SUN["cpu_read"], rel=0.02)
    assert 0.2 * SUN["cpu_read"] <= min(took) and max(took) <= 1.8 * SUN["cpu_read"]


def test_a_read_from_flash_takes_the_devices_time_besides():
    took = latencies(ReadTiers(size=4 * KiB).reads(Shares(0.0, 1.0, 0.0), 4000), "flash")
    cable = 4 * KiB / SUN["readzilla_rate"]
    expected = SUN["cpu_read"] + SUN["readzilla_access"] + SUN["readzilla_spread"] / 2 + cable
    assert mean(took) == pytest.approx(expected, rel=0.01)


def test_a_read_from_disk_takes_a_seek_and_half_a_turn():
    tiers = ReadTiers(size=512, span=1000 * GB)
    took = latencies(tiers.reads(Shares(0.0, 0.0, 1.0), 4000), "disk")
    assert mean(took) == pytest.approx(SUN["seek_average"] + 0.5 / SUN["speed"], rel=0.06)


def test_data_on_a_thin_ring_saves_seeks_but_no_turns():
    wide, thin = (mean(latencies(ReadTiers(size=512, span=span).reads(Shares(0, 0, 1), 2000), "disk"))
                  for span in (1000 * GB, 1 * GB))
    assert 0.5 / SUN["speed"] < thin < wide - 5e-3


def test_tiers_answer_the_shares_that_they_are_given():
    reads = ReadTiers(size=512).reads(EVEN, 20_000)
    count = Counter(TIERS[tier] for _, _, tier in reads)
    assert count["memory"] / len(reads) == pytest.approx(0.4, abs=0.01)
    assert count["flash"] / len(reads) == pytest.approx(0.4, abs=0.01)


def test_more_threads_wait_for_each_other_where_devices_are_few():
    alone = ReadTiers(size=512, devices=1).reads(Shares(0, 1, 0), 3000)
    crowd = ReadTiers(size=512, devices=1).reads(Shares(0, 1, 0), 3000, threads=32)
    many = ReadTiers(size=512, devices=8).reads(Shares(0, 1, 0), 3000, threads=32)
    p90 = [percentile(latencies(reads, "flash"), 0.9) for reads in (alone, many, crowd)]
    assert p90[0] < p90[1] < 0.5 * p90[2]


def test_a_thread_asks_again_when_it_has_its_answer_and_its_turnaround():
    reads = ReadTiers(size=512).reads(EVEN, 500, turnaround=100 * us)
    for (start, latency, _), (again, _, _) in pairwise(reads):
        assert again == pytest.approx(start + latency + 100 * us)


def test_requests_reach_the_devices_in_time_order():
    tiers, times = ReadTiers(size=512), []
    read = tiers.read
    tiers.read = lambda now, tier: times.append(now) or read(now, tier)
    tiers.reads(EVEN, 3000, threads=32)
    assert times == sorted(times)


def test_all_chance_comes_from_the_seed():
    assert ReadTiers(size=512, seed=4).reads(EVEN, 300) == ReadTiers(size=512, seed=4).reads(EVEN, 300)
    assert ReadTiers(size=512, seed=4).reads(EVEN, 300) != ReadTiers(size=512, seed=5).reads(EVEN, 300)


def test_flash_at_any_place_takes_all_its_channels():
    tiers = ReadTiers(size=8 * KiB, devices=1)
    tiers.reads(Shares(0, 1, 0), 4000, threads=8)
    busy = [channel.busy for channel in tiers.flash[0].channels]
    assert max(busy) < 1.1 * min(busy)


def test_nothing_is_read_from_flash_where_there_is_none():
    with pytest.raises(ValueError, match=r"^a read from flash needs 1 or more devices, got 0$"):
        ReadTiers(size=512, devices=0).reads(Shares(0, 1, 0), 1)


def test_another_drive_can_be_given():
    slow = ReadTiers(size=512, spec=drive_spec(5400 / 60)).reads(Shares(0, 0, 1), 500)
    fast = ReadTiers(size=512, spec=drive_spec(15000 / 60)).reads(Shares(0, 0, 1), 500)
    assert mean(latencies(slow, "disk")) - mean(latencies(fast, "disk")) == pytest.approx(0.5 / 90 - 0.5 / 250, rel=0.2)
