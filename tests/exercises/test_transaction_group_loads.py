"""Writers, readers and logs around transaction groups do what their loads say."""

import pytest

from exercises.questions.transaction_groups.what_the_reads_wait_for.question import (
    RetryingDisk,
    slow_reads,
)
from figures.transaction_groups.experiments.throttled_writers import ThrottledWriters
from figures.transaction_groups.group_timeline import WRITE, LogSince
from models.devices.hdd import HardDisk
from models.machine import FREEBSD_BOX
from models.units import KiB, MiB


def test_under_the_curve_writers_settle_at_the_pace_of_the_disk_and_below_the_limit():
    one = ThrottledWriters(
        "curve", programs=4, size=32 * KiB, media=60 * MiB, limit=128 * MiB, interval=30.0
    )
    one.loop.run(until=2.0)
    begun = one.written
    one.loop.run(until=4.0)
    assert (one.written - begun) / 2.0 == pytest.approx(60 * MiB, rel=0.1)
    assert sum(one.not_on_disk()) < 128 * MiB
    assert one.result(4.0).still == 0


def test_a_disk_that_retries_needs_seven_turns_more():
    plain, retrying = HardDisk(FREEBSD_BOX.drive), RetryingDisk(FREEBSD_BOX.drive)
    assert retrying.read(0.0, 10 * MiB, 8 * KiB) - plain.read(
        0.0, 10 * MiB, 8 * KiB
    ) == pytest.approx(7 * plain.turn)


def test_slow_reads_come_with_the_groups_or_with_the_job_and_from_the_slow_disk_always():
    def seconds_with_late_reads(cause):
        return {
            int(back)
            for back, taken in slow_reads(cause, every=5.0, beat=8.0, seconds=20.0, seed=3)
            if taken > 0.1
        }

    groups, job = seconds_with_late_reads("groups"), seconds_with_late_reads("job")
    assert 0 < len(groups) <= 12 and 0 < len(job) <= 12 and groups != job
    assert len(seconds_with_late_reads("slow")) >= 15


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_write_that_was_told_is_counted_once_and_the_log_holds_the_synchronous_ones(share):
    one = LogSince(interval=5.0, rate=100, share=share, log=True, seed=1)
    for now in (1.0, 2.5, 6.0):
        one.look(now)
    plain, safe = (sum(kind.values()) for kind in (one.plain, one.safe))
    assert (plain + safe) / WRITE == pytest.approx(600, abs=3)
    assert (safe == 0) == (share == 0) and (plain == 0) == (share == 1)
    assert sum(one.records.values()) * WRITE == safe
    assert one.left(one.safe) <= safe
