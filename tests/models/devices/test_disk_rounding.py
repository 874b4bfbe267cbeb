"""A sector that is under the head right now is not missed because of the last bit of a number."""

from random import Random

import pytest

from models.units import GB
from tests.models.drives import TURN, drive

INSTANT = {"command": 0.0, "interface_rate": 1e30, "write_settle": 0.0}


@pytest.mark.parametrize("seed", range(3))
def test_contiguous_access_costs_no_false_turn(seed):
    random = Random(seed)
    for _ in range(300):
        disk = drive(
            phase=random.random(), speed=random.choice([70, 90, 120, 166.7, 250]), **INSTANT
        )
        operation = random.choice([disk.read, disk.write])
        offset = random.randrange(400 * GB) // 512 * 512
        now = operation(random.random() * 1e4, offset, 512)
        offset += 512
        for _ in range(12):
            size = random.randrange(1, 400) * 512
            waited = disk.waiting
            now = operation(now, offset, size)
            offset += size
            assert disk.waiting - waited < 1.01 * disk.spec.skew  # where a track ends just there


def test_a_sector_that_has_just_gone_by_takes_a_turn():
    disk = drive(**INSTANT)
    now = disk.write(0.0, 0, 4096)
    assert disk.write(now + 1e-6, 4096, 4096) - now == pytest.approx(TURN, rel=0.01)


def test_a_sequence_of_writes_costs_no_turn_where_one_of_them_ends_with_a_cylinder():
    disk = drive(command=0.0, interface_rate=1e30)
    track = disk.geometry.place(0).track
    now = disk.write(0.0, 0, track)
    for n in range(1, 8):
        began, now = now, disk.write(now, n * track, track)
        assert now - began < 1.5 * TURN
