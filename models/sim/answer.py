"""When something is done: a time, if that is known at once, or an event, where others may still go before it.

A station that serves in order of arrival knows when it will be done; a queue that may put others first does not. Whoever
waits yields `until(loop, answer)`, so that both can stand in the same place, and nobody pays for events without a queue.
"""
from collections.abc import Sequence

from models.sim.loop import Event, Loop, Process

Answer = float | Event


def until(loop: Loop, answer: Answer) -> Answer:
    """What a process yields to wait for an answer: a time that is over costs no wait."""
    if isinstance(answer, Event):
        return answer
    return answer - loop.now if answer > loop.now else 0.0


def latest(loop: Loop, answers: Sequence[Answer]) -> Answer:
    """The answer of all of them: the last time, if all are times or have come; now if there are none."""
    time = max([answer for answer in answers if not isinstance(answer, Event)], default=loop.now)
    events = [answer for answer in answers if isinstance(answer, Event) and not answer.fired]
    if not events:
        return max(time, loop.now)
    if len(events) == 1 and time <= loop.now:
        return events[0]
    end = loop.event()
    loop.spawn(_all(loop, events, time, end))
    return end


def _all(loop: Loop, events: list[Event], time: float, end: Event) -> Process:
    while events:
        yield events.pop()
    yield until(loop, time)
    end.fire()
