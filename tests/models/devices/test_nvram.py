"""Memory as a device: quick, small, and with or without a battery."""

import pytest

from models.catalogue.machines import values
from models.devices.nvram import Nvram
from models.devices.ssd import Logzilla
from models.units import GB, KiB, MiB, us

BOX = values("freebsd-box")


def test_memory_takes_a_time_for_the_command_and_a_time_for_each_byte():
    assert Nvram(MiB, access=3 * us, rate=1 * GB).write(1.0, 0, 8192) == pytest.approx(1.0 + 3 * us + 8.192 * us)


def test_a_ram_disk_takes_the_time_of_the_box():
    finish = Nvram(64 * MiB, volatile=True).write(0.0, 0, 12 * KiB)
    assert finish == pytest.approx(BOX["ramdisk_access"] + 12 * KiB / BOX["ramdisk_rate"])
    assert 20 * us < finish < 30 * us


def test_it_serves_one_command_after_the_other():
    ram = Nvram(64 * MiB)
    first, second = ram.write(0.0, 0, 4096), ram.read(0.0, 0, 4096)
    assert second == pytest.approx(2 * first)
    assert ram.busy == pytest.approx(second)


def test_it_is_several_times_as_fast_as_a_logzilla_for_a_small_write():
    assert 3 < Logzilla().write(0.0, 0, 4096) / Nvram(MiB).write(0.0, 0, 4096) < 6


def test_with_a_battery_what_was_answered_survives():
    ram = Nvram(MiB)
    finish = ram.write(0.0, 0, 4096)
    assert not ram.stable(0.0, 0, 4096)
    assert ram.stable(finish, 0, 4096)


@pytest.mark.parametrize("later", [0.0, 1.0, 1e6])
def test_of_a_ram_disk_nothing_survives(later):
    ram = Nvram(MiB, volatile=True)
    finish = ram.flush(ram.write(0.0, 0, 4096))
    assert not ram.stable(finish + later, 0, 4096)
    assert not ram.stable(finish + later, 8192, 512)


def test_a_battery_costs_no_time():
    assert Nvram(MiB).write(0.0, 0, 512) == Nvram(MiB, volatile=True).write(0.0, 0, 512)


@pytest.mark.parametrize(("offset", "size"), [(MiB, 1), (MiB - 511, 512), (0, MiB + 1), (0, 0), (0, -5), (-1, 1)])
def test_bytes_that_it_has_not_are_refused_in_one_line(offset, size):
    with pytest.raises(ValueError, match=r"^(offset|size)[^\n]+ got -?\d+$"):
        Nvram(MiB).write(0.0, offset, size)


def test_memory_of_no_bytes_is_refused():
    with pytest.raises(ValueError, match=r"^capacity must be above 0, got 0$"):
        Nvram(0)
