"""Programs before one disk: in a row, into its cache, before its queue, and one that waits until
its write is safe."""

import itertools

import pytest

from figures.contents import get
from figures.disks.experiments.one_disk import ENTERPRISE, one_disk
from figures.disks.experiments.queued import at_depths, with_queue
from figures.disks.streaming_disk import long_read_rate, stream_rate
from figures.disks.who_is_next import followed_reads
from figures.disks.write_cache import sustained_rate, time_of_a_flush
from figures.index.same_disk import MIDDLE, SIZE
from figures.synchronous_writes.told_and_safe import told_and_safe
from models.machine import FREEBSD_BOX, Machine
from models.units import GB, KiB, us
from tests.figures.runs import rows_of

SPEC = ENTERPRISE.drive


def test_flash_of_today_makes_nearly_ten_times_as_many_reads_with_ten_outstanding_and_a_disk_not_twice():
    rows = rows_of("queue-today")
    v = get("queue-today").values(rows)
    assert 8.5 < v["flash_gain"] < 10 and 1.7 < v["disk_gain"] < 2
    for row in rows:  # Little's law, but for what is still outstanding at the ends of a run
        assert row["rate"] * row["latency"] == pytest.approx(row["outstanding"], rel=0.08)


def test_a_stream_is_as_fast_as_one_long_read_if_the_drive_reads_ahead_and_misses_turns_if_not():
    assert stream_rate(ENTERPRISE, 128 * KiB, 0.0, 0, 1) == pytest.approx(
        long_read_rate(Machine(ENTERPRISE), 0), rel=0.05
    )
    assert stream_rate(one_disk(read_ahead=0), 4 * KiB, 100 * us, 0, 1) == pytest.approx(
        4 * KiB * SPEC.speed, rel=0.02
    )


def test_a_full_cache_with_more_to_choose_from_is_faster_and_a_flush_of_more_takes_longer():
    one, many = (sustained_rate(choice, 4 * KiB, 100 * GB, 1) for choice in (1, 32))
    assert many > 1.5 * one
    assert time_of_a_flush(64, 40, 100 * GB, 1) > 10 * time_of_a_flush(1, 40, 100 * GB, 1)


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
        return sum(
            abs(b.accesses[0].radius - a.accesses[0].radius) for a, b in itertools.pairwise(served)
        )

    assert way("sstf") < 0.5 * way("fcfs")


def test_only_a_cache_that_is_never_flushed_tells_a_program_too_early():
    (_, early, safe), *others = (
        told_and_safe(Machine(FREEBSD_BOX.order(write_cache=cache).bare()), 8 * KiB)
        for cache in ("ignored", "on", "off")
    )
    assert early < safe
    for path, told, safe in others:
        assert early < told == safe == pytest.approx(path.total())


# The book's first picture runs what the chapter on the missed turn runs.


def test_its_ufs_file_is_the_middle_one_of_the_chapters():
    rows = rows_of("ufs-sync")
    middle = next(row for row in rows if row["row"] == "middle")
    assert middle["place"] - 1 == MIDDLE
    assert get("same-disk").values(rows_of("same-disk"))["ufs_one"] == pytest.approx(
        middle["app"] / SIZE, rel=0.02
    )


def test_its_64_programs_are_the_chapters():
    many = get("shared-flush").values(rows_of("shared-flush"))["writes"]
    assert get("same-disk").values(rows_of("same-disk"))["zfs_64"] == pytest.approx(many, rel=1e-6)


def test_its_three_longest_bars_are_the_three_that_were_fitted():
    bars = sorted(
        (row["writes"] for row in rows_of("same-disk") if row["row"] == "way"), reverse=True
    )
    v = get("same-disk").values(rows_of("same-disk"))
    assert bars[:3] == [v["raw_cached"], v["zfs_ignored"], v["zfs_64"]]
    assert v["near_off"] < 0.01 < v["many_off"]
