"""The daemon: one queue, two threads, a lock."""

from itertools import pairwise

import pytest

from models.head.cpu import Cpu
from models.protocols.iscsi.daemon import HOLDS, SLEEPS, WAITS, Daemon, DaemonCosts
from models.sim.loop import Loop
from models.units import KiB, us

COSTS = DaemonCosts(hold=1.5 * us, wake=2 * us, copy=1 / 1.5e9, sleep=10 * us)
READ = [8 * KiB]


def run(outstanding, seconds=0.02, costs=COSTS, pdus=READ, **how):
    """The daemon, and how many requests it answered."""
    loop, cpu = Loop(), Cpu(16)
    daemon, done = Daemon(loop, cpu, costs, **how), []

    def thread():
        while True:
            yield from daemon.request(pdus, [0.0] * len(pdus))
            done.append(loop.now)

    for n in range(outstanding):
        loop.spawn(thread(), at=n * us)
    loop.run(until=seconds)
    return daemon, done


def test_a_request_alone_pays_each_trip_with_two_wakes_and_two_holds():
    daemon, done = run(1, seconds=0.001)
    trips = sum(COSTS.trips)
    assert done[0] == pytest.approx(trips * 2 * (COSTS.hold + COSTS.wake) + 8 * KiB * COSTS.copy)
    assert daemon.lock_waits == 0


def steady(done, outstanding):
    """Requests a second, over whole rounds of all that are outstanding, without the first two."""
    rounds = len(done) // outstanding - 2
    return rounds * outstanding / (done[(2 + rounds) * outstanding - 1] - done[2 * outstanding - 1])


@pytest.mark.parametrize(("outstanding", "pdus"), [(100, [512]), (200, READ), (20, READ * 4)])
def test_two_threads_that_fight_are_as_slow_as_the_closed_form_whatever_waits(outstanding, pdus):
    _, done = run(outstanding, seconds=0.05 * len(pdus), pdus=pdus)
    assert steady(done, outstanding) == pytest.approx(1 / COSTS.serial(pdus), rel=0.06)


def test_one_thread_that_does_both_is_faster_than_two_that_fight():
    (two, fought), (one, quiet) = run(100), run(100, threads=1)
    assert len(quiet) > 1.5 * len(fought)
    assert two.lock_waits > 1000 and one.lock_waits == 0
    assert steady(quiet, 100) == pytest.approx(1 / COSTS.serial(READ, threads=1), rel=0.02)


def test_threads_that_spin_lose_no_time_to_waking_and_use_their_core_instead():
    (asleep, slow), (spun, fast) = run(100), run(100, spin=True)
    assert len(fast) > 1.5 * len(slow)
    assert spun.lock_waits > asleep.lock_waits > 1000
    assert spun.sleeps <= 3
    assert spun.spinning > 0.005


def test_the_lock_is_never_free_while_two_threads_fight_for_it():
    daemon, _ = run(100)
    assert daemon.locked == pytest.approx(0.02, rel=0.01)
    one, done = run(1, threads=1)
    assert one.locked == pytest.approx(
        len(done) * (COSTS.serial(READ, threads=1) + COSTS.wake), rel=0.01
    )


@pytest.mark.parametrize("pdus", [[512], READ * 4])
def test_what_is_outstanding_changes_nothing_as_each_wake_up_keeps_everybody_out(pdus):
    """No more requests a second at any load than the closed form has: the rate rises to a plateau
    and stays there."""
    for outstanding in (1, 2, 3, 8, 20):
        _, done = run(outstanding, seconds=0.015 * len(pdus), pdus=pdus)
        assert steady(done, outstanding) == pytest.approx(1 / COSTS.serial(pdus), rel=0.03), (
            outstanding
        )


@pytest.mark.parametrize("how", [{}, {"spin": True}, {"threads": 1}])
def test_the_threads_take_cores_like_everybody_else(how):
    """On one core nothing happens at once: holds, copies, sleeps and the kernel's work add up."""
    loop, cpu = Loop(), Cpu(1)
    daemon, done = Daemon(loop, cpu, COSTS, **how), []

    def thread():
        while True:
            yield from daemon.request(READ, [30 * us])
            done.append(loop.now)

    for _ in range(20):
        loop.spawn(thread())
    loop.run(until=0.2)
    trips = sum(COSTS.trips)
    own = len(done) * (trips * 2 * COSTS.hold + 8 * KiB * COSTS.copy + 30 * us)
    assert own + daemon.sleeps * COSTS.sleep + daemon.spinning == pytest.approx(0.2, rel=0.02)
    assert len(done) < 0.2 / (30 * us + COSTS.serial(READ, threads=1))


def test_no_two_threads_have_the_lock_at_once_and_nobody_sleeps_with_it():
    daemon, _ = run(50, seconds=0.002, recording=True)
    held = sorted((spell.start, spell.finish) for spell in daemon.spells if spell.what == HOLDS)
    assert len(held) > 100
    assert all(finish <= start + 1e-12 for (_, finish), (start, _) in pairwise(held))
    assert {spell.thread for spell in daemon.spells} == {0, 1}
    for thread in (0, 1):
        mine = sorted(
            (spell.start, spell.finish) for spell in daemon.spells if spell.thread == thread
        )
        assert all(finish <= start + 1e-12 for (_, finish), (start, _) in pairwise(mine))
    assert any(spell.what == SLEEPS for spell in daemon.spells)
    assert not any(spell.what == WAITS for spell in daemon.spells)


def test_each_sleep_costs_a_processor_its_price():
    loop, cpu = Loop(), Cpu(4)
    daemon = Daemon(loop, cpu, COSTS)
    loop.spawn(daemon.request(READ, [50 * us]))
    loop.run(until=0.01)
    own = sum(COSTS.trips) * 2 * COSTS.hold + 8 * KiB * COSTS.copy
    assert daemon.sleeps > 4
    assert cpu.busy == pytest.approx(daemon.sleeps * COSTS.sleep + 50 * us + own)


def test_costs_scale_with_the_processor():
    assert COSTS.scaled(0.5).serial(READ) == pytest.approx(COSTS.serial(READ) / 2)
