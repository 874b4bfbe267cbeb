"""A device without moving parts. It serves one command at a time, each in a fixed time plus a time
per byte."""

from collections import deque

from models.sim.path import RequestPath
from models.sim.station import BookedStation, Request

REMEMBERED = 64
"""Least number of recent writes that `stable` remembers. They include answered writes, because a
cable may deliver the next write late."""
READS = {"read from flash": "flash", "read from disk": "disk", "read from special": "special"}
"""The part of the machine that serves each kind of read. All other commands are for log devices."""


class SolidState:
    """A device that serves commands in order of arrival. While `recording`, `trace` lists them."""

    def __init__(
        self,
        access: float,  # seconds per command
        rate: float,  # bytes per second
        capacity: int,
        *,
        flush_cost: float = 0.0,  # seconds per flush
        # whether a power failure loses everything; otherwise answered writes are safe
        volatile: bool = False,
    ):
        self.access, self.rate, self.capacity = access, rate, capacity
        self.flush_cost, self.volatile = flush_cost, volatile
        self.station = BookedStation()
        self.service = 0.0  # service time of the last command, without waiting (s)
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.recording = False
        self.trace: list[Request] = []
        # recent writes: finish (s), start and end (bytes)
        self.unanswered: deque[tuple[float, int, int]] = deque()

    @property
    def ready(self) -> float:
        """Return when the next command can start (s)."""
        return self.station.free

    @property
    def busy(self) -> float:
        """Return the total service time (s)."""
        return self.station.busy

    def worked(self, now: float) -> float:
        """Return the service time until `now` (s)."""
        return self.station.worked(now)

    def serve(self, now: float, offset: int, size: int) -> float:
        """Return when a command that arrives at `now` (s) is done (s). Subclasses override this
        method."""
        self.service = self.access + size / self.rate
        return self.station.serve(now, self.service)

    def check(self, offset: int, size: int) -> None:
        """Raise ValueError unless the `size` bytes from `offset` are within the capacity."""
        if not 0 <= offset <= self.capacity - size:
            raise ValueError(
                f"offset of a command of {size} bytes must be 0-{self.capacity - size}, "
                f"got {offset}"
            )

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return when a write issued at `now` (s) is answered (s). Raise ValueError if it exceeds
        the capacity."""
        self.check(offset, size)
        finish = self.serve(now, offset, size)
        if not self.volatile:
            unanswered = self.unanswered
            while len(unanswered) > REMEMBERED and unanswered[0][0] <= now:
                unanswered.popleft()
            unanswered.append((finish, offset, offset + size))
        return self.done("write", offset, size, now, finish, path)

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return when a read issued at `now` (s) is answered (s). Raise ValueError if it exceeds
        the capacity."""
        self.check(offset, size)
        return self.done("read", offset, size, now, self.serve(now, offset, size), path)

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """Return when a flush issued at `now` (s) is answered (s). It waits for nothing, because
        all answered writes are safe."""
        self.service = self.flush_cost
        return self.done("flush", 0, 0, now, now + self.flush_cost, path)

    def drain(self, now: float) -> float:
        """Return when the device is idle (s), at least `now`."""
        return max(now, self.ready)

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now` (s):
        not if the device is volatile or their write is not answered yet."""
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
        """Record a command. Return its finish (s)."""
        if path is not None:
            path.wait(path.doing, "its turn", finish - self.service, "queue")
            step = "finds it" if path.doing in READS else "stores it"
            path.serve(path.doing, step, finish, READS.get(path.doing, "logdevice"))
        if size:
            kind = op == "write"
            self.moved[kind] += 1
            self.moved[2 + kind] += size
        if self.recording:
            self.trace.append(Request(op, offset, size, issued, finish))
        return finish
