"""A device that answers by itself, driven as a drive with a queue is: submit, and let it step."""
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from math import inf

from models.devices.device import Command, Device
from models.sim.answer import Answer, then
from models.sim.loop import Event
from models.sim.path import RequestPath


class FifoAdapter:
    """What an SSD of `models.devices.ssd` or a disk on a cable is to a queue before it. woken: called where an answer has
    come that is an event."""

    def __init__(self, device: Device, woken: Callable[[], None] = lambda: None):
        self.device, self.woken, self.now = device, woken, 0.0
        self.submitted = 0
        self.coming: list[tuple[float, int, Command]] = []

    def submit(self, now: float, op: str, offset: int, size: int, path: RequestPath | None = None) -> Command:
        device = self.device
        answer: Answer = (device.flush(now, path) if op == "flush"
                          else (device.read if op == "read" else device.write)(now, offset, size, path))
        self.submitted += 1
        command = Command(op, offset, size, now)
        if isinstance(answer, Event):
            then(answer, partial(self.answered, answer, command, self.submitted))
        else:
            heappush(self.coming, (answer, self.submitted, command))
        return command

    def answered(self, answer: Event, command: Command, number: int) -> None:
        heappush(self.coming, (answer.loop.now, number, command))
        self.woken()

    @property
    def due(self) -> float:
        return self.coming[0][0] if self.coming else inf

    def step(self) -> list[Command]:
        if not self.coming:
            return []
        self.now, _, command = heappop(self.coming)
        command.finish = self.now
        return [command]
