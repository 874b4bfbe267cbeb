"""A device behind ZFS's queue, on the event loop: what is asked of it is answered by events."""
from math import inf
from typing import Any

from models.devices.device import Device, Drive
from models.devices.fifo_adapter import FifoAdapter
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath
from models.sim.request import Request
from models.zfs.io.scheduler import VdevQueue
from models.zfs.io.zio import Zio

READ, WRITE = "sync read", "sync write"


class QueuedDevice:
    """`drive` behind ZFS's queue as in `VdevQueue`, to which `options` go. device: what stands behind it, the drive itself if
    it has a queue of its own. An event's value is the I/O, which says when it was issued and what the drive was asked for.
    done: the I/Os that were answered, in order, kept while `recording`."""

    def __init__(self, loop: Loop, drive: Drive, device: Any = None, **options: Any):
        self.loop = loop
        self.device: Any = device or drive
        self.queue = VdevQueue(drive, **options)
        self.looks = inf                    # when the loop looks at the queue next (s)
        self.recording = False
        self.done: list[Zio] = []

    @classmethod
    def before(cls, loop: Loop, device: Device, **options: Any) -> "QueuedDevice":
        """The queue before a device that answers by itself."""
        adapter = FifoAdapter(device)
        queued = cls(loop, adapter, device, **options)
        adapter.woken = queued.look
        return queued

    @property
    def capacity(self) -> int:
        """Bytes."""
        return int(self.device.capacity)

    @property
    def busy(self) -> float:
        """Seconds of service so far."""
        return float(self.device.busy)

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
        """When the next command may start (s), as far as one knows: now, and later the more there are."""
        return self.loop.now + (self.queue.waiting + self.queue.active)

    @property
    def trace(self) -> list[Request]:
        """The I/Os that were answered, flushes too."""
        return [Request(zio.op, zio.offset, zio.size, zio.came, zio.finish) for zio in self.done]

    def issue(self, op: str, offset: int, size: int, kind: str = READ, path: RequestPath | None = None) -> Event:
        """Issue an I/O now. The event fires with its answer."""
        answer = self.loop.event()
        answer.value = self.queue.submit(self.loop.now, op, offset, size, kind, answer, path)
        self.look()
        return answer

    def raise_(self, answer: Event) -> None:
        """Somebody waits for this I/O now: it counts as one that came just now."""
        self.queue.raise_(self.loop.now, answer.value)

    def read(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Event:
        """Its answer's event; `now` (s) is the loop's."""
        return self.issue("read", offset, size, kind or READ, path)

    def write(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Event:
        """Its answer's event; `now` (s) is the loop's."""
        return self.issue("write", offset, size, kind or WRITE, path)

    def flush(self, now: float, path: RequestPath | None = None) -> Event:
        """When the device's cache is empty: the event of the answer to a flush, which passes all that waits here."""
        answer = self.loop.event()
        self.queue.flush(self.loop.now, answer, path)
        self.look()
        return answer

    def drain(self, now: float) -> float:
        """When the device has nothing left to do (s)."""
        return float(self.device.drain(now))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Whether these bytes are safe if the power fails at `now` (s)."""
        return bool(self.device.stable(now, offset, size))

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
                if zio.path is not None and zio.fork is not None:
                    zio.path.take(zio.fork)
                zio.owner.fire(zio)
        self.look()
