"""A program on an NFS client of the 7410: its calls, the requests that these make, and when each
returns."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.experiments.nfs.caching_client import CachingClient, Mount, NfsRequest, SystemCall
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.server import CHANGE, FILE_SYNC, Client
from models.sim.loop import Event, Process
from models.units import KiB, s

PROGRAMS = ("plain", "odsync", "fsync", "files")


def program(kind: str, writes: int, size: int, every: int = 8) -> Iterator[SystemCall]:
    """The calls of a program that writes `size` bytes `writes` times: plain, with the flag O_DSYNC,
    with an fsync after `every` writes, or to a file each, whose times it sets (as when an archive
    is unpacked)."""
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
"""A call that only fills the client's memory takes about as long."""


class Seen(NamedTuple):
    """A call (`SystemCall`) or a request (`NfsRequest`), from when to when (s)."""

    what: Any
    start: float
    finish: float


class NfsProgram:
    """One program on `client`. calls, asks: what was seen so far. A request that its call does not
    wait for goes out behind those before it; a call that waits, waits for these too."""

    def __init__(self, client: Client, mount: Mount):
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
        """Send requests one after the other, behind those that are out."""
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
"""How the client may have mounted the file system, by the option that says so."""
LONG = 60 * s
"""By then every program has ended."""


def nfs_program(
    kind: str, mount: str, *, writes: int, size: int, every: int, logs: int, seed: int
) -> NfsProgram:
    """What was seen of a program (one of `PROGRAMS`) from its first call to its last, on a client
    that has mounted its file system by one of `MOUNTS`.

    It writes `size` bytes `writes` times; one that calls fsync does so after `every` writes. logs:
    log devices of the server, which has nobody else to serve.
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
