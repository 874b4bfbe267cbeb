"""A queue on the event loop answers what it answers when it is driven by hand, and an idle one
costs nothing."""

import pytest

from models.devices.device import FifoAdapter
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk, sptf
from models.sim.loop import Loop
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.io.scheduler import RULES, VdevQueue
from tests.models.zfs.io.test_scheduler import drive, mixed

SPEC = drive_of("enterprise-disk")


def disk():
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
    device = QueuedDevice(loop, disk(), rule=rule)
    device.recording = True
    ours = on_the_loop(device, loop, ios)
    theirs = drive(VdevQueue(disk(), rule=rule), ios)
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
    device, looks = QueuedDevice(loop, disk()), []
    step = device.step
    device.step = lambda: (looks.append(loop.now), step())
    on_the_loop(device, loop, mixed(300, 130.0))
    assert len(looks) <= 2 * 300  # an I/O arrives at the drive; it ends and the next begins
