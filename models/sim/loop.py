"""The event loop: a heap of (time, sequence, process); processes are generators.

A process says what it waits for: `yield 3 * ms` sleeps, `yield event` waits for an event and gets
its value, `yield from other()` does another's work. Equal times are served in the order in which
they were asked for.
"""

from collections.abc import Callable, Generator
from heapq import heappop, heappush
from math import inf
from typing import Any

Process = Generator[Any, Any, Any]


class Event:
    """Something that happens once. Whoever yields it before goes on when it fires; whoever comes
    later, at once."""

    __slots__ = ("loop", "fired", "value", "waiting")

    def __init__(self, loop: "Loop"):
        self.loop = loop
        self.fired = False
        self.value: Any = None
        self.waiting: list[Any] = []  # processes, or what takes their place

    def fire(self, value: Any = None) -> None:
        """Let all who wait go on now, first come first served. Raises RuntimeError on a second
        firing."""
        if self.fired:
            raise RuntimeError("an event fires once, and this one has fired")
        self.fired, self.value = True, value
        loop = self.loop
        for process in self.waiting:
            loop.sequence += 1
            heappush(loop.heap, (loop.now, loop.sequence, process, value))
        self.waiting = []


class Moment:
    """Something that is done at a time, and takes none. The loop takes it for a process."""

    __slots__ = ("act",)

    def __init__(self, act: Callable[[], None]):
        self.act = act

    def send(self, _: Any) -> Any:
        self.act()
        raise StopIteration


class Loop:
    """Time, and what is going to happen in it. `now` is in seconds and starts at zero."""

    def __init__(self) -> None:
        self.now = 0.0
        self.until = inf  # where the run that is under way stops
        self.sequence = 0
        self.heap: list[tuple[float, int, Process | Moment, Any]] = []

    def event(self) -> Event:
        return Event(self)

    def due_now(self) -> bool:
        """Whether something else is to happen at this very moment."""
        return bool(self.heap) and self.heap[0][0] <= self.now

    def spawn(self, process: Process, at: float | None = None) -> None:
        """Start a process at time `at` (seconds, not before now; default now)."""
        start = self.now if at is None else at
        if not start >= self.now:
            raise ValueError(
                f"a process cannot start in the past: at must be {self.now} s or later, got {at}"
            )
        self.sequence += 1
        heappush(self.heap, (start, self.sequence, process, None))

    def at(self, time: float, act: Callable[[], None]) -> None:
        """Do something at a time (seconds, not before now)."""
        self.sequence += 1
        heappush(self.heap, (time, self.sequence, Moment(act), None))

    def stop(self) -> None:
        """Nothing more is to happen: the run ends."""
        self.heap.clear()

    def run(self, until: float = inf) -> None:
        """Let everything happen that happens before or at `until` (seconds); `now` is `until`
        afterwards if finite."""
        heap, self.until = self.heap, until
        while heap and heap[0][0] <= until:
            self.now, _, process, value = heappop(heap)
            while True:
                try:
                    wish = process.send(value)
                except StopIteration:
                    break
                if type(wish) is Event:
                    if wish.fired:
                        self.sequence += 1
                        heappush(heap, (self.now, self.sequence, process, wish.value))
                    else:
                        wish.waiting.append(process)
                    break
                if not wish >= 0:
                    raise ValueError(
                        f"a process sleeps 0 seconds or more, or waits for an event, got {wish}"
                    )
                value, due = None, self.now + wish
                if due > until or (heap and heap[0][0] <= due):
                    self.sequence += 1
                    heappush(heap, (due, self.sequence, process, None))
                    break
                self.now = due  # nothing else happens before: go on with the same process
        if until < inf:
            self.now = max(self.now, until)
