"""A device behind ZFS's queue on the event loop, which answers with events."""

from math import inf
from typing import Any

from models.devices.device import Device, Drive, FifoAdapter
from models.devices.looped_drive import LoopedDrive
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath
from models.zfs.io.scheduler import VdevQueue

READ, WRITE = "sync read", "sync write"


class QueuedDevice(LoopedDrive):
    """A `drive` behind a `VdevQueue` with these `options`. The value of an event is its `Zio`."""

    def __init__(self, loop: Loop, drive: Drive, device: Any = None, **options: Any):
        super().__init__(loop, drive, device)
        self.queue = VdevQueue(drive, **options)

    @classmethod
    def before(cls, loop: Loop, device: Device, **options: Any) -> "QueuedDevice":
        """Return a queue in front of a device that serves commands in order."""
        adapter = FifoAdapter(device)
        queued = cls(loop, adapter, device, **options)
        adapter.on_event = queued.schedule_check
        return queued

    @property
    def outstanding(self) -> float:
        """Return how long at least one command was outstanding (s), for a device on a cable."""
        return float(self.device.outstanding)

    @property
    def transfers(self) -> int:
        """Return the number of commands that moved data, for a device on a cable."""
        return int(self.device.transfers)

    @property
    def ready(self) -> float:
        """Return a time (s) that orders devices by load: now, plus one second per I/O here."""
        return self.loop.now + (self.queue.waiting + self.queue.active)

    @property
    def due(self) -> float:
        """Return when the next thing happens in the drive (s)."""
        return self.queue.due

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue an I/O now. Return the event that fires with its answer."""
        answer = self.loop.event()
        kind = kind or (READ if op == "read" else WRITE)
        answer.value = self.queue.submit(self.loop.now, op, offset, size, kind, answer, path)
        self.schedule_check()
        return answer

    def promote(self, answer: Event) -> None:
        """Treat a waiting I/O as a sync read that arrives now, because a request waits for it."""
        self.queue.promote(self.loop.now, answer.value)

    def flush(self, now: float, path: RequestPath | None = None) -> Event:
        """Issue a flush, ahead of the queue. Return the event that fires when the cache is
        empty."""
        answer = self.loop.event()
        self.queue.flush(self.loop.now, answer, path)
        self.schedule_check()
        return answer

    def step(self) -> None:
        """Process everything that is due, and fire the events of what is answered."""
        queue, now = self.queue, self.loop.now
        if self.next_check > now:  # an earlier check has replaced this one
            return
        while (due := queue.due) <= now:
            for zio in queue.step():
                if self.recording:
                    self.done.append(zio)
                if zio.path is not None and zio.fork is not None:
                    zio.path.take(zio.fork)
                zio.owner.fire(zio)
        self.next_check = due
        if due < inf and due != self.replaced_check:
            self.loop.at(due, self.step)
