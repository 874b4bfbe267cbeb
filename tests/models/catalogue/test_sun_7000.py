"""The smaller machines of the table of four: built as that text describes them."""

import pytest

from models.catalogue.sun_7110 import SUN_7110 as SMALLEST
from models.catalogue.sun_7210 import SUN_7210 as SMALL
from models.machine import SUN_7110, SUN_7210, Machine, Nfs
from models.units import GB, GiB, ms, rpm


@pytest.mark.parametrize(
    ("order", "disks", "logs", "memory", "capacity"),
    [(SUN_7210, 44, 2, 32 * GiB, 500 * GB), (SUN_7110, 12, 0, 8 * GiB, 146 * GB)],
    ids=["7210", "7110"],
)
def test_a_machine_has_the_parts_of_its_description(order, disks, logs, memory, capacity):
    assert (order.pool.count, order.log.devices) == (disks, logs)
    assert (order.head.cores, order.head.memory) == (8, memory)
    assert (order.network.ports, order.network.mtu) == (1, 1500)
    assert order.drive.capacity == capacity
    assert Machine(order).run(Nfs(), seconds=0.05).rate > 0


def test_the_7110_has_small_fast_disks_in_raid_z_of_three_and_one():
    pool = SUN_7110.pool
    assert (pool.layout, pool.width, pool.vdevs, pool.jbods) == ("raidz1", 4, 3, 0)
    assert SUN_7110.drive.speed == 10_000 * rpm and SUN_7110.drive.seek_average == 3.8 * ms


def test_no_constant_rests_on_a_number_of_that_table():
    for known in (SMALL, SMALLEST):
        new = {name: one for name, one in known.items() if not name.endswith("destage_set")}
        assert {one.basis for one in new.values()} <= {"datasheet", "physics"}
