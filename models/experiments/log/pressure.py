"""Many who commit to one intent log of a 7410: threads that wait for each answer, or requests that come whatever happens."""
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.server import FILE_SYNC
from models.sim.loop import Process
from models.units import KiB
from models.zfs.zil.log_spec import LogSpec


class Busy(NamedTuple):
    """A log device (from 0) served one command from `start` to `finish` (s)."""

    device: int
    start: float
    finish: float


class LogPressure:
    """threads: so many write, wait and come again after the machine's turnaround; rate: so many requests a second come
    from outside instead, at random moments. devices: log devices, each in a JBOD of its own.

    The first log device is busy with itself for `stall` seconds from `at` on: flash that tidies up, say. seen(t,
    latency): called for every write.
    """

    def __init__(self, spec: LogSpec, *, threads: int = 0, rate: float = 0.0, size: int = 8 * KiB, devices: int = 4,
                 vdevs: int = 22, turnaround: float | None = None, stall: float = 0.0, at: float = 0.0,
                 seen: Callable[[float, float], None] = lambda t, latency: None, seed: int = 1):
        order = SUN_7410.order(pool=("mirror", vdevs), logs=devices, jbods=max(2, devices))
        self.machine = machine = Machine(order.bare(), seed, seen=seen)
        self.loop, self.size, self.rate, self.random = machine.loop, size, rate, Random(seed)
        self.log = machine.zfs.dataset(spec, Random(seed))
        for logzilla in machine.boxes.log_drives:
            logzilla.recording = True
        self.told = [0] * devices               # requests of each device that were reported
        self.until = [0.0] * devices            # when each of them was last free
        self.stalled = (0.0, 0.0)               # from when to when (s) the first one was busy with itself
        client = machine.client(turnaround)
        for _ in range(threads):
            self.loop.spawn(client.thread(size, FILE_SYNC, self.log), at=self.random.random() * client.turnaround)
        if rate:
            self.loop.spawn(self.arrivals())
        if stall:
            self.loop.spawn(self.stall(stall), at=at)

    def arrivals(self) -> Process:
        """Requests from outside, none of which waits for another."""
        while True:
            yield 2 * self.random.random() / self.rate
            self.loop.spawn(self.machine.server.write(self.size, FILE_SYNC, log=self.log))

    def stall(self, length: float) -> Process:
        """Keep the first log device from its work once."""
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
