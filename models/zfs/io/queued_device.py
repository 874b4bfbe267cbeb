"""A device behind ZFS's queue on the event loop, which answers with events."""

from math import inf
from typing import Any

from models.devices.device import Command, Drive, FifoAdapter
from models.devices.looped_drive import LoopedDrive
from models.sim.answer import Answer
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath
from models.zfs.io.queue_order import Zio
from models.zfs.io.scheduler import PER_CLASS, VdevQueue

READ, WRITE = "sync read", "sync write"


class QueuedDevice(LoopedDrive):
    """A `drive` behind a `VdevQueue` with these `options`. The value of an event is its `Zio`.

    A drive that serves in order knows when it answers a command. So a write or flush that need not
    wait in a queue with classes is answered with that time, without an event: its place is given up
    when the queue is next used. A test compares this with events, which fire after whatever else
    happens at their time. (Machines of 2010 have many writes that end together, and keep them.)"""

    def __init__(self, loop: Loop, drive: Drive, **options: Any):
        super().__init__(loop, drive)
        self.queue = VdevQueue(drive, **options)
        self.knows = isinstance(drive, FifoAdapter) and self.queue.rule in PER_CLASS

    @property
    def ready(self) -> float:
        """Return a time (s) that orders devices by load: now, plus one second per I/O here."""
        queue = self.queue
        if self.knows:
            self.catch_up()
        return self.loop.now + (queue.waiting + len(queue.in_drive))

    def catch_up(self) -> None:
        """Process what is over in the drive."""
        drive, now = self.drive, self.loop.now
        while drive.due < now:
            for command in drive.step():
                self.answered(command)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Issue a write now. Return when it is answered."""
        if not self.knows or path is not None or self.recording:
            return self.issue("write", offset, size, kind, path)
        self.catch_up()
        zio = self.queue.submit(now, "write", offset, size, kind or WRITE)
        return self.known(zio)

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Issue a flush now, ahead of the queue. Return when it is answered."""
        if not self.knows or path is not None or self.recording:
            return self.issue("flush", 0, 0, "", path)
        self.catch_up()
        return self.known(self.queue.flush(now, None))

    def known(self, zio: Zio) -> Answer:
        """Return the answer of an I/O just issued: its time if the drive knows it, or its event."""
        if zio.whole is not None and zio.whole.finish < inf:
            return zio.whole.finish
        zio.owner = answer = Event(self.loop)
        answer.value = zio
        if self.drive.due < self.next_check:
            self.schedule_check()
        return answer

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue an I/O now. Return the event that fires with its answer."""
        answer, now = Event(self.loop), self.loop.now
        if self.knows:
            self.catch_up()
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
            if answer is not None:
                answer.fire(zio)
