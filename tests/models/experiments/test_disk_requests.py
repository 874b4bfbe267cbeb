"""Requests to one disk, one at a time or several, and a slab that is followed."""
import itertools

import pytest

from models.catalogue.machines import values
from models.devices.drive_spec import drive_of
from models.devices.ssd import Logzilla
from models.experiments.disks.cached_bursts import Answered, Held, cached_bursts
from models.experiments.disks.one_at_a_time import (
    long_read_rate,
    stream_rate,
    time_of_a_flush,
    time_of_a_safe_write,
    writes_into_a_full_cache,
)
from models.experiments.disks.queued_requests import at_depths, followed_reads, scaled_drive
from models.experiments.disks.told_and_safe import told_and_safe
from models.units import GB, MB, KiB, MiB, us

SPEC = drive_of("enterprise-disk")


def test_a_stream_is_as_fast_as_one_long_read_if_the_drive_reads_ahead_and_misses_turns_if_not():
    plain = drive_of("enterprise-disk", read_ahead=0)
    assert stream_rate(SPEC, 128 * KiB, 0.0, 0) == pytest.approx(long_read_rate(SPEC, 0), rel=0.05)
    assert stream_rate(plain, 4 * KiB, 100 * us, 0) == pytest.approx(4 * KiB * SPEC.speed, rel=0.02)


def test_a_full_cache_with_more_to_choose_from_is_faster_and_a_flush_of_more_takes_longer():
    one, many = (writes_into_a_full_cache(drive_of("enterprise-disk", cache_size=(n + 4) * 4 * KiB, destage_set=n), n,
                                          4 * KiB, 100 * GB, 1) for n in (1, 32))
    assert many > 1.5 * one
    assert time_of_a_flush(SPEC, 64, 100 * GB, 1) > 10 * time_of_a_flush(SPEC, 1, 100 * GB, 1)


def test_a_safe_write_to_a_log_device_takes_its_access_and_its_transfer():
    log = Logzilla(50 * us, 100 * MB, int(18 * GB))
    assert time_of_a_safe_write(log, MiB, 0.0) == pytest.approx(50 * us + MiB / (100 * MB), rel=0.05)


def test_at_each_depth_so_many_are_answered_and_the_arm_moves_least_for_the_nearest():
    spec = scaled_drive(values("enterprise-disk")["seek_average"], SPEC.speed)
    assert spec == SPEC
    for depth, answered in at_depths(0.5, (1, 4), "sstf", 0.0, spec, False, lambda depth: 50, 1):
        assert len(answered) == 50
        assert depth in (1, 4) and all(finish > issued for issued, finish in answered)

    def way(discipline):
        places = [path.accesses[0].radius for path in followed_reads(discipline, 0.0, spec, 16, 60, 1)[0]]
        return sum(abs(b - a) for a, b in itertools.pairwise(places))

    assert way("sstf") < 0.5 * way("fcfs")


@pytest.mark.parametrize("cache", [0, MiB])
def test_of_bursts_no_more_is_held_than_the_cache_has_room_for_and_writes_follow_each_other(cache):
    events = list(cached_bursts(cache, 8, burst=60, pause=0.5, size=32 * KiB, span=100 * GB, until=1.5, looks=30, seed=1))
    held = [event for event in events if isinstance(event, Held)]
    assert [event.now for event in held] == pytest.approx([n * 0.05 for n in range(31)])
    assert max(event.bytes for event in held) <= cache
    writes = [event for event in events if isinstance(event, Answered)]
    assert all(b.start >= a.finish > a.start for a, b in itertools.pairwise(writes))


def test_only_a_cache_that_is_never_flushed_tells_a_program_too_early():
    def asked(cached, flushed):
        return told_and_safe(8 * KiB, cached=cached, flushed=flushed, speed=SPEC.speed, host=67 * us, seed=1)

    early = asked(True, False)
    assert early.told < early.safe
    for late in (asked(True, True), asked(False, False)):
        assert early.told < late.told == late.safe == pytest.approx(late.path.total())
