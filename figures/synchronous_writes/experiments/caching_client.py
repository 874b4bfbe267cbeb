"""The requests of an NFS client for a program's calls: which must be safe at once, and which calls
wait."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.protocols.nfs.server import FILE_SYNC, TRANSFER, UNSTABLE


class SystemCall(NamedTuple):
    """A system call."""

    name: str  # open, write, fsync, close or utimes
    flags: tuple[str, ...] = ()  # of an open
    size: int = 0  # bytes of a write


class NfsRequest(NamedTuple):
    """A request to the server."""

    op: str  # LOOKUP, CREATE, SETATTR, WRITE or COMMIT
    offset: int = 0  # bytes
    size: int = 0  # bytes
    stable: int = -1  # of a write (stable_how); -1 for others

    @property
    def safe(self) -> bool:
        """Return whether the server must have it on stable storage before it answers."""
        return self.op in ("CREATE", "SETATTR", "COMMIT") or self.stable > UNSTABLE


@dataclass(frozen=True)
class Mount:
    """Mount options of a client. Source: RFC 1813; Gregg 2009, SLOG Screenshots."""

    sync: bool = False  # whether each write is sent at once and must be safe
    nocto: bool = False  # closing a file does not make it safe
    most: int | None = None  # most uncommitted bytes of a file (FreeBSD, Mac OS X); None: no limit


class CachingClient:
    """The client's state of one open file: unsent and uncommitted data."""

    def __init__(self, mount: Mount):
        self.mount = mount
        self.safe = False  # whether each write must be safe
        self.sent = self.end = 0  # bytes of the file that were sent, and that were written
        self.uncommitted = 0

    def requests(self, call: SystemCall) -> tuple[list[NfsRequest], bool]:
        """Return the requests of a call, and whether it returns only when they are answered."""
        if call.name == "open":
            self.safe = self.mount.sync or bool({"O_DSYNC", "O_SYNC"} & set(call.flags))
            self.sent = self.end = self.uncommitted = 0
            names = ["LOOKUP", "CREATE"] if "O_CREAT" in call.flags else ["LOOKUP"]
            return [NfsRequest(name) for name in names], True
        if call.name == "write":
            self.end += call.size
            if self.safe:
                return list(self.pieces(FILE_SYNC)), True
            requests = list(self.pieces(UNSTABLE, TRANSFER))
            if self.mount.most is not None and self.uncommitted > self.mount.most:
                return [*requests, self.commit()], True
            return requests, False
        if call.name == "utimes":
            return [NfsRequest("SETATTR")], True
        if call.name == "close" and self.mount.nocto:
            return list(self.pieces(UNSTABLE)), False
        requests = list(self.pieces(UNSTABLE))
        return [*requests, *([self.commit()] if self.uncommitted else [])], True

    def pieces(self, stable: int, least: int = 1) -> Iterator[NfsRequest]:
        """Yield WRITE requests for the unsent data, of at most TRANSFER bytes each, while `least`
        bytes or more are left."""
        while self.end - self.sent >= least:
            size = min(TRANSFER, self.end - self.sent)
            yield NfsRequest("WRITE", self.sent, size, stable)
            self.sent += size
            if stable == UNSTABLE:
                self.uncommitted += size

    def commit(self) -> NfsRequest:
        """Return a COMMIT of all uncommitted data."""
        size, self.uncommitted = self.uncommitted, 0
        return NfsRequest("COMMIT", 0, size)
