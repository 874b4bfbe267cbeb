"""Programs that create small files, over NFS or on the machine itself."""

from collections.abc import Callable
from dataclasses import dataclass

from models.check import LARGEST, asking
from models.machine.loads.arrivals import a_turnaround
from models.machine.machine import Machine, Seen
from models.protocols.nfs.server import CHANGE, COMPOUND, Client, Unpack
from models.setting import check_settings, count, setting
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB, ms
from models.zfs.pool.records import block_of
from models.zfs.zil.intent_log import IntentLog

OVER = ("nfs", "local")


@dataclass(frozen=True)
class Create:
    """Programs that create files one after another: open, write, close.

    Over NFS each file is looked up, created and written, and committed when it is closed. The server
    makes each change and the data safe before it answers. Version 4 opens instead of creating, and
    closes with one more request (RFC 7530), which needs no storage; a client has one of these requests
    under way at a time, as its programs are taken to be of one user. A local program makes a file safe
    if `o_sync` says so, with one fsync of its record and its data."""

    clients: int = count(1, "Number of clients")
    threads: int = count(1, "Programs per client")
    over: str = setting("nfs", "Where the programs run: on NFS clients, or locally", words=OVER)
    size: int = count(8 * KiB, "Size of a file; 0: empty", 0, LARGEST, "B")
    changes: int = count(
        1, "Changes of names or attributes for each file: 1 is a CREATE, 2 a CREATE and a SETATTR"
    )
    asks: int = count(1, "Requests without storage before each file, such as a LOOKUP", 0)
    version: int = count(3, "Version of NFS", 3, 4)
    turnaround: float | None = a_turnaround()
    o_sync: bool = setting(False, "Whether a local program makes each file safe before it goes on")
    trace: Callable[[], RequestPath | None] | None = None  # returns the path of a file, or None
    seen: Seen | None = None

    def __post_init__(self) -> None:
        asking(clients=self.clients, threads=self.threads)
        check_settings(self)

    @property
    def each(self) -> Unpack:
        """Return the requests of a file."""
        new = self.version == 4
        return Unpack(
            self.size,
            self.changes,
            self.asks,
            opens=new,
            more=COMPOUND if new else 1.0,
        )

    def start(self, machine: Machine) -> None:
        """Start the programs, 0.1 ms apart on average."""
        logs, total = machine.zfs.logs, self.clients * self.threads
        for number in range(self.clients):
            log = logs[number % len(logs)]
            client = machine.client(self.turnaround) if self.over == "nfs" else None
            for _ in range(self.threads):
                begin = machine.loop.now + machine.random.random() * total * ms / 10
                machine.loop.spawn(self.program(machine, client, log), at=begin)

    def program(self, machine: Machine, client: Client | None, log: IntentLog) -> Process:
        """Yield the waits of one program."""
        loop, each = machine.loop, self.each
        while True:
            begun, path = loop.now, self.trace() if self.trace else None
            yield from (
                client.create(each, log=log, path=path)
                if client
                else self.locally(machine, log, path)
            )
            machine.answered("create file", self.size, loop.now - begun)
            if self.seen:
                self.seen(self.size, loop.now - begun, path)

    def locally(self, machine: Machine, log: IntentLog, path: RequestPath | None = None) -> Process:
        """Yield the waits of one file on the machine itself: a call for each change, for the data
        and for the fsync."""
        zfs = machine.zfs
        for size in [*[CHANGE] * self.changes, *[self.size] * bool(self.size)]:
            yield machine.system_call(size, path)
            yield from zfs.write(0, size, False, log=log, path=path)
        if self.o_sync and zfs.sync != "disabled":
            yield machine.system_call(0, path)
            records = -(-self.size // block_of(self.size, log.record)) if self.size else 1
            yield from log.commit(self.changes * CHANGE + self.size, path, fsync=records)
