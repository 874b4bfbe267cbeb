"""A hard disk with a command queue, and the disciplines by which it chooses its next access."""

from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush
from math import inf

from models.devices.device import Command
from models.devices.drive_spec import DriveSpec
from models.devices.platter import Platter
from models.devices.positioning import Spot
from models.devices.write_cache import Extent, WriteCache
from models.sim.path import RequestPath

Spots = Sequence[Spot[Command | Extent]]
Discipline = Callable[[Platter, float, Spots], int]
"""A function of a platter, the time (s) at which the arm starts, and one or more spots in order of arrival. It returns
the index of the spot to serve next; ties go to the earliest."""


def fcfs(platter: Platter, start: float, spots: Spots) -> int:
    """Return the index of the spot that arrived first (first come, first served)."""
    return min(range(len(spots)), key=lambda i: spots[i].arrived)


def clook(platter: Platter, start: float, spots: Spots) -> int:
    """Return the index of the nearest spot inward of the arm, or of the outermost spot if there is
    none (C-LOOK, an elevator that serves one direction only)."""
    here, stroke = platter.cylinder, platter.geometry.cylinders
    return min(
        range(len(spots)),
        key=lambda i: spots[i].cylinder + (stroke if spots[i].cylinder < here else 0),
    )


def sstf(platter: Platter, start: float, spots: Spots) -> int:
    """Return the index of the spot on the nearest cylinder (shortest seek first)."""
    return min(range(len(spots)), key=lambda i: abs(spots[i].cylinder - platter.cylinder))


def fscan(platter: Platter, start: float, spots: Spots) -> int:
    """Return the index of `clook` among the spots of the current batch (FSCAN, in one direction).
    When none of a batch is left, all that have arrived by `start` are the next one."""
    here, stroke, best, nearest = platter.cylinder, platter.geometry.cylinders, 0, inf
    if min([spot.arrived for spot in spots]) > platter.gathered:
        platter.gathered = start
    gathered = platter.gathered
    for i, (cylinder, _, _, _, arrived, _, _, _) in enumerate(spots):
        if arrived <= gathered and (ahead := (cylinder - here) % stroke) < nearest:
            best, nearest = i, ahead
    return best


def sptf(ageing: float = 0.0) -> Discipline:
    """Return the discipline "shortest positioning time first", which counts seek and rotational
    wait. `ageing` is a bonus in seconds for every second that a request has waited, which prevents
    starvation."""
    return partial(Platter.soonest, ageing=ageing)


DISCIPLINES: dict[str, Discipline] = {
    "fcfs": fcfs,
    "clook": clook,
    "fscan": fscan,
    "sstf": sstf,
    "sptf": sptf(),
}


class QueuedDisk(WriteCache):
    """A drive that holds up to `depth` commands and answers them in an order of its own.

    Whenever the platter is free, the discipline `choose` chooses among the commands that have
    arrived and, with the write cache on, the `destage_set` oldest cached writes. A write is
    answered when the cache has room for it, in order of arrival, or when it is on the platter. Call
    `submit` in time order, then `step` repeatedly.

    With `read_ahead` the drive continues to read after a read, up to `spec.read_ahead` bytes, until
    another command needs the arm. A program with one command at a time then reads at full speed
    although its next command arrives a little late.
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
        self.choose = choose or sptf()
        self.depth, self.cache, self.reads_ahead = depth, cache, read_ahead
        self.now = 0.0
        # next event (s): a command arrives, an access starts or ends, or data from the cache has
        # crossed the interface; inf: nothing is outstanding
        self.due = inf
        # arrivals and answers to come: time (s), number, and a command, which has a finish if the
        # drive has answered it
        self.arriving: list[tuple[float, int, Command]] = []
        self.prompt = 0  # how many of these change more than the queue: all but arriving reads
        self.submitted = 0
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.queue: list[Spot[Command]] = []  # in order of arrival
        self.writes = 0  # in the queue
        self.current: Command | Extent | None = None  # served by the platter until `platter_free`
        # flushes, and the ids of the cached extents that each waits for
        self.flushing: list[tuple[Command, set[int]]] = []

    @property
    def until(self) -> float:
        """Return when the current access ends (s)."""
        return self.platter_free

    @property
    def busy(self) -> float:
        """Return how long the arm or the platter was busy (s)."""
        return self.seeking + self.waiting + self.transferring

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s) and return it. A later `step` answers it."""
        return self.receive(now, Command(op, offset, size, now, inf, path))

    def receive(self, now: float, command: Command) -> Command:
        """Take a command that was issued earlier, and may have waited for a cable, as `submit` does."""
        op, offset, size, path = command.op, command.offset, command.size, command.path
        spec, write = self.spec, op == "write"
        if size:
            self.moved[write] += 1
            self.moved[2 + write] += size
        self.issued = now
        arrived = now + spec.command + (size / spec.interface_rate if write else 0.0)
        if path is not None:
            path.serve(path.doing, "command and cable", arrived, "disk")
        if not 0 <= offset < self.capacity:
            raise ValueError(f"offset must be 0-{self.capacity - 1} bytes, got {offset}")
        # while an access of a read is the next event, reads join the queue
        waits = op == "read" and self.current is not None and not self.pages
        if waits and arrived <= self.platter_free and not self.arriving:
            self.queue.append(self.spot(offset, write, arrived, command))
            return command
        self.submitted += 1
        heappush(self.arriving, (arrived, self.submitted, command))
        if not waits:
            self.prompt += op != "read"
            if arrived < self.due:
                self.due = arrived
        return command

    def step(self) -> list[Command]:
        """Process the next event. Return the commands that it answers.

        Reads that arrive while the arm is busy and the write cache empty join the queue with the
        next event. The next access begins with the end of the last one, unless a command that is
        issued then arrives in no time and may be chosen."""
        due, arriving, pages = self.due, self.arriving, self.pages
        answered: list[Command] = []
        while arriving and arriving[0][0] <= due:
            self.now, _, command = heappop(arriving)
            if command.finish < inf:
                self.prompt -= 1
                answered = [command]
            elif pages or command.op != "read":
                self.prompt -= command.op != "read"
                answered = self.arrived(command)
            else:
                self.queue.append(self.spot(command.offset, False, self.now, command))
                continue
            break
        else:
            if self.platter_free <= due < inf:
                self.now, ended = due, self.current is not None
                if ended:
                    answered = self.ended()
                if (self.queue or self.window) and not (ended and self.spec.command == 0.0):
                    self.begin()
        if self.current is not None and not self.prompt and not pages:
            self.due = self.platter_free
            return answered
        self.due = due = arriving[0][0] if arriving else inf
        if self.current is not None or self.queue or self.window:
            platter = self.platter_free if self.platter_free > self.now else self.now
            if platter < due:
                self.due = platter
        return answered

    def answer(self, command: Command, finish: float) -> list[Command]:
        """Answer a command at `finish` (s), now or later. Return it in a list if that is now."""
        command.finish = finish
        if finish <= self.now:
            return [command]
        self.submitted += 1
        self.prompt += 1
        heappush(self.arriving, (finish, self.submitted, command))
        return []

    def arrived(self, command: Command) -> list[Command]:
        """Answer a command that arrives now from the cache, or queue it. Return the commands that
        this answers."""
        op, offset, size = command.op, command.offset, command.size
        if op == "flush":
            return self.flushed(command)
        if op == "write" and not self.writes and size <= self.room():
            return [self.cached(command)]
        if op == "read" and self.pages and self.holds(offset, offset + size):
            finish = self.now + size / self.spec.interface_rate
            if command.path is not None:
                command.path.serve(command.path.doing, "command and cable", finish, "disk")
            return self.answer(command, finish)
        self.queue.append(self.spot(offset, op == "write", self.now, command))
        if op == "read":
            return []
        self.writes += 1
        return self.admit()

    def room(self) -> int:
        """Return how many more bytes the cache takes, or -1 if it is off. An extent that is being
        written occupies it until it is on the platter."""
        if not self.cache:
            return -1
        current = self.current
        held = current.size if isinstance(current, Extent) else 0
        return self.spec.cache_size - self.dirty_bytes - held

    def cached(self, command: Command) -> Command:
        """Answer a write now, from the cache. Return it."""
        self.keep(self.now, command.offset, command.size)
        command.finish = self.now
        if command.path is not None:
            command.path.wait(command.path.doing, "the cache is full", self.now, "disk")
        return command

    def admit(self) -> list[Command]:
        """Move waiting writes into the cache, in order of arrival, while there is room. Return
        them: they are answered."""
        answered: list[Command] = []
        if not self.writes:
            return answered
        room = self.room()
        for spot in self.queue:
            command = spot.item
            if command.op == "write" and command.size <= self.spec.cache_size:
                if command.size > room:
                    break
                room -= command.size
                answered.append(self.cached(command))
        if answered:
            self.queue = [spot for spot in self.queue if spot.item.finish == inf]
            self.writes -= len(answered)
        return answered

    def begin(self) -> None:
        """Choose the next access and start it."""
        waiting: Spots = [] if self.flushing and self.window else self.queue
        if len(waiting) > self.depth:
            waiting = waiting[: self.depth]
        self.ordered = len(waiting) if self.window else 0
        index = self.choose(self, self.now, [*waiting, *self.window] if self.window else waiting)
        if index < len(waiting):
            spot = self.queue.pop(index)
            self.current = command = spot.item
            if command.op == "write":
                self.writes -= 1
                self.put(self.now, command.offset, command.size)
            else:
                self.fetch(command.offset, command.size, spot)
        else:
            self.current = extent = self.take(index - len(waiting))
            self.put(self.now, extent.offset, extent.size)

    def fetch(self, offset: int, size: int, spot: Spot[Command]) -> None:
        """Read these bytes now: from the drive's memory, by reading ahead, or by a new access. Then
        continue to read ahead."""
        now, end = self.now, offset + size
        if not self.reads_ahead:
            self.access(now, offset, size, False, spot)
            return
        served, there = self.read_buffered(now, offset, end) if self.ranges else (offset, now)
        if served == end:
            self.platter_free = max(there, now + size / self.spec.interface_rate)
            self.transferring += self.platter_free - now
            if self.reading and end >= self.at:
                self.after, self.cylinder = end, self.geometry.place(end - 1).cylinder
            return
        self.interrupt(now)
        place = spot if served == offset else None
        self.read_on(self.access(now, served, end - served, False, place), offset, end)

    def advance(self, now: float) -> None:
        """Do nothing: only `step` advances this drive. Before `stable` and `at_risk`, step until
        `due` is later than `now`."""

    def drain(self, now: float) -> float:
        """Process everything that is outstanding. Return when it is on the platter (s), at least
        `now`."""
        while self.due < inf:
            self.step()
        return max(now, self.platter_free)

    def take(self, index: int) -> Extent:
        """Remove a cached write from the window and return it. The next one enters the window and
        starts to age now."""
        refilled = bool(self.later)
        extent = super().take(index)
        if refilled:
            self.window[-1] = self.window[-1]._replace(arrived=self.now)
        return extent

    def ended(self) -> list[Command]:
        """End the current access. Return the commands that this answers."""
        done, self.current = self.current, None
        if isinstance(done, Extent):
            return self.admit() + self.landed(done)
        assert done is not None
        done.finish = self.now
        if done.path is not None:
            access = self.last_access()
            done.path.wait(done.path.doing, "its turn", access.start, "queue")
            done.path.add_access(done.path.doing, access)
        return [done]

    def flushed(self, command: Command) -> list[Command]:
        """Start a flush, which has priority over all other work and is answered when everything
        cached now is on the platter. Return the flushes that are complete at once."""
        wanted = {id(extent) for extent in self.dirty}
        if isinstance(self.current, Extent):
            wanted.add(id(self.current))
        self.flushing.append((command, wanted))
        return self.landed()

    def landed(self, extent: Extent | None = None) -> list[Command]:
        """Record that a cached write is on the platter. Return the flushes that this completes."""
        for _, wanted in self.flushing:
            wanted.discard(id(extent))
        complete = [command for command, wanted in self.flushing if not wanted]
        self.flushing = [flush for flush in self.flushing if flush[1]]
        answered: list[Command] = []
        for command in complete:
            finish = self.now + self.spec.flush
            if command.path is not None:
                command.path.wait(command.path.doing, "earlier data goes first", self.now, "disk")
                command.path.serve(command.path.doing, "the drive answers", finish, "disk")
            answered += self.answer(command, finish)
        return answered
