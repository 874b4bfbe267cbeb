"""A device at the end of a cable that others share: data waits for the cable before it reaches the device."""
from collections import deque
from typing import Any

from models.sim.answer import Answer
from models.sim.loop import Event, Loop
from models.sim.path import RequestPath
from models.sim.request import Request


class Cable:
    """Carries one transfer at a time, `rate` bytes a second. Where several devices want it, each has its turn, so that who
    has little to send waits for one transfer of each other device at most: SAS gives way to who has waited longest.
    `busy` adds up the seconds of transfers that have begun. Source: Serial Attached SCSI 1.1 (T10), arbitration by wait time.
    """

    def __init__(self, loop: Loop, rate: float):
        self.loop, self.rate = loop, rate
        self.free = self.busy = 0.0                 # when the transfer under way is over (s)
        self.turns: deque[Cabled] = deque()         # devices with transfers that wait

    def begin(self, size: int) -> float:
        """When a transfer of `size` bytes is over that begins now or, if one is under way, behind it (s)."""
        service = size / self.rate
        self.busy += service
        self.free = max(self.loop.now, self.free) + service
        return self.free

    def join(self, device: "Cabled") -> None:
        """A device has something to send, and nothing yet that waits."""
        if not self.turns:
            self.loop.at(self.free, self.next)
        self.turns.append(device)

    def next(self) -> None:
        """The cable is free: the device whose turn it is sends one."""
        device = self.turns.popleft()
        if device.send():
            self.turns.append(device)
        if self.turns:
            self.loop.at(self.free, self.next)


class Cabled:
    """`device` behind a `cable` that others share. What finds the cable free is answered with a time, what has to wait for it
    with an event.
    `outstanding` adds up the seconds in which the host waits for at least one command, iostat's busy time; `transfers`
    counts the commands that move data. A read's data takes the cable after the device has it; that it then may wait
    there is left out. A write begins in the device when all of it has crossed the cable: large requests are not
    pipelined. A command without data takes no time on the cable.
    """

    def __init__(self, device: Any, cable: Cable):
        self.device, self.cable = device, cable
        self.devices = [device]
        self.waiting: deque[tuple[int, int, Event, float, RequestPath | None]] = deque()
        self.sent = 0.0                             # when the device had what was sent last (s)
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

    def write(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer:
        """When a write issued `now` (s) is answered."""
        cable = self.cable
        self.transfers += 1
        if cable.free <= now and not cable.turns:
            return self.arrive(now, offset, size, path)
        answer = cable.loop.event()
        self.waiting.append((offset, size, answer, now, path))
        if len(self.waiting) == 1:
            cable.join(self)
        return answer

    def send(self) -> bool:
        """Send the first that waits. Returns whether there is another."""
        offset, size, answer, now, path = self.waiting.popleft()
        loop = self.cable.loop
        loop.at(self.arrive(now, offset, size, path), answer.fire)
        return bool(self.waiting)

    def arrive(self, now: float, offset: int, size: int, path: RequestPath | None) -> float:
        """Send a write, issued `now` (s), across the cable, which is free. Returns when it is answered (s)."""
        cable = self.cable
        if path is not None:
            path.wait(path.doing, "its turn on the cable", max(cable.free, now), "queue")
        self.sent = arrived = cable.begin(size)
        if path is not None:
            path.serve(path.doing, "crosses the cable", arrived, "queue")
        return self.seen(now, self.device.write(arrived, offset, size, path))

    def read(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> float:
        """When a read issued `now` (s) has its data (s)."""
        self.transfers += 1
        there = self.device.read(max(now, self.sent), offset, size, path) + size / self.cable.rate
        if path is not None:
            path.serve(path.doing, "crosses the cable", there)
        return self.seen(now, there)

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """When the device's cache is empty (s)."""
        return self.seen(now, self.device.flush(max(now, self.sent), path))

    def seen(self, now: float, finish: float) -> float:
        """Count the time from `now` to `finish` (s) in which nothing else was outstanding."""
        if finish > self.answered:
            self.outstanding += finish - max(now, self.answered)
            self.answered = finish
        return finish

    def drain(self, now: float) -> float:
        """When the device has nothing left to do (s)."""
        return float(self.device.drain(max(now, self.sent)))

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Whether these bytes are safe if the power fails at `now` (s)."""
        return bool(self.device.stable(now, offset, size))
