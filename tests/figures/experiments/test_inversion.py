"""Prefetches that somebody waits for: raising them changes the order of the work and nothing else."""

from random import Random

import pytest

from figures.memory.prefetch_inversion import StreamLoad, stream
from models.devices.device import FifoAdapter
from models.devices.hdd import HardDisk
from models.devices.solid_state import SolidState
from models.machine.order import SUN_7410
from models.sim.loop import Loop
from models.sim.stats import mean
from models.units import GB
from models.zfs.io.queued_device import QueuedDevice

STEP = 0.64


def serve(device, raising, count=400, pending=3, every=0.010):
    """Reads at random times, a third of them prefetches; each of these is asked for some time
    later. When each was answered, and how long it took (s)."""
    loop, random, waits, moments = Loop(), Random(3), {}, []
    queue = QueuedDevice(loop, FifoAdapter(device), max_pending=pending, aggregation=0)

    def one(number, came, later, ahead, offset):
        answer = queue.issue("read", offset, 8192, "async read" if ahead else "sync read")
        if ahead and raising:
            loop.at(came + later, lambda: answer.fired or queue.promote(answer))
        yield answer
        waits[number] = loop.now - came
        moments.append(loop.now)

    for n in range(count):
        came, ahead = (n + random.random() / 2) * every, random.random() < 0.35
        loop.spawn(
            one(n, came, 0.4 * random.random(), ahead, int(random.random() * 10**8) * 4096), at=came
        )
    loop.run()
    return waits, moments


def test_raising_never_changes_the_disk_s_work_only_the_order():
    """With reads that all take as long: the disk is busy as long, answers at the same moments, and
    all waits together are as long, for as many reads."""
    left, raised = (SolidState(0.012, 1e15, 1000 * GB) for _ in range(2))
    waits, moments = serve(left, False)
    raised_waits, raised_moments = serve(raised, True)
    assert raised.busy == pytest.approx(left.busy)
    assert moments == pytest.approx(raised_moments)
    assert len(waits) == len(raised_waits) == 400
    assert sum(waits.values()) == pytest.approx(sum(raised_waits.values()))
    assert waits != pytest.approx(raised_waits)


def test_on_a_disk_with_an_arm_the_order_changes_the_work_by_less_than_a_fifth():
    """Reads of one step go by place, so more in one step is less way for the arm."""
    left, raised = (HardDisk(SUN_7410.drive) for _ in range(2))
    waits, _ = serve(left, False, every=0.006)
    raised_waits, _ = serve(raised, True, every=0.006)
    assert raised.busy == pytest.approx(left.busy, rel=0.2)
    assert waits != raised_waits


def test_a_read_in_the_disk_s_hands_is_not_raised():
    loop = Loop()
    queue = QueuedDevice(loop, FifoAdapter(SolidState(0.01, 1e15, 1 * GB)), max_pending=1)
    answer = queue.issue("read", 0, 512, "async read")
    queue.promote(answer)
    assert answer.value.kind == "async read"


def met(outcome):
    return [one.latency for one in outcome.stream if one.met]


@pytest.mark.parametrize("ahead", [1, 4, 8])
def test_among_many_readers_the_old_cache_waits_for_seconds_and_the_new_one_does_not(ahead):
    load = StreamLoad(ahead=ahead)
    old, new = stream(load, False, 30.0), stream(load, True, 30.0)
    assert 3.2 < max(met(old)) < 4.6
    assert max(met(new)) < 0.6
    assert len(new.stream) > 3 * len(old.stream)
    assert old.busy == pytest.approx(new.busy, rel=0.01) == pytest.approx(30.0, rel=0.01)
    assert mean(new.others) == pytest.approx(
        mean(old.others), rel=0.15
    )  # what the one gains the many lose


def test_where_the_disk_holds_all_there_is_nothing_to_raise():
    load = StreamLoad(readers=6, ahead=2)
    assert stream(load, False, 10.0, pending=64) == stream(load, True, 10.0, pending=64)


def test_without_prefetch_or_without_others_the_caches_are_alike():
    for load in (StreamLoad(ahead=0), StreamLoad(readers=0)):
        assert stream(load, False, 10.0) == stream(load, True, 10.0)


def test_alone_a_program_that_thinks_longer_than_the_disk_takes_never_waits():
    alone = stream(StreamLoad(readers=0, think=0.02), False, 5.0)
    assert all(one.latency == 0 for one in alone.stream[2:])
    assert len(alone.stream) == pytest.approx(5.0 / 0.02, rel=0.01)


def test_the_same_seed_gives_the_same_run():
    assert stream(StreamLoad(), True, 5.0, seed=4) == stream(StreamLoad(), True, 5.0, seed=4)
    assert stream(StreamLoad(), True, 5.0, seed=4) != stream(StreamLoad(), True, 5.0, seed=5)
