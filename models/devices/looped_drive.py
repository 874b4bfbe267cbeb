"""A drive with a queue of its own on the event loop: what is asked of it is answered by events."""

from math import inf
from typing import Any

from models.devices.device import Command, Drive
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath


class LoopedDrive:
    """Hands down what comes at once, and lets the loop look at the drive when something happens
    there. device: what says how large and how busy it is, the drive itself by default. An event's
    value is what was handed down. done: what was answered, in order, kept while `recording`."""

    def __init__(self, loop: Loop, drive: Drive, device: Any = None):
        self.loop, self.beneath = loop, drive
        self.device: Any = device or drive
        self.answers: dict[Command, Event] = {}
        self.looks = inf  # when the loop looks at the drive next (s)
        self.recording = False
        self.done: list[Any] = []

    @property
    def capacity(self) -> int:
        return int(self.device.capacity)

    @property
    def busy(self) -> float:
        return float(self.device.busy)

    @property
    def ready(self) -> float:
        """When the next command may start (s), as far as one knows: now, and later the more there
        are."""
        return self.loop.now + len(self.answers)

    def issue(
        self, op: str, offset: int, size: int, kind: str = "", path: RequestPath | None = None
    ) -> Event:
        """Issue a command now. The event fires with its answer."""
        answer = self.loop.event()
        answer.value = command = self.beneath.submit(self.loop.now, op, offset, size, path)
        self.answers[command] = answer
        self.look()
        return answer

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        return self.issue("read", offset, size, kind, path)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Event:
        return self.issue("write", offset, size, kind, path)

    def flush(self, now: float, path: RequestPath | None = None) -> Event:
        """The event of the answer to a flush, when the drive's cache is empty."""
        return self.issue("flush", 0, 0, "", path)

    def drain(self, now: float) -> float:
        return float(self.device.drain(now))

    def stable(self, now: float, offset: int, size: int) -> bool:
        return bool(self.device.stable(now, offset, size))

    @property
    def due(self) -> float:
        """When the next thing happens beneath (s)."""
        return self.beneath.due

    def look(self) -> None:
        """Let the loop look again when the next thing happens beneath, unless it does so anyway by
        then."""
        due = self.due
        if due < self.looks:
            self.looks = due
            self.loop.at(due, self.step)

    def step(self) -> None:
        """Let everything happen that is due."""
        if self.looks > self.loop.now:  # it has been looked at since
            return
        self.looks = inf
        self.answer()
        self.look()

    def answer(self) -> None:
        """Let the events fire of all that is answered by now."""
        drive, now, loop = self.beneath, self.loop.now, self.loop
        while drive.due <= now:
            for command in drive.step():
                event = self.answers.pop(command)
                if self.recording:
                    self.done.append(command)
                if command.finish > now:
                    loop.at(command.finish, event.fire)
                else:
                    event.fire(command)
