"""A write that must reach the platter before it is answered misses its turn, however fast the
computer is."""

from itertools import islice
from math import ceil
from random import Random

import pytest

from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.sim.workload import sequential
from models.units import GB, MB, KiB, MiB, ms
from tests.models.drives import TURN, back_to_back, drive

SPEC = DriveSpec()
WRITES = 400


def time_a_write(disk, size, delay, flush):
    """Mean seconds from one sequential write to the next; the program takes `delay` in between."""
    now = 0.0
    for n, offset in enumerate(islice(sequential(size), WRITES + 1)):
        now = disk.write(now + delay, offset, size)
        if flush:
            now = disk.flush(now)
        if n == 0:
            begun = now
    return (now - begun) / WRITES


def turns(size, delay):
    """Whole turns that pass while the answer goes up, the program thinks and the next request comes
    down."""
    return ceil((delay + SPEC.command + size / SPEC.interface_rate) / TURN)


@pytest.mark.parametrize("cache", [False, True], ids=["cache off", "cache flushed"])
@pytest.mark.parametrize("size", [12 * KiB, 128 * KiB])
@pytest.mark.parametrize("delay", [0.0, 0.3 * ms, 8 * ms, 9 * ms, 20 * ms])
def test_a_synchronous_write_costs_a_turn_and_its_own_transfer(cache, size, delay):
    expected = turns(size, delay) * TURN + size / SPEC.media_rate
    assert time_a_write(drive(cache=cache), size, delay, flush=cache) == pytest.approx(
        expected, rel=0.003
    )


@pytest.mark.parametrize("phase", [0.1, 0.37, 0.92])
def test_where_the_platter_stood_does_not_matter(phase):
    expected = TURN + 12 * KiB / SPEC.media_rate
    assert time_a_write(drive(phase=phase), 12 * KiB, 0.3 * ms, flush=False) == pytest.approx(
        expected, rel=0.003
    )


@pytest.mark.parametrize(("skew", "command"), [(0.8 * ms, 50e-6), (2 * ms, 500e-6)])
def test_neither_skew_nor_electronics_change_the_turn(skew, command):
    disk = drive(skew=skew, command=command)
    expected = TURN + 12 * KiB / SPEC.media_rate
    assert time_a_write(disk, 12 * KiB, 0.0, flush=False) == pytest.approx(expected, rel=0.003)


def test_the_measured_disk_makes_118_writes_of_12_kib_and_107_of_128_a_second():
    spec = {"media_rate": 1020 * 128 * KiB}
    assert 1 / time_a_write(drive(**spec), 12 * KiB, 0.1 * ms, flush=False) == pytest.approx(
        118, abs=1
    )
    assert 107 <= 1 / time_a_write(drive(**spec), 128 * KiB, 0.1 * ms, flush=False) <= 108


@pytest.mark.parametrize("media_rate", [60 * MB, 133.7 * MB, 240 * MB])
def test_one_long_read_streams_at_the_media_rate(media_rate):
    disk, size = drive(media_rate=media_rate), 1000 * MiB
    assert size / disk.read(0.0, 0, size) == pytest.approx(media_rate, rel=0.006)


def test_cached_writes_stream_at_the_media_rate_once_the_cache_is_full():
    disk, size = drive(cache=True), 128 * KiB
    full = back_to_back(disk.write, islice(sequential(size), 400), size)
    end = back_to_back(disk.write, islice(sequential(size, start=400 * size), 800), size, now=full)
    assert 800 * size / (end - full) == pytest.approx(SPEC.media_rate, rel=0.01)


def test_the_hub_streams_at_half_the_rate_of_the_rim():
    size, places = 50 * MiB, (0, 499 * GB)
    rim, hub = (size / (drive().read(0.0, place, size) - 0.02) for place in places)
    assert hub / rim == pytest.approx(0.5, abs=0.04)


def test_a_spindle_that_turns_slower_by_its_error_takes_longer_by_it():
    exact, slow = HardDisk(SPEC), HardDisk(SPEC, speed_error=-1e-4)
    assert slow.turn / exact.turn == pytest.approx(1 + 1e-4, rel=1e-6)


@pytest.mark.parametrize("skew", [0.2 * ms, 0.9 * ms, 2 * ms])
def test_a_switch_that_the_skew_covers_costs_the_skew_and_a_slower_one_a_turn_a_track(skew):
    tracks, switch = 400, 0.8 * ms
    disk = drive(skew=skew, switch=switch)
    track = disk.geometry.place(0).track
    lost = skew if switch <= skew else skew + TURN
    assert disk.read(0.0, 0, tracks * track) == pytest.approx(tracks * (TURN + lost), rel=0.01)


# A sector that is under the head right now is not missed because of the last bit of a number.


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
