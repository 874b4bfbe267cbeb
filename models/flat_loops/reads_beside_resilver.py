"""Application reads beside the reads of a resilver on one disk, in a flat loop for speed.

The results are those of a `Machine` with `DiskReads` and a `Resilver` on a disk without cached
writes, behind a queue without aggregation, several times as fast. A test compares them I/O by I/O.
The drive reads ahead if `spec.read_ahead` is not 0, and keeps the last bytes that it read ahead for
the resilver.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from models.devices.positioning import ALMOST_A_TURN, Spot
from models.devices.queued_disk import QueuedDisk
from models.sim.stats import mean, percentile
from models.zfs.io.queue_order import Zio, deadline
from models.zfs.io.queued_device import QueuedDevice
from models.zfs.io.scheduler import PRIORITIES, VdevQueue

READ, RESILVER = "sync read", "resilver"
FlatSpot = Spot[Zio]
"""An I/O in the drive."""


class ApplicationRead(NamedTuple):
    """A read of an application. Times in seconds."""

    arrived: float  # in ZFS's queue
    issued: float  # to the drive
    finish: float  # its answer


class BesideResilver(NamedTuple):
    """The result of an application's reads beside a resilver."""

    reads: Sequence[Any]  # ApplicationRead or Zio, in order of their answers
    ios: int  # of the resilver
    read: int  # bytes read by the resilver
    seconds: float  # until the last answer
    waiting: float  # mean I/Os in ZFS's queue
    active: float  # mean commands in the drive
    busy: float  # share of the time with a command in the drive
    useful: float = 1.0  # share of the bytes read by the resilver that it copies

    @property
    def rate(self) -> float:
        """Return the bytes per second that the resilver copies."""
        return self.read * self.useful / self.seconds

    @property
    def commands(self) -> float:
        """Return the commands per second, of the application and the resilver."""
        return (self.ios + len(self.reads)) / self.seconds

    @property
    def mean(self) -> float:
        """Return the mean latency of the application's reads (s)."""
        return mean([read.finish - read.arrived for read in self.reads])

    @property
    def p90(self) -> float:
        """Return the 90th percentile of the latency of the application's reads (s)."""
        return percentile([read.finish - read.arrived for read in self.reads], 0.9)

    @property
    def waited(self) -> float:
        """Return the mean time of the application's reads in ZFS's queue (s)."""
        return mean([read.issued - read.arrived for read in self.reads])

    @property
    def held(self) -> float:
        """Return the mean time of the application's reads in the drive (s)."""
        return mean([read.finish - read.issued for read in self.reads])


class FlatDrive:
    """The drive, with its queue and an arm that may read ahead."""

    def __init__(self, disk: QueuedDisk, ageing: float):
        self.disk, self.ageing, self.depth = disk, ageing, disk.depth
        self.turn, self.phase, self.next_track = disk.turn, disk.phase, disk.next_track
        self.place, self.seek_turns = disk.geometry.place, disk.seeks.turns
        self.queue: list[FlatSpot] = []  # in order of arrival
        self.cylinder = 0
        self.after = 0  # the byte after the last one read
        self.ends = inf  # end of the current or last access (s)
        self.resilver_last = False  # whether the last I/O was the resilver's
        self.kept_from = self.kept_to = 0  # the bytes that were read ahead for the resilver

    def next(self, now: float) -> FlatSpot:
        """Remove the I/O that is served next, at `now` (s), from the queue. Return it."""
        queue, disk = self.queue, self.disk
        ready = min(len(queue), self.depth)
        while queue[ready - 1].arrived > now:
            ready -= 1
        disk.cylinder, disk.after = self.cylinder, self.after
        ready_queue = queue if ready == len(queue) else queue[:ready]
        return queue.pop(disk.soonest(now, ready_queue, self.ageing))

    def start(self, now: float, spot: FlatSpot) -> None:
        """Start an I/O at `now` (s) and set `ends`."""
        zio = spot.item
        if self.ends < now:
            finish = self.read_ahead_finish(now, zio.offset, zio.size)
            if finish:
                self.after, self.ends = zio.offset + zio.size, finish
                self.cylinder = self.place(self.after - 1).cylinder
                self.resilver_last = zio.kind == RESILVER
                return
            self.stop_reading_ahead(now)
        self.access(now, spot)
        self.resilver_last = zio.kind == RESILVER

    def read_ahead_finish(self, now: float, offset: int, size: int) -> float:
        """Return when a read that starts at `now` (s) is done, if the drive has read ahead to its
        first byte; otherwise 0."""
        if not 0 < self.after <= offset:
            return 0.0
        spec, turn, after, since = self.disk.spec, self.turn, self.after, self.ends
        place, end = self.place(after), offset + size
        if (offset - after) / place.track * turn > now - since or end - after > spec.read_ahead:
            return 0.0
        time = since + (self.next_track if place.left == place.track else 0.0)
        left = end - after
        if left > place.left:
            time = time + place.left / place.track * turn + self.next_track
            left -= place.left
            place = self.place(end - left)
        return max(time + left / place.track * turn, now + size / spec.interface_rate)

    def stop_reading_ahead(self, now: float) -> None:
        """Move the arm to where it is at `now` (s) after reading ahead."""
        disk, after, ahead = self.disk, self.after, self.disk.spec.read_ahead
        if not ahead or not 0 < after < disk.spec.capacity - ahead:
            return
        place = self.place(after)
        start = self.ends + (self.next_track if place.left == place.track else 0.0)
        passed = disk.passed(start, now, after, ahead)
        if passed:
            if self.resilver_last:
                self.kept_from, self.kept_to = after, after + passed
            self.after += passed
            self.cylinder = self.place(self.after - 1).cylinder

    def access(self, now: float, spot: FlatSpot) -> None:
        """Make an access from `now` (s): seek, rotational wait and transfer. Set `ends`."""
        turn, here = self.turn, self.cylinder
        cylinder, angle, offset, _, _, zio, left, track = spot
        end = offset + zio.size
        if zio.kind == RESILVER and self.kept_from <= offset < self.kept_to < end:
            offset = self.kept_to  # the bytes before it were read ahead
            cylinder, angle, left, track = self.place(offset)
        distance = cylinder - here if cylinder > here else here - cylinder
        seek = self.seek_turns(distance) if distance and offset != self.after else 0.0
        gap = (angle - (now / turn + self.phase) - seek) % 1.0
        reached = seek if gap > ALMOST_A_TURN else seek + gap
        rest = end - offset
        if rest <= left:
            self.cylinder, self.ends = cylinder, now + (reached + rest / track) * turn
        else:
            place = self.place(offset + left)
            turns = reached + left / track + (rest - left) / place.track
            self.cylinder, self.ends = place.cylinder, now + turns * turn + self.next_track
        self.after = end


class FlatQueue:
    """The queue of ZFS in front of the drive."""

    def __init__(self, zfs: VdevQueue, drive: FlatDrive):
        self.order, self.in_drive = zfs.order, drive.queue
        self.place, self.command = drive.place, drive.disk.spec.command
        self.count = 0  # I/Os so far
        self.waiting = 0  # I/Os in this queue

    def add(self, now: float, offset: int, size: int, kind: str, pending: int) -> None:
        """Add a read that arrives at `now` (s), and issue I/Os while the drive has fewer than
        `pending`."""
        self.count += 1
        self.waiting += 1
        priority = PRIORITIES[kind]
        due = deadline(now, priority)
        self.order.add(Zio("read", offset, size, now, kind, None, priority, due, self.count))
        self.issue(now, pending)

    def issue(self, now: float, pending: int) -> None:
        """Issue I/Os at `now` (s) while the drive has fewer than `pending`."""
        in_drive, order = self.in_drive, self.order
        while len(in_drive) < pending and (zio := order.head()):
            zio.issued = now
            self.waiting -= 1
            order.count_active(zio, 1)
            cylinder, angle, left, track = self.place(zio.offset)
            arrival = now + self.command
            in_drive.append(Spot(cylinder, angle, zio.offset, 0.0, arrival, zio, left, track))


def read_beside_resilver(
    device: QueuedDevice,
    reads: list[tuple[float, int, int]],
    size: int,
    stream: Iterator[tuple[int, int]] | None,
    inflight: int = 32,
    ageing: float = 0.0,
) -> BesideResilver:
    """Run the reads of an application, of `size` bytes each, beside the I/Os of a resilver. Return
    the result. `reads` has the (time in s, disk, offset) of each read, `stream` yields the (offset,
    size) of each I/O of the resilver, and `inflight` of these are outstanding at a time. The run
    ends when all reads are answered.

    `device` is an unused disk of a machine behind its queue, which sets the rule, the depths and
    the data sheet. No I/O is longer than a track. `ageing` is as in `queued_disk.sptf`.
    """
    zfs, disk = device.queue, device.drive
    assert isinstance(disk, QueuedDisk) and not zfs.aggregation and zfs.start == zfs.max_pending
    drive = FlatDrive(disk, ageing)
    queue, pending, resilver = FlatQueue(zfs, drive), zfs.max_pending, stream or iter(())
    answered: list[ApplicationRead] = []
    count, sent, resilver_ios, resilver_bytes = len(reads), 0, 0, 0
    now, counted_to, waiting_time, active_time, busy_time = 0.0, 0.0, 0.0, 0.0, 0.0
    current: FlatSpot | None = None
    in_drive = drive.queue
    for offset, length in islice(resilver, inflight):
        queue.add(0.0, offset, length, RESILVER, pending)
    arrival = reads[0][0] if reads else inf
    while len(answered) < count:
        if current is not None:
            due = drive.ends
        else:
            due = max(now, in_drive[0].arrived) if in_drive else inf
        if arrival <= due or current is not None:  # the start of an access changes neither queue
            until = min(arrival, due)
            passed, counted_to = until - counted_to, until
            active = len(in_drive) + (current is not None)
            waiting_time += passed * queue.waiting
            active_time += passed * active
            busy_time += passed if active else 0.0
        if arrival <= due:  # the application reads
            now = arrival
            queue.add(now, reads[sent][2], size, READ, pending - (current is not None))
            sent += 1
            arrival = reads[sent][0] if sent < count else inf
        elif current is not None:  # the drive answers
            now, zio = drive.ends, current.item
            queue.order.count_active(zio, -1)
            queue.issue(now, pending)
            if zio.kind == RESILVER:
                resilver_ios, resilver_bytes = resilver_ios + 1, resilver_bytes + zio.size
                for offset, length in islice(resilver, 1):
                    queue.add(now, offset, length, RESILVER, pending)
            else:
                issued = current.arrived - disk.spec.command
                answered.append(ApplicationRead(zio.arrived, issued, now))
            current = None
        else:  # the drive starts an access
            now = due
            current = drive.next(now)
            drive.start(now, current)
    seconds = now or 1.0
    return BesideResilver(
        answered,
        resilver_ios,
        resilver_bytes,
        now,
        waiting_time / seconds,
        active_time / seconds,
        busy_time / seconds,
    )
