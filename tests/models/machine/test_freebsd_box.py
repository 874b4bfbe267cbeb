"""The machine that is put together: the same seed gives the same run, and a wrong name is said in one line."""

import pytest

from models.catalogue.machines import values
from models.machine.freebsd_box import FreeBSDBox, ram_disk
from models.units import KiB, MiB
from models.zfs.pool.raidz import Raidz
from models.zfs.pool.vdev import Single


def trace(filesystem, sync, **settings):
    machine = FreeBSDBox(filesystem=filesystem, **settings)
    machine.start(8 if filesystem == "zfs" else 1, size=8 * KiB, sync=sync)
    machine.loop.run(until=1.0)
    return machine.disk.trace


@pytest.mark.parametrize(("filesystem", "sync"), [("raw", True), ("ufs", False), ("zfs", True)])
def test_the_same_seed_gives_the_same_run_to_the_last_bit(filesystem, sync):
    assert trace(filesystem, sync, seed=5) == trace(filesystem, sync, seed=5)
    assert trace(filesystem, sync, seed=5) != trace(filesystem, sync, seed=6)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"cache": "maybe"}, "cache must be one of on, ignored, off, got 'maybe'"),
        ({"filesystem": "fat"}, "filesystem must be one of raw, ufs, zfs, got 'fat'"),
        ({"wake": "some"}, "wake must be one of first, random, last, got 'some'"),
        ({"spindles": 2}, "unknown constant 'spindles'"),
        ({"speed": 1.0}, "spindle speed must be 3600-15000 rpm, got 60"),
        ({"speed": float("nan")}, "speed must be 0 or more, got nan"),
        ({"command": -1e-6}, "command must be 0 or more, got -1e-06"),
        ({"txg_interval": float("inf")}, "txg_interval must be a finite number"),
        ({"logs": [Single(ram_disk(10**12))]},
         "logs in memory must be below the 3,649,044,480 bytes of memory, got 1,000,000,000,000"),
    ],
)
def test_a_wrong_name_or_value_is_refused_in_one_line(settings, words):
    with pytest.raises(ValueError, match=words) as refused:
        FreeBSDBox(**settings)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["ufs_block", "log_granule", "txg_interval"])
def test_a_constant_that_cannot_be_zero_is_refused(name):
    with pytest.raises(ValueError, match=r"^[^\n]+ must be [^\n]+, got 0$"):
        FreeBSDBox(**{name: 0})


def test_constants_overridden_with_their_own_values_change_nothing():
    assert trace("zfs", True, **values("freebsd-box")) == trace("zfs", True)


def test_the_size_of_the_cache_can_be_overridden_too():
    assert FreeBSDBox(cache_size=8 * 2**20).disk.spec.cache_size == 8 * 2**20


def test_seconds_are_rows_of_iostat():
    machine = FreeBSDBox(filesystem="raw", cache="off")
    machine.start(size=8 * KiB, sync=True)
    rows = list(machine.seconds(3))
    assert [row.t for row in rows] == [0.0, 1.0, 2.0]
    assert sum(row.transfers for row in rows) == sum(r.finish < 3.0 for r in machine.disk.trace)


def test_a_program_that_thinks_longer_than_a_turn_writes_every_second_turn():
    machine = FreeBSDBox(filesystem="raw", cache="off")
    machine.start(size=8 * KiB, sync=True, think=0.010)
    machine.loop.run(until=4.0)
    assert len(machine.done) / 4.0 == pytest.approx(60, abs=1)


def test_every_program_has_a_part_of_the_raw_disk_of_its_own():
    machine = FreeBSDBox(filesystem="raw", cache="off")
    machine.start(3, size=16 * KiB, sync=True)
    machine.loop.run(until=0.5)
    offsets = [r.offset for r in machine.disk.trace]
    assert len(offsets) == len(set(offsets)) > 3


def test_ufs_holds_one_file_and_says_so():
    with pytest.raises(ValueError, match=r"^on UFS threads must be 1 \(the model holds one file\), got 3$"):
        FreeBSDBox(filesystem="ufs").start(3, size=16 * KiB, sync=True)


def raidz(logs):
    """What the five disks of a RAID-Z wrote in a second of synchronous writes and the group after it: (sizes, bytes)."""
    box = FreeBSDBox(vdevs=lambda another: [Raidz([another() for _ in range(5)])], logs=logs, txg_interval=1.0)
    box.start(size=8 * KiB, sync=True)
    box.loop.run(until=1.0)
    written = sum(write.size for write in box.done)
    box.loop.run(until=1.8)
    sizes = [r.size for disk in box.pool.vdevs[0].devices for r in disk.trace if r.op == "write"
             and r.issued < 1.0 + 0.5 * bool(logs)]
    return sizes, written


def test_behind_a_log_the_disks_of_a_raidz_get_whole_stripes_only():
    staged, written = raidz([Single(ram_disk(256 * MiB))])
    full = [size for size in staged if size == 32 * KiB]        # a record of 128 KiB over four disks, and its parity
    assert sum(full) == pytest.approx(written * 5 / 4, rel=0.01)
    assert len(staged) - len(full) < 0.05 * len(staged)
    alone, _ = raidz([])
    assert max(alone) < 8 * KiB                                 # a log block of 12 KiB, cut up


def test_a_ram_disk_costs_a_command_and_the_copying():
    device, box = ram_disk(64 * MiB), values("freebsd-box")
    assert device.write(0.0, 0, 12 * KiB) == pytest.approx(box["ramdisk_command"] + 12 * KiB / box["ramdisk_rate"])
    assert ram_disk(64 * MiB, 10e-6).write(0.0, 0, 512) < 11e-6
    assert not device.stable(1.0, 0, 512)


def test_only_zfs_has_a_zfs():
    box = FreeBSDBox()
    assert box.zfs.log is box.log
    with pytest.raises(TypeError, match="the file system is not ZFS"):
        _ = FreeBSDBox(filesystem="raw").zfs
