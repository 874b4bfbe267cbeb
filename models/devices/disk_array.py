"""Several disks behind one controller, seen as one LUN: it stripes over them, and each chooses for
itself."""

from collections.abc import Iterator, Sequence
from math import fsum, inf

from models.devices.device import Command
from models.devices.queued_disk import QueuedDisk
from models.sim.path import RequestPath


class DiskArray:
    """`stripe` bytes lie on one disk, the next on the next. A command is answered with its last
    part, a flush with the last disk's. Driven as one of its disks is. There is no cache in the
    controller.
    """

    def __init__(self, disks: Sequence[QueuedDisk], stripe: int):
        smallest = min(disk.spec.capacity for disk in disks)
        self.disks, self.stripe, self.now = list(disks), stripe, 0.0
        self.capacity = smallest // stripe * stripe * len(self.disks)
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.times = [disk.due for disk in self.disks]  # when the next thing happens in each
        self.parts: dict[
            Command, tuple[Command, list[int]]
        ] = {}  # of a part: the whole, and how many are left

    @property
    def busy(self) -> float:
        """Seconds in which a disk had something to do, on average over all of them."""
        return fsum([disk.busy for disk in self.disks]) / len(self.disks)

    @property
    def until(self) -> float:
        """When what the disks are about is done, on average (s)."""
        return fsum([disk.until for disk in self.disks]) / len(self.disks)

    def cut(self, offset: int, size: int) -> Iterator[tuple[int, int, int]]:
        """What lies where: disk, offset there and size of each part."""
        end = offset + size
        while offset < end:
            number, within = divmod(offset, self.stripe)
            row, disk = divmod(number, len(self.disks))
            much = min(end - offset, self.stripe - within)
            yield disk, row * self.stripe + within, much
            offset += much

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s). A later `step` answers it."""
        whole, left = Command(op, offset, size, now), [0]
        if size:
            self.moved[op == "write"] += 1
            self.moved[2 + (op == "write")] += size
        for disk, begin, much in (
            self.cut(offset, size) if size else [(disk, 0, 0) for disk in range(len(self.disks))]
        ):
            self.parts[self.disks[disk].submit(now, op, begin, much)] = (whole, left)
            self.times[disk] = self.disks[disk].due
            left[0] += 1
        return whole

    def drain(self, now: float) -> float:
        """Let everything happen that is left. Returns when the platters have it (s), at least
        `now`."""
        return max([disk.drain(now) for disk in self.disks])

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Whether these bytes are safe if the power fails at `now` (s)."""
        return all(
            self.disks[disk].stable(now, begin, much)
            for disk, begin, much in self.cut(offset, size)
        )

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
