"""The laws of each machine, whatever its parts and loads are: `LAWS` says how many are drawn (25;
1,000 in `make prove`), or which, as in LAWS=200-300."""

import os
from collections import Counter
from functools import partial
from random import Random

import pytest

from models.machine import Iscsi, Local, Machine, Nfs, Reads
from models.units import KiB, MiB, ms
from models.zfs.io.queue_order import PerClass, class_of
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.l2arc.l2arc import Hybrid
from tests.conftest import WHOLE
from tests.models.machine.random_machines import random_machine, random_order

FIRST, _, LAST = os.environ.get("LAWS", "1000" if WHOLE else "25").rpartition("-")
NUMBERS = range(int(FIRST or 0), int(LAST))
LONGEST, ENOUGH, STEP = 0.12, 1500, 2.3717 * ms
"""Seconds of a run, the requests after which it is ended sooner, and how often it is looked at (s)."""


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
        machine = self.machine
        machine.counting = True
        while self.at < LONGEST and len(machine.requests) < ENOUGH:
            self.at += STEP
            machine.pass_time(self.at - machine.loop.now)
            self.look()

    def look(self):
        """Check what holds at any time."""
        machine, now = self.machine, self.machine.loop.now
        busy = machine.busy()
        for part, time in busy.items():
            step = time - self.busy.get(part, 0.0)
            assert -1e-9 <= step <= STEP + 1e-9, part
        self.busy = busy
        for queue, zios in self.queues.items():
            look_at_queue(queue, zios, now)
        for log, inside in zip(self.logs, self.inside, strict=True):
            alone = 1  # of a commit in the thread of its only record
            held = len(log.waiting) + sum(len(commit.records) or alone for commit in log.in_order)
            assert inside["now"] == held
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

    def within(method):
        def call(*args, **options):
            inside["now"] += 1
            result = yield from method(*args, **options)
            inside["now"] -= 1
            return result

        return call

    log.commit, log.look = within(log.commit), within(log.look)
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
        machine = start()
    except ValueError as error:
        assert "\n" not in str(error) and "must" in str(error)
        pytest.skip(str(error))
    watched = Watched(machine)
    refused = [tried(watched.run)]
    now = machine.loop.now
    for queue, zios in watched.queues.items():
        look_at_times(queue, zios, now)
    assert not any(watched.reads)
    assert all(latency >= 0 for *_, latency in machine.requests)
    look_at_bytes(machine)
    again = start()
    again.counting = True
    refused.append(tried(partial(again.loop.run, until=now)))
    assert again.requests == machine.requests and again.counters() == machine.counters()
    assert "capacity" in refused[0] or refused[0] == refused[1]


def tried(run):
    """Return in which words a run is refused, "" if it is not."""
    try:
        run()
    except ValueError as error:
        assert "\n" not in str(error) and "must" in str(error)
        return str(error)
    return ""


def look_at_bytes(machine):
    """Check that what groups have written is on the disks, with its copies or parity."""
    order, pool = machine.order, machine.order.pool
    if machine.datasets and not (order.filesystem.dedup.on or machine.pool.small):
        data = sum(group.bytes for group in machine.zfs.groups.history)
        least = data / machine.software.costs.ratio * pool.copies
        assert machine.boxes.moved("disks")[3] >= 0.999 * least


def idle(kind, random, order):
    """Return the settings of a machine, those that add a part, and a load that has no use for
    it."""
    size, threads = random.choice((4 * KiB, 8 * KiB, 32 * KiB)), random.choice((1, 3))
    blocks = Reads(random.choice((2 * MiB, 64 * MiB)))
    reads = {"reads": 1.0, "blocks": blocks}
    over_nfs, local = Nfs(2, threads, size, **reads), Local(threads, size, **reads)
    writes = Nfs(2, threads, size), Local(threads, size, o_sync=random.random() < 0.5)
    unsafe = Nfs(2, threads, size, stable=0, over=True), Local(threads, size, o_sync=False)
    jbods = order.pool.count
    return {
        "a log device": (
            {"log.devices": 0, "filesystem.sync": "standard"},
            {"log.devices": 2},
            random.choice((over_nfs, local, *unsafe)),
        ),
        "a device of the L2ARC": (
            {"cache.flash.devices": 0, "cache.held": None},
            {"cache.flash.devices": 2},
            random.choice(writes),
        ),
        "a special vdev": (
            {"pool.special.devices": 0, "cache.pointers_held": True, "pool.special.small": 0},
            {"pool.special.devices": 2, "filesystem.dedup.on": False},
            random.choice((over_nfs, local)),
        ),
        "a dataset": (
            {"filesystem.datasets": 1},
            {"filesystem.datasets": 3},
            random.choice((Nfs(1, threads, size), Iscsi(1, **reads), *writes[1:])),
        ),
        "network ports": (
            {"network.ports": 1, "network.cards": ()},
            {"network.ports": 8},
            random.choice((local, *writes[1:])),
        ),
        "a JBOD": (
            {"pool.jbods": jbods, "pool.chains": None, "pool.hbas": 0, "log.place": "head"},
            {"pool.jbods": jbods + 2},
            random.choice((over_nfs, local, *writes)),
        ),
        "memory beyond what is read": (
            {"cache.arc": 128 * MiB, "filesystem.dedup.on": False, "cache.flash.devices": 0},
            {"cache.arc": 512 * MiB},
            random.choice((over_nfs, local, *unsafe)),
        ),
        "ZFS's queue": (
            {
                "cache.pointers_held": True,
                "cache.prefetch": "off",
                "filesystem.recordsize": None,  # one block a request
            },
            {},
            Local(1, size, **reads),
        ),
    }[kind]


IDLE = [
    "a log device",
    "a device of the L2ARC",
    "a special vdev",
    "a dataset",
    "network ports",
    "a JBOD",
    "memory beyond what is read",
    "ZFS's queue",
]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_part_that_a_load_has_no_use_for_changes_nothing(number):
    random = Random(number)
    order, kind = random_order(random), IDLE[number % len(IDLE)]
    without, more, load = idle(kind, random, order)
    runs = []
    try:
        order = order.order({"network.turnaround": 0.3 * ms, **without})
        plain = order if more else order.without("queue")
        for one in (plain, order.order(more)):
            machine = Machine(one, number)
            machine.start(load)
            machine.counting = True
            machine.pass_time(0.05)
            runs.append(machine)
    except ValueError as error:
        assert "\n" not in str(error)
        pytest.skip(str(error))
    plain, richer = runs
    assert richer.requests == plain.requests
    before, after = plain.counters(), richer.counters()
    before.busy.pop("cables", None)  # the mean of more of them
    assert {name: after.busy[name] for name in before.busy} == before.busy
    assert {name: after.moved[name] for name in before.moved} == before.moved
