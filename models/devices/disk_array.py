"""Several disks behind one controller, striped into one LUN."""

from collections.abc import Iterator, Sequence
from math import fsum, inf

from models.devices.device import Command
from models.devices.queued_disk import QueuedDisk
from models.sim.path import RequestPath


class DiskArray:
    """A drive made of several disks. Each in turn holds `stripe` consecutive bytes.

    A command is answered when its last part is, a flush when the last disk has flushed. The
    controller has no cache and no queue; each disk reorders its own commands.
    """

    def __init__(self, disks: Sequence[QueuedDisk], stripe: int):
        smallest = min(disk.spec.capacity for disk in disks)
        self.disks, self.stripe, self.now = list(disks), stripe, 0.0
        self.capacity = smallest // stripe * stripe * len(self.disks)
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        # time of the next event in each disk (s)
        self.times = [disk.due for disk in self.disks]
        # part -> its command, and the number of parts outstanding in a list of one
        self.parts: dict[Command, tuple[Command, list[int]]] = {}

    @property
    def busy(self) -> float:
        """Return how long a disk was busy (s), averaged over the disks."""
        return fsum([disk.busy for disk in self.disks]) / len(self.disks)

    def split(self, offset: int, size: int) -> Iterator[tuple[int, int, int]]:
        """Yield the parts of `size` bytes at `offset`: for each the disk's number, the offset on
        that disk and the size (bytes)."""
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
        """Issue a command at `now` (s) and return it. A later `step` answers it."""
        return self.receive(now, Command(op, offset, size, now, path=path))

    def receive(self, now: float, command: Command) -> Command:
        """Take a command that was issued earlier, and may have waited for a cable, as `submit` does."""
        op, offset, size, left = command.op, command.offset, command.size, [0]
        if size:
            self.moved[op == "write"] += 1
            self.moved[2 + (op == "write")] += size
        for disk, begin, length in (
            self.split(offset, size) if size else [(disk, 0, 0) for disk in range(len(self.disks))]
        ):
            self.parts[self.disks[disk].submit(now, op, begin, length)] = (command, left)
            self.times[disk] = self.disks[disk].due
            left[0] += 1
        return command

    def drain(self, now: float) -> float:
        """Process everything that is outstanding. Return when it is on the platters (s), at least
        `now`."""
        return max([disk.drain(now) for disk in self.disks])

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now`
        (s)."""
        return all(
            self.disks[disk].stable(now, begin, length)
            for disk, begin, length in self.split(offset, size)
        )

    @property
    def due(self) -> float:
        """Return the time of the next event in any disk (s); inf if nothing is outstanding."""
        return min(self.times)

    def step(self) -> list[Command]:
        """Process the next event in any disk. Return the commands that it completes."""
        now = min(self.times)
        if now == inf:
            return []
        self.now = now
        done, number = [], self.times.index(now)
        answered = self.disks[number].step()
        self.times[number] = self.disks[number].due
        for part in answered:
            command, left = self.parts.pop(part)
            left[0] -= 1
            finish = command.finish
            command.finish = part.finish if finish == inf else max(finish, part.finish)
            if not left[0]:
                done.append(command)
        return done
