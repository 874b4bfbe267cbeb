"""A special vdev takes the metadata from the disks, and small blocks on request."""

import pytest

from models.machine import SERVER_TODAY, Local, Machine, Order, Reads
from models.units import TB, GiB, KiB


def reading(**special: object) -> Order:
    return SERVER_TODAY.order(
        pool={"layout": "mirror", "vdevs": 4, "jbods": 0, "special": special},
        recordsize=8 * KiB,
        cache={"arc": 1 * GiB},
    )


COLD = Local(16, 8 * KiB, reads=1.0, blocks=Reads(data=8 * TB))


def test_cold_reads_find_their_pointers_on_flash_and_the_disks_have_only_data():
    plain, special = Machine(reading()), Machine(reading(devices=2))
    before, after = plain.run(COLD, seconds=2), special.run(COLD, seconds=2)
    assert before.iostat["disks"][0] > 1.8 * before.rate  # a pointer block for nearly each block
    assert after.iostat["disks"][0] == pytest.approx(after.rate, rel=0.05)
    assert after.iostat["special"][0] > 0.9 * after.rate
    assert after.rate > 1.5 * before.rate
    assert "special" not in before.iostat


def test_small_blocks_of_data_lie_there_only_up_to_the_limit():
    small = Machine(reading(devices=1, small=8 * KiB)).run(COLD, seconds=0.1)
    assert small.iostat["disks"][0] == 0
    larger = Machine(reading(devices=1, small=4 * KiB)).run(COLD, seconds=0.5)
    assert larger.iostat["disks"][0] > 0


def test_all_sides_of_the_mirror_take_a_groups_metadata_and_the_disks_none():
    order = reading(devices=2).order(groups={"interval": 0.2})
    machine = Machine(order)
    ran = machine.run(Local(1, 128 * KiB, o_sync=False, think=0.01), seconds=2)
    metadata = machine.order.groups.copies * machine.order.groups.indirect
    written = ran.groups * 2 * metadata  # two blocks up to the root, unless there are many records
    assert ran.iostat["special"][3] * ran.seconds >= 2 * written
    sides = [drive.moved[3] for drive in machine.boxes.special_drives]
    assert sides[0] == sides[1] > 0


def test_it_is_refused_where_the_model_has_no_place_for_it():
    with pytest.raises(ValueError, match=r"pool\.special\.devices must be 0 with .*dedup.* got 2"):
        reading(devices=2).order(filesystem={"dedup": {"on": True}})
    with pytest.raises(ValueError, match=r"pool\.special\.kind must be one of .* got 'floppy'"):
        reading(devices=2, kind="floppy")
