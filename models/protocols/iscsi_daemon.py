"""The iSCSI target of 2008, a daemon in user land: one queue that two threads share, and a lock that they fight for.

Each message goes through the queue: one thread puts it in, the other takes it out and, if it carries data, copies them;
both need the lock for that, and whoever does not get it goes to sleep. Source: Bourbonnais 2009, iSCSI unleashed.
"""
from collections import deque
from collections.abc import Generator, Sequence
from math import fsum
from typing import Any, NamedTuple

from models.check import at_least, counted, switched
from models.host.cpu import Cpu
from models.loop import Event, Loop

HOLDS, WAITS, SLEEPS, WAKES = "has the lock", "spins for the lock", "sleeps", "wakes up"


class Costs(NamedTuple):
    """Seconds. hold: in the lock for each message put in or taken out; wake: from the call until a thread that slept runs;
    copy: for each byte, in the lock; sleep: of a processor for each time that a thread goes to sleep and is woken.

    trips: of a command through the queue, and of each PDU of its data.
    """

    hold: float
    wake: float
    copy: float
    sleep: float
    trips: tuple[int, int] = (1, 3)

    def check(self) -> "Costs":
        """Itself. Raises ValueError for what no daemon has."""
        at_least(0, hold=self.hold, wake=self.wake, copy=self.copy, sleep=self.sleep)
        counted(0, command_trips=self.trips[0])
        counted(data_trips=self.trips[1])
        return self

    def scaled(self, by: float) -> "Costs":
        """The same on processors that take `by` times as long."""
        at_least(0, by=by)
        return self._replace(hold=by * self.hold, wake=by * self.wake, copy=by * self.copy, sleep=by * self.sleep)

    def serial(self, pdus: Sequence[int], threads: int = 2) -> float:
        """Seconds that one request keeps everybody else out: closed form, two threads that always fight or one alone."""
        trips = self.trips[0] + self.trips[1] * len(pdus)
        each = 2 * (self.hold + self.wake) if threads == 2 else 2 * self.hold
        return trips * each + self.copy * sum(pdus)


class Spell(NamedTuple):
    """What a thread of the daemon did from when to when (s)."""

    thread: int
    start: float
    finish: float
    what: str


class Message:
    """A request that goes round the queue: what each trip copies (s), what the kernel then does for it (s)."""

    __slots__ = ("steps", "work", "at", "done", "finish")

    def __init__(self, steps: Sequence[float], work: Sequence[float], done: Event):
        self.steps, self.work, self.at, self.done, self.finish = steps, work, 0, done, 0.0


class Daemon:
    """One queue with its lock. threads: 2, which put in and take out, or 1 that does both. spin: a thread that does not
    get the lock tries on and on instead of sleeping. `spells` are kept while `recording`."""

    def __init__(self, loop: Loop, cpu: Cpu, costs: Costs, *, threads: int = 2, spin: bool = False,
                 recording: bool = False):
        counted(1, 2, daemon_threads=threads)
        switched(spin=spin)
        self.loop, self.cpu, self.costs, self.spin, self.recording = loop, cpu, costs.check(), spin, recording
        self.threads = threads
        self.came: deque[Message] = deque()         # to be put into the queue
        self.queue: deque[Message] = deque()        # to be taken out
        self.idle: list[Event | None] = [None, None]
        self.held, self.since, self.shut = False, 0.0, 0.0      # since when the lock is not free; how long before that
        self.waiting: deque[tuple[Event, int]] = deque()
        self.sleeps = self.fights = self.trips = 0  # times that a thread slept, and that it had to wait for the lock; trips
        self.spun: list[float] = []
        self.spells: list[Spell] = []
        if threads == 1:
            loop.spawn(self.alone())
        else:
            loop.spawn(self.putter())
            loop.spawn(self.taker())

    def request(self, pdus: Sequence[int], work: Sequence[float], command: bool = True) -> Generator[Any, Any, None]:
        """Serve data PDUs of so many bytes, and before them their command. work: what the kernel does for each PDU (s of
        a core)."""
        first, each = self.costs.trips[0] * command, self.costs.trips[1]
        steps, busy = [0.0] * first, [0.0] * first
        for size, seconds in zip(pdus, work, strict=True):
            steps += [size * self.costs.copy] + [0.0] * (each - 1)
            busy += [seconds] + [0.0] * (each - 1)
        message = Message(steps, busy, self.loop.event())
        self.send(0, message)
        yield message.done
        if message.finish > self.loop.now:
            yield message.finish - self.loop.now

    def send(self, thread: int, message: Message) -> None:
        """Leave a message for a thread, and call it if it sleeps for want of work."""
        (self.queue if thread else self.came).append(message)
        called = self.idle[thread if self.threads == 2 else 0]
        if called is not None and not called.fired:
            called.fire()

    def spell(self, thread: int, start: float, what: str) -> None:
        if self.recording and self.loop.now > start:
            self.spells.append(Spell(thread, start, self.loop.now, what))

    def sleep(self, thread: int, event: Event) -> Generator[Any, Any, None]:
        """Go to sleep until an event, and wake up: a system call, its accounts, another thread's call, a cold cache."""
        loop = self.loop
        self.sleeps += 1
        if self.costs.sleep:
            self.cpu.serve(loop.now, self.costs.sleep)
        start = loop.now
        yield event
        self.spell(thread, start, SLEEPS)
        start = loop.now
        yield self.costs.wake
        self.spell(thread, start, WAKES)

    def work(self, thread: int) -> Generator[Any, Any, None]:
        """Wait until there is something to do."""
        box = self.queue if thread else self.came
        while not box:
            event = self.idle[thread] = self.loop.event()
            yield from self.sleep(thread, event)

    def lock(self, thread: int) -> Generator[Any, Any, None]:
        """Get the lock. It goes to whoever has waited longest."""
        if not self.held:
            self.held, self.since = True, self.loop.now
            return
        event, start = self.loop.event(), self.loop.now
        self.waiting.append((event, thread))
        self.fights += 1
        if self.spin:
            yield event
            self.spun.append(self.loop.now - start)
            self.spell(thread, start, WAITS)
        else:
            yield from self.sleep(thread, event)

    def unlock(self) -> None:
        if self.waiting:
            self.waiting.popleft()[0].fire()
        else:
            self.held = False
            self.shut += self.loop.now - self.since

    def putter(self) -> Generator[Any, Any, None]:
        """The thread that puts messages in."""
        loop, hold = self.loop, self.costs.hold
        while True:
            yield from self.work(0)
            yield from self.lock(0)
            start = loop.now
            yield hold
            self.spell(0, start, HOLDS)
            self.send(1, self.came.popleft())
            self.unlock()

    def taker(self) -> Generator[Any, Any, None]:
        """The thread that takes them out, and copies what they carry."""
        loop, hold = self.loop, self.costs.hold
        while True:
            yield from self.work(1)
            yield from self.lock(1)
            start, message = loop.now, self.queue.popleft()
            yield hold + message.steps[message.at]
            self.spell(1, start, HOLDS)
            self.unlock()
            self.handle(message)

    def alone(self) -> Generator[Any, Any, None]:
        """One thread for both: the lock is always free."""
        loop, hold = self.loop, self.costs.hold
        while True:
            yield from self.work(0)
            start, message = loop.now, self.came.popleft()
            self.held, self.since = True, start
            yield 2 * hold + message.steps[message.at]
            self.spell(0, start, HOLDS)
            self.unlock()
            self.handle(message)

    def handle(self, message: Message) -> None:
        """A message has made a trip: the kernel does its part, on another core, and the next trip begins."""
        self.trips += 1
        seconds = message.work[message.at]
        if seconds:
            message.finish = max(message.finish, self.cpu.serve(self.loop.now, seconds))
        message.at += 1
        if message.at < len(message.steps):
            self.send(0, message)
        else:
            message.done.fire()

    @property
    def locked(self) -> float:
        """Seconds for which nobody could have had the lock, since its holder had it or was being woken."""
        return self.shut + (self.loop.now - self.since if self.held else 0.0)

    @property
    def spinning(self) -> float:
        """Seconds for which threads tried for the lock."""
        return fsum(self.spun)
