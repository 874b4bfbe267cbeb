"""Several disks behind one controller that appear as one striped LUN. Each disk reorders its own
commands."""

from collections.abc import Iterator, Sequence
from math import fsum, inf

from models.devices.device import Command
from models.devices.queued_disk import QueuedDisk
from models.sim.path import RequestPath


class DiskArray:
    """Disks with `stripe` consecutive bytes on each in turn, driven like one of its disks.

    A command is answered with its last part, a flush with the last disk's. The controller has no
    cache.
    """

    def __init__(self, disks: Sequence[QueuedDisk], stripe: int):
        smallest = min(disk.spec.capacity for disk in disks)
        self.disks, self.stripe, self.now = list(disks), stripe, 0.0
        self.capacity = smallest // stripe * stripe * len(self.disks)
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        # when the next thing happens in each disk (s)
        self.times = [disk.due for disk in self.disks]
        # part -> the whole command, and the number of its parts outstanding
        self.parts: dict[Command, tuple[Command, list[int]]] = {}

    @property
    def busy(self) -> float:
        """Return the seconds in which a disk was busy, averaged over the disks."""
        return fsum([disk.busy for disk in self.disks]) / len(self.disks)

    @property
    def until(self) -> float:
        """Return when the disks finish their current work (s), averaged over the disks."""
        return fsum([disk.until for disk in self.disks]) / len(self.disks)

    def split(self, offset: int, size: int) -> Iterator[tuple[int, int, int]]:
        """Yield the parts of these bytes: disk, offset on it, size."""
        end = offset + size
        while offset < end:
            number, within = divmod(offset, self.stripe)
            row, disk = divmod(number, len(self.disks))
            length = min(end - offset, self.stripe - within)
            yield disk, row * self.stripe + within, length
            offset += length

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s). A later `step` answers it."""
        whole, left = Command(op, offset, size, now), [0]
        if size:
            self.moved[op == "write"] += 1
            self.moved[2 + (op == "write")] += size
        for disk, begin, length in (
            self.split(offset, size) if size else [(disk, 0, 0) for disk in range(len(self.disks))]
        ):
            self.parts[self.disks[disk].submit(now, op, begin, length)] = (whole, left)
            self.times[disk] = self.disks[disk].due
            left[0] += 1
        return whole

    def drain(self, now: float) -> float:
        """Process all that is outstanding. Return when it is on the platters (s), at least
        `now`."""
        return max([disk.drain(now) for disk in self.disks])

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes would survive a power failure at `now` (s)."""
        return all(
            self.disks[disk].stable(now, begin, length)
            for disk, begin, length in self.split(offset, size)
        )

    @property
    def due(self) -> float:
        """Return when the next thing happens (s); inf if nothing is outstanding."""
        return min(self.times)

    def step(self) -> list[Command]:
        """Process what happens next in any disk. Return the commands that are now complete."""
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
