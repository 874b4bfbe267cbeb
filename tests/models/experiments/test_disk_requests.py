"""Requests to one disk, one at a time or several, and a slab that is followed."""
import itertools

import pytest

from models.devices.ssd import Logzilla
from models.experiments.allocation.followed_slab import BEST, FIRST, FollowedSlab
from models.experiments.disks.one_at_a_time import (
    ENTERPRISE,
    long_read_rate,
    one_disk,
    stream_rate,
    time_of_a_flush,
    time_of_a_safe_write,
    writes_into_a_full_cache,
)
from models.experiments.disks.queued_requests import at_depths, followed_reads, with_queue
from models.experiments.disks.told_and_safe import told_and_safe
from models.machine import Machine
from models.units import GB, MB, KiB, MiB, us
from models.zfs.allocator.metaslabs import RULES
from models.zfs.allocator.overwrites import Overwrites

SPEC = ENTERPRISE.drive


def test_a_stream_is_as_fast_as_one_long_read_if_the_drive_reads_ahead_and_misses_turns_if_not():
    assert stream_rate(ENTERPRISE, 128 * KiB, 0.0, 0) == pytest.approx(long_read_rate(Machine(ENTERPRISE), 0), rel=0.05)
    assert stream_rate(one_disk(read_ahead=0), 4 * KiB, 100 * us, 0) == pytest.approx(4 * KiB * SPEC.speed, rel=0.02)


def test_a_full_cache_with_more_to_choose_from_is_faster_and_a_flush_of_more_takes_longer():
    one, many = (writes_into_a_full_cache(one_disk(destage_set=n), 4 * KiB, 100 * GB, 1) for n in (1, 32))
    assert many > 1.5 * one
    assert time_of_a_flush(ENTERPRISE, 64, 100 * GB, 1) > 10 * time_of_a_flush(ENTERPRISE, 1, 100 * GB, 1)


def test_a_safe_write_to_a_log_device_takes_its_access_and_its_transfer():
    log = Logzilla(50 * us, 100 * MB, int(18 * GB))
    assert time_of_a_safe_write(log, MiB, 0.0) == pytest.approx(50 * us + MiB / (100 * MB), rel=0.05)


@pytest.mark.parametrize("discipline", ["sstf", "sptf"])
def test_at_each_depth_so_many_are_answered(discipline):
    order = with_queue(one_disk(), discipline, 0.0)
    assert one_disk().drive == SPEC
    for kind in (1.0, 0.5):
        for depth, answered in at_depths(order, kind, (1, 4), lambda depth: 50, 1):
            assert len(answered) == 50
            assert depth in (1, 4) and all(finish > issued for issued, finish in answered)


def test_the_arm_moves_least_for_the_nearest():
    def way(discipline):
        served, waiting = followed_reads(with_queue(one_disk(), discipline, 0.0), 16, 60, 1)
        assert len(waiting) == 16
        return sum(abs(b.accesses[0].radius - a.accesses[0].radius) for a, b in itertools.pairwise(served))

    assert way("sstf") < 0.5 * way("fcfs")


def test_a_slab_that_is_followed_is_written_like_any_other():
    settings = dict(slabs=20, blocks=100, capacity=20 * GB, group=32 * MB, seed=4)
    one, other = FollowedSlab(0.8, RULES["2009"], **settings), Overwrites(0.8, RULES["2009"], **settings)
    one.follow()
    for _ in range(40):
        wanted = other.group()
        assert one.group() == wanted
        assert one.fresh() == wanted.runs
    assert {FIRST, BEST} >= set(one.how) - {""} != set()


def test_only_a_cache_that_is_never_flushed_tells_a_program_too_early():
    def asked(cached, flushed):
        return told_and_safe(8 * KiB, cached=cached, flushed=flushed, speed=SPEC.speed, host=67 * us, seed=1)

    early = asked(True, False)
    assert early.told < early.safe
    for late in (asked(True, True), asked(False, False)):
        assert early.told < late.told == late.safe == pytest.approx(late.path.total())
