"""The iSCSI target of 2008, a user-level daemon: two threads share one queue and contend for its
lock.

Each message passes through the queue: one thread puts it in, the other takes it out and copies its
data, if it has any. Both need the lock for that, and a thread that does not get it sleeps. Source:
Bourbonnais 2009, iSCSI unleashed.

A thread that is woken gets the lock, whether it was waiting for the lock or for a message: in
Solaris pthread_cond_signal, called with the lock held, moves the sleeper to the lock's queue
(synch.c of libc, 2006). So all other threads are locked out while a thread wakes up.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from models.catalogue.machines import values
from models.head.cpu import Cpu
from models.sim.loop import Event, Loop, Steps
from models.sim.path import RequestPath

HOLDS, WAITS = "has the lock", "spins for the lock"
SLEEPS, WAKES, LINES = "sleeps", "wakes up", "waits for a core"


class DaemonCosts(NamedTuple):
    """Costs of the daemon in seconds."""

    hold: float  # holding the lock to put in or take out a message
    wake: float  # from the wake-up call until the thread runs
    copy: float  # per byte, holding the lock
    sleep: float  # processor time for each sleep, on any core
    trips: tuple[int, int] = (1, 3)  # passes through the queue, of a command and of a data PDU

    def scaled(self, by: float) -> "DaemonCosts":
        """Return the costs on processors that take `by` times as long."""
        return self._replace(
            hold=by * self.hold, wake=by * self.wake, copy=by * self.copy, sleep=by * self.sleep
        )

    def serial(self, pdus: Sequence[int], threads: int = 2) -> float:
        """Return how long one request locks out all others (s), if two threads always contend or if
        there is only one thread."""
        trips = self.trips[0] + self.trips[1] * len(pdus)
        each = 2 * (self.hold + self.wake) if threads == 2 else 2 * self.hold
        return trips * each + self.copy * sum(pdus)


SUN = values("7410")
TRIPS = int(SUN["daemon.command_trips"]), int(SUN["daemon.data_trips"])
COSTS = DaemonCosts(
    SUN["daemon.hold"], SUN["daemon.wake"], 1 / SUN["daemon.copy"], SUN["daemon.sleep"], TRIPS
)


class Spell(NamedTuple):
    """A span of time that a daemon's thread spends in one state."""

    thread: int
    start: float  # s
    finish: float  # s
    what: str


class Message:
    """A request on its way through the queue. `steps` are seconds of copying per pass, `work`
    seconds of kernel work after each pass, `at` the current pass, and `begin` and `finish` the last
    kernel work (s)."""

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
    """A daemon: one queue with its lock.

    With `threads` 2 one thread puts messages in and the other takes them out; with 1 it does both.
    With `spin` a thread without the lock retries on its core instead of sleeping. Holding the lock
    and spinning occupy a core of `cpu`.

    `sleeps` and `lock_waits` count how often threads slept and waited for the lock. `locked` is how
    long the lock was in use or its next holder was waking up (s), and `spinning` is how long
    threads spun for it (s). `spells` are recorded while `recording`.
    """

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        costs: DaemonCosts,
        *,
        threads: int = 2,
        spin: bool = False,
        recording: bool = False,
    ):
        self.loop, self.cpu = loop, cpu
        self.costs, self.spin, self.recording = costs, spin, recording
        self.threads = threads
        self.inboxes: tuple[deque[Message], ...] = (deque(), deque())  # to put in, to take out
        self.idle: list[Event | None] = [None, None]
        self.held, self.free = False, 0.0  # the lock; when a spin lock is free again (s)
        self.waiting: deque[Event] = deque()
        self.sleeps = self.lock_waits = self.trips = 0
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
    ) -> Steps[None]:
        """Serve data PDUs of these sizes (bytes), after their command if `command`. `work` is the
        kernel's time for each PDU (s of a core)."""
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
        """Put a message into a thread's inbox. If the thread sleeps, give it the lock or a place in
        the lock's queue."""
        self.inboxes[thread].append(message)
        called = self.idle[thread]
        if called is None:
            return
        self.idle[thread] = None
        if self.held:
            self.waiting.append(called)
        else:
            self.held = not self.spin
            called.fire()

    def sleep(self, thread: int, event: Event) -> Steps[None]:
        """Sleep until `event`, then take the time to wake up: system calls, accounting and cold
        caches."""
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
        """Record a thread's state, unless it took no time."""
        if self.recording and finish - start > 1e-12:
            self.spells.append(Spell(thread, start, finish, what))

    def lock(self, thread: int) -> Steps[float]:
        """Wait for a message and for the lock, which goes to the longest waiter. Return when the
        lock was granted (s), before any wake-up."""
        event = self.loop.event()
        if not self.inboxes[thread]:
            self.idle[thread] = event
        elif self.held and not self.spin:
            self.waiting.append(event)
            self.lock_waits += 1
        else:
            self.held = not self.spin
            return self.loop.now
        yield from self.sleep(thread, event)
        return self.loop.now - self.costs.wake

    def unlock(self) -> None:
        """Pass the lock to the next waiter, or release it."""
        if self.waiting:
            self.waiting.popleft().fire()
        else:
            self.held = False

    def thread(self, thread: int) -> Steps[None]:
        """Run a thread: 0 puts messages in (and with one thread also takes them out), 1 takes them
        out and copies their data."""
        loop = self.loop
        hold, takes = self.costs.hold * 2 / self.threads, thread == self.threads - 1
        while True:
            begun = loop.now
            called = yield from self.lock(thread)
            now, message = loop.now, self.inboxes[thread].popleft()
            seconds = hold + message.steps[message.at] if takes else hold
            tries = max(0.0, self.free - now) if self.spin else 0.0
            finish = self.cpu.serve(now, tries + seconds)
            if self.spin:
                self.free = finish
                self.spinning += tries
                self.lock_waits += tries > 0
            yield finish - now
            self.spell(thread, now, finish - tries - seconds, LINES)
            self.spell(thread, finish - tries - seconds, finish - seconds, WAITS)
            self.spell(thread, finish - seconds, finish, HOLDS)
            self.locked += seconds
            if (path := message.path) is not None:
                for state, end in (
                    ("waits for a thread", begun),
                    ("waits for the lock", called),
                    ("its thread wakes up", now),
                    (LINES, finish - tries - seconds),
                    (WAITS, finish - seconds),
                ):
                    path.wait("daemon", state, end, "cores")
                path.serve("daemon", HOLDS, finish - seconds + hold, "cores")
                path.serve("daemon", "copies", finish, "cores")
            self.unlock()
            if takes:
                self.handle(message)
            else:
                self.send(1, message)

    def handle(self, message: Message) -> None:
        """Finish a pass: do the kernel's part on another core, and begin the next pass."""
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
