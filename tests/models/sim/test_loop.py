"""The event loop: time, order, and what processes may wish for."""

import math

import pytest

from models.sim.loop import FIRED_TWICE, YIELD_RULE, Loop


def sleeper(loop, log, name, *naps):
    for nap in naps:
        yield nap
        log.append((loop.now, name))


def test_time_passes_only_while_someone_sleeps():
    loop, log = Loop(), []
    loop.spawn(sleeper(loop, log, "a", 2.0, 0.5))
    loop.spawn(sleeper(loop, log, "b", 1.0))
    loop.run()
    assert log == [(1.0, "b"), (2.0, "a"), (2.5, "a")]
    assert loop.now == 2.5


def test_equal_times_are_served_in_the_order_they_were_asked_for():
    loop, log = Loop(), []
    for name in "dbeac":
        loop.spawn(sleeper(loop, log, name, 1.0, 1.0))
    loop.run()
    assert "".join(name for _, name in log) == "dbeac" * 2


def test_a_run_stops_at_its_end_and_goes_on_from_there():
    loop, log = Loop(), []
    loop.spawn(sleeper(loop, log, "a", 1.0, 1.0, 1.0))
    loop.run(until=2.0)
    assert [t for t, _ in log] == [1.0, 2.0]
    loop.run(until=2.5)
    assert loop.now == 2.5
    loop.run()
    assert [t for t, _ in log] == [1.0, 2.0, 3.0]


def test_an_event_wakes_all_who_wait_in_order_and_brings_its_value():
    loop, log = Loop(), []
    event = loop.event()

    def waiter(name):
        log.append((name, (yield event), loop.now))

    def firer():
        yield 3.0
        event.fire("news")

    for name in "xyz":
        loop.spawn(waiter(name))
    loop.spawn(firer())
    loop.run()
    assert log == [(name, "news", 3.0) for name in "xyz"]


def test_whoever_comes_after_an_event_goes_on_at_once():
    loop, log = Loop(), []
    event = loop.event()
    event.fire(7)

    def late():
        yield 1.0
        log.append(((yield event), loop.now))

    loop.spawn(late())
    loop.run()
    assert log == [(7, 1.0)]


def test_an_event_fires_once():
    event = Loop().event()
    event.fire()
    with pytest.raises(RuntimeError, match=FIRED_TWICE):
        event.fire()


def test_yield_from_does_anothers_work_and_takes_its_answer():
    loop, log = Loop(), []

    def part(seconds):
        yield seconds
        return seconds * 10

    def whole():
        log.append((yield from part(1.0)) + (yield from part(2.0)))

    loop.spawn(whole())
    loop.run()
    assert log == [30.0]
    assert loop.now == 3.0


@pytest.mark.parametrize("nap", [-1e-9, math.nan])
def test_a_process_cannot_sleep_into_the_past(nap):
    loop = Loop()
    loop.spawn(sleeper(loop, [], "a", nap))
    with pytest.raises(ValueError, match=YIELD_RULE):
        loop.run()


def test_a_process_cannot_start_in_the_past():
    loop = Loop()
    loop.run(until=5.0)
    with pytest.raises(ValueError, match="or later"):
        loop.spawn(sleeper(loop, [], "a", 1.0), at=4.0)


def test_a_process_starts_when_it_is_told_to():
    loop, log = Loop(), []
    loop.spawn(sleeper(loop, log, "a", 0.0), at=2.0)
    loop.run()
    assert log == [(2.0, "a")]
