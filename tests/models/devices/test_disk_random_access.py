"""Requests anywhere on the disk: a seek, half a turn, a transfer."""

from itertools import islice
from math import sqrt
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec
from models.sim.workload import uniform
from models.units import GB, KiB
from tests.models.drives import TURN, back_to_back, drive

COUNT = 6_000


def expected_seek(disk, span, spec, points=200):
    """The data sheet's seek curve, integrated over all pairs of places."""
    cylinders = [
        disk.geometry.place(int((i + 0.5) / points * span)).cylinder for i in range(points)
    ]
    third = disk.geometry.cylinders / 3
    total = 0.0
    for one in cylinders:
        for other in cylinders:
            d = abs(one - other)
            if d > third:
                slope = (spec.seek_full - spec.seek_average) / (disk.geometry.cylinders - third)
                total += spec.seek_average + slope * (d - third)
            elif d:
                total += spec.seek_track + (spec.seek_average - spec.seek_track) * sqrt(
                    (d - 1) / (third - 1)
                )
    return total / points**2


@pytest.mark.parametrize("span", [500 * GB, 50 * GB, 1 * GB])
def test_a_random_read_costs_a_seek_half_a_turn_and_its_transfer(span):
    spec, size = DriveSpec(), 8 * KiB
    disk = drive()
    end = back_to_back(disk.read, islice(uniform(size, span, Random(1)), COUNT), size)
    transfer = size / (spec.media_rate * (1 + spec.skew / TURN)) * (4 / 3 if span > 100 * GB else 1)
    closed_form = spec.command + expected_seek(disk, span, spec) + TURN / 2 + transfer
    assert end / COUNT == pytest.approx(closed_form, rel=0.015)


def test_a_random_write_settles_longer_than_a_read():
    spec, size, span = DriveSpec(), 8 * KiB, 500 * GB
    reading, writing = drive(), drive()
    for operation in (reading.read, writing.write):
        back_to_back(operation, islice(uniform(size, span, Random(1)), COUNT), size)
    assert writing.seeking - reading.seeking == pytest.approx(COUNT * spec.write_settle, rel=0.001)
    assert writing.waiting / COUNT == pytest.approx(TURN / 2, rel=0.02)


def test_no_wait_is_longer_than_a_turn_and_waits_are_spread_over_it():
    disk, waits, random = drive(), [], Random(2)
    for offset in islice(uniform(512, 500 * GB, random), 4000):
        before = disk.waiting
        disk.read(disk.ready + random.random() * TURN, offset, 512)
        waits.append(disk.waiting - before)
    assert min(waits) >= 0.0
    assert max(waits) < TURN
    for share in (0.25, 0.5, 0.75):
        assert sorted(waits)[int(share * len(waits))] == pytest.approx(
            share * TURN, abs=0.03 * TURN
        )


def test_the_seek_curve_goes_through_the_data_sheets_three_points():
    disk, spec = drive(), DriveSpec()
    stroke = disk.geometry.cylinders
    assert disk.seek_time(0) == 0.0
    assert disk.seek_time(1) == pytest.approx(spec.seek_track)
    assert disk.seek_time(stroke // 3) == pytest.approx(spec.seek_average, rel=1e-4)
    assert disk.seek_time(stroke) == pytest.approx(spec.seek_full, rel=1e-4)


def test_a_longer_seek_never_takes_less_time():
    disk = drive()
    times = [disk.seek_time(d) for d in range(0, disk.geometry.cylinders, 1009)]
    assert times == sorted(times)


def test_the_time_of_a_drive_adds_up():
    spec, disk, size = DriveSpec(), drive(), 16 * KiB
    end = back_to_back(disk.write, islice(uniform(size, 500 * GB, Random(4)), 500), size)
    commands = 500 * (spec.command + size / spec.interface_rate)
    assert disk.seeking + disk.waiting + disk.transferring + commands == pytest.approx(
        end, rel=1e-9
    )


def test_a_faster_spindle_shortens_the_wait_and_not_the_seek():
    slow, fast = drive(speed=90.0), drive(speed=180.0)
    for disk in (slow, fast):
        back_to_back(disk.read, islice(uniform(512, 100 * GB, Random(1)), 3000), 512)
    assert slow.waiting / fast.waiting == pytest.approx(2.0, rel=0.05)
