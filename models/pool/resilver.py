"""A resilver at work: in either order, through ZFS's queues, beside an application that reads the surviving disks.

A sample of it is simulated, some hundred blocks, and scaled to the whole disk: neither the disk nor the load changes in
the course of it, so the rate does not either (a test compares short samples with long ones).
"""
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, NamedTuple

from models.arrivals import evenly_many
from models.catalogue import values
from models.check import a_number, at_least, counted, one_of, requested, seeded
from models.devices.disciplines import sptf
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.queued_disk import QueuedDisk
from models.pool.resilver_job import DRIVE, RESILVER, Job
from models.pool.resilver_order import ORDERS, Step, populate, steps
from models.pool.scheduler import VdevQueue, Zio
from models.stats import mean, percentile
from models.units import TB, KiB, day

QUEUE = values("zfs-queue")
WARM, POPULATE = 40, 200
LONGEST = 400.0
"""Seconds that a sample may last."""


def sample(order: str, disks: int) -> int:
    """Blocks, or aggregates, of a sample: fewer where many disks are looked at, whose chances even out."""
    return max(280, 800 // disks) if order == "metadata" else max(300, 2000 // disks)




class Answer(NamedTuple):
    """A read of the application that came at `t` (s) and took `latency` (s)."""

    t: float
    latency: float


@dataclass(frozen=True)
class Load:
    """What the surviving disks serve besides: `reads` a second each, of `size` bytes, anywhere among the data. And the rules:
    at most `depth` commands in a disk's hands, `in_flight` blocks (or aggregates) on their way, `delay` (s) before each
    block while the application is at work (the old throttle; 0: none; in disk order there is none)."""

    reads: float = RESILVER["reads"]
    size: int = 8 * KiB
    depth: int = QUEUE["pending"]
    in_flight: int = RESILVER["in_flight"]
    delay: float = 0.0
    rule: str = "deadline"

    def __post_init__(self) -> None:
        at_least(0, reads=self.reads, delay=self.delay)
        requested(self.size)
        counted(1, 1000, depth=self.depth, in_flight=self.in_flight)


@dataclass(slots=True, eq=False)
class Flight:
    """A step on its way: how many of its reads, then of its writes are to come."""

    step: Step
    left: int


class Pace(NamedTuple):
    """How a sample went: steps and blocks done in `seconds`, and the share of the blocks before which the drive (of the first
    survivor) was somewhere else with the resilver's last command."""

    steps: int
    blocks: int
    seconds: float
    jumps: float


class Disks:
    """The disks of a job, each behind its queue, and the application. `run` steps through them, as often as you like."""

    def __init__(self, job: Job, load: Load, seed: int = 1, spec: DriveSpec | None = None):
        self.job, self.load, self.random = job, load, seeded(seed)
        spec = spec or drive_of("enterprise-disk", capacity=job.capacity)
        self.queues = [VdevQueue(QueuedDisk(spec, sptf(DRIVE["ageing"]), phase=self.random.random()),
                                 max_pending=load.depth, rule=load.rule) for _ in range(job.width)]
        self.survivors = job.width - job.failed
        self.comes = evenly_many(load.reads * self.survivors, seeded(seed + 1))
        self.next_read = next(self.comes)
        self.last_read = -inf
        self.answers: list[Answer] = []
        self.now = 0.0
        self.last: Any = None                                # the resilver's last read of the first survivor
        self.jumps = self.seen = 0
        places = max(1, job.span * job.unit // job.disks // load.size - 1)
        self.reach = places

    def application(self) -> None:
        """A read of the application comes to one of the surviving disks."""
        self.last_read = now = self.next_read
        disk = self.job.failed + int(self.random.random() * self.survivors)
        self.queues[disk].submit(now, "read", int(self.random.random() * self.reach) * self.load.size, self.load.size)
        self.next_read = next(self.comes)

    def held_back(self, step: Step) -> float:
        """How long the walk waits before this step (s)."""
        busy = self.now - self.last_read <= RESILVER["idle"]
        return self.load.delay if busy and step.blocks and step.reads else 0.0

    def run(self, work: Iterable[Step], until: float = inf, warm: int = 0) -> Pace:
        """Send out these steps, one after the other, and let the application work beside. Ends when the last is sent, or at
        `until` (s); what is done before the first `warm` steps are does not count."""
        queues, limit, coming = self.queues, self.load.in_flight, iter(work)
        watched = queues[self.job.failed]
        upcoming = next(coming, None)
        flying = done = blocks = 0
        began = ended = 0.0
        walk = inf if upcoming is None else self.now + self.held_back(upcoming)
        while True:
            due, nearest = inf, queues[0]
            for queue in queues:
                at = queue.due
                if at < due:
                    due, nearest = at, queue
            now = min(due, self.next_read, walk)
            if now > until or now == inf:
                break
            self.now = now
            if now == self.next_read:
                self.application()
            elif now == walk and upcoming is not None:
                if self.send(upcoming):
                    flying += 1
                else:
                    done, blocks = done + 1, blocks + upcoming.blocks
                upcoming = next(coming, None)
                if upcoming is None:
                    break
                walk = inf if upcoming is None or flying >= limit else now + self.held_back(upcoming)
            else:
                for zio in nearest.step():
                    step = self.landed(zio, nearest is watched)
                    if step is None:
                        continue
                    flying, done, blocks, ended = flying - 1, done + 1, blocks + step.blocks, zio.finish
                    if began == 0.0 and done >= warm:
                        began, blocks, self.jumps, self.seen = ended, 0, 0, 0
                    if walk == inf and upcoming is not None:
                        walk = self.now + self.held_back(upcoming)
        if done <= warm:
            return Pace(0, 0, 0.0, 0.0)
        return Pace(done - warm, blocks, ended - began, self.jumps / self.seen if self.seen else 0.0)

    def send(self, step: Step) -> bool:
        """A step's reads go out; whether there are any."""
        flight = Flight(step, len(step.reads))
        for column in step.reads:
            self.queues[column.device].submit(self.now, "read", column.offset, column.size, step.kind, flight)
        return bool(step.reads)

    def landed(self, zio: Zio, watched: bool) -> Step | None:
        """An I/O is done; the step itself, if it was the last of one. When all of a step has been read, it is written.
        watched: whether the first survivor did it."""
        flight: Flight | None = zio.owner
        if flight is None:
            self.answers.append(Answer(zio.came, zio.finish - zio.came))
            return None
        if watched and zio.op == "read" and flight.step.blocks:
            whole, last = zio.whole, self.last
            self.seen += flight.step.blocks
            self.jumps += whole is not last and (last is None or whole.offset != last.offset + last.size)
            self.last = whole
        flight.left -= 1
        if flight.left:
            return None
        if zio.op == "read" and flight.step.writes:
            flight.left = len(flight.step.writes)
            for column in flight.step.writes:
                self.queues[column.device].submit(zio.finish, "write", column.offset, column.size, "resilver", flight)
            return None
        return flight.step


class Outcome(NamedTuple):
    """A whole resilver: `seconds` in all, of them `populate` for the first phase of the new way; `rate` of bytes onto the new
    disk over all of it; blocks a second, without the first phase; `jumps` as in Pace; what the application saw."""

    seconds: float
    populate: float
    rate: float
    blocks: float
    jumps: float
    answers: list[Answer]

    @property
    def days(self) -> float:
        """Days in all."""
        return self.seconds / day

    @property
    def days_a_terabyte(self) -> float:
        """Days for 10^12 bytes."""
        return TB / self.rate / day

    @property
    def mean(self) -> float:
        """What a read of the application took on average (s)."""
        return mean([answer.latency for answer in self.answers])

    def within(self, share: float) -> float:
        """The latency (s) that this share of the application's reads do not exceed."""
        return percentile([answer.latency for answer in self.answers], share)


def rebuild(job: Job, order: str, load: Load | None = None, *, seed: int = 1, count: int | None = None,
            spec: DriveSpec | None = None) -> Outcome:
    """Resilver in `order` ("metadata" or "disk"). count: blocks (or aggregates) of the sample. Raises ValueError for another
    order, and where the application leaves the disks no time."""
    load = load or Load()
    one_of("order", order, ORDERS)
    count = sample(order, job.width) if count is None else count
    counted(100, 1_000_000, count=count)
    first = 0.0
    if order == "disk":
        load = replace(load, delay=0.0)
        walk = Disks(job, load, seed, spec)
        pace = walk.run(populate(job, seeded(seed), POPULATE), LONGEST, WARM)
        first = job.blocks * job.metadata * pace.seconds / max(1, pace.steps)
    disks = Disks(job, load, seed, spec)
    pace = disks.run(steps(job, order, seeded(seed), count), LONGEST, WARM)
    if not pace.blocks:
        raise ValueError(f"reads must leave the disks some time for the resilver, got {load.reads:g} a second")
    each = pace.seconds / pace.blocks
    seconds = first + job.blocks * each
    return Outcome(seconds, first, job.bytes / seconds, 1 / each, pace.jumps, disks.answers)


def alone(job: Job, load: Load | None = None, *, seed: int = 1, seconds: float = 20.0,
          spec: DriveSpec | None = None) -> list[Answer]:
    """What the application sees of the same disks without a resilver."""
    disks = Disks(job, load or Load(), seed, spec)
    a_number("seconds", seconds, above=0)
    disks.run((), until=seconds)
    return disks.answers
