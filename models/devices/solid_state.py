"""A device without moving parts: a time for each command, a time for each byte, and one command at
a time."""

from collections import deque

from models.sim.path import RequestPath
from models.sim.station import Request, Station

KEPT = 64
"""Writes that are remembered though they have been answered: a cable may bring the next one late."""


class SolidState:
    """Serves one command after the other. `recording` keeps a trace."""

    def __init__(
        self,
        access: float,  # seconds a command
        rate: float,  # bytes a second
        capacity: int,
        *,
        flush_cost: float = 0.0,  # seconds a flush
        volatile: bool = False,  # nothing survives a power failure; otherwise what was answered is safe
    ):
        self.access, self.rate, self.capacity = access, rate, capacity
        self.flush_cost, self.volatile = flush_cost, volatile
        self.station = Station()
        self.service = 0.0  # seconds that the last command was served, without its wait
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.recording = False
        self.trace: list[Request] = []
        self.unanswered: deque[tuple[float, int, int]] = (
            deque()
        )  # writes: when they are answered, and of what

    @property
    def ready(self) -> float:
        return self.station.free

    @property
    def busy(self) -> float:
        return self.station.busy

    def serve(self, now: float, offset: int, size: int) -> float:
        """When a command that arrives `now` (s) is done (s): the one method that a device of
        another kind replaces."""
        self.service = self.access + size / self.rate
        return self.station.serve(now, self.service)

    def check(self, offset: int, size: int) -> None:
        """Raise ValueError unless the device has these bytes."""
        if not 0 <= offset <= self.capacity - size:
            raise ValueError(
                f"offset of {size} bytes must be 0-{self.capacity - size}, got {offset}"
            )

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        self.check(offset, size)
        finish = self.serve(now, offset, size)
        if not self.volatile:
            unanswered = self.unanswered
            while len(unanswered) > KEPT and unanswered[0][0] <= now:
                unanswered.popleft()
            unanswered.append((finish, offset, offset + size))
        return self.done("write", offset, size, now, finish, path)

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        self.check(offset, size)
        return self.done("read", offset, size, now, self.serve(now, offset, size), path)

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """The device keeps what it has answered, and a flush asks for no more; so it has nothing to
        wait for."""
        self.service = self.flush_cost
        return self.done("flush", 0, 0, now, now + self.flush_cost, path)

    def drain(self, now: float) -> float:
        return max(now, self.ready)

    def stable(self, now: float, offset: int, size: int) -> bool:
        """No write of these bytes is still unanswered."""
        if self.volatile:
            return False
        end = offset + size
        return not any(
            finish > now and start < end and offset < stop
            for finish, start, stop in self.unanswered
        )

    def done(
        self,
        op: str,
        offset: int,
        size: int,
        issued: float,
        finish: float,
        path: RequestPath | None = None,
    ) -> float:
        if path is not None:
            path.add_device(self, finish)
        if size:
            kind = op == "write"
            self.moved[kind] += 1
            self.moved[2 + kind] += size
        if self.recording:
            self.trace.append(Request(op, offset, size, issued, finish))
        return finish
