"""Many writes at one stroke are what they would have been one by one."""

import pytest

from models.fast.fast_forward import NOTHING, Stream, ahead
from models.machine import FREEBSD_BOX, Machine, ram_disk
from models.units import GB, KiB, MiB

LOGGED = FREEBSD_BOX.order(logs=1, log_device=ram_disk(GB))


def run(megabytes, seconds, longest, size=8 * KiB, disks=1, rewrite="", **settings):
    log = {"logs": 1, "log_device": ram_disk(megabytes * MiB)} if megabytes else {}
    pool = {"pool": ("raidz1", 1), "width": disks} if disks > 1 else {}
    box = Machine(FREEBSD_BOX.order(**log, **pool, **settings).bare())
    stream = Stream(box.zfs, size, longest=longest, rewrite=rewrite)
    box.loop.spawn(stream.program())
    box.loop.run(until=seconds)
    return box, stream


@pytest.mark.parametrize("settings", [
    {"megabytes": 40, "txg_interval": 0.8}, {"megabytes": 120, "memory": 8 * 20 * MiB, "txg_interval": 1.2},
    {"megabytes": 60, "size": 24 * KiB, "txg_interval": 0.8, "disk_cache": "ignored"},
    {"megabytes": 40, "txg_interval": 0.8, "disks": 5}, {"megabytes": 0, "txg_interval": 0.8},
    {"megabytes": 24, "txg_interval": 0.5, "dedup": True},
    {"megabytes": 60, "txg_interval": 0.7, "rewrite": "disk"},
    {"megabytes": 60, "txg_interval": 0.7, "rewrite": "memory", "memory": 8 * 20 * MiB, "recordsize": 64 * KiB}])
def test_at_one_stroke_is_one_by_one(settings):
    one_by_one = run(seconds=2.6, longest=0.0, **settings)
    for longest in (0.003, 0.05, 1e9):
        agree(*run(seconds=2.6, longest=longest, **settings), *one_by_one, longest)


def agree(box, stream, other, slow, longest):
    """Groups, log and disks are the same, but for the stroke that is under way."""
    groups, others = box.zfs.groups.history, other.zfs.groups.history
    assert [(group.number, group.bytes) for group in groups] == [(group.number, group.bytes) for group in others]
    assert [group.synced for group in groups] == pytest.approx([group.synced for group in others], rel=1e-9)
    assert box.pool.spilled == other.pool.spilled
    assert len(groups) >= 2
    late = slow.bytes - stream.bytes
    assert 0 <= late / stream.size <= 1 + min(longest, 2.6) / 90e-6
    block = box.log.spec.pack([stream.size])[0]
    on_its_way = other.pool.log_used - box.pool.log_used - late // stream.size * block
    assert on_its_way in (0, block)
    rest = [vdev.devices[0].busy for vdev in (*box.pool.vdevs, *box.pool.logs)]
    assert rest[0] == pytest.approx(other.pool.vdevs[0].devices[0].busy, rel=1e-6)


def test_the_rate_is_the_programs_way_and_the_devices():
    _box, stream = run(2000, 2.0, 0.05)
    assert stream.bytes / 2.0 == pytest.approx(8 * KiB / (67e-6 + 72e-6 + 12 * KiB / 2.5e9), rel=0.02)


@pytest.mark.parametrize("settings", [{"writes": True}, {"logs": 0}, {"sync": "always"}])
def test_where_each_write_counts_there_is_no_stroke(settings):
    writes = settings.pop("writes", False)
    box = Machine(LOGGED.order(**settings).bare(), writes=writes)
    assert ahead(box.zfs, 8 * KiB, 1.0) == NOTHING


def test_a_stroke_ends_before_anything_else_happens():
    box = Machine(LOGGED.order(txg_interval=0.7).bare())
    box.loop.run(until=0.1)
    assert box.loop.now + ahead(box.zfs, 8 * KiB).length < 0.7
    assert ahead(box.zfs, 8 * KiB, 0.2).length <= 0.2
    assert ahead(box.zfs, 8 * KiB, 1e-9) == NOTHING
