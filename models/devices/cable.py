"""A device on a shared cable: data waits for the cable before it reaches the device."""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from models.sim.answer import Answer, then
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath


class Cable:
    """A cable that carries one transfer at a time at `rate` bytes per second.

    Devices take turns, one transfer each, so that a device with little to send waits for at most
    one transfer of each other device: SAS arbitration favours the longest waiter. `busy` is the
    total seconds of transfers that have begun. Source: Serial Attached SCSI 1.1 (T10), arbitration
    by wait time.
    """

    def __init__(self, loop: Loop, rate: float):
        self.loop, self.rate = loop, rate
        self.free = self.busy = 0.0  # `free`: end of the current transfer (s)
        self.sender: Cabled | None = None  # device of the current transfer
        self.devices: deque[Cabled] = deque()  # other devices with waiting transfers, next first
        self.scheduled = False  # whether `next` is scheduled

    def begin(self, sender: "Cabled", size: int) -> float:
        """Begin a transfer of `size` bytes, after the current one if there is one. Return when it
        ends (s)."""
        service = size / self.rate
        self.sender = sender
        self.busy += service
        self.free = max(self.loop.now, self.free) + service
        return self.free

    def join(self, device: "Cabled") -> None:
        """Add a device that had nothing to send so far. The current sender gets its next turn after
        all that wait when its transfer ends."""
        if device is not self.sender:
            self.devices.append(device)
        self.schedule()

    def schedule(self) -> None:
        """Schedule the next transfer for when the cable is free."""
        if not self.scheduled:
            self.scheduled = True
            self.loop.at(self.free, self.next)

    def next(self) -> None:
        """Begin the transfer of the device whose turn it is."""
        self.scheduled = False
        if self.sender is not None and self.sender.waiting:
            self.devices.append(self.sender)
        device = self.devices.popleft()
        waiting = device.waiting.popleft()
        waiting.act(self.begin(device, waiting.size))
        if self.devices or device.waiting:
            self.schedule()


class Transfer(NamedTuple):
    """A transfer that waits for the cable."""

    size: int  # bytes
    act: Callable[[float], None]  # called with the time (s) at which it has crossed
    offset: int = -1  # where a write goes (bytes), -1 for a read


class Cabled:
    """A device behind a cable that it shares with others.

    A write that finds the cable free is answered with a time if the device answers with one; a
    command that waits, or whose data comes back over the cable, is answered with an event. A write
    starts in the device when all of it has crossed the cable, and a read takes the cable when the
    device has all of its data: large requests are not pipelined. A command without data takes no
    time on the cable.

    `queued` says whether the device answers with events. `outstanding` is the total seconds with at
    least one command outstanding (iostat's busy time), and `transfers` the number of commands that
    moved data.
    """

    def __init__(self, device: Any, cable: Cable, *, queued: bool = False):
        self.device, self.cable, self.queued = device, cable, queued
        self.capacity: int = device.capacity
        self.waiting: deque[Transfer] = deque()
        self.sent = 0.0  # when the last transfer to the device ends (s)
        self.outstanding = 0.0
        self.answered = 0.0  # time of the latest answer so far, which may be in the future (s)
        # commands whose answer time is still unknown: when they were issued (s)
        self.out: dict[Event, float] = {}
        self.transfers = 0

    @property
    def ready(self) -> float:
        """Return when the device can start the next command (s)."""
        return float(self.device.ready)

    @property
    def busy(self) -> float:
        """Return the seconds of service of the device."""
        return float(self.device.busy)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Issue a write at `now` (s). Return when it is answered."""
        cable = self.cable
        self.transfers += 1
        if cable.free <= now and not cable.scheduled and not self.queued:
            arrived = self.sent = cable.begin(self, size)
            if path is not None:
                path.serve(path.doing, "crosses the cable", arrived, "cable")
            return self.count_outstanding(now, self.device.write(arrived, offset, size, path, kind))
        answer = cable.loop.event()
        self.out[answer] = now

        def arrive(arrived: float) -> None:
            def begin() -> None:
                self.forward(self.device.write(arrived, offset, size, path, kind), now, answer)

            self.sent = arrived
            self.record_crossing(path, size, arrived)
            if self.queued:
                cable.loop.at(arrived, begin)
            else:
                begin()

        self.transfer(Transfer(size, arrive, offset))
        return answer

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        """Issue a read at `now` (s). Return the event of its answer."""
        loop, answer = self.cable.loop, self.cable.loop.event()
        self.transfers += 1
        self.out[answer] = now

        def back(arrived: float) -> None:
            self.record_crossing(path, size, arrived)
            self.forward(arrived, now, answer)

        there = self.device.read(max(now, self.sent), offset, size, path, kind)
        if isinstance(there, Event):
            then(there, lambda: self.transfer(Transfer(size, back)))
        else:
            loop.at(there, lambda: self.transfer(Transfer(size, back)))
        return answer

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Issue a flush at `now` (s), after everything sent so far has reached the device. Return
        when it is answered."""
        answer: Answer = self.device.flush(max(now, self.sent), path)
        return answer if isinstance(answer, Event) else self.count_outstanding(now, answer)

    def transfer(self, waiting: Transfer) -> None:
        """Take the cable now, or queue for it."""
        cable = self.cable
        if cable.free <= cable.loop.now and not cable.scheduled:
            waiting.act(cable.begin(self, waiting.size))
            return
        self.waiting.append(waiting)
        if len(self.waiting) == 1:
            cable.join(self)

    def record_crossing(self, path: RequestPath | None, size: int, arrived: float) -> None:
        """Add to `path` the wait for the cable and the transfer of `size` bytes, which ends at
        `arrived` (s)."""
        if path is not None:
            path.wait(
                path.doing, "its turn on the cable", arrived - size / self.cable.rate, "cable"
            )
            path.serve(path.doing, "crosses the cable", arrived, "cable")

    def forward(self, inner: Answer, now: float, answer: Event) -> None:
        """Fire `answer` when the device has answered a command issued at `now` (s)."""
        if isinstance(inner, Event):
            then(inner, lambda: self.finish(now, answer))
        else:
            self.count_outstanding(now, inner)
            del self.out[answer]
            answer.loop.at(inner, answer.fire)

    def finish(self, now: float, answer: Event) -> None:
        """Fire the answer of a command issued at `now` (s)."""
        self.count_outstanding(now, answer.loop.now)
        del self.out[answer]
        answer.fire()

    def count_outstanding(self, now: float, finish: float) -> float:
        """Add the time from `now` to `finish` (s) to `outstanding`, except what has been counted
        already. Return `finish`."""
        if self.out:
            now = min(now, next(iter(self.out.values())))
        if finish > self.answered:
            self.outstanding += finish - max(now, self.answered)
            self.answered = finish
        return finish

    def drain(self, now: float) -> float:
        """Return when the device has nothing left to do (s), at least `now`."""
        return float(self.device.drain(max(now, self.sent)))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now`
        (s)."""
        coming = any(
            write.offset < offset + size and offset < write.offset + write.size
            for write in self.waiting
            if write.offset >= 0
        )
        return not coming and bool(self.device.stable(now, offset, size))
