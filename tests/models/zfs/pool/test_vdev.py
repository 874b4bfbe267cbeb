"""A mirror waits for its slower side, and what is on one side is safe."""

from math import sqrt
from random import Random

import pytest

from models.devices.ssd import Logzilla
from models.sim.stats import mean
from models.units import GB, KiB, MiB
from models.zfs.pool.vdev import Mirror, Single
from tests.models.drives import TURN, drive
from tests.models.nvram import Nvram


def drives(count, seed=1, **spec):
    random = Random(seed)
    return [drive(phase=random.random(), **spec) for _ in range(count)]


def recorded(count, capacity=64 * MiB):
    devices = [Logzilla(capacity=capacity) for _ in range(count)]
    for device in devices:
        device.recording = True
    return devices


def test_a_single_device_is_as_fast_as_it_is_alone():
    alone, (disk,) = drives(1)[0], drives(1)
    vdev, now = Single(disk), 0.0
    for offset in range(0, 20 * 8192, 8192):
        finish = vdev.write(now, offset, 8192)
        assert finish == alone.write(now, offset, 8192)
        now = finish + 1e-4
    assert vdev.read(now, 0, 4096) == alone.read(now, 0, 4096)
    assert vdev.flush(now + 1) == alone.flush(now + 1)


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("cache", [True, False])
def test_a_mirrors_write_ends_exactly_when_its_slowest_side_does(sides, cache):
    random = Random(7)
    mirror, apart = Mirror(drives(sides, cache=cache)), drives(sides, cache=cache)
    now = 0.0
    for _ in range(300):
        offset = random.randrange(10**8) * 512
        finish = mirror.write(now, offset, 8192)
        assert finish == max(side.write(now, offset, 8192) for side in apart)
        now = finish + random.random() * 0.01
    assert mirror.flush(now) == max(side.flush(now) for side in apart)


@pytest.mark.parametrize("sides", [3])
def test_the_longest_of_n_waits_for_a_sector_is_n_parts_of_n_plus_1_of_a_turn(sides):
    random, count = Random(11), 1500
    waits = []
    for _ in range(count):
        devices = [drive(phase=random.random()) for _ in range(sides)]
        vdev = Mirror(devices) if sides > 1 else Single(devices[0])
        still = 72e-6 + 512 / 300e6 + 512 / devices[0].geometry.place(0).track * TURN
        waits.append((vdev.write(0.0, 0, 512) - still) / TURN)
    n = sides
    spread = sqrt(n / (n + 2)) / (n + 1)  # of the largest of n uniform numbers
    assert mean(waits) == pytest.approx(n / (n + 1), abs=4 * spread / sqrt(count))
    assert min(waits) >= 0 and max(waits) <= 1


def test_every_side_of_a_mirror_writes_the_same():
    devices = recorded(3)
    mirror = Mirror(devices)
    for offset in (0, 8192, 4096):
        mirror.write(0.0, offset, 4096)
    assert devices[0].trace == devices[1].trace == devices[2].trace
    assert sum(r.size for d in devices for r in d.trace) == 3 * 3 * mirror.allocated(4096)


def test_a_read_goes_to_the_side_that_is_free_first():
    devices = recorded(2)
    mirror = Mirror(devices)
    devices[0].write(0.0, 0, MiB)
    mirror.read(0.0, 0, 4096)
    assert [len(d.trace) for d in devices] == [1, 1]
    devices[1].write(0.0, 0, 2 * MiB)
    mirror.read(0.0, 0, 4096)
    assert [len(d.trace) for d in devices] == [2, 2]


def test_many_reads_at_once_are_shared_by_both_sides():
    devices = recorded(2)
    mirror = Mirror(devices)
    last = max(mirror.read(0.0, 0, 4096) for _ in range(100))
    assert [len(d.trace) for d in devices] == [50, 50]
    assert last == pytest.approx(50 * Logzilla().read(0.0, 0, 4096))


@pytest.mark.parametrize("sides", ["least busy", "in turn"])
def test_sides_take_turns_every_2_mib_idle_or_not(sides):
    devices = recorded(2)
    mirror, now = Mirror(devices, sides=sides), 0.0
    for k in range(32):
        end = mirror.read(now, k * MiB, 4096)
        now = now if sides == "in turn" else end
    assert [[r.offset // MiB % 4 for r in d.trace] for d in devices] == [[0, 1] * 8, [2, 3] * 8]


def test_a_mirror_is_as_large_as_its_smallest_side():
    assert Mirror([Nvram(3 * MiB), Nvram(2 * MiB + 100), Nvram(4 * MiB)]).capacity == 2 * MiB
    assert Mirror([Logzilla(), Logzilla()]).capacity == Single(Logzilla()).capacity == 18 * GB


@pytest.mark.parametrize(
    ("sector", "size", "whole"),
    [
        (512, 1, 512),
        (512, 512, 512),
        (512, 513, 1024),
        (4096, 512, 4096),
        (4096, 4096, 4096),
        (4096, 12800, 16384),
    ],
)
def test_space_is_taken_and_written_in_whole_sectors(sector, size, whole):
    (device,) = recorded(1)
    single = Single(device, sector)
    assert single.allocated(size) == whole
    single.write(0.0, 0, size)
    single.read(0.0, 0, size)
    assert [r.size for r in device.trace] == [whole, whole]


@pytest.mark.parametrize("failed", [0, 1])
def test_what_is_safe_on_one_side_is_safe(failed):
    mirror = Mirror([Logzilla(), Logzilla()])
    finish = mirror.write(0.0, 0, 4096)
    mirror.failed.add(failed)
    assert mirror.stable(finish, 0, 4096)
    assert not mirror.stable(finish / 2, 0, 4096)


def test_one_side_that_has_it_is_enough():
    quick, slow = Nvram(64 * MiB), Logzilla()
    mirror = Mirror([slow, quick])
    mirror.write(0.0, 0, 4096)
    assert mirror.stable(quick.ready, 0, 4096)
    mirror.failed.add(1)
    assert not mirror.stable(quick.ready, 0, 4096)
    assert mirror.stable(slow.ready, 0, 4096)


def test_two_ram_disks_are_no_safer_than_one():
    mirror = Mirror([Nvram(MiB, volatile=True), Nvram(MiB, volatile=True)])
    assert not mirror.stable(mirror.write(0.0, 0, 4096), 0, 4096)
    assert Mirror([Nvram(MiB, volatile=True), Nvram(MiB)]).stable(1.0, 0, 4096)


@pytest.mark.parametrize(
    ("make", "gone"),
    [(lambda: Single(Logzilla()), [0]), (lambda: Mirror([Logzilla(), Logzilla()]), [0, 1])],
)
def test_a_vdev_without_devices_is_lost(make, gone):
    vdev = make()
    finish = vdev.write(0.0, 0, 4096)
    for device in gone:
        vdev.failed.add(device)
    assert vdev.lost and not vdev.stable(finish, 0, 4096)


def test_a_disk_with_a_cache_is_safe_only_after_a_flush():
    mirror = Mirror(drives(2, cache=True))
    finish = mirror.write(0.0, 0, 64 * KiB)
    assert not mirror.stable(finish, 0, 64 * KiB)
    finish = mirror.flush(finish)
    assert mirror.stable(finish, 0, 64 * KiB)
