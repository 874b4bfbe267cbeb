"""Many who commit to one intent log of a 7410: threads that wait for each answer, or requests that come whatever happens."""
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from models.machine.loads import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.loop import Process
from models.units import KiB


class Busy(NamedTuple):
    """A log device (from 0) served one command from `start` to `finish` (s)."""

    device: int
    start: float
    finish: float


class LogPressure:
    """threads: so many write, wait and come again after the machine's turnaround; rate: so many requests a second come
    from outside instead, at random moments. rules: fields of LogSpec that are otherwise. devices: log devices, each in a JBOD
    of its own.

    The first log device is busy with itself for `stall` seconds from `at` on: flash that tidies up, say. seen(t,
    latency): called for every write. stalled: from when to when (s) it was.
    """

    def __init__(self, rules: Mapping[str, Any], *, threads: int = 0, rate: float = 0.0, size: int = 8 * KiB,
                 devices: int = 4, stall: float = 0.0, at: float = 0.0,
                 seen: Callable[[float, float], None] = lambda t, latency: None, seed: int = 1):
        order = SUN_7410.order(logs=devices, jbods=max(2, devices), intent_log=rules)
        self.machine = machine = Machine(order.bare(), seed, seen=seen, writes=True)
        self.loop, self.log = machine.loop, machine.log
        for logzilla in machine.boxes.log_drives:
            logzilla.recording = True
        self.told = [0] * devices               # requests of each device that were reported
        self.until = [0.0] * devices            # when each of them was last free
        self.stalled = (0.0, 0.0)
        machine.start(Nfs(1, threads or 1, size, rate=rate))
        if stall:
            self.loop.spawn(self.stall(stall), at=at)

    def stall(self, length: float) -> Process:
        end = self.machine.boxes.log_drives[0].station.serve(self.loop.now, length)
        self.stalled = end - length, end
        yield 0.0

    def busy(self) -> Iterator[Busy]:
        """What the log devices served since the last call, a stall left out."""
        for device, logzilla in enumerate(self.machine.boxes.log_drives):
            stall = 0.0 if device else self.stalled[1]
            for request in logzilla.trace[self.told[device]:]:
                if request.finish > stall > self.until[device] >= self.stalled[0]:
                    self.until[device] = stall
                if request.size:
                    yield Busy(device, max(request.issued, self.until[device]), request.finish)
                self.until[device] = max(request.finish, self.until[device])
            self.told[device] = len(logzilla.trace)
