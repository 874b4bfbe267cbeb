"""The disk of 2014: what its data sheets alone make of the published numbers, whichever way the
dice fall."""

from itertools import islice
from random import Random

import pytest

from figures.disks.experiments.random_reads import random_reads
from models.catalogue.machines import machine, values
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import DISCIPLINES, QueuedDisk, sptf
from models.sim.stats import mean, percentile
from models.sim.workload import uniform
from models.units import KiB, ms, rpm
from tests.models.drives import closed_loop

DISK = values("enterprise-disk")
SPEC = drive_of("enterprise-disk")
SIZE = 4 * KiB
PREDICTED, MEASURED, NINE_OF_TEN = 12.5 * ms, 11.8 * ms, 148 * ms


def reads(outstanding, count, seed=1, ageing=DISK["pool.disks.ageing"], spec=SPEC):
    random = Random(seed)
    disk = HardDisk(spec, phase=random.random())
    offsets = uniform(SIZE, spec.capacity, random)
    return [
        b - a
        for a, b in random_reads(disk, offsets, SIZE, outstanding, count + outstanding, ageing)
    ][outstanding:]


def writes(outstanding, count, seed=1):
    random = Random(seed)
    disk = QueuedDisk(
        drive_of("enterprise-disk", cache_size=64 * SIZE),
        sptf(DISK["pool.disks.ageing"]),
        phase=random.random(),
    )
    requests = (("write", offset, SIZE) for offset in uniform(SIZE, SPEC.capacity, random))
    return [
        c.finish - c.issued
        for c in islice(closed_loop(disk, requests, outstanding), 300, 300 + count)
    ]


@pytest.mark.parametrize("seed", [1, 2])
def test_one_seek_constant_lies_near_what_was_predicted_and_what_was_measured(seed):
    latency = mean(reads(1, 12_000, seed))
    assert latency == pytest.approx(PREDICTED, rel=0.05)
    assert latency == pytest.approx(MEASURED, rel=0.05)


@pytest.mark.parametrize(("ageing", "seed"), [(0.0, 1), (DISK["pool.disks.ageing"], 2)])
def test_with_ten_outstanding_the_ninetieth_percentile_is_near_the_measured_one(ageing, seed):
    ten = reads(10, 20_000, seed, ageing)
    assert percentile(ten, 0.9) == pytest.approx(NINE_OF_TEN, rel=0.08)
    assert mean(ten) > 1.25 * percentile(ten, 0.5)
    assert max(ten) > 300 * ms


def test_the_ninetieth_percentile_does_not_tell_the_disciplines_apart_and_the_median_does():
    found = {}
    for name, choose in DISCIPLINES.items():
        random = Random(4)
        requests = (("read", offset, SIZE) for offset in uniform(SIZE, SPEC.capacity, random))
        answered = islice(
            closed_loop(QueuedDisk(SPEC, choose, cache=False), requests, 10), 20, 6020
        )
        taken = [c.finish - c.issued for c in answered]
        found[name] = percentile(taken, 0.9), percentile(taken, 0.5)
    for name in ("fcfs", "clook", "sptf"):
        assert found[name][0] == pytest.approx(found["sptf"][0], rel=0.06)
        assert found[name][0] == pytest.approx(NINE_OF_TEN, rel=0.1)
    assert found["fcfs"][1] > 1.4 * found["clook"][1] > 1.4 * 1.4 * found["sptf"][1]


def test_a_write_into_the_full_cache_takes_what_was_measured_with_another_drives_window():
    assert mean(writes(1, 2500)) == pytest.approx(5.1 * ms, rel=0.08)


def test_a_queue_of_writes_adds_a_few_percent_to_the_choice():
    one, ten = 1 / mean(writes(1, 4000)), 10 / mean(writes(10, 4000))
    assert 1.02 * one < ten < 1.1 * one


def test_the_head_start_shortens_the_longest_wait_of_a_write():
    assert machine("enterprise-disk")["pool.disks.ageing"].basis == "fitted"
    assert 85 * ms < max(writes(10, 2500)) < 125 * ms


def test_a_faster_spindle_turns_the_same_tracks():
    slow, fast = HardDisk(SPEC), HardDisk(drive_of("enterprise-disk", speed=15000 * rpm))
    assert fast.geometry.place(0).track == pytest.approx(slow.geometry.place(0).track, rel=1e-6)
