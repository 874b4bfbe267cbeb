"""A drive reads on while nobody asks: the next read finds its data in the drive's memory, or on its
way there."""

from itertools import islice
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.queued_disk import QueuedDisk
from models.sim.workload import sequential, uniform
from models.units import GB, MB, KiB, MiB, ms
from tests.models.drives import TURN, back_to_back, closed_loop, drive

SPEC = DriveSpec()
BLOCK = 64 * KiB


def rate(disk, size, count=300, gap=0.0, begin=0):
    """Bytes a second of reads in a row, `gap` seconds after each other, once the stream is under
    way."""
    now = begun = 0.0
    for n, offset in enumerate(islice(sequential(size, begin), count)):
        if n == count // 3:
            begun = now
        now = disk.read(now + gap, offset, size)
    return (count - count // 3) * size / (now - begun)


def test_without_reading_on_every_read_in_a_row_misses_its_turn():
    assert BLOCK / rate(drive(read_ahead=0), BLOCK) == pytest.approx(
        TURN + BLOCK / SPEC.media_rate, rel=0.003
    )


@pytest.mark.parametrize("size", [32 * KiB, 64 * KiB, 128 * KiB, 1 * MiB])
def test_reading_on_a_row_of_reads_runs_at_the_media_rate_or_as_fast_as_the_cable_takes_them(size):
    cable = SPEC.command + size / SPEC.interface_rate
    assert rate(drive(), size, count=600) == pytest.approx(
        min(SPEC.media_rate, size / cable), rel=0.02
    )


def test_a_slow_program_gets_what_it_asks_for_and_waits_for_nothing():
    gap = 2 * ms
    asked = BLOCK / (gap + SPEC.command + BLOCK / SPEC.interface_rate)
    assert rate(drive(), BLOCK, gap=gap, count=2000) == pytest.approx(asked, rel=0.001)


@pytest.mark.parametrize("ahead", [256 * KiB, 1 * MiB])
def test_a_memory_smaller_than_a_turn_of_the_stream_costs_turns(ahead):
    gap = 0.5 * ms
    asked = BLOCK / (gap + SPEC.command + BLOCK / SPEC.interface_rate)
    got = rate(drive(read_ahead=ahead), BLOCK, gap=gap, count=1500)
    in_a_turn = asked * TURN
    assert (got > 0.995 * asked) is (ahead > in_a_turn)


def test_reading_the_same_block_again_costs_a_command_and_the_cable():
    disk, now = drive(), 0.0
    now = disk.read(now, 7 * GB, 8 * KiB)
    for _ in range(50):
        begun, now = now, disk.read(now, 7 * GB, 8 * KiB)
        assert now - begun == pytest.approx(SPEC.command + 8 * KiB / SPEC.interface_rate)


def test_two_streams_in_turn_both_profit_as_long_as_there_are_places():
    def pair(disk, streams):
        now = 0.0
        offsets = [sequential(BLOCK, n * 10 * GB) for n in range(streams)]
        for _ in range(60):
            for offset in offsets:
                now = disk.read(now + 4 * ms, next(offset), BLOCK)
        return 60 * streams * BLOCK / now

    for streams in (2, 4, 8):
        assert pair(drive(), streams) > 1.5 * pair(drive(read_ahead=0), streams)
    assert pair(drive(), 9) < 0.7 * pair(
        drive(), 8
    )  # 16 MiB hold eight stretches of 1 MiB before and behind


def test_a_seek_elsewhere_keeps_what_was_read_on_until_then():
    disk = drive()
    now = disk.read(0.0, 0, BLOCK)
    now = disk.read(now + 2 * ms, 100 * GB, BLOCK)
    kept = disk.ranges[0]
    assert kept.begin == 0
    assert kept.end - BLOCK == pytest.approx((2 * ms + SPEC.command) * SPEC.media_rate, rel=0.15)
    begun, now = now, disk.read(now, BLOCK, BLOCK)
    assert now - begun == pytest.approx(SPEC.command + BLOCK / SPEC.interface_rate)


def test_a_read_half_in_memory_fetches_the_other_half():
    disk = drive()
    disk.recording = False
    now = disk.read(0.0, 0, BLOCK)
    now = disk.read(now + 2 * ms, 100 * GB, BLOCK)
    end = disk.ranges[0].end
    spent = disk.transferring
    disk.read(now, end - 4 * KiB, 8 * KiB)
    assert disk.transferring - spent == pytest.approx(4 * KiB / disk.geometry.place(0).track * TURN)


def test_writes_waiting_in_the_cache_come_before_reading_on():
    disk = drive(cache=True)
    now = disk.read(0.0, 0, BLOCK)
    now = back_to_back(disk.write, (n * 10 * GB for n in range(1, 6)), BLOCK, now=now)
    disk.read(now + 1.0, 0, BLOCK)
    assert disk.ranges[0].end < 2 * MiB
    assert not disk.dirty


def test_a_read_of_bytes_that_wait_in_the_write_cache_costs_no_platter():
    disk = drive(cache=True)
    now = disk.write(0.0, 400 * GB, BLOCK)
    now = disk.write(now, 3 * GB, BLOCK)
    begun, now = now, disk.read(now, 3 * GB + 8 * KiB, 8 * KiB)
    assert now - begun == pytest.approx(SPEC.command + 8 * KiB / SPEC.interface_rate)


def test_a_drive_without_memory_does_not_read_on():
    assert rate(drive(memory=0), BLOCK) == pytest.approx(rate(drive(read_ahead=0), BLOCK))


def test_reading_on_stops_at_the_end_of_the_disk():
    disk = drive(capacity=1 * GB)
    end, now = 1 * GB, 0.0
    for offset in range(end - 8 * BLOCK, end, BLOCK):
        now = disk.read(now + 20 * ms, offset, BLOCK)
    begun, now = now + 1.0, disk.read(now + 1.0, end - BLOCK, BLOCK)
    assert now - begun == pytest.approx(SPEC.command + BLOCK / SPEC.interface_rate)


def test_a_full_drive_memory_reads_on_as_soon_as_there_is_room():
    disk = drive()
    now = disk.read(0.0, 0, BLOCK) + 1.0  # by now it holds 1 MiB more
    before = disk.limit
    now = disk.read(now, BLOCK, BLOCK)
    assert disk.limit == before + BLOCK
    disk.interrupt(now + TURN + 1 * ms)
    assert disk.ranges[-1].end == before + BLOCK


@pytest.mark.parametrize("size", [8 * KiB, 128 * KiB])
@pytest.mark.parametrize("begin", [0, 240 * GB, 480 * GB])
def test_a_stream_is_slower_towards_the_hub(size, begin):
    disk = drive()
    share = disk.geometry.place(begin).track / disk.geometry.place(0).track
    cable = size / (SPEC.command + size / SPEC.interface_rate)
    assert rate(disk, size, count=900, begin=begin) == pytest.approx(
        min(cable, SPEC.media_rate * share), rel=0.03
    )


# A drive with a queue that reads ahead: in order at full speed, at random as before, and never
# data that it cannot have.


QUEUED = drive_of("enterprise-disk")


def reads(disk, offsets, size, outstanding, count):
    """When each of so many reads was answered (s), `outstanding` at a time."""
    asked = (("read", offset, size) for offset in offsets)
    return [command.finish for command in islice(closed_loop(disk, asked, outstanding), count)]


def test_one_at_a_time_in_order_is_a_turn_each_without_and_the_streaming_rate_with_it():
    size, count = 128 * KiB, 200
    slow = reads(QueuedDisk(QUEUED), sequential(size), size, 1, count)[-1]
    fast = reads(QueuedDisk(QUEUED, read_ahead=True), sequential(size), size, 1, count)[-1]
    two = reads(QueuedDisk(QUEUED), sequential(size), size, 2, count)[-1]
    assert slow / count > 1 / QUEUED.speed
    assert count * size / fast == pytest.approx(QUEUED.media_rate, rel=0.07)
    assert fast == pytest.approx(two, rel=0.05)
    assert fast > count * size / QUEUED.media_rate * 0.999  # no byte before it has passed the head


@pytest.mark.parametrize("outstanding", [1, 4, 10])
def test_at_random_it_is_the_same_drive(outstanding):
    disks = [QueuedDisk(QUEUED, phase=0.3, read_ahead=ahead) for ahead in (False, True)]
    old, new = (
        reads(disk, uniform(4 * KiB, QUEUED.capacity, Random(1)), 4 * KiB, outstanding, 400)
        for disk in disks
    )
    assert new[-1] == pytest.approx(old[-1], rel=0.01)


def test_it_reads_no_further_than_its_memory_and_stops_for_another():
    disk = QueuedDisk(QUEUED, read_ahead=True)
    disk.submit(0.0, "read", 0, 128 * KiB)
    while disk.due < 10.0:
        disk.step()
    near = disk.submit(1.0, "read", 128 * KiB, 64 * KiB)  # it has long been there
    far = disk.submit(1.2, "read", 8 * 1024 * KiB, 64 * KiB)  # it was not read so far
    while disk.due < 10.0:
        disk.step()
    assert near.finish - 1.0 < 64 * KiB / QUEUED.interface_rate + 2 * QUEUED.command
    assert far.finish - 1.2 > 0.5 * 64 * KiB / QUEUED.media_rate
    assert 64 * KiB / (far.finish - 1.2) < 175 * MB
    away = disk.submit(2.0, "read", 1_000_000_000_000, 4 * KiB)
    back = disk.submit(2.1, "read", 8 * 1024 * KiB + 64 * KiB, 4 * KiB)
    while disk.due < 10.0:
        disk.step()
    assert away.finish - 2.0 > 0.003
    assert back.finish > 2.1


def test_a_write_takes_the_arm_and_what_was_read_before_is_still_there():
    disk = QueuedDisk(QUEUED, read_ahead=True)
    first = disk.submit(0.0, "read", 0, 64 * KiB)
    while disk.due < 10.0:
        disk.step()
    disk.submit(first.finish + 0.004, "write", 900_000_000_000, 4 * KiB)
    while disk.due < 10.0:
        disk.step()
    again = disk.submit(1.0, "read", 64 * KiB, 64 * KiB)
    while disk.due < 10.0:
        disk.step()
    assert again.finish - 1.0 < 0.001
