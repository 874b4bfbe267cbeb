"""A program on an NFS client of the 7410: which requests its calls make, which write has to be safe before it is answered and
which later, and when each call returns."""
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.server import CHANGE, FILE_SYNC, TRANSFER, UNSTABLE, Client
from models.sim.loop import Event, Process
from models.units import KiB, s, us

NO_STABLE = -1


class Call(NamedTuple):
    """A system call: open, write, fsync, close or utimes; flags of an open; bytes of a write."""

    name: str
    flags: tuple[str, ...] = ()
    size: int = 0


class Ask(NamedTuple):
    """A request to the server: LOOKUP, CREATE, SETATTR, WRITE or COMMIT; offset and size in bytes; how a write asks to be
    stable (`NO_STABLE` for other requests)."""

    op: str
    offset: int = 0
    size: int = 0
    stable: int = NO_STABLE

    @property
    def safe(self) -> bool:
        """Whether the server must have it on stable storage before it answers."""
        return self.op in ("CREATE", "SETATTR", "COMMIT") or self.stable > UNSTABLE


@dataclass(frozen=True)
class Mount:
    """How a client has mounted a file system. sync: each write goes out at once, to be safe. direct: past the client's
    memory, and so the same. nocto: closing a file does not make it safe. transfer: most bytes of a request. most: bytes
    of a file that may be uncommitted (FreeBSD and Mac OS X had such a limit); None for as many as there are.

    Source: RFC 1813; Gregg 2009, SLOG Screenshots.
    """

    sync: bool = False
    direct: bool = False
    nocto: bool = False
    transfer: int = TRANSFER
    most: int | None = None


class CachingClient:
    """The client's side of one open file: what a program has written and not sent, and what is sent and not committed."""

    def __init__(self, mount: Mount):
        self.mount = mount
        self.safe = False               # each write has to be
        self.sent = self.end = 0        # the file up to here is at the server, and up to there was written
        self.uncommitted = 0

    def asks(self, call: Call) -> tuple[list[Ask], bool]:
        """The requests that a call makes, and whether it returns only when they are answered."""
        if call.name == "open":
            self.safe = self.mount.sync or self.mount.direct or bool({"O_DSYNC", "O_SYNC"} & set(call.flags))
            self.sent = self.end = self.uncommitted = 0
            return [Ask("LOOKUP"), *([Ask("CREATE")] if "O_CREAT" in call.flags else [])], True
        if call.name == "write":
            self.end += call.size
            if self.safe:
                return list(self.pieces(FILE_SYNC)), True
            asks = list(self.pieces(UNSTABLE, self.mount.transfer))
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
        """Send what was written, in pieces of at most `transfer` bytes, as long as `least` are left."""
        while self.end - self.sent >= least:
            size = min(self.mount.transfer, self.end - self.sent)
            yield Ask("WRITE", self.sent, size, stable)
            self.sent += size
            if stable == UNSTABLE:
                self.uncommitted += size

    def commit(self) -> Ask:
        size, self.uncommitted = self.uncommitted, 0
        return Ask("COMMIT", 0, size)


PROGRAMS = ("plain", "odsync", "fsync", "files")


def program(kind: str, writes: int, size: int, every: int = 8) -> Iterator[Call]:
    """The calls of a program that writes `size` bytes `writes` times: plain, with the flag O_DSYNC, with an fsync after
    `every` writes, or to a file each, whose times it sets (as when an archive is unpacked)."""
    if kind == "files":
        for _ in range(writes):
            yield from (Call("open", ("O_WRONLY", "O_CREAT", "O_EXCL")), Call("write", size=size), Call("utimes"),
                        Call("close"))
        return
    yield Call("open", ("O_WRONLY", *(["O_DSYNC"] if kind == "odsync" else []), "O_CREAT"))
    for number in range(1, writes + 1):
        yield Call("write", size=size)
        if kind == "fsync" and number % every == 0:
            yield Call("fsync")
    yield Call("close")


MEMORY = 10 * us
"""A call that only fills the client's memory takes about as long."""


class Seen(NamedTuple):
    """A call (`Call`) or a request (`Ask`), from when to when (s)."""

    what: Any
    start: float
    finish: float


class Session:
    """One program on `client`. calls, asks: what was seen so far. A request that its call does not wait for goes out
    behind those before it; a call that waits, waits for these too."""

    def __init__(self, client: Client, mount: Mount):
        self.client, self.cache = client, CachingClient(mount)
        self.calls: list[Seen] = []
        self.asks: list[Seen] = []
        self.out: Event = client.loop.event()
        self.out.fire()

    def run(self, calls: Iterable[Call]) -> Process:
        loop = self.client.loop
        for call in calls:
            start = loop.now
            yield MEMORY
            asks, waits = self.cache.asks(call)
            if asks:
                before, self.out = self.out, loop.event()
                loop.spawn(self.send(asks, before, self.out))
            if waits:
                yield self.out
            self.calls.append(Seen(call, start, loop.now))

    def send(self, asks: list[Ask], before: Event, done: Event) -> Process:
        """Send requests one after the other, behind those that are out."""
        loop = self.client.loop
        yield before
        for ask in asks:
            start = loop.now
            yield self.client.pause()
            yield from self.serve(ask)
            self.asks.append(Seen(ask, start, loop.now))
        done.fire()

    def serve(self, ask: Ask) -> Process:
        server = self.client.server
        if ask.op == "WRITE":
            yield from server.write(ask.size, ask.stable, offset=ask.offset)
        elif ask.op == "COMMIT":
            yield from server.commit(ask.size)
        elif ask.safe:
            yield from server.write(CHANGE, FILE_SYNC)
        else:
            yield from server.answer()


MOUNTS = {"usual": Mount(), "sync": Mount(sync=True), "forcedirectio": Mount(direct=True), "nocto": Mount(nocto=True),
          "limit": Mount(most=128 * KiB)}
"""How the client may have mounted the file system, by the option that says so."""
LONG = 60 * s
"""By then every program has ended."""


def nfs_program(kind: str, mount: str, *, writes: int, size: int, every: int, logs: int, seed: int) -> Session:
    """What was seen of a program (one of `PROGRAMS`) from its first call to its last, on a client that has mounted its file
    system by one of `MOUNTS`.

    It writes `size` bytes `writes` times; one that calls fsync does so after `every` writes. logs: log devices of the
    server, which has nobody else to serve.
    """
    machine = Machine(SUN_7410.order(logs=logs).bare(), seed)
    client = Client(machine.loop, machine.server, turnaround=machine.constants["turnaround"], random=machine.random)
    session = Session(client, MOUNTS[mount])
    machine.loop.spawn(session.run(program(kind, writes, size, every)))
    machine.loop.run(until=LONG)
    return session
