"""One thread writes to the disks of a pool in turn, and each disk draws a line: the icy lake of 2009.

Each write goes to the next vdev, behind that vdev's last one, and waits until every column of it is on its platter. Then
the thread takes a moment and writes the next. That is `HardDisk.write` and `HardDisk.flush` on all disks of a vdev, the
slowest deciding; it is written flat because one map takes tens of thousands of writes, and a test holds it to the
readable path.

Where the vdevs are RAID-Z this is wrong in one way: all columns are as long as the longest and begin at the same place,
while real blocks begin on another disk each time and have columns a sector shorter, and parity (`pool.raidz` has the map).
"""
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from models.devices.hdd import HardDisk
from models.devices.positioning import ALMOST_A_TURN

Write = tuple[float, float, int, int, float]
"""start (s), latency (s), vdev and column (both from 0) of the spindle that decided, and the share of a turn by which
its sector was still away from the head when the write arrived."""


class WriteHead:
    """Where the next write of a disk goes, `size` bytes from `offset` on.

    state: the angle of that place (turns), the bytes left on its track, the share of a turn that a write takes, and its
    time (s); then the disk's turns a second, its phase (turns) and its turn (s).
    """

    __slots__ = ("disk", "size", "end", "state")

    def __init__(self, disk: HardDisk, offset: int, size: int):
        self.disk, self.size = disk, size
        self.state = [0.0, 0, 0.0, 0.0, 1 / disk.turn, disk.phase, disk.turn]
        self.move(offset)

    def move(self, offset: int) -> None:
        """Stand before `offset` (bytes)."""
        place = self.disk.geometry.place(offset)
        share = self.size / place.track
        self.end = offset + place.left
        self.state[:4] = place.angle, place.left, share, share * self.disk.turn

    def cross(self) -> float:
        """Seconds to write past the end of the track, as `Platter.access` takes; then stands on the next one."""
        disk, offset, left, taken = self.disk, self.end - int(self.state[1]), self.size, 0.0
        while True:
            place = disk.geometry.place(offset)
            part = min(left, place.left)
            taken += part / place.track * disk.turn
            offset += part
            left -= part
            if not left:
                break
            taken += disk.spec.skew
        self.move(offset)
        return taken


@dataclass(frozen=True)
class Spent:
    """Seconds of the thread's time."""

    client: float
    server: float       # its processor
    drive: float        # its electronics
    rotation: float     # until the sector comes round
    transfer: float     # while data goes to the platter


class IcyLake:
    """Writes to `vdevs` in turn, each a list of disks of one kind that all get `size` bytes."""

    def __init__(
        self,
        vdevs: Sequence[Sequence[HardDisk]],
        starts: Sequence[int],          # the first offset on each vdev (bytes)
        size: int,
        *,
        host: float,                    # seconds in the server before the disks are asked
        turnaround: float,              # seconds from an answer to the next request,
        jitter: float = 0.0,            # give or take so many (uniform)
        random: Random | None = None,
    ):
        self.vdevs, self.size = vdevs, size
        self.heads = [[WriteHead(disk, start, size) for disk in vdev] for vdev, start in zip(vdevs, starts, strict=True)]
        spec = vdevs[0][0].spec
        self.host, self.command, self.flush = host, spec.command, spec.flush
        self.arrive = host + spec.command + size / spec.interface_rate
        self.turnaround, self.jitter, self.random = turnaround, min(jitter, turnaround), random or Random(1)
        self.now, self.next = 0.0, 0
        self.count, self.rotation, self.transfer = 0, 0.0, 0.0
        self.watched: WriteHead | None = None
        self.seen: list[tuple[float, float]] = []

    def watch(self, vdev: int, column: int) -> None:
        """From now on note in `seen`, for every write to this disk (numbers from 0), its start (s) and how far its
        sector was away (turns), whether or not the disk decides."""
        self.watched, self.seen = self.heads[vdev][column], []

    def writes(self, until: float) -> list[Write]:
        """All writes that start before `until` (s) and were not given out yet, in order."""
        vdevs = [[(head.state, head) for head in vdev] for vdev in self.heads]
        size, arrive, command, flush, draw = self.size, self.arrive, self.command, self.flush, self.random.random
        least, spread = self.turnaround - self.jitter, 2 * self.jitter
        now, v, count, watched = self.now, self.next, len(vdevs), self.watched
        rotation, transfer = self.rotation, self.transfer
        out: list[Write] = []
        while now < until:
            came = now + arrive
            latest = -1.0
            column = 0
            away = wrote = 0.0
            for k, (state, head) in enumerate(vdevs[v]):
                target, left, share, taken, speed, phase, turn = state
                gap = (target - came * speed - phase) % 1.0
                if gap > ALMOST_A_TURN:
                    gap = 0.0
                if left > size:
                    state[0] = target + share
                    state[1] = left - size
                else:
                    taken = head.cross()
                needs = gap * turn + taken
                if needs > latest:
                    latest, column, away, wrote = needs, k, gap, taken
                if head is watched:
                    self.seen.append((now, gap))
            rotation += latest - wrote
            transfer += wrote
            latency = arrive + (latest if latest > command else command) + flush
            out.append((now, latency, v, column, away))
            now += latency + least + spread * draw() if spread else latency + least
            v += 1
            if v == count:
                v = 0
        self.now, self.next, self.rotation, self.transfer = now, v, rotation, transfer
        self.count += len(out)
        return out

    def spent(self) -> Spent:
        """Where the thread's time went so far (s); of what goes on at once, what ends last."""
        server, drive = self.count * self.host, self.count * (self.arrive - self.host + self.flush)
        client = max(0.0, self.now - server - drive - self.rotation - self.transfer)
        return Spent(client, server, drive, self.rotation, self.transfer)
