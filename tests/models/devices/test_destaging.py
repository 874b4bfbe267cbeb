"""Which cached write the platter takes next: the more it may choose from, the less it waits."""

from itertools import islice, pairwise
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec
from models.sim.workload import uniform
from models.units import GB, KiB, MiB
from tests.models.devices.test_disk_random_access import expected_seek
from tests.models.drives import TURN, back_to_back, drive

SIZE, COUNT = 8 * KiB, 1500
SETS = (1, 2, 8, 64)


def writes_a_second(entries, span):
    disk = drive(cache=True, memory=1 * MiB, destage_set=entries)
    start = back_to_back(disk.write, islice(uniform(SIZE, span, Random(9)), 300), SIZE)
    return COUNT / (
        back_to_back(disk.write, islice(uniform(SIZE, span, Random(1)), COUNT), SIZE, now=start)
        - start
    )


@pytest.fixture(scope="module", params=[1 * GB, 100 * GB], ids=["1 GB", "100 GB"])
def rates(request):
    return {entries: writes_a_second(entries, request.param) for entries in SETS}


def test_a_larger_set_is_never_slower(rates):
    for fewer, more in pairwise(SETS):
        assert rates[more] > 0.99 * rates[fewer]


@pytest.mark.parametrize("entries", SETS[1:])
def test_any_choice_beats_first_come_first_served(rates, entries):
    assert rates[entries] > (1.1 if entries == 2 else 1.2) * rates[1]


def test_a_choice_of_64_more_than_doubles_the_rate(rates):
    assert rates[64] > 2 * rates[1]


def test_without_a_choice_a_write_costs_seek_settle_half_a_turn_and_transfer():
    span, spec = 100 * GB, DriveSpec()
    seek = expected_seek(drive(), span, spec) + spec.write_settle
    transfer = SIZE / (spec.media_rate * (1 + spec.skew / TURN))
    assert 1 / writes_a_second(1, span) == pytest.approx(seek + TURN / 2 + transfer, rel=0.03)


def test_the_platter_takes_first_what_its_head_reaches_first():
    disk = drive(cache=True, destage_set=64)
    now = disk.write(0.0, 400 * GB, SIZE)
    back_to_back(disk.write, range(0, 140 * SIZE, 7 * SIZE), SIZE, now=now)
    start = disk.platter_free
    soonest = min(
        sum(disk.approach(start, extent.offset, disk.geometry.place(extent.offset), True))
        for extent in disk.dirty
    )
    held = sum(extent.size for extent in disk.dirty)
    spent = disk.seeking + disk.waiting
    disk.destage()
    assert disk.seeking + disk.waiting - spent == pytest.approx(soonest)
    assert sum(extent.size for extent in disk.dirty) == held - SIZE
