"""When something is done: a time, if that is known at once, or an event, where others may still go
before it.

A station that serves in order of arrival knows when it will be done; a queue that may put others
first does not. Whoever waits yields `until(loop, answer)`, so that both can stand in the same
place, and nobody pays for events without a queue.
"""

from collections.abc import Callable, Iterable, Sequence

from models.sim.loop import Event, Loop, Moment, Process

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
        return max(answers)  # type: ignore[type-var]
    except TypeError:  # an event has no order
        events = [answer for answer in answers if isinstance(answer, Event)]
    loop, waiting = events[0].loop, [event for event in events if not event.fired]
    end, left = loop.event(), len(waiting)
    time = max([answer for answer in answers if not isinstance(answer, Event)], default=0.0)

    def one() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            if time > loop.now:
                loop.at(time, end.fire)
            else:
                end.fire()

    for event in waiting:
        event.waiting.append(Moment(one))
    if not waiting:
        one()
    return end


def together(loop: Loop, processes: Iterable[Process]) -> list[Event]:
    """Start all of these now. Each event fires with what its process comes to."""

    def run(process: Process, end: Event) -> Process:
        end.fire((yield from process))

    ends = []
    for process in processes:
        ends.append(loop.event())
        loop.spawn(run(process, ends[-1]))
    return ends


def then(answer: Answer, act: Callable[[], None]) -> Answer:
    """The same answer, before which something is done: now, unless its event is still to fire."""
    if not isinstance(answer, Event) or answer.fired:
        act()
        return answer
    end = answer.loop.event()

    def go() -> None:
        act()
        end.fire(answer.value)

    answer.waiting.append(Moment(go))
    return end
