"""Many writes at one stroke are what they would have been one by one."""

import pytest

from figures.intent_log.ramdisk_log import LoneStream
from models.machine import FREEBSD_BOX, LogDevice, Machine, ram_disk
from models.units import GB, KiB, MiB
from models.zfs.fast_forward import FastForward

LOGGED = FREEBSD_BOX.order(log={"devices": 1, "device": ram_disk(GB)})


def run(megabytes, seconds, look=0.05, strokes=True, size=8 * KiB, disks=1, file="new", **settings):
    devices = {"devices": 1, "device": ram_disk(megabytes * MiB)} if megabytes else {}
    log = {"log": devices}
    pool = {"pool": {"layout": "raidz1", "vdevs": 1, "width": disks}} if disks > 1 else {}
    box = Machine(FREEBSD_BOX.order(**log, **pool, **settings).bare())
    stream = LoneStream(box, size, file, strokes=strokes)
    while box.loop.now < seconds:
        box.loop.run(until=min(seconds, box.loop.now + look))
    return box, stream


@pytest.mark.alike("is one stroke")
@pytest.mark.parametrize(
    "settings",
    [
        {"megabytes": 40, "groups": {"interval": 0.8}},
        {"megabytes": 120, "memory": 8 * 20 * MiB, "groups": {"interval": 1.2}},
        {"megabytes": 60, "size": 24 * KiB, "groups": {"interval": 0.8}, "write_cache": "ignored"},
        {"megabytes": 40, "groups": {"interval": 0.8}, "disks": 5},
        {"megabytes": 0, "groups": {"interval": 0.8}},
        {"megabytes": 24, "groups": {"interval": 0.5}, "dedup": True},
        {"megabytes": 60, "groups": {"interval": 0.7}, "file": "again", "recordsize": 128 * KiB},
        {
            "megabytes": 60,
            "groups": {"interval": 0.7},
            "file": "again",
            "memory": 8 * 20 * MiB,
            "recordsize": 64 * KiB,
        },
    ],
)
def test_at_one_stroke_is_one_by_one_however_often_one_looks(settings):
    slow_box, slow = run(seconds=2.6, strokes=False, **settings)
    history = slow_box.zfs.groups.history
    assert len(history) >= 2
    for look in (0.003, 0.05, 9.0):
        box, stream = run(seconds=2.6, look=look, **settings)
        groups = box.zfs.groups.history
        assert [(group.number, group.bytes) for group in groups] == [
            (group.number, group.bytes) for group in history
        ]
        assert [group.synced for group in groups] == pytest.approx(
            [group.synced for group in history], rel=1e-9
        )
        assert box.cpu.busy == pytest.approx(slow_box.cpu.busy)
        assert (stream.bytes, box.pool.spilled, box.pool.log_used) == (
            slow.bytes,
            slow_box.pool.spilled,
            slow_box.pool.log_used,
        )
        for vdev, other in zip(
            (*box.pool.vdevs, *box.pool.logs),
            (*slow_box.pool.vdevs, *slow_box.pool.logs),
            strict=True,
        ):
            assert vdev.devices[0].busy == pytest.approx(other.devices[0].busy, rel=1e-6)


def test_the_rate_is_the_programs_way_and_the_devices():
    _box, stream = run(2000, 2.0)
    assert stream.bytes / 2.0 == pytest.approx(
        8 * KiB / (67e-6 + 72e-6 + 12 * KiB / 2.5e9), rel=0.02
    )


@pytest.mark.parametrize(
    "settings", [{"writes": True}, {"log": {"devices": 0}}, {"sync": "always"}]
)
def test_where_each_write_counts_there_is_no_stroke(settings):
    writes = settings.pop("writes", False)
    box = Machine(LOGGED.order(**settings).bare(), writes=writes)
    assert FastForward(box.zfs, 8 * KiB, box.log).go() == 0


@pytest.mark.parametrize(("until", "most"), [(9.0, 0.7), (0.2, 0.2)])
def test_a_stroke_ends_before_anything_else_happens_or_anybody_looks(until, most):
    box, ends = Machine(LOGGED.order(groups={"interval": 0.7}).bare()), []

    def program():
        many = FastForward(box.zfs, 8 * KiB, box.log)
        yield from box.zfs.write(0, 8 * KiB, True)
        assert many.go(most=50) == 50
        yield many.end - box.loop.now
        many.go()
        ends.append(many.end)

    box.loop.spawn(program())
    box.loop.run(until=until)
    assert 0.99 * most < ends[0] < most


def test_devices_that_take_a_while_to_flush_do_so_after_each_write():
    device = LogDevice(20e-6, 1 * GB, int(1 * GB), flush=50e-6)
    boxes = [Machine(LOGGED.order(log={"device": device}).bare()) for _ in range(2)]
    streams = [
        LoneStream(box, 8 * KiB, strokes=strokes)
        for box, strokes in zip(boxes, (True, False), strict=True)
    ]
    for box in boxes:
        box.loop.run(until=0.5)
    assert streams[0].bytes == streams[1].bytes
    assert boxes[0].log_devices[0].busy == pytest.approx(boxes[1].log_devices[0].busy)
