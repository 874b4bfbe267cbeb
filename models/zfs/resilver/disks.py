"""The disks of a vdev that is resilvered, each behind ZFS's queue, and an application that reads those that are left."""
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.devices.disk_scheduling import sptf
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.queued_disk import QueuedDisk
from models.sim.arrivals import evenly_many
from models.units import KiB
from models.zfs.io.scheduler import VdevQueue, Zio
from models.zfs.resilver.job import DRIVE, RESILVER, Job
from models.zfs.resilver.order import ResilverStep

QUEUE = values("zfs-queue")


class ReadAnswer(NamedTuple):
    """A read of the application that came at `t` (s) and took `latency` (s)."""

    t: float
    latency: float


@dataclass(frozen=True)
class ApplicationLoad:
    """What the surviving disks serve besides, anywhere among the data, and the rules for both."""

    reads: float = RESILVER["reads"]            # a second, of each disk
    size: int = 8 * KiB                         # bytes of a read
    depth: int = QUEUE["pending"]               # commands in a disk's hands, at most
    in_flight: int = RESILVER["in_flight"]      # blocks (or aggregates) of the resilver on their way, at most
    delay: float = 0.0                          # s before each block while the application is at work (the old throttle;
    #                                             in disk order there is none)
    rule: str = "deadline"                      # as in `VdevQueue`
    start: int | None = None                    # as in `VdevQueue`


@dataclass(slots=True, eq=False)
class Flight:
    """A step on its way: how many of its reads, then of its writes are to come."""

    step: ResilverStep
    left: int


class ResilverPace(NamedTuple):
    """How a sample went: steps and blocks done in `seconds`, and the share of the blocks before which the drive (of the first
    survivor) was somewhere else with the resilver's last command."""

    steps: int
    blocks: int
    seconds: float
    jumps: float


class Disks:
    """The disks of a job, each behind its queue, and the application. joins: whether the queues put together what touches;
    aggregates need it no more."""

    def __init__(self, job: Job, load: ApplicationLoad, seed: int = 1, spec: DriveSpec | None = None, joins: bool = True):
        self.job, self.load, self.random = job, load, Random(seed)
        spec = drive_of("enterprise-disk", capacity=job.capacity) if spec is None else spec
        if spec.capacity < job.capacity:
            raise ValueError(f"spec must be of a drive of at least {job.capacity} bytes, as the disks of the job, "
                             f"got {spec.capacity}")
        self.queues = [VdevQueue(QueuedDisk(spec, sptf(DRIVE["ageing"]), read_ahead=True, phase=self.random.random()),
                                 max_pending=load.depth, rule=load.rule, start=load.start,
                                 aggregation=QUEUE["aggregation"] if joins else 0) for _ in range(job.width)]
        self.dues = [inf] * job.width                        # when each of them has something to do
        self.survivors = job.width - job.failed
        self.comes = evenly_many(load.reads * self.survivors, Random(seed + 1))
        self.next_read = next(self.comes)
        self.last_read = 0.0 if load.reads else -inf         # it has been at work before
        self.answers: list[ReadAnswer] = []
        self.sent = 0                                        # of the application's reads
        self.now = 0.0
        self.last: Any = None                                # the resilver's last read of the first survivor
        self.jumps = self.seen = 0
        places = max(1, job.span * job.unit // job.disks // load.size - 1)
        self.reach = places

    def application(self) -> None:
        """A read of the application comes to one of the surviving disks."""
        self.last_read = now = self.next_read
        disk = self.job.failed + int(self.random.random() * self.survivors)
        self.submit(disk, now, "read", int(self.random.random() * self.reach) * self.load.size, self.load.size)
        self.next_read = next(self.comes)
        self.sent += 1

    def submit(self, disk: int, now: float, op: str, offset: int, size: int, kind: str = "sync read",
               flight: Flight | None = None) -> None:
        """An I/O comes to a disk's queue."""
        queue = self.queues[disk]
        queue.submit(now, op, offset, size, kind, flight)
        self.dues[disk] = queue.due

    def held_back(self, step: ResilverStep) -> float:
        """How long the walk waits before this step (s)."""
        busy = self.now - self.last_read <= RESILVER["idle"]
        return self.load.delay if busy and step.blocks else 0.0

    def run(self, work: Iterable[ResilverStep], until: float = inf, warm: int = 0) -> ResilverPace:
        """Send out these steps, one after the other, and let the application work beside. Ends when the last is sent, or at
        `until` (s); what is done before the first `warm` steps are does not count."""
        queues, limit, coming = self.queues, self.load.in_flight, iter(work)
        watched, dues = self.job.failed, self.dues
        upcoming = next(coming, None)
        flying, done, blocks = 0.0, 0, 0
        began = ended = 0.0
        walk = inf if upcoming is None else self.now + self.held_back(upcoming)
        while True:
            due = min(dues)
            now = min(due, self.next_read, walk)
            if now > until or now == inf:
                break
            self.now = now
            if now == self.next_read:
                self.application()
            elif now == walk and upcoming is not None:
                self.send(upcoming)
                flying += upcoming.weight
                upcoming = next(coming, None)
                if upcoming is None:
                    break
                walk = inf if upcoming is None or flying >= limit else now + self.held_back(upcoming)
            else:
                nearest = dues.index(due)
                answered = queues[nearest].step()
                dues[nearest] = queues[nearest].due
                for zio in answered:
                    step = self.landed(zio, nearest == watched)
                    if step is None:
                        continue
                    flying, done, blocks, ended = flying - step.weight, done + 1, blocks + step.blocks, zio.finish
                    if began == 0.0 and done >= warm:
                        began, blocks, self.jumps, self.seen = ended, 0, 0, 0
                    if walk == inf and upcoming is not None and flying < limit:
                        walk = self.now + self.held_back(upcoming)
        if done <= warm:
            return ResilverPace(0, 0, 0.0, 0.0)
        return ResilverPace(done - warm, blocks, ended - began, self.jumps / self.seen if self.seen else 0.0)

    def send(self, step: ResilverStep) -> None:
        """A step's reads go out."""
        flight = Flight(step, len(step.reads))
        for column in step.reads:
            self.submit(column.device, self.now, "read", column.offset, column.size, step.kind, flight)

    def landed(self, zio: Zio, watched: bool) -> ResilverStep | None:
        """An I/O is done; the step itself, if it was the last of one. When all of a step has been read, it is written.
        watched: whether the first survivor did it."""
        flight: Flight | None = zio.owner
        if flight is None:
            self.answers.append(ReadAnswer(zio.came, zio.finish - zio.came))
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
                self.submit(column.device, zio.finish, "write", column.offset, column.size, "resilver", flight)
            return None
        return flight.step
