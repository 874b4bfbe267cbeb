"""Several disks behind one controller, seen as one LUN: it stripes over them, and each chooses for itself."""
from collections.abc import Sequence
from math import inf

from models.devices.device import Command
from models.devices.queued_disk import QueuedDisk
from models.sim.path import RequestPath


class DiskArray:
    """`stripe` bytes lie on one disk, the next on the next. A command is answered with its last part.

    Driven as one of its disks is. There is no cache in the controller: it is about reads.
    """

    def __init__(self, disks: Sequence[QueuedDisk], stripe: int):
        smallest = min(disk.spec.capacity for disk in disks)
        self.disks, self.stripe, self.now = list(disks), stripe, 0.0
        self.capacity = smallest // stripe * stripe * len(self.disks)
        self.times = [disk.due for disk in self.disks]                # when the next thing happens in each
        self.parts: dict[Command, tuple[Command, list[int]]] = {}     # of a part: the whole, and how many are left

    def submit(self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None) -> Command:
        whole, left, end = Command(op, offset, size, now), [0], offset + size
        while offset < end:
            number, within = divmod(offset, self.stripe)
            row, disk = divmod(number, len(self.disks))
            much = min(end - offset, self.stripe - within)
            part = self.disks[disk].submit(now, op, row * self.stripe + within, much)
            self.parts[part] = (whole, left)
            self.times[disk] = self.disks[disk].due
            left[0] += 1
            offset += much
        return whole

    @property
    def due(self) -> float:
        return min(self.times)

    def step(self) -> list[Command]:
        now = min(self.times)
        if now == inf:
            return []
        self.now = now
        done, number = [], self.times.index(now)
        answered = self.disks[number].step()
        self.times[number] = self.disks[number].due
        for part in answered:
            whole, left = self.parts.pop(part)
            left[0] -= 1
            whole.finish = part.finish if whole.finish == inf else max(whole.finish, part.finish)
            if not left[0]:
                done.append(whole)
        return done
