"""A device at the end of a cable that others share: data waits for the cable before it reaches the device."""
from typing import Any

from models.sim.request import Request
from models.sim.station import Station


class Cabled:
    """`device` behind `cable`, whose `rate` (bytes a second) every device on it shares, first come first served.

    `outstanding` adds up the seconds in which the host waits for at least one command, iostat's busy time; `transfers`
    counts the commands that move data. A read's data takes the cable after the device has it; that it then may wait
    there is left out. A write begins in the device when all of it has crossed the cable: large requests are not
    pipelined. flushed: False for a device that is never sent a flush, as it keeps whatever it has answered.
    """

    def __init__(self, device: Any, cable: Station, rate: float, flushed: bool = True):
        self.device, self.cable, self.rate, self.flushed = device, cable, rate, flushed
        self.devices = [device]
        self.answered = self.outstanding = 0.0
        self.transfers = 0

    @property
    def ready(self) -> float:
        """When the next command may start (s)."""
        return float(self.device.ready)

    @property
    def busy(self) -> float:
        """Seconds of service so far."""
        return float(self.device.busy)

    @property
    def capacity(self) -> int:
        """Bytes."""
        return int(self.device.capacity)

    @property
    def recording(self) -> bool:
        """Whether the device keeps a trace."""
        return bool(self.device.recording)

    @property
    def trace(self) -> list[Request]:
        """The device's requests."""
        trace: list[Request] = self.device.trace
        return trace

    def write(self, now: float, offset: int, size: int) -> float:
        """When a write issued `now` (s) is answered (s)."""
        self.transfers += 1
        return self.seen(now, self.device.write(self.cable.serve(now, size / self.rate), offset, size))

    def read(self, now: float, offset: int, size: int) -> float:
        """When a read issued `now` (s) has its data (s)."""
        self.transfers += 1
        return self.seen(now, self.device.read(self.cable.serve(now, 0.0), offset, size) + size / self.rate)

    def flush(self, now: float) -> float:
        """When the device's cache is empty (s)."""
        if not self.flushed:
            return now
        return self.seen(now, self.device.flush(self.cable.serve(now, 0.0)))

    def seen(self, now: float, finish: float) -> float:
        """Count the time from `now` to `finish` (s) in which nothing else was outstanding."""
        if finish > self.answered:
            self.outstanding += finish - max(now, self.answered)
            self.answered = finish
        return finish

    def drain(self, now: float) -> float:
        """When the device has nothing left to do (s)."""
        return float(self.device.drain(self.cable.serve(now, 0.0)))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Whether these bytes are safe if the power fails at `now` (s)."""
        return bool(self.device.stable(now, offset, size))
