"""Disks that read side by side: each at the rate of its platter until the cable is full."""

from itertools import pairwise

import pytest

from figures.streaming.stepping_disks import THINK, SteppedReads
from models.machine import SUN_7410
from models.sim.stats import percentile
from models.units import GB, MB, KiB

SPEC, SIZE, CARD = SUN_7410.drive, 128 * KiB, 1420 * MB


def steps(disks, rate=CARD, repeat=False, seconds=0.07, lane=SPEC.interface_rate):
    return list(
        SteppedReads(disks, size=SIZE, repeat=repeat, rate=rate, lane=lane).steps(
            0.02, seconds, 10**6
        )
    )


def rates(steps):
    return [len(reads) * SIZE / seconds for seconds, reads in steps]


def settled(step):
    return [latency for _, latency in step[1]]


def test_one_disk_reads_at_the_rate_of_its_platter():
    assert rates(steps(1, seconds=2.0)) == pytest.approx([SPEC.media_rate], rel=0.02)


def test_a_sequential_read_waits_for_its_bytes_to_pass_and_one_at_a_tracks_end_a_skew_more():
    took = settled(steps(1, seconds=2.0)[0])
    levels = {round(latency, 6) for latency in took}
    assert max(levels) - min(levels) == pytest.approx(SPEC.skew, abs=2e-6)
    track = SPEC.media_rate * (1 / SPEC.speed + SPEC.skew)
    assert sum(latency > min(levels) + 1e-4 for latency in took) / len(took) == pytest.approx(
        SIZE / track, rel=0.1
    )


def test_a_repeated_read_comes_from_the_drives_memory_at_the_rate_of_its_port():
    took = settled(steps(1, 1e6 * GB, repeat=True, lane=200 * MB)[0])
    assert took == pytest.approx([SPEC.command + SIZE / (200 * MB)] * len(took), rel=1e-3)


def test_throughput_grows_with_the_disks_up_to_what_the_cable_takes_and_then_each_adds_its_transfer_to_all():
    found = steps(24)
    grows, medians = rates(found), [percentile(settled(step), 0.5) for step in found]
    assert grows[9] == pytest.approx(10 * grows[0], rel=0.05)
    assert max(grows) <= CARD * 1.01
    assert grows[23] == pytest.approx(CARD, rel=0.01)
    assert medians[11] == pytest.approx(medians[0], rel=0.02)
    assert [b - a for a, b in pairwise(medians[15:])] == pytest.approx([SIZE / CARD] * 8, rel=0.01)


def test_repeated_reads_have_one_level_a_step():
    for step in steps(24, repeat=True):
        took = settled(step)
        assert percentile(took, 0.98) - percentile(took, 0.02) < 1e-6


def test_where_there_would_be_many_reads_we_look_for_a_shorter_time():
    found = list(
        SteppedReads(12, size=SIZE, repeat=True, rate=CARD, lane=SPEC.interface_rate).steps(
            0.02, 0.2, 300
        )
    )
    assert [len(reads) for _, reads in found[4:]] == pytest.approx([300] * 8, rel=0.3)
    assert THINK < found[-1][0] < 0.05 < found[0][0] == 0.2
