"""Application reads beside a resilver's on one disk, written flat for speed.

It does what a `Machine` does with `DiskReads` and a `Resilver` on a disk without cached writes
behind a queue that joins nothing, I/O by I/O (a test holds it to that), several times as fast:
figures that try many depths need it. The drive reads ahead where `spec.read_ahead` is not 0; of
what it has read ahead it keeps the resilver's last.
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
from models.zfs.io.scheduler import PRIORITIES

READ, RESILVER = "sync read", "resilver"


class Read(NamedTuple):
    """A read of an application: when it came, went down to the drive and had its answer (s)."""

    came: float
    issued: float
    finish: float


class Beside(NamedTuple):
    """What came of an application's reads beside a resilver's."""

    reads: Sequence[Any]  # the application's, as they were answered: Read or Zio
    ios: int  # of the resilver
    read: int  # bytes that it read
    seconds: float
    waiting: float  # mean I/Os in ZFS's queue
    active: float  # mean commands in the drive's hands
    busy: float  # share of the time that it had any
    useful: float = 1.0  # share of what the resilver read that it copies

    @property
    def rate(self) -> float:
        """Bytes a second that the resilver copies."""
        return self.read * self.useful / self.seconds

    @property
    def commands(self) -> float:
        """Commands a second that were answered."""
        return (self.ios + len(self.reads)) / self.seconds

    @property
    def mean(self) -> float:
        """What the application's reads take on average (s)."""
        return mean([read.finish - read.came for read in self.reads])

    @property
    def p90(self) -> float:
        """What nine of ten do not exceed (s)."""
        return percentile([read.finish - read.came for read in self.reads], 0.9)

    @property
    def waited(self) -> float:
        """How long the application's reads are in ZFS's queue, on average (s)."""
        return mean([read.issued - read.came for read in self.reads])

    @property
    def held(self) -> float:
        """How long they are in the drive's hands, on average (s)."""
        return mean([read.finish - read.issued for read in self.reads])


def two_streams(
    device: QueuedDevice,
    reads: list[tuple[float, int, int]],
    size: int,
    stream: Iterator[tuple[int, int]] | None,
    inflight: int = 32,
    ageing: float = 0.0,
) -> Beside:
    """Let `reads` (when, disk, where) of `size` bytes come, and `inflight` of a resilver's at a
    time, until all are answered.

    device: a disk of a machine behind its queue, afresh, of which the rule, the depths and the
    disk's constants are taken; no I/O is longer than a track. ageing: see `queued_disk.sptf`.
    """
    zfs, disk = device.queue, device.drive
    assert isinstance(disk, QueuedDisk) and not zfs.aggregation and zfs.start == zfs.max_pending
    line, max_pending, depth = zfs.line, zfs.max_pending, disk.depth
    spec, geometry, turn = disk.spec, disk.geometry, disk.turn
    command, next_track, ahead = spec.command, disk.next_track, spec.read_ahead
    hands: list[
        Spot
    ] = []  # the drive's, as they arrive; what: track, what is left of it, and the I/O
    number = waiting = 0  # I/Os so far, and those of them in ZFS's queue

    def comes_in(now: float, offset: int, much: int, kind: str, most: int) -> None:
        nonlocal number, waiting
        number += 1
        waiting += 1
        priority = PRIORITIES[kind]
        line.add(
            Zio("read", offset, much, now, kind, None, priority, deadline(now, priority), number)
        )
        goes_down(now, most)

    def goes_down(now: float, most: int) -> None:
        nonlocal waiting
        while len(hands) < most and (zio := line.head()):
            zio.issued = now
            waiting -= 1
            line.begun(zio, 1)
            cylinder, angle, left, track = geometry.place(zio.offset)
            hands.append(Spot(cylinder, angle, zio.offset, 0.0, now + command, (track, left, zio)))

    def read_on(offset: int, much: int, now: float, since: float) -> float:
        """When a read is done that begins where the head has passed since the last ended: it reads
        ahead. Else 0."""
        place, end = geometry.place(after), offset + much
        if (offset - after) / place.track * turn > now - since or end - after > ahead:
            return 0.0
        time, left = since + (next_track if place.left == place.track else 0.0), end - after
        if left > place.left:
            time, left = time + place.left / place.track * turn + next_track, left - place.left
            place = geometry.place(end - left)
        return max(time + left / place.track * turn, now + much / spec.interface_rate)

    def gone_on(now: float, since: float) -> int:
        """How many bytes the head has passed by reading ahead until the arm is wanted elsewhere."""
        place = geometry.place(after)
        return disk.passed(
            since + (next_track if place.left == place.track else 0.0), now, after, ahead
        )

    count, sent, blocks, moved, here, after = len(reads), 0, 0, 0, 0, 0
    answered: list[Read] = []
    now, ends, working = 0.0, inf, False
    counted_to = waited = held = busy = 0.0
    kept = until = 0  # what was read ahead of the resilver before the arm was wanted elsewhere
    lately = False  # whether the last I/O was the resilver's
    arrived, zio, mine = (
        0.0,
        Zio("read", 0, 0, 0.0),
        False,
    )  # what the platter is about, while it is working
    coming = iter(()) if stream is None else stream
    for offset, much in islice(coming, inflight):
        comes_in(0.0, offset, much, RESILVER, max_pending)
    comes = reads[0][0] if reads else inf
    while len(answered) < count:
        due = ends if working else max(now, hands[0].arrived) if hands else inf
        if comes <= due or working:  # (a drive that begins changes neither queue)
            passed, counted_to = min(comes, due) - counted_to, min(comes, due)
            waited += passed * waiting
            held += passed * (len(hands) + working)
            busy += passed if working or hands else 0.0
        if comes <= due:  # an application reads
            now = comes
            comes_in(now, reads[sent][2], size, READ, max_pending - working)
            sent += 1
            comes = reads[sent][0] if sent < count else inf
        elif working:  # the drive answers
            now, working = ends, False
            line.begun(zio, -1)
            goes_down(now, max_pending)
            if mine:
                blocks, moved = blocks + 1, moved + zio.size
                for offset, much in islice(coming, 1):
                    comes_in(now, offset, much, RESILVER, max_pending)
            else:
                answered.append(Read(zio.came, arrived - command, now))
        else:  # it chooses
            now = due
            ready = min(len(hands), depth)
            while hands[ready - 1].arrived > now:
                ready -= 1
            disk.cylinder, disk.after = here, after
            best = disk.soonest(now, hands[:ready], ageing)
            cylinder, angle, offset, _, arrived, (track, left, zio) = hands.pop(best)
            much, mine = zio.size, zio.kind == RESILVER
            if ends < now and 0 < after <= offset and (soon := read_on(offset, much, now, ends)):
                after, ends, working, lately = offset + much, soon, True, mine
                here = geometry.place(after - 1).cylinder
                continue
            end = offset + much
            if (
                ends < now
                and ahead
                and 0 < after < spec.capacity - ahead
                and (gone := gone_on(now, ends))
            ):
                if lately:
                    kept, until = after, after + gone
                after += gone
                here = geometry.place(after - 1).cylinder
            if mine and kept <= offset < until < end:  # its beginning has been read ahead
                offset = until
                cylinder, angle, left, track = geometry.place(offset)
            distance = cylinder - here if cylinder > here else here - cylinder
            seek = disk.seeks.turns(distance) if distance and offset != after else 0.0
            gap = (angle - (now / turn + disk.phase) - seek) % 1.0
            reached = seek if gap > ALMOST_A_TURN else seek + gap
            rest, lately = end - offset, mine
            if rest <= left:
                here, ends = cylinder, now + (reached + rest / track) * turn
            else:
                place = geometry.place(offset + left)
                here, ends = (
                    place.cylinder,
                    now
                    + (reached + left / track + (rest - left) / place.track) * turn
                    + next_track,
                )
            after, working = end, True
    whole = now or 1.0
    return Beside(answered, blocks, moved, now, waited / whole, held / whole, busy / whole)
