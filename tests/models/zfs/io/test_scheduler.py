"""ZFS's queue before a disk: laws of its order, its room, its time and its bytes."""

from collections import deque
from itertools import pairwise
from math import exp, fsum
from random import Random

import pytest

from figures.queues_resilvering.experiments.arrivals import exponential
from models.devices.device import FifoAdapter
from models.devices.drive_spec import drive_of
from models.devices.queued_disk import QueuedDisk, fcfs, sptf
from models.devices.solid_state import SolidState
from models.sim.stats import mean
from models.units import GB, KiB, ms
from models.zfs.io.scheduler import PER_CLASS, PRIORITIES, RULES, VdevQueue
from tests.models.poisson import poisson

SPEC = drive_of("enterprise-disk")
STEP = 0.64
SPAN = 2000 * GB // (8 * KiB)


def disk(choose=None, **options):
    return QueuedDisk(SPEC, choose or sptf(0.004), cache=False, phase=0.4, **options)


def mixed(count, rate, seed=1, kinds=tuple(PRIORITIES), near=0):
    """When, op, offset, size, kind of so many I/Os; near: within so many blocks, else anywhere."""
    random = Random(seed)
    times = poisson(rate, random)
    for _ in range(count):
        kind = kinds[int(random.random() * len(kinds))]
        op = "write" if "write" in kind or kind == "free" else "read"
        place = int(random.random() * (near or SPAN))
        yield next(times), op, place * 8 * KiB, 8 * KiB, kind


def step(queue):
    """What the queue's drive answers next."""
    return [zio for command in queue.drive.step() for zio in queue.answered(command)]


def drive(queue, ios, look=None):
    """Let all of them come and be answered."""
    sent, answered, coming = [], [], deque(ios)
    while coming or queue.drive.due < float("inf"):
        if coming and coming[0][0] <= queue.drive.due:
            now, op, offset, size, kind = coming.popleft()
            sent.append(queue.submit(now, op, offset, size, kind))
        else:
            answered += step(queue)
        if look:
            look(queue)
    assert sorted(zio.number for zio in answered) == [zio.number for zio in sent]
    return sent


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("pending", [1, 10])
def test_the_drive_is_never_short_of_work_while_something_waits(rule, pending):
    seen = []

    def look(queue):
        room = len(queue.in_drive) < (1 if rule in PER_CLASS else pending)
        assert not (queue.waiting and room)
        seen.append(queue.waiting)

    drive(VdevQueue(disk(), max_pending=pending, rule=rule), mixed(400, 150), look)
    assert max(seen) > 10


@pytest.mark.parametrize("rule", RULES)
def test_littles_law_holds_for_both_queues_and_their_sum(rule):
    queue = VdevQueue(disk(), max_pending=4, rule=rule)
    sent = drive(queue, mixed(400, 400, near=2000))
    commands = {id(zio.whole): zio for zio in sent}.values()
    waited, held = fsum(zio.waited for zio in sent), fsum(zio.held for zio in commands)
    assert queue.waiting_time == pytest.approx(waited, rel=1e-9)
    assert queue.active_time == pytest.approx(held, rel=1e-9)
    one_by_one = fsum(zio.latency for zio in sent)
    assert one_by_one == pytest.approx(waited + fsum(zio.held for zio in sent), rel=1e-9)
    assert len(commands) < len(sent)
    assert queue.busy_time <= queue.now
    assert len(queue.in_drive) == queue.waiting == 0


def key(zio):
    return zio.deadline, zio.offset, zio.number


def passed_over(sent, first):
    """Pairs (gone, left behind) where `first` says that the other should have gone before; both
    waited at that moment."""
    return [
        (gone, left)
        for gone in sent
        for left in sent
        if left.arrived < gone.issued < left.issued and first(left, gone)
    ]


def test_never_a_later_deadline_before_an_earlier_one():
    sent = drive(VdevQueue(disk(), max_pending=2, aggregation=0), mixed(300, 150))
    assert passed_over(sent, lambda left, gone: key(left) < key(gone)) == []
    assert max(zio.waited for zio in sent) > 1


def test_first_come_first_served_starves_nobody():
    """Each waits for those that came before it and for no other."""
    sent = drive(VdevQueue(disk(fcfs), max_pending=3, aggregation=0, rule="fcfs"), mixed(300, 150))
    finishes = [zio.finish for zio in sent]
    assert finishes == sorted(finishes)
    longest = 2 / SPEC.speed + SPEC.seek_full + SPEC.write_settle + SPEC.command
    for number, zio in enumerate(sent):
        before = sum(other.finish > zio.arrived for other in sent[:number])
        assert zio.latency <= (before + 1) * longest


def test_a_deadline_bounds_how_long_a_resilver_is_passed_over():
    """Beside more reads than the disk can do: no read that came eleven steps later goes first. A
    resilver's class is ten steps, and a step is cut somewhere."""

    def late(left, gone):
        return (
            left.kind == "resilver"
            and gone.arrived >= left.arrived + (PRIORITIES["resilver"] + 1) * STEP
        )

    queue = VdevQueue(disk(), max_pending=1, aggregation=0)
    ios = sorted([*mixed(3000, 150, kinds=("sync read",)), *mixed(200, 10, 5, ("resilver",))])
    assert passed_over(drive(queue, ios), late) == []


def test_bytes_are_kept_when_ios_are_joined():
    queue = VdevQueue(disk(), max_pending=1)
    sent = drive(
        queue,
        mixed(
            800,
            600,
            near=2000,
            kinds=("sync read", "async write", "resilver", "scrub", "async read"),
        ),
    )
    wholes = {}
    for zio in sent:
        wholes.setdefault(id(zio.whole), []).append(zio)
    assert len(wholes) < 0.9 * len(sent)
    holes = 0
    for parts in wholes.values():
        whole = parts[0].whole
        parts.sort(key=lambda zio: zio.offset)
        assert (whole.offset, whole.offset + whole.size) == (
            parts[0].offset,
            parts[-1].offset + parts[-1].size,
        )
        assert whole.size <= 128 * KiB
        assert {part.op for part in parts} == {whole.op}
        assert (
            len({part.kind if part.kind in ("resilver", "scrub") else "other" for part in parts})
            == 1
        )
        gaps = [b.offset - a.offset - a.size for a, b in pairwise(parts)]
        assert all(0 <= gap <= (32 * KiB if whole.op == "read" else 0) for gap in gaps)
        assert sum(part.size for part in parts) + sum(gaps) == whole.size
        assert len({part.finish for part in parts}) == 1
        holes += sum(gaps)
    assert holes
    unjoined = drive(VdevQueue(disk(), max_pending=1, aggregation=0), mixed(50, 400, near=3000))
    assert all(zio.whole.size == zio.size for zio in unjoined)


def test_no_hole_is_read_if_none_is_allowed():
    sent = drive(
        VdevQueue(disk(), max_pending=1, gap=0), mixed(400, 400, near=2000, kinds=("sync read",))
    )
    wholes = {id(zio.whole): zio.whole for zio in sent}.values()
    assert sum(whole.size for whole in wholes) == sum(zio.size for zio in sent)
    assert max(whole.size for whole in wholes) > 8 * KiB


def test_with_room_for_all_it_is_the_drive_alone():
    ios = list(mixed(300, 80, kinds=("sync read", "resilver")))
    sent = drive(VdevQueue(disk(), max_pending=1000, aggregation=0), ios)
    alone = disk()
    commands = [alone.submit(now, op, offset, size) for now, op, offset, size, _ in ios]
    alone.drain(0.0)
    assert [zio.finish for zio in sent] == [command.finish for command in commands]
    assert all(zio.waited == 0 for zio in sent)


def test_one_at_a_time_the_drive_has_nothing_to_choose():
    def finishes(choose):
        return [
            zio.finish
            for zio in drive(
                VdevQueue(disk(choose), max_pending=1), mixed(200, 100, kinds=("sync read",))
            )
        ]

    assert finishes(sptf(0.004)) == finishes(fcfs)


def test_the_old_code_took_four_whatever_the_maximum():
    """zfs_vdev_min_pending: an I/O that comes goes down while fewer than four are there. So 2 was
    not 2."""
    most = []
    drive(
        VdevQueue(disk(), max_pending=2, start=4, ramp=2),
        mixed(300, 150),
        lambda queue: most.append(len(queue.in_drive)),
    )
    assert max(most) == 4
    most.clear()
    drive(
        VdevQueue(disk(), max_pending=2),
        mixed(300, 150),
        lambda queue: most.append(len(queue.in_drive)),
    )
    assert max(most) == 2


def test_two_go_down_for_each_that_is_answered():
    """zfs_vdev_ramp_rate: of a crowd that comes at once four go down, and after each answer one
    more is there."""
    queue = VdevQueue(disk(), max_pending=10, start=4, ramp=2, aggregation=0)
    for n in range(40):
        queue.submit(0.0, "read", n * GB, 8 * KiB)
    seen = [len(queue.in_drive)]
    while len(seen) < 9:
        if step(queue):
            seen.append(len(queue.in_drive))
    assert seen == [4, 5, 6, 7, 8, 9, 10, 10, 10]


SERVICE = 10 * ms


@pytest.mark.parametrize("busy", [0.3, 0.7])
def test_the_wait_for_a_constant_service_is_that_of_pollaczek_and_khinchine(busy):
    """M/D/1: half of service x load / (1 - load)."""
    queue = VdevQueue(
        FifoAdapter(SolidState(SERVICE, float("inf"), 10**9)),
        max_pending=1,
        aggregation=0,
        rule="fcfs",
    )
    random, sent = Random(4), []
    times, now = poisson(busy / SERVICE, random), 0.0
    for _ in range(int(6000 / (1 - busy))):
        now = next(times)
        while queue.drive.due <= now:
            step(queue)
        sent.append(queue.submit(now, "read", 0, 512))
    while queue.drive.due < float("inf"):
        step(queue)
    assert mean([zio.waited for zio in sent]) == pytest.approx(
        SERVICE * busy / (1 - busy) / 2, rel=0.06
    )
    assert queue.busy_time / queue.now == pytest.approx(busy, rel=0.03)
    assert queue.waiting_time / queue.now == pytest.approx(busy * busy / (1 - busy) / 2, rel=0.08)


@pytest.mark.parametrize("rate", [40])
def test_the_wait_for_a_disk_is_that_of_pollaczek_and_khinchine(rate):
    """M/G/1 with the service times that the disk itself took: rate x mean square / 2 / (1 - load).
    (One seek ends where the next begins, so two in a row are a little alike, and the wait comes out
    a few per cent longer.)"""
    queue = VdevQueue(disk(fcfs), max_pending=1, aggregation=0, rule="fcfs")
    sent = drive(queue, mixed(15_000, rate, seed=3, kinds=("sync read",)))
    service = [zio.held for zio in sent]
    came = (len(sent) - 1) / (sent[-1].arrived - sent[0].arrived)
    load = came * mean(service)
    expected = came * mean([s * s for s in service]) / 2 / (1 - load)
    assert mean([zio.waited for zio in sent]) == pytest.approx(expected, rel=0.08)


def test_draws_without_a_logarithm_are_exponential():
    random = Random(5)
    draws = [exponential(random.random) for _ in range(40_000)]
    assert mean(draws) == pytest.approx(1, rel=0.015)
    assert mean([d * d for d in draws]) == pytest.approx(2, rel=0.03)
    for beyond in (0.5, 1, 2, 4):
        assert sum(d > beyond for d in draws) / len(draws) == pytest.approx(exp(-beyond), rel=0.06)


def test_the_classes_are_those_of_the_table():
    assert list(PRIORITIES.values()) == [0, 0, 0, 0, 1, 2, 4, 4, 6, 10, 20]
