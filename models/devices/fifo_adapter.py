"""A device that answers each command as soon as it can, driven as a drive with a queue is: submit, and let it step."""
from heapq import heappop, heappush
from math import inf

from models.devices.device import Command, Device
from models.sim.answer import known


class FifoAdapter:
    """What an SSD of `models.devices.ssd` is to a queue before it: it starts commands in the order in which they come."""

    def __init__(self, device: Device):
        self.device, self.now = device, 0.0
        self.submitted = 0
        self.coming: list[tuple[float, int, Command]] = []

    def submit(self, now: float, op: str, offset: int, size: int) -> Command:
        """Issue a read or a write at `now` (s). A later `step` answers it."""
        if now < self.now:
            raise ValueError(f"now must be {self.now} s or more, got {now}")
        finish = known((self.device.read if op == "read" else self.device.write)(now, offset, size))
        self.submitted += 1
        command = Command(op, offset, size, now)
        heappush(self.coming, (finish, self.submitted, command))
        return command

    @property
    def due(self) -> float:
        """When the next answer comes (s); inf if none."""
        return self.coming[0][0] if self.coming else inf

    def step(self) -> list[Command]:
        """The next answer."""
        if not self.coming:
            return []
        self.now, _, command = heappop(self.coming)
        command.finish = self.now
        return [command]
