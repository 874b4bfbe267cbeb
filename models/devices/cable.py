"""A cable that several devices share, and a device behind it."""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from models.devices.device import Device
from models.sim.answer import Answer, known, then
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath


class Cable:
    """A cable that carries one transfer at a time at `rate` bytes per second.

    Devices take turns, one transfer each, so that a device with little to send waits for at most
    one transfer of each other device, as in SAS, whose arbitration favours the longest waiter.
    Source: Serial Attached SCSI 1.1 (T10), arbitration by wait time.
    """

    def __init__(self, loop: Loop, rate: float):
        self.loop, self.rate = loop, rate
        self.free = 0.0  # when the current transfer ends (s)
        self.busy = 0.0  # total seconds of the transfers that have begun
        self.sender: Cabled | None = None  # device of the current transfer
        self.devices: deque[Cabled] = deque()  # the other devices with waiting transfers, in turn
        self.scheduled = False  # whether `next` is scheduled

    def begin(self, sender: "Cabled", size: int) -> float:
        """Begin a transfer of `size` bytes when the cable is free. Return when it ends (s)."""
        service = size / self.rate
        self.sender = sender
        self.busy += service
        self.free = max(self.loop.now, self.free) + service
        return self.free

    def join(self, device: "Cabled") -> None:
        """Add a device whose first transfer waits. The current sender is added later, at the end of
        its transfer."""
        if device is not self.sender:
            self.devices.append(device)
        self.schedule()

    def schedule(self) -> None:
        """Schedule the next transfer for the time at which the cable is free."""
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
    act: Callable[[float], None]  # called when the transfer begins, with the time (s) of its end
    offset: int = -1  # of a write on the device (bytes); -1 for a read


class Cabled:
    """A device behind a cable that it shares with others. `queued` says whether the device answers
    with events.

    A write starts in the device when all of it has crossed the cable, and a read takes the cable
    when the device has all of its data: transfers do not overlap. A command without data takes no
    time on the cable. A write that finds the cable free is answered with a time if the device
    answers with one. A command that waits, or whose data returns over the cable, is answered with
    an event.
    """

    def __init__(self, device: Device, cable: Cable, *, queued: bool = False):
        self.device, self.cable, self.queued = device, cable, queued
        self.capacity = device.capacity
        self.waiting: deque[Transfer] = deque()
        self.sent = 0.0  # when the last transfer to the device ends (s)
        self.outstanding = 0.0  # seconds with at least one command outstanding, as in iostat
        self.answered = 0.0  # time of the latest answer so far, which may be in the future (s)
        # commands whose answer time is unknown -> when they were issued (s)
        self.out: dict[Event, float] = {}
        self.transfers = 0  # commands that moved data

    @property
    def ready(self) -> float:
        """Return when the device can start the next command (s)."""
        return self.device.ready

    @property
    def busy(self) -> float:
        """Return the total service time of the device (s)."""
        return self.device.busy

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
            finish = self.device.write(arrived, offset, size, path, kind)
            return self.count_outstanding(now, known(finish))
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
        """Issue a read at `now` (s). Return the event that fires with its answer."""
        loop, answer = self.cable.loop, self.cable.loop.event()
        self.transfers += 1
        self.out[answer] = now

        def cross_back(arrived: float) -> None:
            self.record_crossing(path, size, arrived)
            self.forward(arrived, now, answer)

        found = self.device.read(max(now, self.sent), offset, size, path, kind)
        if isinstance(found, Event):
            then(found, lambda: self.transfer(Transfer(size, cross_back)))
        else:
            loop.at(found, lambda: self.transfer(Transfer(size, cross_back)))
        return answer

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Issue a flush at `now` (s), after everything sent so far has reached the device. Return
        when it is answered."""
        answer = self.device.flush(max(now, self.sent), path)
        return answer if isinstance(answer, Event) else self.count_outstanding(now, answer)

    def transfer(self, waiting: Transfer) -> None:
        """Begin a transfer now if the cable is free, otherwise queue it."""
        cable = self.cable
        if cable.free <= cable.loop.now and not cable.scheduled:
            waiting.act(cable.begin(self, waiting.size))
            return
        self.waiting.append(waiting)
        if len(self.waiting) == 1:
            cable.join(self)

    def record_crossing(self, path: RequestPath | None, size: int, arrived: float) -> None:
        """Add to `path`, if there is one, the wait for the cable and the transfer of `size` bytes,
        which ends at `arrived` (s)."""
        if path is not None:
            path.wait(
                path.doing, "its turn on the cable", arrived - size / self.cable.rate, "cable"
            )
            path.serve(path.doing, "crosses the cable", arrived, "cable")

    def forward(self, inner: Answer, now: float, answer: Event) -> None:
        """Fire `answer` when the `inner` answer of the device to a command issued at `now` (s) is
        complete."""
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
        """Add the time from `now` to `finish` (s) to `outstanding`, except the part that is counted
        already. Return `finish`."""
        if self.out:
            now = min(now, next(iter(self.out.values())))
        if finish > self.answered:
            self.outstanding += finish - max(now, self.answered)
            self.answered = finish
        return finish

    def drain(self, now: float) -> float:
        """Return when the device has nothing left to do (s), at least `now`."""
        return self.device.drain(max(now, self.sent))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now`
        (s)."""
        on_the_way = any(
            write.offset < offset + size and offset < write.offset + write.size
            for write in self.waiting
            if write.offset >= 0
        )
        return not on_the_way and self.device.stable(now, offset, size)
