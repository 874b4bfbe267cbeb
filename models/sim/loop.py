"""The event loop: a heap of (time, sequence, process). Processes are generators.

A process yields what it waits for: `yield 3 * ms` sleeps, `yield event` waits for an event and
returns its value, `yield from other()` runs another process. Processes that are due at the same
time run in the order in which they were scheduled.
"""

from collections import deque
from collections.abc import Callable, Generator
from heapq import heappop, heappush, heapreplace
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
        for process in self.waiting:
            self.loop.ready.append((process, value))
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
        self.heap: list[tuple[float, int, Process | Callable[[], None]]] = []  # due later
        # due now, after what the heap has for now, each with the value of its event
        self.ready: deque[tuple[Process | Callable[[], None], object]] = deque()

    def event(self) -> Event:
        """Return a new event of this loop."""
        return Event(self)

    @property
    def next(self) -> float:
        """Return when the next process is due (s), or inf if none is scheduled."""
        return self.now if self.ready else self.heap[0][0] if self.heap else inf

    def spawn(self, process: Process, at: float | None = None) -> None:
        """Start a process at time `at` (s; default now). Raise ValueError if that is in the
        past."""
        start = self.now if at is None else at
        if not start >= self.now:
            raise ValueError(f"at must be {self.now} s (now) or later, got {at}")
        self.at(start, process)

    def at(self, time: float, act: Process | Callable[[], None]) -> None:
        """Call `act`, or continue with it if it is a process, at `time` (s), which must not be in
        the past."""
        if time <= self.now:
            self.ready.append((act, None))
        else:
            self.sequence += 1
            heappush(self.heap, (time, self.sequence, act))

    def stop(self) -> None:
        """End the run: remove everything from the schedule."""
        self.heap.clear()
        self.ready.clear()

    def run(self, until: float = inf) -> None:
        """Run everything that is scheduled up to and including `until` (s). Afterwards `now` is
        `until` if that is finite. Raise ValueError if a process yields anything but 0 s or more or
        an event."""
        heap, ready, self.until, value = self.heap, self.ready, until, None
        while True:
            if ready and not (heap and heap[0][0] <= self.now):
                process, value = ready.popleft()
            elif heap and heap[0][0] <= until:
                (self.now, _, process), value = heappop(heap), None
            else:
                break
            while True:
                if callable(process):
                    process()
                    break
                try:
                    yielded = process.send(value)
                except StopIteration:
                    break
                if type(yielded) is Event:
                    if yielded.fired:
                        ready.append((process, yielded.value))
                    else:
                        yielded.waiting.append(process)
                    break
                if not yielded >= 0:
                    raise ValueError(f"{YIELD_RULE}, got {yielded}")
                due, value = self.now + yielded, None
                first = self.now if ready else heap[0][0] if heap else inf
                if due < first and due <= until:
                    self.now = due  # nothing else is due earlier: continue with this process
                elif ready or due <= self.now or first > until:
                    self.at(due, process)
                    break
                else:
                    self.sequence += 1
                    self.now, _, process = heapreplace(heap, (due, self.sequence, process))
        if until < inf:
            self.now = max(self.now, until)
