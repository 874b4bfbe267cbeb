"""A hard disk with a queue: it holds several commands and chooses which of them, or of its cached
writes, comes next."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import inf

from models.devices.device import Command
from models.devices.drive_spec import DriveSpec
from models.devices.platter import Platter
from models.devices.positioning import Spot
from models.devices.write_cache import Extent, WriteCache
from models.sim.path import RequestPath, last_access

Discipline = Callable[[Platter, float, Sequence[Spot]], int]
"""Which of the spots (at least one, in order of arrival) is next, if the arm of the platter sets out at a time (s): an index.
Of equals the one that came first."""


def fcfs(platter: Platter, start: float, spots: Sequence[Spot]) -> int:
    """First come, first served."""
    return min(range(len(spots)), key=lambda i: spots[i].came)


def clook(platter: Platter, start: float, spots: Sequence[Spot]) -> int:
    """Like a lift that only takes passengers going up: the next cylinder inward; from the last back
    to the outermost."""
    here, stroke = platter.cylinder, platter.geometry.cylinders
    return min(
        range(len(spots)),
        key=lambda i: spots[i].cylinder + (stroke if spots[i].cylinder < here else 0),
    )


def sstf(platter: Platter, start: float, spots: Sequence[Spot]) -> int:
    """Shortest seek first: the nearest cylinder."""
    return min(range(len(spots)), key=lambda i: abs(spots[i].cylinder - platter.cylinder))


def sptf(ageing: float = 0.0) -> Discipline:
    """Shortest positioning time first: seek and rotation together. ageing: seconds of head start
    for every second that a request has waited, so that none waits for ever."""
    return lambda platter, start, spots: platter.soonest(start, spots, ageing)


DISCIPLINES: dict[str, Discipline] = {"fcfs": fcfs, "clook": clook, "sstf": sstf, "sptf": sptf()}


class QueuedDisk(WriteCache):
    """A drive that takes up to `depth` commands at a time and answers them in an order of its own.

    Whenever the platter is free the discipline chooses among the commands that have arrived and,
    with the write cache on, the `destage_set` oldest cached writes. A write is answered when the
    cache has room for it, in order of arrival, or when it is on the platter. `submit` commands in
    order of time, and let `step` after `step` happen.

    read_ahead: what follows a read comes into the drive's memory as far as `spec.read_ahead`, until
    another command takes the arm. A program with one command at a time then reads at full speed
    although its next comes a moment late.
    """

    def __init__(
        self,
        spec: DriveSpec,
        choose: Discipline | None = None,
        *,
        depth: int = 32,
        cache: bool = True,
        read_ahead: bool = False,
        phase: float = 0.0,
        speed_error: float = 0.0,
    ):
        super().__init__(spec, phase, speed_error)
        self.choose, self.depth, self.cache, self.reads_ahead = (
            choose or sptf(),
            depth,
            cache,
            read_ahead,
        )
        self.now = 0.0
        self.coming: list[tuple[float, int, Spot]] = []
        self.submitted = 0
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.queue: list[Spot] = []  # in order of arrival
        self.working: Command | Extent | None = (
            None  # what the platter is about, until `platter_free`
        )
        self.flushing: list[
            tuple[Command, set[int]]
        ] = []  # flushes, and what is cached that each still waits for

    @property
    def until(self) -> float:
        """When what the arm and the platter are about is done (s)."""
        return self.platter_free

    @property
    def busy(self) -> float:
        """Seconds in which the arm and the platter had something to do."""
        return self.seeking + self.waiting + self.transferring

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        command, spec = Command(op, offset, size, now, path=path), self.spec
        self.submitted += 1
        if size:
            kind = op == "write"
            self.moved[kind] += 1
            self.moved[2 + kind] += size
        self.asked = now
        came = now + spec.command + (size / spec.interface_rate if op == "write" else 0.0)
        if path is not None:
            path.serve(path.doing, "command and cable", came, "disk")
        heappush(
            self.coming, (came, self.submitted, self.spot(offset, op == "write", came, command))
        )
        return command

    @property
    def due(self) -> float:
        """When a command arrives, or the platter begins or ends something (s); inf if nothing is
        left."""
        arrival = self.coming[0][0] if self.coming else inf
        if self.working is None and not self.queue and not self.window:
            return arrival
        platter = self.platter_free if self.platter_free > self.now else self.now
        return arrival if arrival < platter else platter

    def step(self) -> list[Command]:
        due = self.due
        if self.coming and self.coming[0][0] <= due:
            self.now, _, spot = heappop(self.coming)
            return self.arrived(spot)
        if due == inf:
            return []
        self.now = due
        if self.working is not None:
            return self.ended()
        self.begin()
        return []

    def arrived(self, spot: Spot) -> list[Command]:
        """A command has come: answer it from the cache or let it wait for the platter."""
        command: Command = spot.what
        if command.op == "flush":
            return self.flushed(command)
        if (
            command.op == "read"
            and self.pages
            and self.holds(command.offset, command.offset + command.size)
        ):
            command.finish = self.now + command.size / self.spec.interface_rate
            if command.path is not None:
                command.path.serve(command.path.doing, "command and cable", command.finish, "disk")
            return [command]
        self.queue.append(spot)
        return self.admit() if command.op == "write" else []

    def admit(self) -> list[Command]:
        """Writes that wait go into the cache, in order of arrival, while there is room. Returns
        them, answered."""
        answered: list[Command] = []
        if not self.cache:
            return answered
        room = self.spec.cache_size - self.dirty_bytes
        if isinstance(self.working, Extent):  # it takes its place until it is on the platter
            room -= self.working.size
        for spot in self.queue:
            command: Command = spot.what
            if command.op == "write" and command.size <= self.spec.cache_size:
                if command.size > room:
                    break
                room -= command.size
                self.keep(self.now, command.offset, command.size)
                command.finish = self.now
                answered.append(command)
                if command.path is not None:
                    command.path.wait(command.path.doing, "the cache is full", self.now, "disk")
        if answered:
            self.queue = [spot for spot in self.queue if spot.what.finish == inf]
        return answered

    def begin(self) -> None:
        """The platter is free: choose, and start."""
        waiting = [] if self.flushing and self.window else self.queue[: self.depth]
        index = self.choose(self, self.now, waiting + self.window)
        if index < len(waiting):
            command: Command = self.queue.pop(index).what
            self.working = command
            if command.op == "write":
                self.put(self.now, command.offset, command.size)
            else:
                self.fetch(command.offset, command.size)
        else:
            self.working = extent = self.take(index - len(waiting))
            self.put(self.now, extent.offset, extent.size)

    def fetch(self, offset: int, size: int) -> None:
        """Read from the platter, from now on; or from memory or what is just coming under the head,
        and read on behind it."""
        now, end = self.now, offset + size
        if not self.reads_ahead:
            self.access(now, offset, size, False)
            return
        served, there = self.read_buffered(now, offset, end) if self.stretches else (offset, now)
        if served == end:
            self.platter_free = max(there, now + size / self.spec.interface_rate)
            self.transferring += self.platter_free - now
            if self.reading and end >= self.at:
                self.after, self.cylinder = end, self.geometry.place(end - 1).cylinder
            return
        self.interrupt(now)
        self.read_on(self.access(now, served, end - served, False), offset, end)

    def advance(self, now: float) -> None:
        """Nothing happens behind the caller's back: for `stable` and `at_risk`, first step until
        `due` is later."""

    def drain(self, now: float) -> float:
        """Let everything happen that is left. Returns when the platter has it (s), at least `now`."""
        while self.due < inf:
            self.step()
        return max(now, self.platter_free)

    def take(self, index: int) -> Extent:
        """Take a cached write out of the window; the one that moves up is weighed from now on, and
        ages from now on."""
        moving_up = bool(self.later)
        extent = super().take(index)
        if moving_up:
            self.window[-1] = self.window[-1]._replace(came=self.now)
        return extent

    def ended(self) -> list[Command]:
        """The platter has done what it was about."""
        done, self.working = self.working, None
        if isinstance(done, Extent):
            return self.admit() + self.landed(done)
        assert done is not None
        done.finish = self.now
        if done.path is not None:
            access = last_access(self)
            done.path.wait(done.path.doing, "its turn", access.start, "queue")
            done.path.add_access(done.path.doing, access)
        return [done]

    def flushed(self, command: Command) -> list[Command]:
        """A flush has come: it is answered when all that is cached now is on the platter, and goes
        before all else."""
        wanted = {id(extent) for extent in self.dirty}
        if isinstance(self.working, Extent):
            wanted.add(id(self.working))
        self.flushing.append((command, wanted))
        return self.landed()

    def landed(self, extent: Extent | None = None) -> list[Command]:
        """A cached write is on the platter. Returns the flushes that have nothing left to wait for,
        answered."""
        for _, wanted in self.flushing:
            wanted.discard(id(extent))
        over = [command for command, wanted in self.flushing if not wanted]
        self.flushing = [flush for flush in self.flushing if flush[1]]
        for command in over:
            command.finish = self.now + self.spec.flush
            if command.path is not None:
                command.path.wait(command.path.doing, "earlier data goes first", self.now, "disk")
                command.path.serve(command.path.doing, "the drive answers", command.finish, "disk")
        return over
