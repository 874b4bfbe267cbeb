"""A device behind ZFS's queue, on the event loop: what is asked of it is answered by events."""
from math import inf
from typing import Any

from models.devices.device import Drive
from models.sim.loop import Event, Loop
from models.zfs.io.scheduler import VdevQueue
from models.zfs.io.zio import Zio


class QueuedDevice:
    """`drive` behind ZFS's queue as in `VdevQueue`, to which `options` go. An event's value is the I/O, which says when
    it was issued and what the drive was asked for. done: the I/Os that were answered, in order, kept while `recording`."""

    def __init__(self, loop: Loop, drive: Drive, **options: Any):
        self.loop = loop
        self.queue = VdevQueue(drive, **options)
        self.looks = inf                    # when the loop looks at the queue next (s)
        self.recording = False
        self.done: list[Zio] = []

    def issue(self, op: str, offset: int, size: int, kind: str = "sync read") -> Event:
        """Issue an I/O now. The event fires with its answer."""
        answer = self.loop.event()
        self.queue.submit(self.loop.now, op, offset, size, kind, answer)
        self.look()
        return answer

    def look(self) -> None:
        """Let the loop look again when the next thing happens beneath, unless it does so anyway by then."""
        due = self.queue.due
        if due < self.looks:
            self.looks = due
            self.loop.at(due, self.step)

    def step(self) -> None:
        """Let everything happen that is due."""
        queue, now = self.queue, self.loop.now
        if self.looks > now:                # it has been looked at since
            return
        self.looks = inf
        while queue.due <= now:
            for zio in queue.step():
                if self.recording:
                    self.done.append(zio)
                zio.owner.fire(zio)
        self.look()
