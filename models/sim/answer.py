"""When something is done: a time, if that is known at once, or an event, where others may still go before it.

A station that serves in order of arrival knows when it will be done; a queue that may put others first does not. Whoever
waits yields `until(loop, answer)`, so that both can stand in the same place, and nobody pays for events without a queue.
"""
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from models.sim.loop import Event, Loop

Answer = float | Event


def until(loop: Loop, answer: Answer) -> Answer:
    """What a process yields to wait for an answer: a time that is over costs no wait."""
    if isinstance(answer, Event):
        return answer
    return answer - loop.now if answer > loop.now else 0.0


def known(answer: Answer) -> float:
    """The time of an answer of a station that serves in order of arrival."""
    assert not isinstance(answer, Event), "this station has a queue"
    return answer


def latest(answers: Sequence[Answer]) -> Answer:
    """The answer of all of them, at least one: the last time, if all are times."""
    try:
        return max(answers)             # type: ignore[type-var]
    except TypeError:                   # an event has no order
        events = [answer for answer in answers if isinstance(answer, Event)]
        return Last(events, max([answer for answer in answers if not isinstance(answer, Event)], default=0.0)).end


class Last:
    """Waits for `events`, one or more, and fires `end` with the last of them, at `time` (s) at the earliest."""

    __slots__ = ("left", "time", "end")

    def __init__(self, events: Iterable[Event], time: float):
        waiting = [event for event in events if not event.fired]
        self.left, self.time = len(waiting), time
        self.end = next(iter(events)).loop.event()
        for event in waiting:
            event.waiting.append(self)
        if not waiting:
            self.over()

    def send(self, _: Any) -> Any:
        """One has fired."""
        self.left -= 1
        if not self.left:
            self.over()
        raise StopIteration

    def over(self) -> None:
        """All have fired."""
        loop, end = self.end.loop, self.end
        if self.time > loop.now:
            loop.at(self.time, end.fire)
        else:
            end.fire()


def then(answer: Answer, act: Callable[[], None]) -> Answer:
    """The same answer, before which something is done: now, unless its event is still to fire."""
    if not isinstance(answer, Event) or answer.fired:
        act()
        return answer
    return Then(answer, act).end


class Then:
    """Waits for an event, acts, and fires `end` with the event's value."""

    __slots__ = ("event", "act", "end")

    def __init__(self, event: Event, act: Callable[[], None]):
        self.event, self.act, self.end = event, act, event.loop.event()
        event.waiting.append(self)

    def send(self, _: Any) -> Any:
        """It has fired."""
        self.act()
        self.end.fire(self.event.value)
        raise StopIteration
