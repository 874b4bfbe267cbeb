"""The answer to a request: a time (s) if it is known at once, otherwise an event.

A station that serves in order of arrival knows the completion time at once; a queue that reorders
does not. A process waits with `yield until(loop, answer)` in both cases, and only a queue has the
cost of an event.
"""

from collections.abc import Callable, Iterable, Sequence

from models.sim.loop import Event, Loop, Process, Steps

Answer = float | Event


def until(loop: Loop, answer: Answer) -> Answer:
    """Return the value that a process yields to wait for `answer`: its event, or the seconds left.
    The wait for a time in the past is 0 s."""
    if isinstance(answer, Event):
        return answer
    return answer - loop.now if answer > loop.now else 0.0


def known(answer: Answer) -> float:
    """Return the time (s) of an answer. Raise AssertionError if it is an event."""
    assert not isinstance(answer, Event), "the answer must be a time, got an event"
    return answer


def latest(answers: Sequence[Answer]) -> Answer:
    """Return the answer to all of `answers` (one or more) together: the latest time if all are
    times, otherwise an event that fires with the last of them."""
    events = [answer for answer in answers if isinstance(answer, Event)]
    if not events or len(answers) == 1:
        return answers[0] if events else max(map(known, answers))
    loop, waiting = events[0].loop, [event for event in events if not event.fired]
    end, left = loop.event(), len(waiting)
    time = max([answer for answer in answers if not isinstance(answer, Event)], default=0.0)

    def count_down() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            if time > loop.now:
                loop.at(time, end.fire)
            else:
                end.fire()

    for event in waiting:
        event.waiting.append(count_down)
    if not waiting:
        count_down()
    return end


def together(loop: Loop, processes: Iterable[Process]) -> list[Event]:
    """Start all processes now. Return one event per process; each fires with the value that its
    process returns."""

    def run(process: Process, end: Event) -> Steps[None]:
        end.fire((yield from process))

    ends = []
    for process in processes:
        ends.append(loop.event())
        loop.spawn(run(process, ends[-1]))
    return ends


def then(answer: Answer, act: Callable[[], None]) -> Answer:
    """Call `act` when the event of `answer` fires, or at once if the answer is a time or its event
    has fired. Return the answer that completes after this call."""
    if not isinstance(answer, Event) or answer.fired:
        act()
        return answer
    end = answer.loop.event()

    def go() -> None:
        act()
        end.fire(answer.value)

    answer.waiting.append(go)
    return end
