"""When something completes: a time if it is known at once, an event if later requests may overtake
it.

A station that serves in order of arrival knows the completion time at once; a queue that reorders
does not. A process waits with `yield until(loop, answer)` in both cases, and nothing pays for an
event unless there is a queue.
"""

from collections.abc import Callable, Iterable, Sequence

from models.sim.loop import Event, Loop, Moment, Process

Answer = float | Event


def until(loop: Loop, answer: Answer) -> Answer:
    """Return the value that a process yields to wait for `answer`. A time in the past costs no
    wait."""
    if isinstance(answer, Event):
        return answer
    return answer - loop.now if answer > loop.now else 0.0


def known(answer: Answer) -> float:
    """Return the time of an answer. The station must serve in order of arrival."""
    assert not isinstance(answer, Event), "this station has a queue"
    return answer


def latest(answers: Sequence[Answer]) -> Answer:
    """Return the answer that combines all of `answers` (one or more): the latest time if all are
    times, otherwise an event."""
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
    """Start all processes now. Return one event per process; each fires with the value that its
    process returns."""

    def run(process: Process, end: Event) -> Process:
        end.fire((yield from process))

    ends = []
    for process in processes:
        ends.append(loop.event())
        loop.spawn(run(process, ends[-1]))
    return ends


def then(answer: Answer, act: Callable[[], None]) -> Answer:
    """Call `act` before `answer` completes: at once unless its event is still to fire. Return the
    answer."""
    if not isinstance(answer, Event) or answer.fired:
        act()
        return answer
    end = answer.loop.event()

    def go() -> None:
        act()
        end.fire(answer.value)

    answer.waiting.append(Moment(go))
    return end
