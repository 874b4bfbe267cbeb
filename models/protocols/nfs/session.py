"""A program on an NFS client, played against a server: when each call returns, and when each request is answered."""
from collections.abc import Iterable
from typing import Any, NamedTuple

from models.protocols.nfs.calls import Ask, CachingClient, Call, Mount
from models.protocols.nfs.server import CHANGE, FILE_SYNC, Client
from models.sim.loop import Event, Process
from models.units import us

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
        """The program, call after call."""
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
        """The server's part of a request."""
        server = self.client.server
        if ask.op == "WRITE":
            yield from server.write(ask.size, ask.stable, offset=ask.offset)
        elif ask.op == "COMMIT":
            yield from server.commit(ask.size)
        elif ask.safe:
            yield from server.write(CHANGE, FILE_SYNC)
        else:
            yield from server.answer()
