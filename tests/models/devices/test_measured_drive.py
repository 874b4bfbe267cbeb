"""A drive that was measured: its zones stream at the rates of the table, and its arm takes the
times of the curve."""

from random import Random

import pytest

from models.devices.drive_spec import SEEK_CURVE_RULE, DriveSpec
from models.devices.hdd import HardDisk
from models.devices.platter import Platter
from models.machine import SUN_7410, Machine
from models.units import GB, MB, MiB, ms

ZONES = ((0.0, 200 * MB), (100 * GB, 150 * MB), (300 * GB, 80 * MB))
END = f"{SEEK_CURVE_RULE}, got"
CURVE = ((0.0, 1 * ms), (0.25, 6 * ms), (1.0, 15 * ms))


@pytest.mark.parametrize(
    ("begin", "rate"),
    [(10 * GB, 200 * MB), (99 * GB, 200 * MB), (150 * GB, 150 * MB), (400 * GB, 80 * MB)],
)
def test_a_zone_streams_at_its_rate(begin, rate):
    disk = HardDisk(DriveSpec(zones=ZONES, media_rate=200 * MB))
    start = disk.read(0.0, begin, 1 * MiB)
    end = disk.read(start, begin + 1 * MiB, 300 * MiB)
    assert 300 * MiB / (end - start) == pytest.approx(rate, rel=0.02)


def test_every_byte_of_a_measured_drive_has_one_place():
    geometry = Platter(
        DriveSpec(capacity=2 * 10**6, media_rate=3 * MB, zones=((0.0, 3 * MB), (10**6, 2 * MB)))
    ).geometry
    places = {geometry.place(offset)[:3] for offset in range(0, geometry.capacity, 512)}
    assert len(places) == -(-geometry.capacity // 512)


def test_the_arm_takes_the_times_of_the_curve_and_between_them_a_line():
    platter = Platter(DriveSpec(seek_curve=CURVE))
    whole = platter.geometry.cylinders - 1
    for share, time in ((0.25, 6 * ms), (1.0, 15 * ms), (0.125, 3.5 * ms), (0.625, 10.5 * ms)):
        assert platter.seek_time(round(share * whole)) == pytest.approx(time, rel=1e-3)
    assert platter.seek_time(0) == 0
    assert platter.seek_time(1) == pytest.approx(1 * ms, rel=1e-2)


@pytest.mark.parametrize("ageing", [0.0, 0.2])
@pytest.mark.parametrize("spec", [DriveSpec(), DriveSpec(seek_curve=CURVE)])
def test_what_is_soonest_is_reached_first_by_the_data_sheet_and_by_the_table(spec, ageing):
    platter, random = Platter(spec), Random(1)
    for _ in range(200):
        platter.cylinder = int(random.random() * platter.geometry.cylinders)
        spots = [
            platter.spot(
                int(random.random() * spec.capacity), random.random() < 0.5, random.random() * 0.05
            )
            for _ in range(8)
        ]
        reached = [
            sum(platter.approach(0.1, spot.offset, spot, spot.settle > 0)) + ageing * spot.arrived
            for spot in spots
        ]
        assert reached[platter.soonest(0.1, spots, ageing)] == pytest.approx(min(reached), abs=1e-9)


def test_a_machine_is_ordered_with_the_drives_that_were_measured():
    machine = Machine(
        SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}, zones=ZONES, seek_curve=CURVE)
    )
    assert all(disk.spec.zones == ZONES and disk.spec.seek_curve == CURVE for disk in machine.disks)
    assert all(disk.spec.media_rate == 200 * MB for disk in machine.disks)


@pytest.mark.parametrize(
    ("tables", "line"),
    [
        ({"zones": ((5.0, 1e8),)}, "zones must begin at 0 and rise, got [5.0]"),
        ({"zones": ((0.0, 1e8), (0.0, 2e8))}, "zones must begin at 0 and rise, got [0.0, 0.0]"),
        ({"zones": ((0.0, 0.0),)}, "zones must be 54857.1-1e+12, got 0"),
        ({"zones": ((0.0, 1e300),)}, "zones must be 54857.1-1e+12, got 1e+300"),
        ({"zones": ((0.0, 1e8), (1e15, 2e8))}, "zones must be 0-500000000000, got 1e+15"),
        ({"seek_curve": ((0.0, 1e-3), (0.5, 2e-3))}, f"{END} [(0.0, 0.001), (0.5, 0.002)]"),
        ({"seek_curve": ((0.0, 3e-3), (1.0, 2e-3))}, f"{END} [(0.0, 0.003), (1.0, 0.002)]"),
    ],
)
def test_a_table_of_no_drive_is_refused(tables, line):
    with pytest.raises(ValueError) as refused:
        DriveSpec(**tables)
    assert str(refused.value) == line
