"""NFS clients that read and write."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from models.check import LARGEST, asking, requested
from models.machine.loads.arrivals import Arrivals, a_rate, a_turnaround
from models.machine.loads.blocks import Reads
from models.machine.machine import Machine, Seen
from models.protocols.nfs.server import COMPOUND, FILE_SYNC, SPREAD, UNSTABLE, Client
from models.setting import check_settings, count, setting
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.sim.workload import sequential
from models.units import KiB, ms
from models.zfs.zil.intent_log import IntentLog


@dataclass(frozen=True)
class Nfs:
    """NFS clients that read and write.

    Each thread sends its next request after the answer to the last one; threads start 0.1 ms apart
    on average. With a `rate`, requests arrive at random times and do not wait for answers. `blocks`
    chooses the blocks that are read. Writes are sequential, or overwrite these blocks. The block
    size of the share is that of `block_of`. trace: returns the path that a request fills in, or
    None. seen: called for each answer; a turnaround above the network's is then the program's own
    time, before the path begins."""

    clients: int = count(1, "Number of clients")
    threads: int = count(1, "Threads per client")
    size: int = count(8 * KiB, "Size of a request", 1, LARGEST, "B")
    turnaround: float | None = a_turnaround()
    at: float = setting(0.0, "Start time of the clients", "s", least=0)
    spread: float = setting(
        SPREAD, "Largest deviation of the turnaround, either way", "share", least=0, most=1
    )
    stable: int = count(
        FILE_SYNC,
        "Safety of an answered write: 0 unstable, 1 data sync, 2 file sync",
        UNSTABLE,
        FILE_SYNC,
    )
    trace: Callable[[], RequestPath | None] | None = None
    seen: Seen | None = None
    fast_forward: bool = setting(
        True,
        "Whether to compute many writes of a single thread at once, with the same result in less time",
    )
    reads: float = setting(0.0, "Share of reads among the requests", "share", least=0, most=1)
    blocks: Reads = Reads()  # noqa: RUF009
    over: bool = setting(False, "Whether writes overwrite blocks of the file")
    rate: float = a_rate()
    copies: int = 0  # times that the server copies what it reads more than NFS does
    named: str = "nfs"  # whose requests these are in the results
    version: int = count(3, "Version of NFS; a request of 4 takes more processor time", 3, 4)
    begin: int = 0  # where the file that is read or overwritten begins (bytes)
    block: int = 0  # bytes of a block of this file; 0: as `block_of` says

    def __post_init__(self) -> None:
        asking(clients=self.clients, threads=self.threads)
        check_settings(self)

    @property
    def more(self) -> float:
        """Return the processor time of a request without its data, as a multiple of version 3's."""
        return COMPOUND if self.version == 4 else 1.0

    def start(self, machine: Machine) -> None:
        """Start the clients."""
        requested(self.size, machine.server.filesystem.log.record)
        total = self.clients * self.threads
        draw = self.blocks.drawn(self.size, machine) if self.reads or self.over else lambda: 0
        trace: Callable[[], RequestPath | None] = self.trace or (lambda: None)
        for number in range(self.clients):
            client = machine.client(self.turnaround, self.spread, self.size)
            log = machine.datasets[number % len(machine.datasets)]
            if self.rate:
                offsets = sequential(self.size)
                request = partial(self.arriving, machine, log, draw, offsets)
                come = Arrivals(machine, self.rate, request, self.clients)
                machine.loop.spawn(come.run(), at=self.at)
                continue
            for _ in range(self.threads):
                begin = self.at + machine.random.random() * total * ms / 10
                fast = (
                    self.fast_forward
                    and total == 1
                    and self.stable == FILE_SYNC
                    and self.trace is None
                    and self.seen is None
                    and self.version == 3
                    and self.named == "nfs"
                )
                thread = (
                    self.thread(machine, client, log, draw, trace)
                    if self.reads or self.over or self.seen
                    else client.thread(
                        self.size, self.stable, log, trace, fast, self.more, f"{self.named} write"
                    )
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
        """Yield the waits of a thread, which sends one request after another."""
        loop, offset = machine.loop, 0
        own = self.own_share(machine) if self.seen else 0.0
        while True:
            pause = client.pause()
            if own:
                yield pause * own
            begun, path = loop.now, trace()
            yield pause * (1 - own)
            if path is not None:
                path.serve("client", "client and network", loop.now)
            yield from self.request(machine, log, draw, offset, path)
            offset += self.size
            if self.seen:
                self.seen(self.size, loop.now - begun, path)

    def own_share(self, machine: Machine) -> float:
        """Return the share of a turnaround that is the program's own time: what exceeds that of the
        network."""
        usual = machine.order.network.turnaround or 0.0
        return max(0.0, 1 - usual / self.turnaround) if self.turnaround else 0.0

    def arriving(
        self,
        machine: Machine,
        log: IntentLog,
        draw: Callable[[], int],
        offsets: Iterator[int],
        late: float,
    ) -> Process:
        """Yield the waits of the next request of an open load, which came `late` seconds ago."""
        begun, path = machine.loop.now - late, self.trace() if self.trace else None
        yield from self.request(machine, log, draw, next(offsets), path)
        if self.seen:
            self.seen(self.size, machine.loop.now - begun, path)

    def request(
        self,
        machine: Machine,
        log: IntentLog,
        draw: Callable[[], int],
        offset: int,
        path: RequestPath | None,
    ) -> Process:
        """Return the waits of one request."""
        if self.reads and machine.random.random() < self.reads:
            return machine.server.read(
                self.begin + draw() * self.size,
                self.size,
                path,
                block=self.block,
                more=self.more,
                copies=self.copies,
                op=f"{self.named} read",
            )
        return machine.server.write(
            self.size,
            self.stable,
            offset=self.begin + draw() * self.size if self.over else offset,
            log=log,
            path=path,
            rewrite="disk" if self.over else "",
            block=self.block,
            more=self.more,
            op=f"{self.named} write",
        )
