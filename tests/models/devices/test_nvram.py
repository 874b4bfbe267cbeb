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


def test_of_a_ram_disk_nothing_survives():
    ram = Nvram(MiB, volatile=True)
    finish = ram.flush(ram.write(0.0, 0, 4096))
    assert not ram.stable(finish, 0, 4096)
    assert not ram.stable(finish + 1e6, 8192, 512)


def test_a_battery_costs_no_time():
    assert Nvram(MiB).write(0.0, 0, 512) == Nvram(MiB, volatile=True).write(0.0, 0, 512)
