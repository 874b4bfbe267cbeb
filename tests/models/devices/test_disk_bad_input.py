"""What no disk can be, and what no disk has."""

import pytest

from models.devices.hdd import DriveSpec
from models.units import rpm
from tests.models.drives import drive


@pytest.mark.parametrize("speed", [0, 3000 * rpm, 20_000 * rpm, -120, float("nan")])
def test_a_spindle_turns_at_3600_to_15000_rpm(speed):
    with pytest.raises(ValueError, match="spindle speed must be 3600-15000 rpm, got"):
        DriveSpec(speed=speed)


@pytest.mark.parametrize("rate", [0, -1, float("nan")])
def test_a_platter_takes_more_than_nothing(rate):
    with pytest.raises(ValueError, match="media_rate must be above 0"):
        DriveSpec(media_rate=rate)


@pytest.mark.parametrize("cache", [True, False])
@pytest.mark.parametrize("offset", [-512, 500 * 10**9])
def test_a_write_outside_the_disk_is_refused(cache, offset):
    with pytest.raises(ValueError, match="offset must be 0-499999999999 bytes"):
        drive(cache=cache).write(0.0, offset, 512)


def test_a_refused_write_leaves_nothing_in_the_cache():
    disk = drive(cache=True)
    with pytest.raises(ValueError, match="offset"):
        disk.write(0.0, -512, 512)
    assert disk.dirty_bytes == 0


@pytest.mark.parametrize("field", ["heads", "interface_rate"])
def test_a_drive_without_heads_or_a_cable_is_refused_in_one_line(field):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        drive(**{field: 0}).write(0.0, 0, 512)
