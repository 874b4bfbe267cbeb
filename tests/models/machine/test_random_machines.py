"""The laws of each machine, whatever its parts and loads are: `LAWS` says how many are drawn (50;
1,000 in `make prove`), or which, as in LAWS=200-300."""

import os
from collections import Counter

import pytest

from models.machine import Machine
from models.sim.path import RequestPath
from models.units import ms
from models.zfs.io.queue_order import PerClass, class_of
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.l2arc.l2arc import Hybrid
from tests.conftest import WHOLE
from tests.models.machine.random_machines import random_machine

FIRST, _, LAST = os.environ.get("LAWS", "1000" if WHOLE else "50").rpartition("-")
NUMBERS = range(int(FIRST or 0), int(LAST))
LONGEST, ENOUGH = 0.2, 2000
"""Seconds of a run, and the requests after which it is ended sooner."""


class Watched:
    """A machine that runs for a while, and is looked at again and again at times when nothing else
    happens."""

    def __init__(self, machine):
        self.machine = machine
        devices = [device for vdev in machine.pool.vdevs for device in vdev.devices]
        devices += machine.log_devices
        devices += machine.pool.special.devices if machine.pool.special else []
        self.queues = {
            device.queue: noted(device.queue, "submit")
            for device in devices
            if isinstance(device, QueuedDevice)
        }
        self.reads = [noted(device, "read") for device in self.failed()]
        self.busy = machine.busy()
        self.at = 0.0
        self.logs = machine.zfs.logs if machine.datasets else []
        self.inside = [counted(log) for log in self.logs]
        self.added = added(machine.zfs.groups) if machine.datasets else Counter()
        cache = machine.reads.cache
        self.cache = cache if isinstance(cache, Hybrid) else None
        self.moved = kept(cache.arc) if self.cache else Counter()

    def failed(self):
        return [vdev.devices[number] for vdev in self.machine.pool.vdevs for number in vdev.failed]

    def run(self):
        machine, step = self.machine, 1.3717 * ms
        machine.counting = True
        while self.at < LONGEST and len(machine.requests) < ENOUGH:
            self.at += step
            machine.pass_time(self.at - machine.loop.now)
            self.look()

    def look(self):
        """Check what holds at any time."""
        machine, now = self.machine, self.machine.loop.now
        busy = machine.busy()
        for part, time in busy.items():
            step = time - self.busy.get(part, 0.0)
            assert -1e-9 <= step <= 1.3717 * ms + 1e-9, part
        self.busy = busy
        for queue, zios in self.queues.items():
            look_at_queue(queue, zios, now)
        for log, inside in zip(self.logs, self.inside, strict=True):
            held = len(log.waiting) + sum(len(commit.records) for commit in log.in_order)
            alone = 0 if log.trains else log.out - len(log.in_order)
            assert inside["now"] == held + alone
        if machine.datasets:
            groups = machine.zfs.groups
            closed = [*groups.history, *filter(None, (groups.out, groups.waiting))]
            assert self.added["bytes"] == sum(one.bytes for one in closed) + groups.dirty
            assert 0 <= groups.syncing <= (groups.out.bytes if groups.out else 0)
            assert groups.held <= max(groups.limit, self.added["largest"], groups.spec.least)
        if self.cache:
            arc = self.cache.arc
            assert self.moved["came"] - self.moved["left"] == arc.used <= arc.size
            assert sum(len(store.found) for store in self.cache.stores) == len(self.cache.place)
            assert all(0 <= store.bytes <= store.capacity for store in self.cache.stores)


def noted(owner, name):
    """Return the list that results of a method are added to from now on."""
    results, method = [], getattr(owner, name)

    def call(*args, **options):
        results.append(method(*args, **options))
        return results[-1]

    setattr(owner, name, call)
    return results


def counted(log):
    """Return a count of the threads that are at an intent log."""
    inside = Counter()
    for name in ("commit", "look"):

        def call(*args, method=getattr(log, name), **options):
            inside["now"] += 1
            result = yield from method(*args, **options)
            inside["now"] -= 1
            return result

        setattr(log, name, call)
    return inside


def added(groups):
    """Return a count of the bytes that are added to transaction groups."""
    total, add = Counter(), groups.add

    def call(size, placed=False, *args, **options):
        waited = yield from add(size, placed, *args, **options)
        total["bytes"] += 0 if placed else size
        total["largest"] = max(total["largest"], size)
        return waited

    groups.add = call
    return total


def kept(arc):
    """Return a count of the bytes that come into an ARC and leave it."""
    moved, read, lost = Counter(came=arc.used), arc.read, arc.lost

    def call(key, size, *args, **options):
        hit = read(key, size, *args, **options)
        moved["came"] += 0 if hit or key not in arc.seen else size
        return hit

    def gone(key, size, metadata):
        moved["left"] += size
        lost(key, size, metadata)

    arc.read, arc.lost = call, gone
    return moved


def look_at_queue(queue, zios, now):
    """Check that ZFS's queue has those I/Os, of each class, that have come and not left: with that
    Little's law holds in it."""
    waiting = [zio for zio in zios if zio.arrived <= now < zio.issued]
    active = [zio for zio in zios if zio.issued <= now < zio.finish]
    order = queue.order
    if isinstance(order, PerClass):
        lines = [
            zio if line is one else zio[2]
            for line in order.lines.values()
            for one in [line if not isinstance(line, list) else None]
            for zio in line
        ]
        heads = Counter(class_of(head) for head, _ in queue.in_drive.values())
        assert {name: n for name, n in order.active.items() if n} == heads
    else:
        lines = [entry[-1] for entry in order.heap]
        assert len(queue.in_drive) <= queue.max_pending
    held = {zio.number: zio.kind for zio in lines if zio.issued > now}
    assert held == {zio.number: zio.kind for zio in waiting}
    assert len(waiting) == queue.waiting
    assert len(active) == sum(len(parts) for _, parts in queue.in_drive.values())


def look_at_times(queue, zios, now):
    """Check Little's law over the whole run: the time that I/Os waited is what the queue counts."""
    queue.pass_time(now)
    waited = sum(min(now, zio.issued) - zio.arrived for zio in zios)
    whole = {zio.whole: (zio.issued, zio.finish) for zio in zios if zio.whole}
    active = sum(min(now, finish) - issued for issued, finish in whole.values())
    assert queue.waiting_time == pytest.approx(waited, rel=1e-6, abs=1e-9)
    assert queue.active_time == pytest.approx(active, rel=1e-6, abs=1e-9)
    assert queue.busy_time <= now * (1 + 1e-9)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_machine_keeps_the_laws_whatever_it_is_made_of(number):
    start = random_machine(number)
    try:
        machine, loads = start()
    except ValueError as error:
        assert "\n" not in str(error) and "must" in str(error)
        pytest.skip(str(error))
    watched = Watched(machine)
    try:
        watched.run()
    except ValueError as error:
        assert "\n" not in str(error) and "capacity" in str(error)
    now = machine.loop.now
    for queue, zios in watched.queues.items():
        look_at_times(queue, zios, now)
    assert not any(watched.reads)
    assert all(latency >= 0 for *_, latency in machine.requests)
    look_at_bytes(machine)
    again, _ = start()
    again.counting = True
    again.loop.run(until=now)
    assert again.requests == machine.requests and again.counters() == machine.counters()


def look_at_bytes(machine):
    """Check that what groups have written is on the disks, with its copies or parity."""
    order, pool = machine.order, machine.order.pool
    if machine.datasets and not (order.filesystem.dedup.on or machine.pool.small):
        data = sum(group.bytes for group in machine.zfs.groups.history)
        least = data / machine.software.costs.ratio * pool.copies
        assert machine.boxes.moved("disks")[3] >= 0.999 * least
