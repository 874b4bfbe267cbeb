"""Disks that read side by side: each at the rate of its platter until the ports or the card are full."""

from itertools import pairwise
from random import Random

import pytest

from models.experiments.lake.shared_ports import Ports, stepped_reads
from models.machine.lone_writer import drive_spec
from models.sim.stats import percentile
from models.units import GB, MB, KiB

FREE = dict(lane_rate=300 * MB, bus_rate=1e6 * GB)
SIZE = 128 * KiB


def reads(disks, ports=None, **more):
    return stepped_reads(disks, ports or Ports(), random=Random(disks), **more)


def rate(reads, seconds=0.2):
    return len(reads) * SIZE / seconds


def settled(reads):
    return [latency for start, latency, _ in reads if start > 0.04]


def test_one_disk_reads_at_the_rate_of_its_platter():
    assert rate(reads(1, seconds=2.0), 2.0) == pytest.approx(drive_spec().media_rate, rel=0.02)


def test_a_sequential_read_waits_for_its_bytes_to_pass_and_one_at_a_tracks_end_a_skew_more():
    spec = drive_spec()
    took = settled(reads(1, seconds=2.0))
    levels = {round(latency, 6) for latency in took}
    assert max(levels) - min(levels) == pytest.approx(spec.skew, abs=2e-6)
    track = spec.media_rate * (1 / spec.speed + spec.skew)
    assert sum(latency > min(levels) + 1e-4 for latency in took) / len(took) == pytest.approx(SIZE / track, rel=0.1)


def test_a_repeated_read_comes_from_the_drives_memory_at_the_rate_of_its_lane():
    spec = drive_spec()
    took = settled(reads(1, Ports(**FREE), repeat=True))
    assert took == pytest.approx([spec.command + SIZE / 300e6] * len(took))


def test_sequential_throughput_grows_with_the_disks_up_to_what_the_card_takes():
    rates = [rate(reads(disks)) for disks in range(1, 25)]
    assert rates[9] == pytest.approx(10 * rates[0], rel=0.05)
    assert max(rates) <= 1420 * MB * 1.01
    assert rates[23] == pytest.approx(1420 * MB, rel=0.03)


def test_latency_stays_until_the_card_is_full_and_then_each_disk_adds_its_transfer():
    medians = [percentile(settled(reads(disks)), 0.5) for disks in range(1, 25)]
    assert medians[11] == pytest.approx(medians[0], rel=0.02)
    step = SIZE / (1420 * MB)
    assert [b - a for a, b in pairwise(medians[15:])] == pytest.approx([step] * 8, rel=0.01)


def test_repeated_reads_have_one_level_a_step():
    for disks in range(1, 25):
        took = settled(reads(disks, repeat=True))
        assert percentile(took, 0.98) - percentile(took, 0.02) < 1e-6


def test_without_a_card_in_the_way_more_disks_than_lanes_wait_for_a_lane():
    ports = dict(lanes=8, **FREE)
    eight, sixteen = (percentile(settled(reads(disks, Ports(**ports), repeat=True)), 0.5) for disks in (8, 16))
    assert eight == pytest.approx(drive_spec().command + SIZE / 300e6)
    assert sixteen > 1.5 * eight
    assert rate(reads(24, Ports(**ports), repeat=True)) == pytest.approx(8 * 300 * MB, rel=0.03)


def test_no_lane_carries_two_reads_at_a_time():
    ports = Ports(lanes=1, **FREE)
    finishes = [ports.carry(now, SIZE) for now in (0.0, 0.0, 0.0001, 1.0)]
    assert finishes[:3] == pytest.approx([SIZE / 300e6 * n for n in (1, 2, 3)])
    assert finishes[3] == pytest.approx(1.0 + SIZE / 300e6)
