"""iSCSI initiators that read and write LUNs on a machine, through its network cards."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import LARGEST, a_number, asking, check_recordsize, requested
from models.head.catalogue_head import head_of
from models.head.nic import IP_TCP
from models.machine.cores import MEASURED, USUAL, at_rest, seconds
from models.machine.loads.arrivals import Arrivals, a_rate
from models.machine.loads.blocks import Reads
from models.machine.machine import Machine, Seen
from models.machine.order import Order
from models.protocols.iscsi.comstar import pieces
from models.protocols.iscsi.daemon import COSTS, Daemon, DaemonCosts
from models.protocols.iscsi.lun import Lun
from models.protocols.iscsi.pdu import IscsiSession
from models.setting import check_settings, count, setting
from models.sim.loop import Event, Process
from models.sim.path import RequestPath
from models.sim.station import Station
from models.units import KB, KiB
from models.zfs.pool.records import DEFAULT, block_of, touched

SUN = values("7410")
TARGETS = ("kernel", "daemon")
FITTED_RATE, MOST_WORK = 31_000, 1000
"""Rate of 8 KiB reads while the daemon's costs were measured (1/s); largest `work`, probably a typo above."""


@dataclass(frozen=True)
class Iscsi:
    """iSCSI initiators, each with its own LUN.

    Each thread sends its next request after the answer to the last one. With a `rate`, requests
    arrive at random times and do not wait for answers. `blocks` chooses the blocks that are read. Writes are sequential, or overwrite these blocks. The block size of a LUN is that
    of `block_of`. The target is COMSTAR in the kernel, or the daemon, which serves one write of each
    LUN at a time. costs: of the daemon, on the head where they were measured. session: its packets
    get the size of the machine's cards. trace: returns the path that a request fills in, or None.
    seen: called for each answer."""

    initiators: int = count(1, "Number of initiators")
    threads: int = count(1, "Threads per initiator")
    size: int = count(8 * KiB, "Size of a request", 1, LARGEST, "B")
    reads: float = setting(1.0, "Share of reads among the requests", "share", least=0, most=1)
    blocks: Reads = field(default_factory=Reads)  # of each LUN
    over: bool = setting(False, "Whether writes overwrite blocks of the LUN")
    held: bool = setting(False, "Whether memory holds the LUNs from the start")
    cache: bool = setting(False, "Whether the write cache of the LUNs is enabled")
    target: str = setting("kernel", "Target: COMSTAR in the kernel, or a daemon", words=TARGETS)
    work: float = setting(
        SUN["iscsi.work"],
        "Processor time for a command of COMSTAR, without its data, as a multiple of that for an NFS request",
        least=0,
        most=MOST_WORK,
    )
    queues: int = count(1, "Number of queues of the daemon; LUNs are spread over them")
    daemon_threads: int = count(2, "Threads per queue of the daemon", 1, 2)
    spin: bool = setting(False, "Whether idle threads of the daemon spin instead of sleeping")
    costs: DaemonCosts = COSTS
    recording: bool = setting(
        False, "Whether the daemon records when its threads work", typed=False
    )
    session: IscsiSession = field(default_factory=IscsiSession)
    own: float | None = setting(
        None,
        "Time that an initiator takes for each iSCSI message (PDU); none: network.client_message",
        "s",
        least=0,
    )
    port: float | None = setting(
        None,
        "Data rate of an initiator's port; none: network.client_port",
        "B/s",
        least=1 * KB,
    )
    way: float | None = setting(
        None,
        "Round-trip time of a request on the network, without `own` and `port`; none: what they leave "
        "of network.turnaround",
        "s",
        least=0,
    )
    spread: float = setting(
        0.0, "Largest deviation of times outside the head, either way", "share", least=0, most=1
    )
    trace: Callable[[], RequestPath | None] | None = None
    seen: Seen | None = None
    rate: float = a_rate()

    def __post_init__(self) -> None:
        asking(initiators=self.initiators, threads=self.threads)
        check_settings(self)

    def clients(self, order: Order) -> tuple[float, float, float]:
        """Return `own` (s), `port` (bytes a second) and `way` (s), of the order's clients where the
        load does not set them."""
        network, head = order.network, order.head
        measured = head_of(MEASURED) if head.model else None
        rest = network.client_message + at_rest(head.cpu_network, measured, head.cpu_network_load)
        way = max(0.0, (network.turnaround or 0.0) - rest)
        return (
            network.client_message if self.own is None else self.own,
            self.port or network.client_port or network.port_rate,
            way if self.way is None else self.way,
        )

    def start(self, machine: Machine) -> None:
        """Start the initiators."""
        IscsiTarget(machine, self).begin()

    def ask(self, machine: Machine, op: str, size: int, block: int, path: RequestPath) -> Process:
        """Send one request from one more initiator, and fill in its path.

        It goes to the running target of this load, or else of the same kind, or else to a new one."""
        targets = [one for one in machine.targets if isinstance(one, IscsiTarget)]
        alike = [one for one in targets if one.load.target == self.target]
        running = sorted(alike, key=lambda one: bool(one.load == self))
        target = (
            running[-1] if running else IscsiTarget(machine, replace(self, initiators=1, size=size))
        )
        yield from target.request(op, target.joined(), block * size, size, path)


class Initiator(NamedTuple):
    """An initiator and its LUN."""

    own: Station  # its processing of PDUs
    port: Station  # its network port, for incoming data
    lun: Lun
    daemon: Daemon | None  # the one that serves the LUN
    last: list[Event]  # end of the daemon's latest write to the LUN
    writes: "itertools.count[int]"  # numbers of sequential writes


class Wire(NamedTuple):
    """The sizes and times of a request on the network."""

    pdus: list[int]  # bytes of each PDU with data
    to_target: int  # bytes
    to_initiator: int  # bytes
    own: float  # time of the initiator (s)
    port: float  # time of the initiator's port (s)


class Done(NamedTuple):
    """An answered request."""

    ended: float  # s
    took: float  # latency for the program (s)
    reads: bool  # whether it was a read


class IscsiTarget:
    """A machine as an iSCSI target, with its initiators.

    luns: LUNs of the initiators, instead of new ones. done: answered requests of each thread.
    stored: bytes of finished writes. committed: seconds that these writes spent in their LUNs."""

    def __init__(self, machine: Machine, load: Iscsi, luns: Sequence[Lun] = ()):
        zfs, head = machine.zfs, machine.order.head
        if not head.cpu_write or not head.cpu_network:
            raise ValueError(
                "head.cpu_write and head.cpu_network must be above 0 for iscsi, got "
                f"{head.cpu_write:g} and {head.cpu_network:g} s"
            )
        self.machine, self.load, self.loop = machine, load, zfs.loop
        self.own, self.port, self.way = load.clients(machine.order)
        self.prices, self.come = machine.prices, machine.come
        session = load.session
        if machine.out is not None:
            session = replace(session, mtu=machine.out.payload + IP_TCP)
        self.exchange = cache(
            lambda size, reads: session.read(size) if reads else session.write(size)
        )
        self.wire, self.session = cache(self.wired), session
        kernel = load.target == "kernel"
        self.kind = cache(lambda size: self.prices.kind(size, load.work if kernel else 1.0, kernel))
        nfs = machine.server
        write = nfs.write_time + nfs.network + USUAL * nfs.copy
        self.write_factor: float = write / self.prices.kind(USUAL).rest  # work, relative to a read
        # costs change with the head in proportion to the same reads over NFS
        costs = load.costs.scaled(slower(head.model)) if head.model else load.costs
        self.daemons = [
            Daemon(
                self.loop,
                machine.cpu,
                costs,
                threads=load.daemon_threads,
                spin=load.spin,
                recording=load.recording,
            )
            for _ in range(0 if kernel else load.queues)
        ]
        logs, self.each = machine.datasets, int(load.blocks.data // load.size)
        requested(load.size, zfs.log.record)
        self.block = block_of(load.size, zfs.log.record)
        check_recordsize(zfs.log.record or DEFAULT, lun=True)
        luns = luns or [
            Lun(
                zfs,
                logs[n % len(logs)],
                cache=load.cache,
                begin=n * self.each * load.size,
                block=self.block,
            )
            for n in range(load.initiators)
        ]
        self.initiators = [
            Initiator(
                Station(),
                Station(),
                lun,
                self.daemons[n % load.queues] if self.daemons else None,
                [],
                itertools.count(),
            )
            for n, lun in enumerate(luns)
        ]
        self.done: list[list[Done]] = []
        # kept alive, or Python may finalize their generators in the wrong order
        self.threads: list[Process] = []
        self.stored, self.committed = 0, 0.0

    def begin(self) -> "IscsiTarget":
        """Start all threads, at random times within the first round, and return the target."""
        load, random = self.load, self.machine.random
        files = load.initiators if load.reads or load.over else 0
        draw = load.blocks.drawn(load.size, self.machine, files)
        self.machine.targets.append(self)
        if load.held:
            held = self.each * load.initiators * load.size
            a_number("data of all held LUNs", held, most=int(self.machine.order.cache.arc))
            for number in touched(0, held, self.block):
                self.machine.reads.written(number, self.block)
        for number in range(load.initiators if load.rate else 0):
            self.done.append([])
            one = partial(self.one, number, draw, self.done[-1])
            self.loop.spawn(Arrivals(self.machine, load.rate, one, load.initiators).run())
        for number in [*range(load.initiators)] * (0 if load.rate else load.threads):
            self.done.append([])
            first = self.own * len(self.session.pdus(load.size)) + self.way
            begin = random.random() * load.threads * first
            self.threads.append(self.thread(number, draw, self.done[-1]))
            self.loop.spawn(self.threads[-1], at=self.loop.now + begin)
        return self

    def joined(self) -> int:
        """Add one more initiator, which shares the LUN of the first, and return its number."""
        self.initiators.append(self.initiators[0]._replace(own=Station(), port=Station()))
        return len(self.initiators) - 1

    def thread(self, number: int, draw: Callable[[], int], done: list[Done]) -> Process:
        """Yield the waits of a thread of an initiator, which sends one request after another."""
        while True:
            yield from self.one(number, draw, done)

    def one(
        self, number: int, draw: Callable[[], int], done: list[Done], late: float = 0.0
    ) -> Process:
        """Yield the waits of one request of an initiator, which came `late` seconds ago."""
        load, loop, random, size = self.load, self.loop, self.machine.random, self.load.size
        begun = loop.now - late
        path = load.trace() if load.trace else None
        reads = load.reads == 1 or (load.reads > 0 and random.random() < load.reads)
        block = draw() if reads or load.over else next(self.initiators[number].writes)
        yield from self.request("read" if reads else "write", number, block * size, size, path)
        done.append(Done(loop.now, loop.now - begun, reads))
        if load.seen:
            load.seen(size, loop.now - begun, path)

    def drawn(self, mean: float) -> float:
        """Return a random time (s) with this mean, within the load's spread."""
        spread = self.load.spread
        return mean * (1 + spread * (2 * self.machine.random.random() - 1)) if spread else mean

    def wired(self, size: int, reads: bool) -> Wire:
        """Return the sizes and times of a request on the network."""
        exchange, pdus = self.exchange(size, reads), self.session.pdus(size)
        return Wire(
            pdus,
            exchange.to_target.bytes,
            exchange.to_initiator.bytes,
            self.own * max(1, len(pdus)),
            exchange.to_initiator.counted / self.port,
        )

    def request(
        self, op: str, number: int, offset: int, size: int, path: RequestPath | None = None
    ) -> Process:
        """Yield the waits of a read or write of an initiator, from its program and back to it."""
        loop, wire = self.loop, self.wire(size, op == "read")
        yield self.go(number, wire, path) - loop.now
        if self.come is not None:
            yield self.come.send(loop.now, wire.to_target, path) - loop.now
        arrived = loop.now
        write = self.write_daemon if self.daemons else self.write_kernel
        yield from (self.read if op == "read" else write)(number, offset, size, path)
        took = loop.now - arrived
        yield self.back(number, wire, path) - loop.now
        self.machine.answered(f"iscsi {op}", size, took)

    def read(self, number: int, offset: int, size: int, path: RequestPath | None) -> Process:
        """Yield the waits of a read at the target."""
        if not self.daemons:
            yield self.serve(size, 1.0, path) - self.loop.now
        yield from self.initiators[number].lun.read(offset, size, path)
        if self.daemons:
            pdus = self.wire(size, True).pdus
            yield from self.through(number, pdus, [self.price(part) for part in pdus], path)

    def flush(self, number: int) -> Process:
        """Yield the waits of an initiator's SYNCHRONIZE CACHE."""
        loop, wire = self.loop, self.wire(0, False)
        yield self.go(number, wire) - loop.now
        yield self.serve(0, 1.0) - loop.now
        yield from self.initiators[number].lun.flush()
        yield self.back(number, wire) - loop.now

    def go(self, number: int, wire: Wire, path: RequestPath | None = None) -> float:
        """Return when a request arrives at the target (s)."""
        own = self.initiators[number].own
        if path is not None:
            path.wait("client", "waits for its initiator", own.free)
        sent = own.serve(self.loop.now, self.drawn(wire.own)) + self.drawn(self.way / 2)
        if path is not None:
            path.serve("client", "initiator and network", sent)
        return sent

    def back(self, number: int, wire: Wire, path: RequestPath | None = None) -> float:
        """Return when the answer reaches the program (s)."""
        now, out = self.loop.now, self.machine.out
        sent = out.send(now, wire.to_initiator, path) if out else now
        port = self.initiators[number].port
        if path is not None:
            path.wait("client", "waits for its initiator's port", port.free)
        come = port.serve(sent, wire.port) + self.drawn(self.way / 2)
        if path is not None:
            path.serve("client", "network and initiator", come)
        return come

    def price(self, size: int, more: float = 1.0) -> float:
        """Return the seconds of a core for `size` bytes, `more` times those of a read."""
        kind = self.kind(size)
        return self.prices.of(more * kind.rest, kind)

    def serve(self, size: int, more: float, path: RequestPath | None = None) -> float:
        """Return when a core has done the kernel's work for `size` bytes (s), `more` times that of a
        read."""
        return self.machine.cpu.serve(
            self.loop.now, self.price(size, more), "COMSTAR and ZFS", path
        )

    def through(
        self,
        number: int,
        pdus: list[int],
        work: list[float],
        path: RequestPath | None = None,
        command: bool = True,
    ) -> Process:
        """Yield the waits of PDUs in the queue of their daemon. work: seconds of a core for each."""
        daemon = self.initiators[number].daemon
        assert daemon is not None
        yield from daemon.request(pdus, work, command, path)

    def write_kernel(
        self, number: int, offset: int, size: int, path: RequestPath | None
    ) -> Process:
        """Yield the waits of a write through COMSTAR. After the immediate data, the target requests
        each piece."""
        yield self.serve(size, self.drawn(self.write_factor), path) - self.loop.now
        for at, piece in enumerate(pieces(self.session, size)):
            if at or not self.session.immediate:
                yield self.drawn(self.way)  # the target requests it, the initiator sends it
                if path is not None:
                    path.serve("client", "the target asks for more", self.loop.now)
            yield from self.store(number, offset, piece, path)
            offset += piece

    def write_daemon(
        self, number: int, offset: int, size: int, path: RequestPath | None
    ) -> Process:
        """Yield the waits of a write through the daemon, which begins after earlier writes to the LUN."""
        last, loop = self.initiators[number].last, self.loop
        before, done = last[0] if last else None, loop.event()
        last[:] = [done]
        if before is not None:
            yield before
        if path is not None:
            path.wait("daemon", "earlier writes to the LUN", loop.now, "cores")
        for at, part in enumerate(self.wire(size, False).pdus):
            yield from self.through(
                number,
                [part],
                [self.price(part, self.drawn(self.write_factor))],
                path,
                command=not at,
            )
            yield from self.store(number, offset, part, path)
            offset += part
        done.fire()

    def store(self, number: int, offset: int, size: int, path: RequestPath | None) -> Process:
        """Yield the waits of writing data into the LUN."""
        begun = self.loop.now
        yield from self.initiators[number].lun.write(
            offset, size, path, "disk" if self.load.over else ""
        )
        self.stored += size
        self.committed += self.loop.now - begun


def slower(head: str) -> float:
    """Return the factor by which the same instructions take longer on this head than on the one where
    the daemon's costs were measured."""
    one, other = (
        seconds(head_of(name), head_of(name).cached_read(USUAL), FITTED_RATE)
        for name in (head, MEASURED)
    )
    return one / other
