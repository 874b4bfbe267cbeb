"""A hard disk: platters that always turn, and a small memory that can answer before they do."""

from models.devices.drive_spec import DriveSpec
from models.devices.write_cache import WriteCache
from models.sim.path import RequestPath
from models.sim.station import Request


class HardDisk(WriteCache):
    """A drive that serves one command at a time. Calls must come in time order (`now` never falls).

    `cache` says whether writes are kept in memory and destaged in the background. A write that
    bypasses the cache starts on the platter when all of it has crossed the cable, and a read is
    complete when all of it has passed the head: large requests are not pipelined (at 300 MB/s a MiB
    is 3.5 ms late).
    """

    def __init__(
        self, spec: DriveSpec, *, cache: bool = True, phase: float = 0.0, speed_error: float = 0.0
    ):
        super().__init__(spec, phase, speed_error)
        self.cache = cache
        self.ready = self.began = 0.0  # when the next command can start, when the last one did (s)
        self.busy = 0.0  # seconds with a command in service
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.recording = True
        self.trace: list[Request] = []

    @property
    def until(self) -> float:
        """Return when the last accepted command is done (s)."""
        return self.ready

    def arrive(self, now: float, size: int) -> float:
        """Return when a command issued at `now` (s) with `size` bytes of write data reaches the
        drive (s)."""
        self.issued = now
        self.began = start = now if now > self.ready else self.ready
        return start + self.spec.command + size / self.spec.interface_rate

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return when a write issued at `now` (s) is answered (s): by the cache if it is on,
        otherwise by the platter."""
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

        The drive's memory serves what it holds, the platter the rest, after any write in progress.
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
        """Record a command. Return its finish (s)."""
        if path is not None:
            path.add_device(self, finish)
        self.busy += finish - (issued if issued > self.ready else self.ready)
        self.ready = finish
        if size:
            kind = op == "write"
            self.moved[kind] += 1
            self.moved[2 + kind] += size
        if self.recording:
            self.trace.append(Request(op, offset, size, issued, finish))
        return finish
