"""What an NFS client makes of a program's calls: which requests, which write has to be safe before
it is answered and which later, and which call waits."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from models.protocols.nfs.server import FILE_SYNC, TRANSFER, UNSTABLE


class Call(NamedTuple):
    """A system call: open, write, fsync, close or utimes; flags of an open; bytes of a write."""

    name: str
    flags: tuple[str, ...] = ()
    size: int = 0


class Ask(NamedTuple):
    """A request to the server: LOOKUP, CREATE, SETATTR, WRITE or COMMIT; offset and size in bytes;
    how a write asks to be stable (-1: it is none)."""

    op: str
    offset: int = 0
    size: int = 0
    stable: int = -1

    @property
    def safe(self) -> bool:
        """Whether the server must have it on stable storage before it answers."""
        return self.op in ("CREATE", "SETATTR", "COMMIT") or self.stable > UNSTABLE


@dataclass(frozen=True)
class Mount:
    """How a client has mounted a file system. sync: each write goes out at once, to be safe (one
    past the client's memory does, too). nocto: closing a file does not make it safe. most: bytes of
    a file that may be uncommitted (FreeBSD and Mac OS X had such a limit); None for as many as
    there are.

    Source: RFC 1813; Gregg 2009, SLOG Screenshots.
    """

    sync: bool = False
    nocto: bool = False
    most: int | None = None


class CachingClient:
    """The client's side of one open file: what a program has written and not sent, and what is sent
    and not committed."""

    def __init__(self, mount: Mount):
        self.mount = mount
        self.safe = False  # each write has to be
        self.sent = self.end = (
            0  # the file up to here is at the server, and up to there was written
        )
        self.uncommitted = 0

    def asks(self, call: Call) -> tuple[list[Ask], bool]:
        """The requests that a call makes, and whether it returns only when they are answered."""
        if call.name == "open":
            self.safe = self.mount.sync or bool({"O_DSYNC", "O_SYNC"} & set(call.flags))
            self.sent = self.end = self.uncommitted = 0
            return [Ask("LOOKUP"), *([Ask("CREATE")] if "O_CREAT" in call.flags else [])], True
        if call.name == "write":
            self.end += call.size
            if self.safe:
                return list(self.pieces(FILE_SYNC)), True
            asks = list(self.pieces(UNSTABLE, TRANSFER))
            if self.mount.most is not None and self.uncommitted > self.mount.most:
                return [*asks, self.commit()], True
            return asks, False
        if call.name == "utimes":
            return [Ask("SETATTR")], True
        if call.name == "close" and self.mount.nocto:
            return list(self.pieces(UNSTABLE)), False
        asks = list(self.pieces(UNSTABLE))
        return [*asks, *([self.commit()] if self.uncommitted else [])], True

    def pieces(self, stable: int, least: int = 1) -> Iterator[Ask]:
        """Send what was written, in pieces of at most TRANSFER bytes, as long as `least` are left."""
        while self.end - self.sent >= least:
            size = min(TRANSFER, self.end - self.sent)
            yield Ask("WRITE", self.sent, size, stable)
            self.sent += size
            if stable == UNSTABLE:
                self.uncommitted += size

    def commit(self) -> Ask:
        size, self.uncommitted = self.uncommitted, 0
        return Ask("COMMIT", 0, size)
