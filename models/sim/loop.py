"""The event loop: a heap of (time, sequence, process). Processes are generators.

A process yields what it waits for: `yield 3 * ms` sleeps, `yield event` waits for an event and
returns its value, `yield from other()` runs another process. Processes that are due at the same
time run in the order in which they were scheduled.
"""

from collections.abc import Callable, Generator
from heapq import heappop, heappush
from math import inf
from typing import Any, TypeVar, final

Result = TypeVar("Result")
FIRED_TWICE = "an event can fire only once"
YIELD_RULE = "a process must yield 0 seconds or more, or an event"


@final
class Event:
    """An event that fires once. A process that yields it continues when it fires, or at once if it
    has fired."""

    __slots__ = ("loop", "fired", "value", "waiting")

    def __init__(self, loop: "Loop"):
        self.loop = loop
        self.fired = False
        self.value: Any = None
        self.waiting: list[Process | Callable[[], None]] = []

    def fire(self, value: object = None) -> None:
        """Fire the event with a `value` for the processes that wait. They continue now, and
        functions that wait are called, in the order in which they began to wait. Raise RuntimeError
        if the event has fired before."""
        if self.fired:
            raise RuntimeError(FIRED_TWICE)
        self.fired, self.value = True, value
        loop = self.loop
        for process in self.waiting:
            loop.sequence += 1
            heappush(loop.heap, (loop.now, loop.sequence, process, value))
        self.waiting = []


Steps = Generator[float | Event, Any, Result]
"""What a process yields until it returns its result: seconds to sleep, or an event."""
Process = Steps[Any]


class Loop:
    """Simulated time and the schedule of processes. `now` is in seconds and starts at zero."""

    def __init__(self) -> None:
        self.now = 0.0
        self.until = inf  # end of the current run (s)
        self.sequence = 0
        self.heap: list[tuple[float, int, Process | Callable[[], None], object]] = []

    def event(self) -> Event:
        """Return a new event of this loop."""
        return Event(self)

    def due_now(self) -> bool:
        """Return whether anything is scheduled for the current time."""
        return bool(self.heap) and self.heap[0][0] <= self.now

    def spawn(self, process: Process, at: float | None = None) -> None:
        """Start a process at time `at` (s; default now). Raise ValueError if that is in the
        past."""
        start = self.now if at is None else at
        if not start >= self.now:
            raise ValueError(f"at must be {self.now} s (now) or later, got {at}")
        self.sequence += 1
        heappush(self.heap, (start, self.sequence, process, None))

    def at(self, time: float, act: Callable[[], None]) -> None:
        """Call `act` at `time` (s), which must not be in the past."""
        self.sequence += 1
        heappush(self.heap, (time, self.sequence, act, None))

    def stop(self) -> None:
        """End the run: remove everything from the schedule."""
        self.heap.clear()

    def run(self, until: float = inf) -> None:
        """Run everything that is scheduled up to and including `until` (s). Afterwards `now` is
        `until` if that is finite. Raise ValueError if a process yields anything but 0 s or more or
        an event."""
        heap, self.until = self.heap, until
        while heap and heap[0][0] <= until:
            self.now, _, process, value = heappop(heap)
            if callable(process):
                process()
                continue
            while True:
                try:
                    yielded = process.send(value)
                except StopIteration:
                    break
                if type(yielded) is Event:
                    if yielded.fired:
                        self.sequence += 1
                        heappush(heap, (self.now, self.sequence, process, yielded.value))
                    else:
                        yielded.waiting.append(process)
                    break
                if not yielded >= 0:
                    raise ValueError(f"{YIELD_RULE}, got {yielded}")
                value, due = None, self.now + yielded
                if due > until or (heap and heap[0][0] <= due):
                    self.sequence += 1
                    heappush(heap, (due, self.sequence, process, None))
                    break
                self.now = due  # nothing else is due earlier: continue with this process
        if until < inf:
            self.now = max(self.now, until)
