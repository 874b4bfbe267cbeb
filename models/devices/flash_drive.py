"""A solid-state drive (SSD) of today: a buffer in memory before parallel flash that has to be cleaned."""

from collections import deque
from dataclasses import dataclass
from math import exp
from random import Random

from models.catalogue.machines import part
from models.catalogue.ssds import KINDS, PAGE
from models.devices.ssd import Readzilla
from models.setting import check_settings, count, setting
from models.sim.path import RequestPath
from models.sim.station import BookedStation
from models.sim.stats import mean
from models.units import GB, MB, MiB, ms, us

READZILLA = "readzilla"
ROUNDING = 1e-9
"""A shorter rest of a program (s) is a rounding error."""
STREAMS = 64
"""Writes in a row that a drive recognises at a time."""


@dataclass(frozen=True)
class FlashSpec:
    """The data sheet of an SSD of today, and how full it is."""

    kind: str = setting(
        READZILLA, "Kind of SSD; the other settings start from it", words=(READZILLA, *KINDS)
    )
    read_access: float = setting(
        80 * us, "Time of a read before its data is transferred", "s", least=0
    )
    write_access: float = setting(
        15 * us, "Time of a write into the drive's memory, beside its transfer", "s", least=0
    )
    interface_read: float = setting(1e12, "Rate at which data leaves the drive", "B/s", above=0)
    interface_write: float = setting(1e12, "Rate at which data enters the drive", "B/s", above=0)
    command_time: float = setting(
        0.0, "Time that a command takes the interface beside its data", "s", least=0
    )
    capacity: int = setting(1000 * GB, "Capacity of a drive", "B", above=0)
    dies: int = count(100, "Dies of flash, which read and program in parallel", most=4096)
    program_rate: float = setting(
        1000 * MB, "Rate at which all dies together are programmed", "B/s", least=1 * MB
    )
    program_time: float = setting(
        0.5 * ms, "Time for which a program keeps a die from reads", "s", above=0
    )
    spare: float = setting(
        0.1, "Flash beyond the capacity, as a share of it", "share", least=0.01, most=10
    )
    filled: float = setting(
        1.0,
        "Share of the capacity that the drive has to keep: 1 after long random writes, 0 for a fresh drive",
        "share",
        least=0,
        most=1,
    )
    write_buffer: float = setting(16 * MiB, "Writes that the drive's memory holds", "B", above=0)
    slc: float = setting(0, "Part of the flash that is written as single bits first", "B", least=0)
    slc_rate: float = setting(1000 * MB, "Rate of writes into that part", "B/s", least=1 * MB)
    flush: float = setting(
        0.0,
        "Time in which written data is made safe; without protection, after the buffer is programmed",
        "s",
        least=0,
    )
    protected: bool = setting(False, "Whether the buffer survives a power failure")
    fua: bool = setting(
        False,
        "Whether each write is answered when it is safe, so that no flush is due: sent with FUA, or to a drive whose cache is off",
    )

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def amplification(self) -> float:
        """Return how many bytes the flash is programmed with for a byte of random writes.

        Blocks are cleaned in order of age. Of the pages of a block, a share X has not been written
        again by then, and is copied. With T pages of flash for U pages of data, T (1 - X) writes come
        between two cleanings of a block, so that X = exp(-T/U (1 - X)), and each write is
        programmed 1 / (1 - X) times. Source: Desnoyers 2012; Luojie and Kurkoski 2012.
        """
        if not self.filled:
            return 1.0
        ratio, low, high = (1 + self.spare) / self.filled, 0.0, 1.0 - 1e-9
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if exp(-ratio * (1 - middle)) > middle else (low, middle)
        return 1 / (1 - low)


def spec_of(kind: str) -> FlashSpec:
    """Return the data sheet of a kind in the catalogue."""
    sheet = part("ssds", kind)
    return FlashSpec(kind, **{**sheet, "protected": bool(sheet.get("protected"))})


SSDS = {kind: spec_of(kind) for kind in KINDS}
"""The kinds of the catalogue by name."""


class FlashDrive(Readzilla):
    """An SSD with a `spec`. scattered: whether the free space is holes among older data, so that no
    writes count as in a row.

    All commands cross one interface, each for `command_time` and its data. A write is answered when
    it is in the buffer, which waits for room while the flash is slower than the writes. Programs
    go to the dies in turn. A read goes to the die of its first page, ahead of waiting programs but
    behind the one that runs. Random writes are programmed `amplification` times, writes in a row
    once; into the single-bit (SLC) part all go once and faster, until it is full. It empties at
    the program rate while no program runs.

    Without protection a flush programs the buffer and the map. One flush runs at a time, and those
    that come meanwhile wait for the next together (Linux, blk-flush.c). So do writes that are
    answered when safe (`fua`): a program of flash and map takes all that have gathered. With
    protection they need only the drive's processor, one after another. Reads of what is still in
    the buffer are not told from others, and large reads keep one die busy.
    """

    def __init__(self, spec: FlashSpec, scattered: bool = False):
        super().__init__(
            Random(0),
            spec.read_access,
            0.0,
            spec.interface_read,
            int(spec.capacity),
            spec.dies,
            flush_cost=spec.flush,
        )
        self.spec, self.amplification, self.scattered = spec, spec.amplification, scattered
        self.unit = spec.program_rate * spec.program_time / spec.dies  # bytes of a program
        self.programming = [BookedStation() for _ in range(spec.dies)]  # of each die
        self.lasting = [0.0] * spec.dies  # time of the last program of each die (s)
        # programs to come: when each is done (s), and its bytes in the buffer
        self.programs: deque[tuple[float, float]] = deque()
        self.held = 0.0  # bytes in the buffer that have a program
        self.last = 0.0  # when the last program is done (s)
        self.turn, self.begun = 0, 0.0  # next die; part of its program that has arrived (0-1)
        self.in_slc = 0.0  # bytes
        self.streams: deque[int] = deque(maxlen=STREAMS)  # ends of recent writes
        self.unflushed: deque[tuple[int, int]] = deque()  # start and end of writes (bytes)
        self.at_risk = 0  # bytes in them
        self.flushes, self.flush_begun = BookedStation(), 0.0  # the last flush begins then (s)

    def serve(self, now: float, offset: int, size: int) -> float:
        """Return when a read that arrives at `now` (s) is done (s)."""
        sent = self.spec.command_time + size / self.rate
        number = offset // PAGE % len(self.channels)
        die, arrived = self.channels[number], self.station.serve(now, sent)
        begin = max(arrived, die.free)
        programs = self.programming[number]
        if (left := programs.free - begin) > ROUNDING:
            begin += max(0.0, (left + ROUNDING) % self.lasting[number] - ROUNDING)
            programs.gaps.append((begin, begin + self.access))
            programs.free += self.access
        self.service = sent + self.access
        return die.serve(begin, self.access)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return when a write issued at `now` (s) is answered (s). Raise ValueError if it exceeds
        the capacity."""
        self.check(offset, size)
        spec = self.spec
        sent = spec.command_time + size / spec.interface_write
        arrived = self.station.serve(now, sent)
        finish = self.program(arrived, offset, size) + spec.write_access
        if spec.fua:
            finish = self.flush_by(finish, together=not spec.protected)
        if spec.protected or spec.fua:
            self.remember(now, finish, offset, offset + size)
        else:
            self.unflushed.append((offset, offset + size))
            self.at_risk += size
            while self.at_risk > spec.write_buffer + size:  # what does not fit is in flash
                start, end = self.unflushed.popleft()
                self.at_risk -= end - start
        self.service = sent + spec.write_access
        return self.done("write", offset, size, now, finish, path)

    def program(self, now: float, offset: int, size: int) -> float:
        """Pass a write on to the flash. Return when it is in the buffer (s)."""
        spec, programs = self.spec, self.programs
        lasts, times = spec.program_time, self.amplification
        if not self.scattered:
            if offset in self.streams:
                self.streams.remove(offset)
                times = 1.0
            self.streams.append(offset + size)
        if spec.slc:
            self.in_slc = max(0.0, self.in_slc - max(0.0, now - self.last) * spec.program_rate)
            if self.in_slc + size <= spec.slc:
                self.in_slc += size
                lasts, times = lasts * spec.program_rate / spec.slc_rate, 1.0
        self.begun += size * times / self.unit
        room, each = now, self.unit / times
        while self.begun >= 1:
            self.begun -= 1
            while programs and (self.held + each > spec.write_buffer or programs[0][0] <= now):
                done, part = programs.popleft()
                room, self.held = max(room, done), self.held - part
            number, self.turn = self.turn, (self.turn + 1) % spec.dies
            die = self.programming[number].serve(max(room, self.channels[number].free), lasts)
            self.lasting[number] = lasts
            programs.append((die, each))
            self.held += each
            self.last = max(self.last, die)
        return room

    def remember(self, now: float, finish: float, start: int, end: int) -> None:
        """Note that the bytes from `start` to `end` are safe from `finish` (s)."""
        while len(self.unanswered) > STREAMS and self.unanswered[0][0] <= now:
            self.unanswered.popleft()
        self.unanswered.append((finish, start, end))

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """Return when a flush issued at `now` (s) is answered (s): with protection after its command,
        else when all writes so far are safe."""
        self.service, done = 0.0, now
        if not self.spec.fua:
            if self.spec.protected or self.unflushed:
                self.service = self.flush_cost
                self.flush_by(now)
            for start, end in self.unflushed:
                self.remember(now, self.flushes.free, start, end)
            self.unflushed.clear()
            self.at_risk = 0
            done = max(now, self.flushes.free)
        return self.done("flush", 0, 0, now, done, path)

    def flush_by(self, now: float, together: bool = True) -> float:
        """Return when data that is in the buffer at `now` (s) is safe (s): after the flush that has
        not begun by then if `together`, else after one of its own."""
        ready = now
        if not self.spec.protected:
            # its measured time contains the program of the last pages, full or not
            ready, self.begun = max(now, self.last - self.spec.program_time), 0.0
        flushes, cost = self.flushes, self.flush_cost
        if not together or now > self.flush_begun:
            self.flush_begun = max(ready, flushes.free)
            flushes.serve(ready, cost)
        elif (later := ready + cost) > flushes.free:
            flushes.gaps.append((flushes.free - cost, later - cost))
            flushes.free = later
        return flushes.free

    def drain(self, now: float) -> float:
        """Return when nothing is left to do (s), at least `now`."""
        return max(super().drain(now), self.last)

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes, as last written, would survive a power failure at `now` (s)."""
        end = offset + size
        at_risk = any(start < end and offset < stop for start, stop in self.unflushed)
        return not at_risk and super().stable(now, offset, size)

    def worked(self, now: float) -> float:
        """Return the time until `now` (s) in which the busiest part worked: the interface, the dies
        that read, on average, those that program, or flushes."""
        programs = mean([programs.worked(now) for programs in self.programming])
        flushes = self.flushes.worked(now)
        return max(self.station.worked(now), super().worked(now), programs, flushes)
