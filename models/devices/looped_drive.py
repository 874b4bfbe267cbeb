"""A drive on the event loop, as a device that answers with events."""

from math import inf
from typing import Any

from models.devices.cable import CabledDrive
from models.devices.device import Command, Drive, FifoAdapter
from models.sim.answer import Answer
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath


class LoopedDrive:
    """A device that passes commands to `drive` at once and steps it at each of its events.

    The value of an answer's event is its command. `device` is the drive, or the device in its
    adapter. While `recording`, `done` lists the answered commands in order.
    """

    def __init__(self, loop: Loop, drive: Drive):
        self.loop, self.drive = loop, drive
        self.device: Any = drive.device if isinstance(drive, FifoAdapter) else drive
        self.answers: dict[Command, Event] = {}
        self.next_check = inf  # when the loop steps the drive next (s)
        self.replaced_check = inf  # a later check that is still scheduled (s)
        self.recording = False
        self.done: list[Any] = []
        if isinstance(drive, CabledDrive | FifoAdapter):
            drive.on_event = self.schedule_check

    @property
    def capacity(self) -> int:
        """Return the size of the device (bytes)."""
        return int(self.device.capacity)

    @property
    def busy(self) -> float:
        """Return the total service time of the device (s)."""
        return float(self.device.busy)

    @property
    def ready(self) -> float:
        """Return a time (s) that orders drives by load: now, plus one second per outstanding
        command."""
        return self.loop.now + len(self.answers)

    @property
    def outstanding(self) -> float:
        """Return how long at least one command was outstanding (s), for a device on a cable."""
        return float(self.device.outstanding)

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue a command now. Return the event that fires with its answer."""
        answer = self.loop.event()
        answer.value = command = self.drive.submit(self.loop.now, op, offset, size, path)
        self.answers[command] = answer
        self.schedule_check()
        return answer

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        """Issue a read now. Return the event that fires with its answer."""
        return self.issue("read", offset, size, kind, path)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Issue a write now. Return the event that fires with its answer."""
        return self.issue("write", offset, size, kind, path)

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Issue a flush now. Return the event that fires when the drive has written all it cached."""
        return self.issue("flush", 0, 0, "", path)

    def drain(self, now: float) -> float:
        """Return when the device has nothing left to do (s), at least `now`."""
        return float(self.device.drain(now))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now`
        (s)."""
        return bool(self.device.stable(now, offset, size))

    def schedule_check(self) -> None:
        """Schedule a `step` for the next event in the drive, unless an earlier one is
        scheduled."""
        due = self.drive.due
        if due < self.next_check:
            if not self.loop.now < due == self.replaced_check:
                self.loop.at(due, self.step)
            self.replaced_check, self.next_check = self.next_check, due

    def step(self) -> None:
        """Process the events that are due and fire the answers, unless another check has replaced
        this one."""
        drive, now = self.drive, self.loop.now
        if self.next_check > now:
            return
        while (due := drive.due) <= now:
            for command in drive.step():
                self.answered(command)
        self.next_check = due
        if due < inf and due != self.replaced_check:
            self.loop.at(due, self.step)

    def answered(self, command: Command) -> None:
        """Fire the answer of a command."""
        if self.recording:
            self.done.append(command)
        if command.path is not None:
            command.path.serve(command.path.doing, "the drive answers", command.finish, "disk")
        self.answers.pop(command).fire(command)
