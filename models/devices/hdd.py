"""A hard disk: platters that never stop, and a small memory that may answer before they do."""

from models.devices.drive_spec import DriveSpec
from models.devices.write_cache import WriteCache
from models.sim.path import RequestPath
from models.sim.station import Request


class HardDisk(WriteCache):
    """A drive that serves one command at a time. Calls must come in time order (`now` never falls).

    A write past the cache begins on the platter when all of it has crossed the cable, a read's data
    is there when all of it has passed the head: large requests are not pipelined (a MiB is 3.5 ms
    late at 300 MB/s). cache: whether writes are kept in memory and destaged behind the host's back.
    """

    def __init__(
        self, spec: DriveSpec, *, cache: bool = True, phase: float = 0.0, speed_error: float = 0.0
    ):
        super().__init__(spec, phase, speed_error)
        self.cache = cache
        self.ready = self.began = 0.0  # when the next command may start; when the last one did
        self.busy = 0.0  # seconds in which a command was under way
        self.moved = [0, 0, 0, 0]  # reads, writes, bytes read, bytes written
        self.recording = True
        self.trace: list[Request] = []

    @property
    def until(self) -> float:
        """When the last command that it has taken on is done (s)."""
        return self.ready

    def arrive(self, now: float, size: int) -> float:
        """When a command issued `now` (s) with `size` bytes of data for the drive has arrived there
        (s)."""
        self.asked = now
        self.began = start = now if now > self.ready else self.ready
        return start + self.spec.command + size / self.spec.interface_rate

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """When a write issued `now` (s) is answered (s): from the cache if there is one, else from
        the platter."""
        t = self.arrive(now, size)
        if self.cache and size <= self.spec.cache_size:
            self.advance(t)
            room = self.spec.cache_size - size
            while (self.dirty_bytes if self.platter_free <= t else self.held(t)) > room:
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
        """When a read issued `now` (s) has its data (s): from the drive's memory as far as that has
        it, else from the platter, where what has begun to be written is finished first."""
        t = self.arrive(now, 0)
        self.advance(t)
        end = offset + size
        if self.pages and self.holds(offset, end):
            return self.done("read", offset, size, now, t + size / self.spec.interface_rate, path)
        served, there = self.read_buffered(t, offset, end) if self.stretches else (offset, t)
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
        """When everything cached before `now` (s) is on the platter (s)."""
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
