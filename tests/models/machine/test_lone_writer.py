"""The lone writer of the Sun 7410: its pool's disks, and the same writes to a log device."""

from itertools import pairwise
from random import Random

import pytest

from models.catalogue.machines import values
from models.machine.lone_writer import LAYOUTS, icy_lake, logged_writes
from models.sim.stats import mean
from models.units import KiB, us

SUN = values("7410")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_pool_has_the_disks_of_its_layout(layout):
    lake = icy_lake(layout, 3)
    assert [len(vdev) for vdev in lake.vdevs] == [LAYOUTS[layout].disks] * 3


def test_a_write_of_8_kib_becomes_12_on_a_disk_and_is_shared_out_in_whole_sectors():
    assert icy_lake("stripe", 1).size == icy_lake("mirror", 1).size == 12 * KiB
    assert icy_lake("raidz2", 1).size == 12 * KiB // 8
    assert icy_lake("raidz1", 1).size == 5 * 512              # 24 sectors over five disks: five each, and one to spare


def test_disks_turn_as_unlike_as_is_asked_for():
    turn = 1 / SUN["speed"]
    lake = icy_lake("stripe", 40, speed_error=1e-3)
    errors = [turn / vdev[0].turn - 1 for vdev in lake.vdevs]
    assert max(map(abs, errors)) < 1e-3 < 1.3 * max(map(abs, errors))
    given = icy_lake("stripe", 2, errors=[0.0, -2e-4])
    assert [turn / vdev[0].turn - 1 for vdev in given.vdevs] == pytest.approx([0.0, -2e-4])


def test_all_chance_comes_from_the_seed():
    assert icy_lake(seed=4).writes(5.0) == icy_lake(seed=4).writes(5.0)
    assert icy_lake(seed=4).writes(5.0) != icy_lake(seed=5).writes(5.0)


def test_a_write_to_a_log_device_takes_the_servers_time_and_the_devices():
    found = logged_writes(4000, size=512, random=Random(1))
    device = SUN["logzilla_access"] + 4 * KiB / SUN["logzilla_rate"]
    assert mean([latency for _, latency in found]) == pytest.approx(SUN["cpu_write"] + device, rel=0.01)


def test_the_next_write_comes_a_turnaround_after_the_answer():
    found = logged_writes(100, turnaround=200 * us, random=Random(1))
    assert all(later - (start + latency) == pytest.approx(200 * us) for (start, latency), (later, _) in pairwise(found))
