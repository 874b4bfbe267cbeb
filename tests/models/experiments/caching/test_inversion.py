"""Prefetches that somebody waits for: raising them changes the order of the work and nothing else."""

from heapq import heappop
from random import Random

import pytest

from models.devices.hdd import HardDisk
from models.experiments.caching.inversion import (
    PREFETCH,
    STREAM,
    WAITED_FOR,
    DeadlineQueue,
    ReaderRead,
    StreamLoad,
    stream,
)
from models.machine.lone_writer import drive_spec
from models.sim.stats import mean

STEP = 0.64


class Same:
    """A device that takes as long for each read."""

    def __init__(self, service):
        self.service, self.free, self.busy = service, 0.0, 0.0

    def read(self, now, offset, size):
        self.free = max(self.free, now) + self.service
        self.busy += self.service
        return self.free


def serve(device, raising, count=400, pending=3, every=0.010):
    """Reads at random times, a third of them prefetches; each of these is asked for some time later."""
    random = Random(3)
    queue, reads, calls = DeadlineQueue(device, pending), [], []
    for n in range(count):
        came = (n + random.random() / 2) * every
        ahead = random.random() < 0.35
        read = ReaderRead(int(random.random() * 10**8) * 4096, 8192, came, PREFETCH if ahead else WAITED_FOR, STREAM, n)
        reads.append(read)
        calls.append((came, n, queue.submit, read))
        if ahead and raising:
            calls.append((came + 0.4 * random.random(), n, queue.raise_, read))
        elif ahead:
            random.random()
    finishes = {}

    def answer(until):
        while queue.done and queue.done[0][0] <= until:
            finish, _, read = heappop(queue.done)
            assert read.block not in finishes
            finishes[read.block] = finish
            queue.issue(finish)

    for when, _, call, read in sorted(calls, key=lambda one: one[:2]):
        answer(when)
        call(when, read)
    answer(float("inf"))
    return [finishes[read.block] - read.came for read in reads], sorted(finishes.values()), [r for r in reads if r.began]


def test_raising_never_changes_the_disk_s_work_only_the_order():
    """With reads that all take as long: the disk is busy as long, answers at the same moments, and all waits together are
    as long, for as many reads."""
    left, raised = Same(0.012), Same(0.012)
    waits, moments, begun = serve(left, False)
    raised_waits, raised_moments, raised_begun = serve(raised, True)
    assert raised.busy == left.busy
    assert moments == raised_moments
    assert len(begun) == len(raised_begun) == len(waits)
    assert sum(waits) == pytest.approx(sum(raised_waits))
    assert waits != raised_waits


def test_on_a_disk_with_an_arm_the_order_changes_the_work_by_less_than_a_fifth():
    """Reads of one step go by place, so more in one step is less way for the arm."""
    left, raised = (HardDisk(drive_spec()) for _ in range(2))
    waits, *_ = serve(left, False, every=0.006)
    raised_waits, *_ = serve(raised, True, every=0.006)
    assert raised.busy == pytest.approx(left.busy, rel=0.2)
    assert waits != raised_waits


@pytest.mark.parametrize("priority", [0, 1, 6, 10])
def test_a_lower_class_waits_for_as_many_steps(priority):
    """One read of that class among others that never let the disk rest."""
    queue = DeadlineQueue(Same(0.01), 1)
    for _ in range(40):
        queue.submit(0.0, ReaderRead(0, 512, 0.0))
    mine = ReaderRead(512, 512, 0.0, priority, STREAM)
    queue.submit(0.0, mine)
    finish = 0.0
    while True:
        finish, _, read = heappop(queue.done)
        if read is mine:
            break
        queue.submit(finish, ReaderRead(0, 512, finish))
    if priority:
        assert priority * STEP <= finish <= (priority + 1) * STEP + 0.5
    else:
        assert finish <= STEP + 0.5


def test_a_read_in_the_disk_s_hands_is_not_raised():
    queue = DeadlineQueue(Same(0.01), 1)
    mine = ReaderRead(0, 512, 0.0, PREFETCH)
    queue.submit(0.0, mine)
    queue.raise_(0.001, mine)
    assert (mine.priority, queue.waiting, len(queue.done)) == (PREFETCH, [], 1)


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
    assert mean(new.others) == pytest.approx(mean(old.others), rel=0.15)        # what the one gains the many lose


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
