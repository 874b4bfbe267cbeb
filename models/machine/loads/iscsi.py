"""What initiators ask of a machine that is an iSCSI target: LUNs that they read and write over its
network cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import a_number, asking, at_least, check_recordsize, counted, one_of, requested
from models.head.catalogue_head import head_of
from models.head.nic import IP_TCP
from models.machine.cores import MEASURED, USUAL, at_rest, seconds
from models.machine.loads.blocks import Reads
from models.machine.machine import Machine
from models.protocols.iscsi.comstar import pieces
from models.protocols.iscsi.daemon import COSTS, Daemon, DaemonCosts
from models.protocols.iscsi.lun import Lun
from models.protocols.iscsi.pdu import IscsiSession
from models.setting import setting
from models.sim.loop import Event, Process
from models.sim.path import RequestPath
from models.sim.station import Station
from models.units import KB, KiB
from models.zfs.pool.records import DEFAULT, block_of, touched

SUN = values("7410")
TARGETS = ("kernel", "daemon")
FITTED_RATE, MOST_WORK = 31_000, 1000
"""Reads of 8 KiB a second while the daemon's costs were measured; times NFS's work for a command at most."""


@dataclass(frozen=True)
class Iscsi:
    """iSCSI initiators, each with a LUN of its own.

    Each thread waits for an answer and asks again. Reads are as `blocks` says; writes follow one
    another, or go over the same places. A LUN's blocks are as `block_of` says. The target is COMSTAR
    in the kernel, or the daemon, which has one write of each LUN under way at a time. costs: of the
    daemon, on the head where they were measured. session: its packets are as large as those of the
    machine's cards. recording: whether the daemon keeps spells. trace: return the path that a request
    fills in, or None."""

    initiators: int = setting(1, "Initiators")
    threads: int = setting(1, "Threads of each initiator")
    size: int = setting(8 * KiB, "Bytes of a request", "B")
    reads: float = setting(1.0, "Share of requests that read", "share")
    blocks: Reads = field(default_factory=Reads)  # of each LUN
    over: bool = setting(False, "Whether writes go over the blocks of the LUN")
    held: bool = setting(False, "Whether memory holds the LUNs from the beginning")
    cache: bool = setting(False, "Whether the LUNs' write cache is enabled")
    target: str = setting("kernel", "Target: COMSTAR in the kernel, or the daemon", words=TARGETS)
    work: float = setting(
        SUN["iscsi.work"], "Work of COMSTAR for a command beside its bytes, in times NFS's"
    )
    queues: int = setting(1, "Queues of the daemon; LUNs are spread over them")
    daemon_threads: int = setting(2, "Threads of each queue of the daemon, 1 or 2")
    spin: bool = setting(False, "Whether idle threads of the daemon spin instead of sleeping")
    costs: DaemonCosts = COSTS
    recording: bool = setting(False, "Whether the daemon keeps spells", typed=False)
    session: IscsiSession = field(default_factory=IscsiSession)
    own: float = setting(
        SUN["initiator.own"], "Time of an initiator for each PDU, one after the other", "s"
    )
    port: float = setting(SUN["initiator.port"], "Bytes a second of an initiator's ports", "B/s")
    way: float = setting(
        SUN["network.turnaround"]
        - at_rest(SUN["head.cpu_network"], head_of(MEASURED), SUN["head.cpu_network_load"])
        - SUN["initiator.own"],
        "Time there and back beside own and port; a write's own is in it, as it was measured",
        "s",
    )
    spread: float = setting(0.0, "How far times outside the head vary either way", "share")
    trace: Callable[[], RequestPath | None] | None = None

    def __post_init__(self) -> None:
        asking(initiators=self.initiators, threads=self.threads)
        counted(queues=self.queues)
        counted(1, 2, daemon_threads=self.daemon_threads)
        requested(self.size)
        one_of("target", self.target, TARGETS)
        a_number("reads", self.reads, 0, 1)
        a_number("spread", self.spread, 0, 1)
        a_number("work", self.work, 0, MOST_WORK)
        a_number("port", self.port, 1 * KB, unit="B/s")
        at_least(0, unit="s", own=self.own, way=self.way)

    def start(self, machine: Machine) -> None:
        Target(machine, self).begin()

    def ask(self, machine: Machine, op: str, size: int, block: int, path: RequestPath) -> Process:
        """One request of one more initiator: at the target of this load, or of the last of its
        kind, if one runs."""
        alike = [one for one in machine.targets if one.load.target == self.target]
        running = sorted(alike, key=lambda one: bool(one.load == self))
        target = running[-1] if running else Target(machine, replace(self, initiators=1, size=size))
        yield from target.request(op, target.joined(), block * size, size, path)


class Initiator(NamedTuple):
    """An initiator and its LUN."""

    own: Station
    port: Station  # what comes through it
    lun: Lun
    daemon: Daemon | None  # that serves its LUN
    last: list[Event]  # when the last write to it that a daemon has begun is done
    writes: "count[int]"  # behind each other


class Wire(NamedTuple):
    """Of a request: its PDUs of data (bytes), bytes to the target and back, seconds of the
    initiator, and of its port."""

    pdus: list[int]
    asked: int
    answered: int
    own: float
    port: float


class Done(NamedTuple):
    """A request: when it ended, what it took, as its program saw it (s), whether it read."""

    ended: float
    took: float
    reads: bool


class Target:
    """A machine as an iSCSI target, and those who ask it. luns: the initiators', if they are of a
    kind of their own. done: requests, thread by thread. stored: bytes of writes that are as safe as
    their LUN makes them; committed: seconds that these waited for that."""

    def __init__(self, machine: Machine, load: Iscsi, luns: Sequence[Lun] = ()):
        zfs = machine.zfs
        head = machine.order.head
        if not head.cpu_write or not head.cpu_network:
            raise ValueError(
                "head.cpu_write and head.cpu_network must be above 0 for iscsi, as on the 7410, got "
                f"{head.cpu_write:g} and {head.cpu_network:g} on the {machine.order.machine}"
            )
        self.machine, self.load, self.loop, self.prices, self.come = (
            machine,
            load,
            zfs.loop,
            machine.prices,
            machine.come,
        )
        session = (
            load.session
            if machine.out is None
            else replace(load.session, mtu=machine.out.payload + IP_TCP)
        )
        self.exchange = cache(
            lambda size, reads: session.read(size) if reads else session.write(size)
        )
        self.wire, self.session = cache(self.wired), session
        kernel = load.target == "kernel"
        self.kind = cache(lambda size: self.prices.kind(size, load.work if kernel else 1.0, kernel))
        nfs = machine.server
        self.dearer: float = (nfs.write_time + nfs.network + USUAL * nfs.copy) / self.prices.kind(
            USUAL
        ).rest
        costs = (
            load.costs.scaled(slower(head.model)) if head.model else load.costs
        )  # in proportion to the same reads over NFS
        self.daemons = (
            []
            if kernel
            else [
                Daemon(
                    self.loop,
                    machine.cpu,
                    costs,
                    threads=load.daemon_threads,
                    spin=load.spin,
                    recording=load.recording,
                )
                for _ in range(load.queues)
            ]
        )
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
                count(),
            )
            for n, lun in enumerate(luns)
        ]
        self.done: list[list[Done]] = []
        self.threads: list[
            Process
        ] = []  # kept, or Python may end what they wait for while it ends them
        self.stored, self.committed = 0, 0.0

    def begin(self) -> "Target":
        """Let all threads begin, at some time of the first round."""
        load, random = self.load, self.machine.random
        draw = load.blocks.drawn(
            load.size, self.machine, load.initiators if load.reads or load.over else 0
        )
        self.machine.targets.append(self)
        if load.held:
            a_number(
                "held data",
                self.each * load.initiators * load.size,
                most=int(self.machine.order.cache.arc),
            )
            for number in touched(0, self.each * load.initiators * load.size, self.block):
                self.machine.reads.written(number, self.block)
        for number in [*range(load.initiators)] * load.threads:
            self.done.append([])
            begin = (
                random.random()
                * load.threads
                * (load.own * len(self.session.pdus(load.size)) + load.way)
            )
            self.threads.append(self.thread(number, draw, self.done[-1]))
            self.loop.spawn(self.threads[-1], at=self.loop.now + begin)
        return self

    def joined(self) -> int:
        """The number of one more initiator, which shares the first one's LUN."""
        self.initiators.append(self.initiators[0]._replace(own=Station(), port=Station()))
        return len(self.initiators) - 1

    def thread(self, number: int, draw: Callable[[], int], done: list[Done]) -> Process:
        """One thread of an initiator: it asks again as soon as it has its answer."""
        load, loop, random, size = self.load, self.loop, self.machine.random, self.load.size
        writes = self.initiators[number].writes
        while True:
            begun = loop.now
            path = load.trace() if load.trace else None
            reads = load.reads == 1 or (load.reads > 0 and random.random() < load.reads)
            block = draw() if reads or load.over else next(writes)
            yield from self.request("read" if reads else "write", number, block * size, size, path)
            done.append(Done(loop.now, loop.now - begun, reads))

    def drawn(self, mean: float) -> float:
        spread = self.load.spread
        return mean * (1 + spread * (2 * self.machine.random.random() - 1)) if spread else mean

    def wired(self, size: int, reads: bool) -> Wire:
        exchange, pdus = self.exchange(size, reads), self.session.pdus(size)
        return Wire(
            pdus,
            exchange.to_target.bytes,
            exchange.to_initiator.bytes,
            self.load.own * max(1, len(pdus)),
            exchange.to_initiator.counted / self.load.port,
        )

    def request(
        self, op: str, number: int, offset: int, size: int, path: RequestPath | None = None
    ) -> Process:
        """An initiator's read from its LUN, or its write there, as safe as the LUN's cache lets it
        be: from the program and back to it."""
        loop, wire = self.loop, self.wire(size, op == "read")
        yield self.go(number, wire, path) - loop.now
        if self.come is not None:
            yield self.come.send(loop.now, wire.asked, path) - loop.now
        came = loop.now
        yield from (
            self.read if op == "read" else self.write_daemon if self.daemons else self.write_kernel
        )(number, offset, size, path)
        self.machine.answered(op, size, loop.now - came)
        yield self.back(number, wire, path) - loop.now

    def read(self, number: int, offset: int, size: int, path: RequestPath | None) -> Process:
        if not self.daemons:
            yield self.serve(size, 1.0, path) - self.loop.now
        yield from self.initiators[number].lun.read(offset, size, path)
        if self.daemons:
            pdus = self.wire(size, True).pdus
            yield from self.through(number, pdus, [self.price(part) for part in pdus], path)

    def flush(self, number: int) -> Process:
        """An initiator's SYNCHRONIZE CACHE."""
        loop, wire = self.loop, self.wire(0, False)
        yield self.go(number, wire) - loop.now
        yield self.serve(0, 1.0) - loop.now
        yield from self.initiators[number].lun.flush()
        yield self.back(number, wire) - loop.now

    def go(self, number: int, wire: Wire, path: RequestPath | None = None) -> float:
        """When a request has left initiator and network (s)."""
        own = self.initiators[number].own
        if path is not None:
            path.wait("client", "waits for its initiator", own.free)
        sent = own.serve(self.loop.now, self.drawn(wire.own)) + self.drawn(self.load.way / 2)
        if path is not None:
            path.serve("client", "initiator and network", sent)
        return sent

    def back(self, number: int, wire: Wire, path: RequestPath | None = None) -> float:
        """When the answer is with the program (s)."""
        now, out = self.loop.now, self.machine.out
        sent = out.send(now, wire.answered, path) if out else now
        port = self.initiators[number].port
        if path is not None:
            path.wait("client", "waits for its initiator's port", port.free)
        come = port.serve(sent, wire.port) + self.drawn(self.load.way / 2)
        if path is not None:
            path.serve("client", "network and initiator", come)
        return come

    def price(self, size: int, more: float = 1.0) -> float:
        """Seconds of a core for so many bytes, `more` times a read's."""
        kind = self.kind(size)
        return self.prices.of(more * kind.rest, kind)

    def serve(self, size: int, more: float, path: RequestPath | None = None) -> float:
        """When a core has done the kernel's work for so many bytes, `more` times a read's (s)."""
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
        """PDUs go round the queue of their daemon."""
        daemon = self.initiators[number].daemon
        assert daemon is not None
        yield from daemon.request(pdus, work, command, path)

    def write_kernel(
        self, number: int, offset: int, size: int, path: RequestPath | None
    ) -> Process:
        """Piece by piece; each after those that come with the command has to be asked for."""
        yield self.serve(size, self.drawn(self.dearer), path) - self.loop.now
        for at, piece in enumerate(pieces(self.session, size)):
            if at or not self.session.immediate:
                yield self.drawn(self.load.way)  # the target asks, the initiator sends
                if path is not None:
                    path.serve("client", "the target asks for more", self.loop.now)
            yield from self.store(number, offset, piece, path)
            offset += piece

    def write_daemon(
        self, number: int, offset: int, size: int, path: RequestPath | None
    ) -> Process:
        """PDU by PDU, when those before on this LUN are done."""
        last, loop = self.initiators[number].last, self.loop
        before, done = last[0] if last else None, loop.event()
        last[:] = [done]
        if before is not None:
            yield before
        if path is not None:
            path.wait("daemon", "earlier writes to the LUN", loop.now, "cores")
        for at, part in enumerate(self.wire(size, False).pdus):
            yield from self.through(
                number, [part], [self.price(part, self.drawn(self.dearer))], path, command=not at
            )
            yield from self.store(number, offset, part, path)
            offset += part
        done.fire()

    def store(self, number: int, offset: int, size: int, path: RequestPath | None) -> Process:
        begun = self.loop.now
        yield from self.initiators[number].lun.write(
            offset, size, path, "disk" if self.load.over else ""
        )
        self.stored += size
        self.committed += self.loop.now - begun


def slower(head: str) -> float:
    """How many times as long the same instructions take on this head as where the daemon's costs
    were measured."""
    one, other = (
        seconds(head_of(name), head_of(name).cached_read(USUAL), FITTED_RATE)
        for name in (head, MEASURED)
    )
    return one / other
