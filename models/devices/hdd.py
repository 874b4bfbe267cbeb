"""A hard disk that serves commands in order of arrival, with a cache that can answer writes early."""

from models.devices.drive_spec import DriveSpec
from models.devices.write_cache import WriteCache
from models.sim.path import RequestPath
from models.sim.station import Request


class HardDisk(WriteCache):
    """A drive that serves one command at a time. Calls must be in time order (`now` never falls).

    `cache` says whether writes are kept in memory and destaged in the background. A write that
    bypasses the cache starts on the platter when all of it has crossed the cable, and a read is
    complete when all of it has passed the head: transfers do not overlap (at 300 MB/s a request of
    1 MiB therefore finishes 3.5 ms late).
    """

    def __init__(
        self, spec: DriveSpec, *, cache: bool = True, phase: float = 0.0, speed_error: float = 0.0
    ):
        super().__init__(spec, phase, speed_error)
        self.cache = cache
        self.ready = 0.0  # when the next command can start (s)
        self.began = 0.0  # when the last command started (s)
        self.busy = 0.0  # seconds with a command in service
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.recording = True
        self.trace: list[Request] = []

    @property
    def until(self) -> float:
        """Return when the last accepted command is done (s)."""
        return self.ready

    def arrive(self, now: float, size: int) -> float:
        """Start a command that was issued at `now` (s). Return when it and its `size` bytes to write
        are in the drive (s)."""
        self.issued = now
        self.began = start = now if now > self.ready else self.ready
        return start + self.spec.command + size / self.spec.interface_rate

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return when a write issued at `now` (s) is answered (s): when it is in the cache, or on
        the platter if the cache is off or too small."""
        t = self.arrive(now, size)
        if self.cache and size <= self.spec.cache_size:
            self.advance(t)
            room = self.spec.cache_size - size
            while (self.dirty_bytes if self.platter_free <= t else self.bytes_held(t)) > room:
                if self.platter_free <= t:
                    self.destage()
                t = self.platter_free
            self.keep(t, offset, size)
        else:
            self.drain(t)
            t = self.put(max(t, self.platter_free), offset, size)
        return self.done("write", offset, size, now, t, path)

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return when a read issued at `now` (s) has its data (s).

        The data comes from the drive's memory as far as it is there, and from the platter for the
        rest, after any write in progress.
        """
        t = self.arrive(now, 0)
        self.advance(t)
        end = offset + size
        if self.pages and self.holds(offset, end):
            return self.done("read", offset, size, now, t + size / self.spec.interface_rate, path)
        served, there = self.read_buffered(t, offset, end) if self.ranges else (offset, t)
        if served < end:
            start = t if t > self.platter_free else self.platter_free
            self.interrupt(start)
            there = self.access(start, served, end - served, False)
            self.read_on(there, offset, end)
        elif there > t:
            self.transferring += there - t
            self.last, self.platter_free = (t, t, t, there), there
        from_memory = t + (served - offset) / self.spec.interface_rate
        return self.done(
            "read", offset, size, now, there if there > from_memory else from_memory, path
        )

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """Return when everything cached before `now` (s) is on the platter (s)."""
        return self.done(
            "flush", 0, 0, now, self.drain(self.arrive(now, 0)) + self.spec.flush, path
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
        """Record a command that was issued at `issued` (s). Return its finish (s)."""
        if path is not None:
            self.add_to(path, finish)
        self.busy += finish - (issued if issued > self.ready else self.ready)
        self.ready = finish
        if size:
            kind = op == "write"
            self.moved[kind] += 1
            self.moved[2 + kind] += size
        if self.recording:
            self.trace.append(Request(op, offset, size, issued, finish))
        return finish

    def add_to(self, path: RequestPath, until: float) -> None:
        """Add to `path` the steps of the last command, which is answered at `until` (s)."""
        path.wait(path.doing, "its turn", self.began, "queue")
        on_platter = self.add_platter_steps(path, until)
        last = "the drive answers" if on_platter else "command and cable"
        path.serve(path.doing, last, until, "disk")

    def add_platter_steps(self, path: RequestPath, until: float) -> bool:
        """Add to `path` what the platter did for the last command. Return whether the answer at
        `until` (s) had to wait for the platter.

        The drive keeps only its last access. If several cached writes are flushed in one pass of the
        head, the seek to the first is counted as part of the wait for its sector.
        """
        if until not in (self.platter_free, self.platter_free + self.spec.flush):
            return False
        if self.dirty_bytes:  # answered from the cache once there was room
            path.wait(path.doing, "the cache is full", until, "disk")
            return True
        begun, there, reached, _ = self.last
        landed = [landing for landing in self.landings if landing[1] > path.end]
        # the first of the adjacent writes that the head passes in one go
        first = max(0, len(landed) - 1)
        while first and landed[first - 1][2] + landed[first - 1][3] == landed[first][2]:
            first -= 1
            begun = there = max(path.end, landed[first - 1][1] if first else path.end)
            reached = landed[first][0]
        if first:
            path.wait(path.doing, "earlier data goes first", landed[first - 1][1], "disk")
        path.serve(path.doing, "command and cable", min(begun, until), "disk")
        path.add_access(
            path.doing, self.last_access()._replace(start=begun, there=there, reached=reached)
        )
        return True
