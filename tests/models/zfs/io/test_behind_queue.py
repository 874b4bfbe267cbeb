"""An SSD and an array of disks behind ZFS's queue: what a depth is worth to them."""

from random import Random

import pytest

from models.devices.device import FifoAdapter
from models.devices.disk_array import DiskArray
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk, sptf
from models.devices.ssd import Readzilla
from models.sim.answer import until
from models.sim.loop import Loop
from models.sim.stats import mean
from models.sim.workload import uniform
from models.units import GB, KiB
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.io.scheduler import PER_CLASS, RULES, VdevQueue
from tests.models.zfs.io.test_scheduler import drive, mixed, step

SPEC = drive_of("enterprise-disk")


def disk(number=0):
    return QueuedDisk(SPEC, sptf(0.004), cache=False, phase=0.37 * (number + 1) % 1.0)


def array(count, stripe=64 * KiB):
    return DiskArray([disk(n) for n in range(count)], stripe)


def ssd():
    return FifoAdapter(Readzilla(Random(1)))


def closed(drive, depth, count=300, size=4 * KiB, span=90 * GB):
    """Reads a second and mean latency (s) with so many always outstanding."""
    queue, offsets, done = (
        VdevQueue(drive, max_pending=depth, aggregation=0),
        uniform(size, span, Random(2)),
        [],
    )
    for _ in range(depth):
        queue.submit(0.0, "read", next(offsets), size)
    while len(done) < count:
        for zio in step(queue):
            done.append(zio)
            queue.submit(queue.now, "read", next(offsets), size)
    return len(done) / queue.now, mean([zio.latency for zio in done])


def test_an_array_of_one_disk_is_the_disk():
    assert closed(array(1), 6) == closed(disk(), 6)


@pytest.mark.parametrize("count", [2, 4, 8])
def test_an_array_with_enough_outstanding_is_as_many_disks(count):
    rate, _ = closed(array(count), 8 * count, 1200)
    alone, _ = closed(disk(), 8, 300, span=90 * GB // count)
    assert 0.75 * count * alone < rate < 1.1 * count * alone


def test_one_read_at_a_time_gains_nothing_from_more_disks():
    assert closed(array(8), 1)[0] == pytest.approx(closed(disk(), 1)[0], rel=0.35)


def test_a_read_over_two_disks_is_answered_with_the_later_part():
    one = array(4)
    whole = one.submit(0.0, "read", 48 * KiB, 32 * KiB)
    parts = [part for part, (of, _) in one.parts.items() if of is whole]
    assert [(part.offset, part.size) for part in parts] == [(48 * KiB, 16 * KiB), (0, 16 * KiB)]
    answered = []
    while one.due < float("inf"):
        answered += one.step()
    assert answered == [whole]
    assert whole.finish == max(part.finish for part in parts)


def test_every_byte_of_an_array_lies_on_one_disk_once():
    one = array(3, 4 * KiB)
    seen = set()
    for block in range(60):
        one.submit(0.0, "read", block * 4 * KiB, 4 * KiB)
    for n, each in enumerate(one.disks):
        for _, _, spot in each.arriving:
            seen.add((n, spot.offset))
    assert len(seen) == 60
    assert {offset for _, offset in seen} == {row * 4 * KiB for row in range(20)}


def test_flash_gains_up_to_its_channels_and_a_disk_far_less():
    """Reads a second at 16 against 1: four channels give nearly four times; one arm less than three
    times."""
    flash, arm = (closed(make(), 16, 600)[0] / closed(make(), 1, 600)[0] for make in (ssd, disk))
    assert 3.2 < flash < 4.2
    assert arm < 3
    assert closed(ssd(), 16, 600)[1] < 0.1 * closed(disk(), 16, 600)[1]
    assert closed(ssd(), 32, 600)[0] < 1.06 * closed(ssd(), 16, 600)[0]


def test_a_flush_of_an_array_is_answered_when_each_of_its_disks_has_emptied_its_cache():
    one = DiskArray([QueuedDisk(SPEC, phase=0.1 * n) for n in range(3)], 64 * KiB)
    for n in range(9):
        one.submit(0.0, "write", n * GB, 64 * KiB)
    while one.due <= 0.01:
        one.step()
    flush = one.submit(0.01, "flush", 0, 0)
    assert not one.stable(0.01, 8 * GB, 64 * KiB)
    while flush not in one.step():
        pass
    assert all(one.stable(flush.finish, n * GB, 64 * KiB) for n in range(9))
    assert one.moved == [0, 9, 0, 9 * 64 * KiB] and one.drain(flush.finish) == flush.finish


# A queue on the event loop answers what it answers when it is driven by hand, and an idle one
# costs nothing.


def enterprise_disk():
    return QueuedDisk(SPEC, sptf(0.004), cache=False, phase=0.4)


def on_the_loop(device, loop, ios):
    """What comes of all of these."""
    answers = []

    def one(_, *io):
        answers.append((yield device.issue(*io)))
        assert answers[-1].finish == loop.now

    for io in ios:
        loop.at(io[0], lambda io=io: loop.spawn(one(*io)))
    loop.run()
    return sorted(answers, key=lambda zio: zio.number)


@pytest.mark.parametrize("rule", RULES)
def test_it_answers_as_the_queue_does_that_is_driven_by_hand(rule):
    loop, ios = Loop(), list(mixed(300, 130.0))
    device = QueuedDevice(loop, enterprise_disk(), rule=rule)
    device.recording = True
    ours = on_the_loop(device, loop, ios)
    theirs = drive(VdevQueue(enterprise_disk(), rule=rule), ios)
    assert [(zio.issued, zio.finish, zio.kind) for zio in ours] == [
        (zio.issued, zio.finish, zio.kind) for zio in theirs
    ]
    assert sorted(device.done, key=lambda zio: zio.number) == ours


def test_a_queue_with_nothing_in_it_costs_nothing():
    ios = [(n * 0.5, "read", n * 10**9, 8192, "sync read") for n in range(1, 9)]
    loop, alone = Loop(), HardDisk(SPEC, cache=False, phase=0.3)
    device = QueuedDevice(loop, FifoAdapter(HardDisk(SPEC, cache=False, phase=0.3)))
    assert [zio.finish for zio in on_the_loop(device, loop, ios)] == [
        alone.read(now, offset, size) for now, _, offset, size, _ in ios
    ]


def test_the_loop_looks_no_more_often_than_something_happens():
    """What comes earlier than was foreseen makes the loop look earlier, not twice ever after."""
    loop = Loop()
    device, looks = QueuedDevice(loop, enterprise_disk()), []
    step = device.step
    device.step = lambda: (looks.append(loop.now), step())
    on_the_loop(device, loop, mixed(300, 130.0))
    assert len(looks) <= 2 * 300  # an I/O arrives at the drive; it ends and the next begins


def when_answered(recording, **options):
    """Whether each of many I/Os is answered with a time, and when."""
    loop, random, times, ended = Loop(), Random(7), {}, {}
    device = QueuedDevice(loop, ssd(), **options)
    device.recording = recording

    def one(number, op):
        where = () if op == "flush" else (number * 8 * KiB, 4 * KiB)
        answer = getattr(device, op)(loop.now, *where)
        times[number] = isinstance(answer, float)
        yield until(loop, answer)
        ended[number] = loop.now

    for number in range(600):
        op, at = random.choice(["write", "write", "flush", "read"]), 0.06 * random.random()
        loop.at(at, lambda number=number, op=op: loop.spawn(one(number, op)))
    loop.run()
    return times, ended


@pytest.mark.parametrize("rule", PER_CLASS)
@pytest.mark.parametrize("most", [1, 2, 10])
def test_a_drive_that_serves_in_order_answers_with_times_as_with_events(rule, most):
    """Reads have events, and so have the writes that wait because few are allowed in the drive."""
    limits = {"sync write": (1, most), "sync read": (1, most)}
    (times, ours), (events, theirs) = (
        when_answered(recording, rule=rule, max_pending=most, limits=limits)
        for recording in (False, True)
    )
    assert any(times.values()) and not any(events.values())
    assert ours == pytest.approx(theirs, abs=1e-12)
