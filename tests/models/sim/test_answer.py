"""Answers that are times, and answers that are events: whoever waits for them goes on at the same
moment."""

from random import Random

import pytest

from models.sim.answer import latest, then, until
from models.sim.loop import Event, Loop


def fired_at(loop, time):
    """An event that fires then."""
    event = loop.event()
    loop.at(time, lambda: event.fire("a value"))
    return event


def waited(times, as_events, begin=0.0):
    """When somebody goes on who waits, from `begin` on, for all of these."""
    loop, ended = Loop(), []
    answers = [
        fired_at(loop, time) if is_event else time
        for time, is_event in zip(times, as_events, strict=True)
    ]

    def waiter():
        yield begin
        yield until(loop, latest(answers))
        ended.append(loop.now)

    loop.spawn(waiter())
    loop.run()
    return ended[0]


@pytest.mark.parametrize("seed", range(8))
def test_who_waits_for_all_goes_on_with_the_last_whether_times_or_events(seed):
    random = Random(seed)
    for _ in range(50):
        times = [
            random.choice([0.0, 1.0, 2.0, random.random() * 3]) for _ in range(random.randint(1, 5))
        ]
        as_events, begin = [random.random() < 0.5 for _ in times], random.choice([0.0, 0.5, 2.5])
        assert waited(times, as_events, begin) == pytest.approx(max(begin, *times))


def test_times_alone_make_no_event():
    loop = Loop()
    loop.run(until=3.0)
    assert latest([4.0, 5.0]) == 5.0
    assert until(loop, 1.0) == 0.0
    assert until(loop, 4.5) == 1.5


def test_one_event_alone_is_its_own_answer():
    loop = Loop()
    event = fired_at(loop, 2.0)
    assert latest([event]) is event
    assert isinstance(latest([event, 5.0]), Event)


def test_of_events_that_have_fired_only_the_time_is_left_to_wait_for():
    loop = Loop()
    events = [fired_at(loop, time) for time in (1.0, 2.0)]
    loop.run(until=3.0)
    assert latest(events).fired
    later = latest([*events, 5.0])
    assert not later.fired
    loop.run(until=5.0)
    assert later.fired


@pytest.mark.parametrize("begin", [0.0, 3.0])
@pytest.mark.parametrize(
    "answers",
    [
        lambda loop: 2.0,
        lambda loop: fired_at(loop, 2.0),
        lambda loop: latest([fired_at(loop, 1.0), fired_at(loop, 2.0)]),
    ],
)
def test_what_is_done_before_an_answer_is_done_once_and_first(answers, begin):
    loop, order = Loop(), []
    answer = answers(loop)

    def waiter():
        yield begin
        value = yield until(loop, then(answer, lambda: order.append("done")))
        order.append((loop.now, value))

    loop.spawn(waiter())
    loop.run()
    value = answer.value if isinstance(answer, Event) else None
    assert order == ["done", (max(begin, 2.0), value)]
