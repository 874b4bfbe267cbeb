"""A cable that several devices share, and a device behind it."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from models.devices.device import Command
from models.sim.answer import Answer
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
        now = self.loop.now
        self.free = finish = (self.free if self.free > now else now) + service
        return finish

    def schedule(self) -> None:
        """Schedule the next transfer for the time at which the cable is free."""
        if not self.scheduled:
            self.scheduled = True
            self.loop.at(self.free, self.next)

    def next(self) -> None:
        """Begin the transfer of the device whose turn it is."""
        self.scheduled, sender, devices = False, self.sender, self.devices
        if sender is not None and sender.waiting:
            devices.append(sender)
        device = devices.popleft()
        size, act, _ = device.waiting.popleft()
        act(self.begin(device, size))
        if devices or device.waiting:
            self.schedule()


class Transfer(NamedTuple):
    """A transfer that waits for the cable."""

    size: int  # bytes
    act: Callable[[float], None]  # called when the transfer begins, with the time (s) of its end
    offset: int = -1  # of a write on the device (bytes); -1 for a read


class Cabled:
    """A device that answers with times, behind a cable that it shares with others.

    A write starts in the device when all of it has crossed the cable, and a read takes the cable
    when the device has all of its data: transfers do not overlap. A command without data takes no
    time on the cable. A write that finds the cable free is answered with a time. A command that
    waits, or whose data returns over the cable, is answered with an event.
    """

    def __init__(self, device: Any, cable: Cable):
        self.device, self.cable, self.capacity = device, cable, device.capacity
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
        return float(self.device.ready)

    @property
    def busy(self) -> float:
        """Return the total service time of the device (s)."""
        return float(self.device.busy)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Issue a write at `now` (s). Return when it is answered."""
        cable = self.cable
        self.transfers += 1
        if cable.free <= now and not cable.scheduled:
            arrived = self.sent = cable.begin(self, size)
            if path is not None:
                path.serve(path.doing, "crosses the cable", arrived, "cable")
            finish = self.device.write(arrived, offset, size, path, kind)
            return self.count_outstanding(now, finish)
        answer = cable.loop.event()
        self.out[answer] = now

        def arrive(arrived: float) -> None:
            self.sent = arrived
            self.record_crossing(path, size, arrived)
            self.forward(self.device.write(arrived, offset, size, path, kind), now, answer)

        self.transfer(size, arrive, offset)
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
        loop.at(found, lambda: self.transfer(size, cross_back))
        return answer

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """Issue a flush at `now` (s), after everything sent so far has reached the device. Return
        when it is answered."""
        return self.count_outstanding(now, self.device.flush(max(now, self.sent), path))

    def transfer(self, size: int, act: Callable[[float], None], offset: int = -1) -> None:
        """Begin a `Transfer` with these fields now if the cable is free, otherwise queue it."""
        cable = self.cable
        if cable.free <= cable.loop.now and not cable.scheduled:
            act(cable.begin(self, size))
            return
        self.waiting.append(Transfer(size, act, offset))
        if len(self.waiting) == 1:
            if self is not cable.sender:  # which is added at the end of its transfer
                cable.devices.append(self)
            cable.schedule()

    def record_crossing(self, path: RequestPath | None, size: int, arrived: float) -> None:
        """Add to `path`, if there is one, the wait for the cable and the transfer of `size` bytes,
        which ends at `arrived` (s)."""
        if path is not None:
            path.wait(
                path.doing, "its turn on the cable", arrived - size / self.cable.rate, "cable"
            )
            path.serve(path.doing, "crosses the cable", arrived, "cable")

    def forward(self, finish: float, now: float, answer: Event) -> None:
        """Fire the answer of a command that was issued at `now` (s) at its `finish` (s)."""
        self.count_outstanding(now, finish)
        del self.out[answer]
        answer.loop.at(finish, answer.fire)

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
        return float(self.device.drain(max(now, self.sent)))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now`
        (s)."""
        on_the_way = any(
            write.offset < offset + size and offset < write.offset + write.size
            for write in self.waiting
            if write.offset >= 0
        )
        return not on_the_way and bool(self.device.stable(now, offset, size))


class CabledDrive(Cabled):
    """A `Drive` behind a cable that it shares with others, as a `Drive`.

    Whoever steps it sets `on_event`, which is called when `due` may have become earlier because the
    cable has been free for a transfer.
    """

    on_event: Callable[[], None]

    def __init__(self, drive: Any, cable: Cable):
        super().__init__(drive, cable)
        self.now, self.due = 0.0, drive.due
        self.coming: deque[Command] = deque()  # answers whose data crosses the cable, in order

    def submit(
        self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None
    ) -> Command:
        """Issue a command at `now` (s) and return it. A later `step` answers it."""
        if op == "write":
            self.transfers += 1
            write = Command(op, offset, size, now, path=path)
            self.transfer(size, partial(self.sending, write), offset)
            return write
        drive = self.device
        command: Command = drive.submit(now, op, offset, size, path)
        self.transfers += op == "read"
        if drive.due < self.due:
            self.due = drive.due
        return command

    def sending(self, command: Command, arrived: float) -> None:
        """Issue a write to the drive for when it has crossed the cable, at `arrived` (s)."""
        self.sent, drive = arrived, self.device
        if command.path is not None:
            self.record_crossing(command.path, command.size, arrived)
        drive.receive(arrived, command)
        if drive.due < self.due:
            self.due = drive.due
            self.on_event()

    def returning(self, command: Command, arrived: float) -> None:
        """Answer a read at `arrived` (s), when its data has crossed the cable."""
        if command.path is not None:
            self.record_crossing(command.path, command.size, arrived)
        command.finish = arrived
        self.coming.append(command)
        if arrived < self.due:
            self.due = arrived
            self.on_event()

    def step(self) -> list[Command]:
        """Process the next event in the drive or on the cable. Return the commands that it
        answers."""
        coming, drive, cable = self.coming, self.device, self.cable
        answered: list[Command] = []
        self.now = now = self.due
        if coming and coming[0].finish <= drive.due:
            answered.append(coming.popleft())
        else:
            for command in drive.step():
                if command.op == "read" and cable.free <= now and not cable.scheduled:
                    self.returning(command, cable.begin(self, command.size))
                elif command.op == "read":
                    self.transfer(command.size, partial(self.returning, command))
                else:
                    answered.append(command)
        self.due = due = drive.due
        if coming and coming[0].finish < due:
            self.due = coming[0].finish
        return answered
