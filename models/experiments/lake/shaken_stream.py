"""A streaming write to many disks, some of which are shaken for a while.

The server gathers what clients send and writes it out in groups, in equal parts on all disks; a group is over when the
last disk has its part, and only then the next begins. So a few slow disks hold all others up.
"""
from collections import deque
from random import Random

from models.devices.hdd import DriveSpec
from models.devices.vibration import Shaking
from models.machine.lone_writer import drive_spec
from models.units import MB, KiB

THREE_SECONDS = Shaking(10.0, 3.0, 0.9)
Transfer = tuple[float, float, int]
"""finish (s), latency at the disk (s), disk (from 0)."""


class ShakenStream:
    """disks: how many; shaken: how many of them. rate: bytes a second that clients would send; transfer: bytes of one
    write to a disk; pending: how many of these a disk has at a time; limit: bytes that may wait in memory.

    A write that comes to the end of a track takes a skew more; which ones do is drawn. interval: seconds for which a
    group gathers at least. All chance comes from `seed`.
    """

    def __init__(self, *, disks: int = 24, shaken: int = 6, shaking: Shaking = THREE_SECONDS,
                 rate: float = 200 * MB, transfer: int = 128 * KiB, pending: int = 10, limit: float = 400 * MB,
                 interval: float = 0.1, spec: DriveSpec | None = None, seed: int = 1):
        self.disks, self.shaken, self.shaking = disks, shaken, shaking
        self.rate, self.transfer, self.pending, self.limit, self.interval = rate, transfer, pending, limit, interval
        spec = spec or drive_spec()
        self.turn, self.skew = 1 / spec.speed, spec.skew
        track = spec.media_rate * (self.turn + spec.skew)
        self.crosses = transfer / track                                   # to another track, in the mean
        self.service = spec.command + transfer / track * self.turn
        self.random = Random(seed)
        self.now, self.gathered = interval, rate * interval

    def part(self, disk: int, count: int) -> list[Transfer]:
        """Write `count` transfers to one disk from now on, `pending` of them at a time."""
        shaking = self.shaking if disk < self.shaken else None
        service, skew, crosses, turn = self.service, self.skew, self.crosses, self.turn
        random, pending = self.random, self.pending
        free = begin = self.now
        out: list[Transfer] = []
        ended: deque[float] = deque()
        for _ in range(count):
            issued = ended.popleft() if len(ended) == pending else begin
            free += service + (skew if random.random() < crosses else 0.0)
            if shaking:
                free += shaking.retries(free, turn, random) * turn
            ended.append(free)
            out.append((free, free - issued, disk))
        return out

    def group(self) -> list[Transfer]:
        """Write the next group to all disks. Returns its transfers; `now` is then when the next one begins (s)."""
        count, rest = divmod(int(self.gathered / self.transfer), self.disks)
        out = [transfer for disk in range(self.disks) for transfer in self.part(disk, count + (disk < rest))]
        begin, end = self.now, max([finish for finish, _, _ in out], default=self.now)
        self.now = max(end, begin + self.interval)
        left = self.gathered - (count * self.disks + rest) * self.transfer
        self.gathered = min(self.limit, left + self.rate * (self.now - begin))
        return out
