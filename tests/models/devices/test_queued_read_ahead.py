"""A drive with a queue that reads ahead: in order at full speed, at random as before, and never
data that it cannot have."""

from itertools import islice
from random import Random

import pytest

from models.devices.drive_spec import drive_of
from models.devices.queued_disk import QueuedDisk
from models.sim.workload import sequential, uniform
from models.units import MB, KiB
from tests.models.drives import closed_loop

SPEC = drive_of("enterprise-disk")


def reads(disk, offsets, size, outstanding, count):
    """When each of so many reads was answered (s), `outstanding` at a time."""
    asked = (("read", offset, size) for offset in offsets)
    return [command.finish for command in islice(closed_loop(disk, asked, outstanding), count)]


def test_one_at_a_time_in_order_is_a_turn_each_without_and_the_streaming_rate_with_it():
    size, count = 128 * KiB, 200
    slow = reads(QueuedDisk(SPEC), sequential(size), size, 1, count)[-1]
    fast = reads(QueuedDisk(SPEC, read_ahead=True), sequential(size), size, 1, count)[-1]
    two = reads(QueuedDisk(SPEC), sequential(size), size, 2, count)[-1]
    assert slow / count > 1 / SPEC.speed
    assert count * size / fast == pytest.approx(SPEC.media_rate, rel=0.07)
    assert fast == pytest.approx(two, rel=0.05)
    assert fast > count * size / SPEC.media_rate * 0.999  # no byte before it has passed the head


@pytest.mark.parametrize("outstanding", [1, 4, 10])
def test_at_random_it_is_the_same_drive(outstanding):
    disks = [QueuedDisk(SPEC, phase=0.3, read_ahead=ahead) for ahead in (False, True)]
    old, new = (
        reads(disk, uniform(4 * KiB, SPEC.capacity, Random(1)), 4 * KiB, outstanding, 400)
        for disk in disks
    )
    assert new[-1] == pytest.approx(old[-1], rel=0.01)


def test_it_reads_no_further_than_its_memory_and_stops_for_another():
    disk = QueuedDisk(SPEC, read_ahead=True)
    disk.submit(0.0, "read", 0, 128 * KiB)
    while disk.due < 10.0:
        disk.step()
    near = disk.submit(1.0, "read", 128 * KiB, 64 * KiB)  # it has long been there
    far = disk.submit(1.2, "read", 8 * 1024 * KiB, 64 * KiB)  # it was not read so far
    while disk.due < 10.0:
        disk.step()
    assert near.finish - 1.0 < 64 * KiB / SPEC.interface_rate + 2 * SPEC.command
    assert far.finish - 1.2 > 0.5 * 64 * KiB / SPEC.media_rate
    assert 64 * KiB / (far.finish - 1.2) < 175 * MB
    away = disk.submit(2.0, "read", 1_000_000_000_000, 4 * KiB)
    back = disk.submit(2.1, "read", 8 * 1024 * KiB + 64 * KiB, 4 * KiB)
    while disk.due < 10.0:
        disk.step()
    assert away.finish - 2.0 > 0.003
    assert back.finish > 2.1


def test_a_write_takes_the_arm_and_what_was_read_before_is_still_there():
    disk = QueuedDisk(SPEC, read_ahead=True)
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
