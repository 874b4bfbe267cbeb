"""A drive with its own queue on the event loop: it answers with events."""

from math import inf
from typing import Any

from models.devices.device import Command, Drive
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath


class LoopedDrive:
    """Forward commands to `drive` at once, and let the loop run it whenever something happens
    there.

    The value of an event is its command. `device` reports capacity and busy time (default: the
    drive). `done` lists the answered commands in order while `recording`.
    """

    def __init__(self, loop: Loop, drive: Drive, device: Any = None):
        self.loop, self.drive = loop, drive
        self.device: Any = device or drive
        self.answers: dict[Command, Event] = {}
        self.next_check = inf  # when the loop runs the drive next (s)
        self.recording = False
        self.done: list[Any] = []

    @property
    def capacity(self) -> int:
        """Return the bytes of the device."""
        return int(self.device.capacity)

    @property
    def busy(self) -> float:
        """Return the seconds of service of the device."""
        return float(self.device.busy)

    @property
    def ready(self) -> float:
        """Return a time (s) that orders drives by load: now, plus one second per outstanding
        command."""
        return self.loop.now + len(self.answers)

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue a command now. Return the event of its answer."""
        answer = self.loop.event()
        answer.value = command = self.drive.submit(self.loop.now, op, offset, size, path)
        self.answers[command] = answer
        self.schedule_check()
        return answer

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        """Issue a read now. Return the event of its answer."""
        return self.issue("read", offset, size, kind, path)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        """Issue a write now. Return the event of its answer."""
        return self.issue("write", offset, size, kind, path)

    def flush(self, now: float, path: RequestPath | None = None) -> Event:
        """Issue a flush now. Return the event that fires when the drive's cache is empty."""
        return self.issue("flush", 0, 0, "", path)

    def drain(self, now: float) -> float:
        """Return when the device has nothing left to do (s), at least `now`."""
        return float(self.device.drain(now))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now`
        (s)."""
        return bool(self.device.stable(now, offset, size))

    @property
    def due(self) -> float:
        """Return when the next thing happens in the drive (s)."""
        return self.drive.due

    def schedule_check(self) -> None:
        """Schedule a `step` for when the next thing happens in the drive, unless there is one by
        then."""
        due = self.due
        if due < self.next_check:
            self.next_check = due
            self.loop.at(due, self.step)

    def step(self) -> None:
        """Process everything that is due."""
        if self.next_check > self.loop.now:  # an earlier check has replaced this one
            return
        self.next_check = inf
        self.answer()
        self.schedule_check()

    def answer(self) -> None:
        """Fire the events of all commands answered by now."""
        drive, now, loop = self.drive, self.loop.now, self.loop
        while drive.due <= now:
            for command in drive.step():
                event = self.answers.pop(command)
                if self.recording:
                    self.done.append(command)
                if command.finish > now:
                    loop.at(command.finish, event.fire)
                else:
                    event.fire(command)
