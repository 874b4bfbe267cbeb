"""The iSCSI target of 2008, a daemon in user land: one queue that two threads share, and a lock
that they fight for.

Each message goes through the queue: one thread puts it in, the other takes it out and, if it
carries data, copies them; both need the lock for that, and whoever does not get it goes to sleep.
Source: Bourbonnais 2009, iSCSI unleashed.

Whoever sleeps is woken with the lock in hand, be it that the other thread had it or that there was
no message: in Solaris pthread_cond_signal, called by the lock's holder, moves a sleeper to the
lock's line (libc's synch.c, 2006). So each wake-up keeps everybody out.
"""

from collections import deque
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.head.cpu import Cpu
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath

HOLDS, WAITS, SLEEPS, WAKES, LINES = (
    "has the lock",
    "spins for the lock",
    "sleeps",
    "wakes up",
    "waits for a core",
)


class Costs(NamedTuple):
    """Seconds. hold: in the lock for each message put in or taken out; wake: from the call until a
    thread that slept runs; copy: for each byte, in the lock; sleep: of a processor for each time
    that a thread goes to sleep and is woken.

    trips: of a command through the queue, and of each PDU of its data.
    """

    hold: float
    wake: float
    copy: float
    sleep: float
    trips: tuple[int, int] = (1, 3)

    def scaled(self, by: float) -> "Costs":
        """The same on processors that take `by` times as long."""
        return self._replace(
            hold=by * self.hold, wake=by * self.wake, copy=by * self.copy, sleep=by * self.sleep
        )

    def serial(self, pdus: Sequence[int], threads: int = 2) -> float:
        """Seconds that one request keeps everybody else out: closed form, two threads that always
        fight or one alone."""
        trips = self.trips[0] + self.trips[1] * len(pdus)
        each = 2 * (self.hold + self.wake) if threads == 2 else 2 * self.hold
        return trips * each + self.copy * sum(pdus)


SUN = values("7410")
COSTS = Costs(
    SUN["daemon.hold"],
    SUN["daemon.wake"],
    1 / SUN["daemon.copy"],
    SUN["daemon.sleep"],
    (int(SUN["daemon.command_trips"]), int(SUN["daemon.data_trips"])),
)


class Spell(NamedTuple):
    """What a thread of the daemon did from when to when (s)."""

    thread: int
    start: float
    finish: float
    what: str


class Message:
    """A request that goes round the queue: what each trip copies (s), what the kernel then does for
    it (s), from when to when it did the last of that."""

    __slots__ = ("steps", "work", "at", "done", "begin", "finish", "path")

    def __init__(
        self,
        steps: Sequence[float],
        work: Sequence[float],
        done: Event,
        path: RequestPath | None = None,
    ):
        self.steps, self.work, self.at, self.done, self.path = steps, work, 0, done, path
        self.begin = self.finish = 0.0


class Daemon:
    """One queue with its lock. threads: 2, which put in and take out, or 1 that does both. spin: a
    thread that does not get the lock tries on and on, on its core, instead of sleeping. What
    threads do while they have the lock or try for it takes one of the Cpu's cores. `spells` are
    kept while `recording`; locked, spinning: seconds for which the lock was used (or its next
    holder woken) and tried for."""

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        costs: Costs,
        *,
        threads: int = 2,
        spin: bool = False,
        recording: bool = False,
    ):
        self.loop, self.cpu, self.costs, self.spin, self.recording = (
            loop,
            cpu,
            costs,
            spin,
            recording,
        )
        self.threads = threads
        self.boxes: tuple[deque[Message], ...] = (
            deque(),
            deque(),
        )  # to be put into the queue; to be taken out
        self.idle: list[Event | None] = [None, None]
        self.held, self.free = False, 0.0  # the lock; when one that is spun for is free again (s)
        self.waiting: deque[Event] = deque()
        self.sleeps = self.fights = self.trips = (
            0  # times that a thread slept, and that it had to wait for the lock; trips
        )
        self.locked = self.spinning = 0.0
        self.spells: list[Spell] = []
        for thread in range(threads):
            loop.spawn(self.thread(thread))

    def request(
        self,
        pdus: Sequence[int],
        work: Sequence[float],
        command: bool = True,
        path: RequestPath | None = None,
    ) -> Generator[Any, Any, None]:
        """Serve data PDUs of so many bytes, and before them their command. work: what the kernel
        does for each PDU (s of a core)."""
        first, each = self.costs.trips[0] * command, self.costs.trips[1]
        steps, busy = [0.0] * first, [0.0] * first
        for size, seconds in zip(pdus, work, strict=True):
            steps += [size * self.costs.copy] + [0.0] * (each - 1)
            busy += [seconds] + [0.0] * (each - 1)
        message = Message(steps, busy, self.loop.event(), path)
        self.send(0, message)
        yield message.done
        if message.finish > self.loop.now:
            yield message.finish - self.loop.now
            if path is not None:
                path.wait("processor", LINES, message.begin)
                path.serve("processor", "ZFS and network", message.finish)

    def send(self, thread: int, message: Message) -> None:
        """Leave a message for a thread. If it sleeps for want of one it gets the lock, or a place
        in the lock's line."""
        self.boxes[thread].append(message)
        called = self.idle[thread]
        if called is None:
            return
        self.idle[thread] = None
        if self.held:
            self.waiting.append(called)
        else:
            self.held = not self.spin
            called.fire()

    def sleep(self, thread: int, event: Event) -> Generator[Any, Any, None]:
        """Go to sleep until an event, and wake up: a system call, its accounts, another thread's
        call, a cold cache."""
        loop = self.loop
        self.sleeps += 1
        if self.costs.sleep:
            self.cpu.serve(loop.now, self.costs.sleep)
        start = loop.now
        yield event
        self.spell(thread, start, loop.now, SLEEPS)
        start = loop.now
        yield self.costs.wake
        self.spell(thread, start, loop.now, WAKES)
        self.locked += self.costs.wake * (not self.spin)

    def spell(self, thread: int, start: float, finish: float, what: str) -> None:
        if self.recording and finish - start > 1e-12:
            self.spells.append(Spell(thread, start, finish, what))

    def lock(self, thread: int) -> Generator[Any, Any, float]:
        """Get a message and the lock, which goes to whoever has waited longest. Returns when it
        came, before any wake-up."""
        event = self.loop.event()
        if not self.boxes[thread]:
            self.idle[thread] = event
        elif self.held and not self.spin:
            self.waiting.append(event)
            self.fights += 1
        else:
            self.held = not self.spin
            return self.loop.now
        yield from self.sleep(thread, event)
        return self.loop.now - self.costs.wake

    def unlock(self) -> None:
        if self.waiting:
            self.waiting.popleft().fire()
        else:
            self.held = False

    def thread(self, thread: int) -> Generator[Any, Any, None]:
        """The thread that puts messages in (0; with one thread, it takes them out too) or the one
        that takes them out (1).

        Whoever takes one out copies what it carries.
        """
        loop, hold, takes = (
            self.loop,
            self.costs.hold * 2 / self.threads,
            thread == self.threads - 1,
        )
        while True:
            begun = loop.now
            called = yield from self.lock(thread)
            now, message = loop.now, self.boxes[thread].popleft()
            seconds = hold + message.steps[message.at] if takes else hold
            tries = max(0.0, self.free - now) if self.spin else 0.0
            finish = self.cpu.serve(now, tries + seconds)
            if self.spin:
                self.free = finish
                self.spinning += tries
                self.fights += tries > 0
            yield finish - now
            self.spell(thread, now, finish - tries - seconds, LINES)
            self.spell(thread, finish - tries - seconds, finish - seconds, WAITS)
            self.spell(thread, finish - seconds, finish, HOLDS)
            self.locked += seconds
            if (path := message.path) is not None:
                for what, until in (
                    ("waits for a thread", begun),
                    ("waits for the lock", called),
                    ("its thread wakes up", now),
                    (LINES, finish - tries - seconds),
                    (WAITS, finish - seconds),
                ):
                    path.wait("daemon", what, until, "cores")
                path.serve("daemon", HOLDS, finish - seconds + hold, "cores")
                path.serve("daemon", "copies", finish, "cores")
            self.unlock()
            if takes:
                self.handle(message)
            else:
                self.send(1, message)

    def handle(self, message: Message) -> None:
        """A message has made a trip: the kernel does its part, on another core, and the next trip
        begins."""
        self.trips += 1
        seconds = message.work[message.at]
        if seconds:
            finish = self.cpu.serve(self.loop.now, seconds)
            if finish > message.finish:
                message.begin, message.finish = finish - seconds, finish
        message.at += 1
        if message.at < len(message.steps):
            self.send(0, message)
        else:
            message.done.fire()
