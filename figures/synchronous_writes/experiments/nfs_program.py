"""A program on an NFS client of the 7410: its calls, the requests that they cause, and when each
returns."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from figures.synchronous_writes.experiments.caching_client import (
    CachingClient,
    Mount,
    NfsRequest,
    SystemCall,
)
from models.catalogue.machines import values
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.server import CHANGE, FILE_SYNC, Client
from models.sim.loop import Event, Process
from models.units import KiB, s

PROGRAMS = ("plain", "odsync", "fsync", "files")


def program(kind: str, writes: int, size: int, every: int = 8) -> Iterator[SystemCall]:
    """Yield the calls of a program that makes `writes` writes of `size` bytes.

    kind: plain; odsync (opens its file with O_DSYNC); fsync (calls it after `every` writes); or
    files (a file for each write, whose times it sets, as when an archive is unpacked).
    """
    if kind == "files":
        for _ in range(writes):
            yield from (
                SystemCall("open", ("O_WRONLY", "O_CREAT", "O_EXCL")),
                SystemCall("write", size=size),
                SystemCall("utimes"),
                SystemCall("close"),
            )
        return
    yield SystemCall("open", ("O_WRONLY", *(["O_DSYNC"] if kind == "odsync" else []), "O_CREAT"))
    for number in range(1, writes + 1):
        yield SystemCall("write", size=size)
        if kind == "fsync" and number % every == 0:
            yield SystemCall("fsync")
    yield SystemCall("close")


MEMORY: float = values("streaming")["client_call"]
"""Time (s) of a call that only fills the client's memory."""


class Seen(NamedTuple):
    """A call (`SystemCall`) or a request (`NfsRequest`), with its start and finish (s)."""

    what: Any
    start: float
    finish: float


class NfsProgram:
    """A program on `client`. calls, asks: the calls and requests finished so far. Requests are sent
    one after another, whether their call waits for them or not. A call that waits therefore also
    waits for the requests of earlier calls."""

    def __init__(self, client: Client, mount: Mount) -> None:
        self.client, self.cache = client, CachingClient(mount)
        self.calls: list[Seen] = []
        self.asks: list[Seen] = []
        self.out: Event = client.loop.event()
        self.out.fire()

    def run(self, calls: Iterable[SystemCall]) -> Process:
        loop = self.client.loop
        for call in calls:
            start = loop.now
            yield MEMORY
            asks, waits = self.cache.requests(call)
            if asks:
                before, self.out = self.out, loop.event()
                loop.spawn(self.send(asks, before, self.out))
            if waits:
                yield self.out
            self.calls.append(Seen(call, start, loop.now))

    def send(self, asks: list[NfsRequest], before: Event, done: Event) -> Process:
        """Send requests one after another, after those already on their way."""
        loop = self.client.loop
        yield before
        for ask in asks:
            start = loop.now
            yield self.client.pause()
            yield from self.serve(ask)
            self.asks.append(Seen(ask, start, loop.now))
        done.fire()

    def serve(self, ask: NfsRequest) -> Process:
        server = self.client.server
        if ask.op == "WRITE":
            yield from server.write(ask.size, ask.stable, offset=ask.offset)
        elif ask.op == "COMMIT":
            yield from server.commit(ask.size)
        elif ask.safe:
            yield from server.write(CHANGE, FILE_SYNC)
        else:
            yield from server.answer()


MOUNTS = {
    "usual": Mount(),
    "sync": Mount(sync=True),
    "forcedirectio": Mount(sync=True),
    "nocto": Mount(nocto=True),
    "limit": Mount(most=128 * KiB),
}
"""Mount option -> how the client then behaves."""
LONG = 60 * s
"""Time by which every program has ended."""


def nfs_program(
    kind: str, mount: str, *, writes: int, size: int, every: int, logs: int, seed: int
) -> NfsProgram:
    """Run a program (one of `PROGRAMS`) on a client that mounts its file system as one of `MOUNTS`,
    and return it when it has ended.

    It makes `writes` writes of `size` bytes; the one that calls fsync does so after `every` writes.
    logs: log devices of the server, which has no other clients.
    """
    machine = Machine(SUN_7410.order(log={"devices": logs}).bare(), seed)
    client = Client(
        machine.loop,
        machine.server,
        turnaround=machine.order.network.turnaround or 0.0,
        random=machine.random,
    )
    session = NfsProgram(client, MOUNTS[mount])
    machine.loop.spawn(session.run(program(kind, writes, size, every)))
    machine.loop.run(until=LONG)
    return session
