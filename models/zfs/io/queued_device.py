"""A device behind ZFS's queue, on the event loop: what is asked of it is answered by events."""

from math import inf
from typing import Any

from models.devices.device import Device, Drive, FifoAdapter
from models.devices.looped_drive import LoopedDrive
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath
from models.zfs.io.scheduler import VdevQueue

READ, WRITE = "sync read", "sync write"


class QueuedDevice(LoopedDrive):
    """`drive` behind ZFS's queue as in `VdevQueue`, to which `options` go. An event's value is the
    I/O (`Zio`), which says when it came and was issued, and what the drive was asked for."""

    def __init__(self, loop: Loop, drive: Drive, device: Any = None, **options: Any):
        super().__init__(loop, drive, device)
        self.queue = VdevQueue(drive, **options)

    @classmethod
    def before(cls, loop: Loop, device: Device, **options: Any) -> "QueuedDevice":
        """The queue before a device that answers by itself."""
        adapter = FifoAdapter(device)
        queued = cls(loop, adapter, device, **options)
        adapter.on_event = queued.schedule_check
        return queued

    @property
    def outstanding(self) -> float:
        """Seconds in which the device had at least one command, of one on a cable."""
        return float(self.device.outstanding)

    @property
    def transfers(self) -> int:
        """Commands that moved data, of a device on a cable."""
        return int(self.device.transfers)

    @property
    def ready(self) -> float:
        """When the next command may start (s), as far as one knows: now, and later the more there
        are."""
        return self.loop.now + (self.queue.waiting + self.queue.active)

    @property
    def due(self) -> float:
        """When the next thing happens beneath (s)."""
        return self.queue.due

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue an I/O now. The event fires with its answer."""
        answer = self.loop.event()
        kind = kind or (READ if op == "read" else WRITE)
        answer.value = self.queue.submit(self.loop.now, op, offset, size, kind, answer, path)
        self.schedule_check()
        return answer

    def raise_(self, answer: Event) -> None:
        """Somebody waits for this I/O now: it counts as one that came just now."""
        self.queue.raise_(self.loop.now, answer.value)

    def flush(self, now: float, path: RequestPath | None = None) -> Event:
        """When the device's cache is empty: the event of the answer to a flush, which passes all
        that waits here."""
        answer = self.loop.event()
        self.queue.flush(self.loop.now, answer, path)
        self.schedule_check()
        return answer

    def step(self) -> None:
        """Let everything happen that is due, and the events fire of all that is answered by now."""
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
        if due < inf:
            self.loop.at(due, self.step)
