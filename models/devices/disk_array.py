"""Several disks behind one controller, seen as one LUN: it stripes over them, and each chooses for itself."""
from collections.abc import Sequence
from math import inf

from models.check import a_number, apart, requested, shown
from models.devices.queued_disk import Command, QueuedDisk


class DiskArray:
    """`stripe` bytes lie on one disk, the next on the next. A command is answered with its last part.

    Driven as one of its disks is. There is no cache in the controller: it is about reads. Raises ValueError for bytes
    that it has not, and for a time before the last answer.
    """

    def __init__(self, disks: Sequence[QueuedDisk], stripe: int):
        if not isinstance(disks, list | tuple) or not disks or not all(isinstance(disk, QueuedDisk) for disk in disks):
            raise ValueError(f"disks must be one QueuedDisk or more, got {shown(disks)}")
        apart("an array", disks)
        smallest = min(disk.spec.capacity for disk in disks)
        a_number("stripe", stripe, 512, smallest, whole=True, unit="bytes")
        self.disks, self.stripe, self.now = list(disks), stripe, 0.0
        self.capacity = smallest // stripe * stripe * len(self.disks)
        self.times = [disk.due for disk in self.disks]                # when the next thing happens in each
        self.parts: dict[Command, tuple[Command, list[int]]] = {}     # of a part: the whole, and how many are left

    def submit(self, now: float, op: str, offset: int, size: int) -> Command:
        """Issue a read or a write at `now` (s). A later `step` answers it."""
        if op not in ("read", "write"):
            raise ValueError(f"op must be read or write, got {shown(op)}")
        if size.__class__ is not int or size < 1:
            requested(size)
        if offset.__class__ is not int or not 0 <= offset <= self.capacity - size:
            a_number("size", size, 1, self.capacity, whole=True, unit="bytes")
            a_number("offset", offset, 0, self.capacity - size, whole=True, unit="bytes")
        if now.__class__ is not float or not self.now <= now < inf:
            a_number("now", now, self.now, unit="s")
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
        """When the next thing happens in one of the disks (s); inf if nothing."""
        return min(self.times)

    def step(self) -> list[Command]:
        """Let it happen. Returns the commands whose last part it answered."""
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
