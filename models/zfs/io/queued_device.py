"""A device behind ZFS's queue on the event loop, which answers with events."""

from typing import Any

from models.devices.device import Command, Drive
from models.devices.looped_drive import LoopedDrive
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath
from models.zfs.io.scheduler import VdevQueue

READ, WRITE = "sync read", "sync write"


class QueuedDevice(LoopedDrive):
    """A `drive` behind a `VdevQueue` with these `options`. The value of an event is its `Zio`."""

    def __init__(self, loop: Loop, drive: Drive, **options: Any):
        super().__init__(loop, drive)
        self.queue = VdevQueue(drive, **options)

    @property
    def ready(self) -> float:
        """Return a time (s) that orders devices by load: now, plus one second per I/O here."""
        queue = self.queue
        return self.loop.now + (queue.waiting + len(queue.in_drive))

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue an I/O now. Return the event that fires with its answer."""
        answer, now = Event(self.loop), self.loop.now
        if op == "flush":  # ahead of the queue
            self.queue.flush(now, answer, path)
        else:
            kind = kind or (READ if op == "read" else WRITE)
            answer.value = self.queue.submit(now, op, offset, size, kind, answer, path)
        if self.drive.due < self.next_check:
            self.schedule_check()
        return answer

    def promote(self, answer: Event) -> None:
        """Treat a waiting I/O as a sync read that arrives now, because a request waits for it."""
        self.queue.promote(self.loop.now, answer.value)

    def answered(self, command: Command) -> None:
        """Fire the answers of the I/Os of a command, after the next have been issued."""
        for zio in self.queue.answered(command):
            if self.recording:
                self.done.append(zio)
            if zio.path is not None and zio.fork is not None:
                zio.path.take(zio.fork)
                zio.path.serve(zio.path.doing, "the drive answers", command.finish, "disk")
            answer, zio.owner = zio.owner, None  # so that neither keeps the other in memory
            answer.fire(zio)
