"""A disk that records each command and each movement of the arm for a while."""

from typing import Any, NamedTuple

from figures.transaction_groups.experiments.reads_beside_groups import READ
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.sim.path import Access, RequestPath
from models.zfs.zil.log_spec import LogSpec

LOG_BLOCK = LogSpec().pack([READ])[0]
"""Bytes of the log block of a safe write."""


class FollowedCommand(NamedTuple):
    """A command, recorded when it is answered.

    kind: a read, a group's transfer, the log block of a safe write (recognised by its size), or a
    flush. A flush belongs to the log if a log block came since the previous flush, otherwise to the
    group. safe: the times (s) at which its bytes were on the platter; empty until then.
    """

    op: str
    kind: str
    path: RequestPath
    offset: int
    size: int
    safe: list[float]


class FollowedDisk(HardDisk):
    """A `HardDisk` that records its commands and accesses from `begin` to `end` (s)."""

    def __init__(self, begin: float, end: float, spec: DriveSpec, **given: Any) -> None:
        super().__init__(spec, **given)
        self.begin, self.end = begin, end
        self.logged = False  # whether a log block came since the previous flush
        self.commands: list[FollowedCommand] = []
        self.accesses: list[Access] = []

    def access(self, now: float, offset: int, size: int, write: bool, place: Any = None) -> float:
        """Access the platter, record the access, and return the time (s) at which it ends."""
        finish = super().access(now, offset, size, write, place)
        if now < self.end and finish > self.begin:
            self.accesses.append(self.last_access())
            for command in self.commands:
                if write and command.op == "write" and offset <= command.offset < offset + size:
                    command.safe.append(finish)
        return finish

    def done(
        self,
        op: str,
        offset: int,
        size: int,
        issued: float,
        finish: float,
        path: RequestPath | None = None,
    ) -> float:
        """Answer a command, record it, and return the time (s) at which it ends."""
        if issued < self.end and finish > self.begin:
            own = RequestPath(issued, "drive")
            self.add_to(own, finish)
            self.commands.append(FollowedCommand(op, self.kind_of(op, size), own, offset, size, []))
        return super().done(op, offset, size, issued, finish, path)

    def kind_of(self, op: str, size: int) -> str:
        """Return the kind of a command: read, log block, transfer, or flush of the log or of the
        group."""
        if op == "read":
            return "read"
        if op == "write":
            self.logged = size == LOG_BLOCK or self.logged
            return "log block" if size == LOG_BLOCK else "transfer"
        logged, self.logged = self.logged, False
        return "flush of the log" if logged else "flush of the group"
