"""Clients over NFS."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from models.check import a_number, asking, at_least, counted, requested
from models.machine.loads.blocks import Reads
from models.machine.machine import Machine
from models.protocols.nfs.server import FILE_SYNC, SPREAD, UNSTABLE, Client
from models.setting import setting
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB, ms
from models.zfs.zil.intent_log import IntentLog

MOST_RATE = 10**7
"""Requests a second that do not wait; more are probably a typo, and the run would not finish."""


@dataclass(frozen=True)
class Nfs:
    """Clients over NFS that read and write.

    Each thread of each client waits for an answer and asks again; threads start a tenth of a
    millisecond apart on average. With a `rate` requests come at random, whether or not those before
    are answered. Reads are as `blocks` says; writes follow one another, or go over the same places.
    The share's blocks are as `block_of` says. stable: how safe a write must be before the server
    answers. trace: return the path that a request fills in, or None. fast_forward: make many writes
    of a single thread at a time where nothing comes between them."""

    clients: int = setting(1, "Clients")
    threads: int = setting(1, "Threads of each client")
    size: int = setting(8 * KiB, "Bytes of a request", "B")
    turnaround: float | None = setting(
        None, "Time at a client between an answer and its next request; none: the network's", "s"
    )
    at: float = setting(0.0, "Time when the clients start", "s")
    spread: float = setting(SPREAD, "How far the turnaround varies either way", "share")
    stable: int = setting(FILE_SYNC, "How safe a write must be: 0 unstable, 1 data, 2 file")
    trace: Callable[[], RequestPath | None] | None = None
    fast_forward: bool = setting(True, "Whether many writes of a lone thread are made at a time")
    reads: float = setting(0.0, "Share of requests that read", "share")
    blocks: Reads = Reads()  # noqa: RUF009
    over: bool = setting(False, "Whether writes go over the blocks of the file")
    rate: float = setting(0.0, "Requests a second that do not wait; 0: threads wait", "1/s")

    def __post_init__(self) -> None:
        asking(clients=self.clients, threads=self.threads)
        requested(self.size)
        at_least(0, at=self.at, rate=self.rate)
        a_number("rate", self.rate, most=MOST_RATE, unit="a second")
        a_number("reads", self.reads, 0, 1)
        counted(UNSTABLE, FILE_SYNC, stable=self.stable)

    def start(self, machine: Machine) -> None:
        requested(self.size, machine.server.filesystem.log.record)
        all = self.clients * self.threads
        draw = self.blocks.drawn(self.size, machine) if self.reads or self.over else lambda: 0
        trace: Any = self.trace or (lambda: None)
        for number in range(self.clients):
            client = machine.client(self.turnaround, self.spread, self.size)
            log = machine.datasets[number % len(machine.datasets)]
            if self.rate:
                machine.loop.spawn(self.arrivals(machine, client, log, draw), at=self.at)
                continue
            for _ in range(self.threads):
                begin = self.at + machine.random.random() * all * ms / 10
                alone = (
                    self.fast_forward
                    and all == 1
                    and self.stable == FILE_SYNC
                    and self.trace is None
                )
                thread = (
                    self.thread(machine, client, log, draw, trace)
                    if self.reads or self.over
                    else client.thread(self.size, self.stable, log, trace, alone)
                )
                machine.loop.spawn(thread, at=begin)

    def thread(
        self,
        machine: Machine,
        client: Client,
        log: IntentLog,
        draw: Callable[[], int],
        trace: Callable[[], RequestPath | None],
    ) -> Process:
        """Reads and writes, one after the other."""
        loop, offset = machine.loop, 0
        while True:
            path = trace()
            yield client.pause()
            if path is not None:
                path.serve("client", "client and network", loop.now)
            yield from self.request(machine, log, draw, offset, path)
            offset += self.size

    def arrivals(
        self, machine: Machine, client: Client, log: IntentLog, draw: Callable[[], int]
    ) -> Process:
        """Requests that wait for nobody."""
        random, offset = machine.random.random, 0
        while True:
            yield 2 * random() * self.clients / self.rate
            machine.loop.spawn(
                self.request(machine, log, draw, offset, self.trace() if self.trace else None)
            )
            offset += self.size

    def request(
        self,
        machine: Machine,
        log: IntentLog,
        draw: Callable[[], int],
        offset: int,
        path: RequestPath | None,
    ) -> Process:
        machine.under_way += 1
        if self.reads and machine.random.random() < self.reads:
            yield from machine.server.read(draw() * self.size, self.size, path)
        else:
            place = draw() * self.size if self.over else offset
            yield from machine.server.write(
                self.size,
                self.stable,
                offset=place,
                log=log,
                path=path,
                rewrite="disk" if self.over else "",
            )
        machine.under_way -= 1
