"""The flat loop of writes does what the drive does."""

from dataclasses import replace
from random import Random

import pytest

from models.devices.hdd import HardDisk
from models.devices.platter import Platter
from models.flat_loops.lone_drive import Destaging
from models.machine import SUN_7410
from models.units import KiB

SPEC = SUN_7410.drive


def readable(spec, writes):
    """All are put into the drive's memory; it then destages, and what it has done after the first
    is timed."""
    disk = HardDisk(spec)
    for offset, size in writes:
        disk.keep(0.0, offset, size)
    disk.destage()
    begun, whole = disk.platter_free, disk.dirty_bytes
    while disk.later:
        disk.destage()
    if disk.dirty_bytes == whole:
        disk.drain(0.0)
    return disk.platter_free - begun, whole - disk.dirty_bytes


def drawn(gap, longest, count, begin, seed):
    """Writes of 8 to 8 x longest KiB, up to `gap` blocks apart."""
    random, writes = Random(seed), []
    for _ in range(count):
        size = (1 + int(random.random() * longest)) * 8 * KiB
        writes.append((begin, size))
        begin += size + int(random.random() * (gap + 1)) * 8 * KiB
    return writes


@pytest.mark.parametrize("gap", [0, 3, 200, 5000])
@pytest.mark.parametrize("longest", [1, 16])
@pytest.mark.parametrize(
    "spec",
    [SPEC, replace(SPEC, destage_set=5), replace(SPEC, write_settle=0.0)],
    ids=["drive", "small set", "no settling"],
)
def test_it_takes_the_writes_in_the_same_order(gap, longest, spec):
    for count, begin, seed in (
        (2 if gap else 80, 0, 1),
        (39, 0, 2),
        (42, 0, 3),
        (200, 0, 4),
        (200, spec.capacity // 2, 5),
    ):
        writes = drawn(gap, longest, count, begin // 512 * 512, seed)
        seconds, size = readable(spec, writes)
        found = Destaging(Platter(spec)).write(writes)
        assert found == (pytest.approx(seconds, rel=1e-6), size)


def test_a_write_may_be_longer_than_a_track():
    spec = replace(SPEC, extent_limit=4096 * KiB)
    writes = drawn(3, 500, 60, 0, 1)
    assert Destaging(Platter(spec)).write(writes)[0] == pytest.approx(
        readable(spec, writes)[0], rel=1e-6
    )
