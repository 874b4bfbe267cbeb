"""The path of a request: nothing is left out, nothing counts twice, and waiting is told from
service."""

import itertools
from dataclasses import replace
from math import fsum
from random import Random

import pytest

from figures.kit.followed import step_rows
from models.devices.cable import Cable, Cabled
from models.devices.ssd import Logzilla
from models.machine import FREEBSD_BOX, NVRAM, SUN_7410, Local, Machine, Nfs
from models.sim.loop import Loop
from models.sim.path import NEGLIGIBLE, SERVICE, WAITING, RequestPath
from models.units import GB, KiB, MiB, ms, us
from models.zfs.pool.vdev import Mirror, Raidz, Single
from tests.models.drives import TURN, drive

SIZE = 12 * KiB


def check(path, issued, answered):
    """The steps follow each other without a gap, from the issue to the answer."""
    assert path.begun == issued
    at = issued
    for step in path.steps:
        assert step.start == at
        assert step.finish > step.start
        assert step.kind in (WAITING, SERVICE)
        at = step.finish
    assert at == pytest.approx(answered, abs=2 * NEGLIGIBLE)
    assert path.total() == pytest.approx(answered - issued, abs=1e-12)
    assert path.total(WAITING) + path.total(SERVICE) == pytest.approx(path.total(), abs=1e-12)


def what(path):
    return [step.what for step in path.steps]


def length(path, what):
    return fsum(step.length for step in path.steps if step.what == what)


def traced(machine, write, seconds, more=lambda: None):
    """Paths of a program's writes on a machine, each checked as it ends."""
    loop, paths = machine.loop, []

    def program():
        number = 0
        while True:
            path = RequestPath(loop.now)
            yield from write(number, path)
            check(path, path.begun, loop.now)
            paths.append(path)
            number += 1

    more()
    loop.spawn(program())
    loop.run(until=seconds)
    return paths


def boxed(threads=1, size=8 * KiB, seconds=0.6, **settings):
    box = Machine(FREEBSD_BOX.order(**settings).bare())
    others = (lambda: box.start(Local(threads - 1, size))) if threads > 1 else lambda: None
    return traced(
        box, lambda n, path: box.filesystem.write(n * size, size, True, path=path), seconds, others
    )


def test_a_write_through_the_cache_is_command_arm_rotation_and_data():
    disk, random, now = drive(cache=False), Random(1), 0.0
    for _ in range(60):
        offset, path = random.randrange(400) * GB, RequestPath(now, "disk")
        seeking, waiting, moving = disk.seeking, disk.waiting, disk.transferring
        finish = disk.write(now, offset, SIZE, path)
        check(path, now, finish)
        assert length(path, "command and cable") == pytest.approx(
            disk.spec.command + SIZE / disk.spec.interface_rate
        )
        assert length(path, "moves the arm") == pytest.approx(disk.seeking - seeking)
        assert length(path, "the sector comes round") == pytest.approx(disk.waiting - waiting)
        assert length(path, "data passes the head") == pytest.approx(disk.transferring - moving)
        assert path.total(WAITING) == pytest.approx(disk.waiting - waiting)
        now = finish + random.random() * ms


def test_a_write_into_the_cache_has_nothing_to_do_with_the_platter():
    disk, random, now = drive(cache=True), Random(2), 0.0
    for _ in range(200):
        path = RequestPath(now, "disk")
        finish = disk.write(now, random.randrange(400) * GB, SIZE, path)
        check(path, now, finish)
        assert what(path) == ["command and cable"]
        now = finish + random.random() * 20 * ms


def test_a_write_that_finds_the_cache_full_waits_for_room():
    disk, now, seen = drive(cache=True, memory=64 * KiB), 0.0, set()
    for n in range(40):
        path = RequestPath(now, "disk")
        finish = disk.write(now, (n * 7919 % 400) * GB, 16 * KiB, path)
        check(path, now, finish)
        if finish - now > 1 * ms:
            assert path.total(WAITING) == pytest.approx(finish - now)
        seen |= set(what(path))
        now = finish
    assert "the cache is full" in seen


def test_a_flush_waits_for_what_came_before_and_then_for_the_last_sector():
    disk, now = drive(cache=True), 0.0
    for n in range(5):
        now = disk.write(now, n * 90 * GB, SIZE)
    path = RequestPath(now, "flush")
    finish = disk.flush(now, path)
    check(path, now, finish)
    assert what(path) == [
        "earlier data goes first",
        "moves the arm",
        "the sector comes round",
        "data passes the head",
    ]
    assert path.steps[0].length > 2 * TURN


def test_a_flush_of_an_empty_cache_is_a_command():
    disk = drive(cache=True)
    disk.drain(disk.write(0.0, 1 * GB, SIZE))
    path = RequestPath(1.0, "flush")
    disk.flush(1.0, path)
    assert what(path) == ["command and cable"]


def test_what_comes_while_a_drive_is_busy_waits_for_its_turn():
    disk = drive(cache=False)
    first = disk.write(0.0, 1 * GB, SIZE)
    path = RequestPath(0.0, "disk")
    finish = disk.write(0.0, 1 * GB + SIZE, SIZE, path)
    check(path, 0.0, finish)
    assert path.steps[0][1:] == ("its turn", 0.0, first, WAITING, "queue")


@pytest.mark.parametrize("cache", [True, False])
def test_through_a_mirror_the_path_is_that_of_the_slower_side(cache):
    disks = [drive(cache=cache, phase=phase) for phase in (0.0, 0.55)]
    mirror, now, sides = Mirror(disks), 0.0, set()
    for n in range(40):
        path = RequestPath(now, "log write")
        finish = mirror.write(now, n * SIZE, SIZE, path)
        if cache:
            path.doing = "flush"
            finish = mirror.flush(finish, path)
        check(path, now, finish)
        slower = max(disks, key=lambda disk: disk.platter_free)
        sides.add(disks.index(slower))
        assert path.steps[-1].finish == slower.platter_free == finish
        now = finish + (n % 7) * 0.9 * ms
    assert sides == {0, 1}


def test_where_several_do_something_at_once_the_path_is_that_of_the_slowest():
    disks = [drive(cache=False, phase=phase) for phase in (0.1, 0.8, 0.4)]
    path = RequestPath(0.0, "log write")
    finish = Raidz(disks, 1).write(0.0, 0, 2 * SIZE, path)
    slowest = max(disks, key=lambda disk: disk.platter_free)
    check(path, 0.0, finish)
    assert length(path, "the sector comes round") == pytest.approx(slowest.waiting)


def test_a_queue_before_a_logzilla_is_waiting_and_its_own_time_is_service():
    device = Logzilla()
    own = device.access + SIZE / device.rate
    for n in range(10):
        path = RequestPath(0.0, "log write")
        finish = device.write(0.0, n * SIZE, SIZE, path)
        check(path, 0.0, finish)
        assert path.total(WAITING) == pytest.approx(n * own)
        assert path.total(SERVICE) == pytest.approx(own)


def test_a_cable_is_a_step_of_its_own_and_so_is_the_wait_for_it():
    loop, rate = Loop(), 1200e6
    cable, paths = Cable(loop, rate), [RequestPath(0.0, "log write") for _ in range(3)]
    answers = [Single(Cabled(Logzilla(), cable)).write(0.0, 0, SIZE, path) for path in paths]
    loop.run()
    for n, path in enumerate(paths):
        check(path, 0.0, (n + 1) * SIZE / rate + Logzilla().write(0.0, 0, SIZE))
        assert what(path) == ["its turn on the cable"] * bool(n) + [
            "crosses the cable",
            "stores it",
        ]
        assert length(path, "its turn on the cable") == pytest.approx(n * SIZE / rate)
        assert length(path, "crosses the cable") == pytest.approx(SIZE / rate)
        assert [step.part for step in path.steps] == ["cable"] * (bool(n) + 1) + ["logdevice"]
    assert isinstance(answers[0], float) and all(answer.fired for answer in answers[1:])


@pytest.mark.parametrize(
    ("cache", "threads"), [("on", 1), ("on", 16), ("ignored", 2), ("off", 2), ("off", 16)]
)
def test_a_write_through_zfs_is_traced_from_the_call_to_the_answer(cache, threads):
    paths = boxed(threads, write_cache=cache)
    assert len(paths) > 10
    for path in paths:
        *waits, host = path.steps[: what(path).index("takes the write") + 1]
        assert [step.what for step in waits] in ([], ["waits for a core"])
        assert host.component == "file system" and host.length == pytest.approx(67 * us)


def test_a_lone_synchronous_writer_waits_a_turn_less_what_it_does_itself():
    for path in boxed()[5:]:
        own = length(path, "takes the write") + length(path, "command and cable")
        assert what(path) == [
            "takes the write",
            "command and cable",
            "the sector comes round",
            "data passes the head",
        ]
        assert length(path, "the sector comes round") == pytest.approx(TURN - own, rel=1e-6)


def test_in_a_crowd_a_write_waits_for_the_commit_before():
    paths = boxed(threads=16)[3:]
    waits = [length(path, "the commit before is still out") for path in paths]
    assert min(waits) > 0.8 * TURN


def test_on_the_way_past_a_transaction_group_no_time_is_lost_sight_of():
    paths = boxed(threads=4, seconds=2.0, groups={"interval": 0.3})
    slow = max(paths, key=RequestPath.total)
    assert slow.total() > 2.5 * TURN


def test_a_write_that_is_held_back_says_so():
    log = replace(NVRAM, capacity=7 * MiB)
    box = Machine(
        FREEBSD_BOX.order(
            memory=8 * 1 * MiB, groups={"interval": 5.0}, log={"devices": 1, "device": log}
        ).bare()
    )
    paths = traced(
        box, lambda n, path: box.filesystem.write(n * 64 * KiB, 64 * KiB, True, path=path), 0.6
    )
    held = [path for path in paths if length(path, "too much is dirty") > 1 * ms]
    assert held
    assert all(
        step.kind == WAITING
        for path in held
        for step in path.steps
        if step.what == "too much is dirty"
    )


@pytest.mark.parametrize(
    ("threads", "settings"),
    [
        (1, {}),
        (24, dict(log={"devices": 2})),
        (1, dict(log={"devices": 4, "mirrored": True})),
        (24, dict(pool={"layout": "raidz1", "vdevs": 6})),
        (24, dict(pool={"layout": "stripe", "vdevs": 5})),
        (24, dict(log={"devices": 4, "rule": "train", "out": 3})),
        (24, dict(log={"bias": "throughput"})),
    ],
)
def test_a_write_over_nfs_is_traced_from_the_client_to_the_answer(threads, settings):
    answered = []
    machine = Machine(SUN_7410.order(**settings).bare(), seen=lambda t, latency: answered.append(t))
    if threads > 1:
        machine.start(Nfs(3, threads // 3))
    paths = []

    def trace():
        paths.append(RequestPath(machine.loop.now))
        return paths[-1]

    machine.start(Nfs(trace=trace))
    machine.loop.run(until=0.25)
    assert len(paths) > 5
    for path, after in itertools.pairwise(paths):
        check(path, path.begun, after.begun)
        assert min(abs(after.begun - t) for t in answered) < 2 * NEGLIGIBLE
        assert path.steps[0].component == "client"


def test_a_path_as_rows_begins_at_zero_and_keeps_its_steps():
    path = RequestPath(2.0)
    path.serve("client", "asks", 2.5)
    path.wait("processor", "queue", 2.5)  # no time: no step
    path.wait("processor", "queue", 4.0)
    assert step_rows(path) == [
        {"component": "client", "what": "asks", "start": 0.0, "finish": 0.5, "kind": SERVICE},
        {"component": "processor", "what": "queue", "start": 0.5, "finish": 2.0, "kind": WAITING},
    ]
