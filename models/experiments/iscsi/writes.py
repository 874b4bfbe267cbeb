"""Writes to LUNs without a write cache: how an initiator's data reaches the intent log, and in how many pieces.

COMSTAR writes each buffer to the volume as it arrives. What comes with the command is a buffer of its own, and the rest is
asked for only then, so that ZFS gets two synchronous writes. Source: sbd_scsi.c of OpenSolaris, 2009; that this is the
trouble that the text speaks of is our reading.
"""
from collections import deque
from collections.abc import Generator
from math import fsum
from typing import Any, NamedTuple

from models.experiments.iscsi.reads import Initiators
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.iscsi.comstar import TargetHost
from models.protocols.iscsi.daemon import Costs, Daemon
from models.protocols.iscsi.pdu import Session
from models.sim.loop import Event, Loop
from models.sim.station import Station
from models.units import KiB, ms

STEP = 0.2 * ms
BUFFER = 128 * KiB
"""COMSTAR takes data into buffers of at most this size."""


def pieces(session: Session, size: int, target: str) -> list[int]:
    """The synchronous writes (bytes) that a write of `size` bytes becomes.

    kernel: what came with the command, then buffer by buffer. daemon: each PDU by itself.
    """
    if target == "daemon":
        return session.pdus(size)
    now = session.with_command(size)
    rest = size - now
    return [now] * bool(now) + [min(BUFFER, rest - begin) for begin in range(0, rest, BUFFER)]


class Turns:
    """One at a time, in the order of arrival."""

    def __init__(self, loop: Loop):
        self.loop, self.taken, self.waiting = loop, False, deque[Event]()

    def take(self) -> Generator[Any, Any, None]:
        if self.taken:
            event = self.loop.event()
            self.waiting.append(event)
            yield event
        self.taken = True

    def give(self) -> None:
        if self.waiting:
            self.waiting.popleft().fire()
        else:
            self.taken = False


class WriteResult(NamedTuple):
    """Bytes a second that were written, seconds for each write, bytes of log blocks and number of them for each byte and
    for each write, share of time that the log devices worked, processors in use."""

    rate: float
    latency: float
    inflation: float
    blocks: float
    log: float
    cpus: float


class Writers:
    """Initiators that write to a LUN each. target: as for `Readers`; the daemon has one write of each LUN under way at a
    time. spread: the initiators' and
    the processors' times are drawn from 1 - spread to 1 + spread times their mean. Further arguments are the machine's."""

    def __init__(self, target: str, host: TargetHost, costs: Costs, load: Initiators, *, size: int,
                 session: Session | None = None, logs: int = 2, spread: float = 0.15, seed: int = 1,
                 **machine: Any):
        self.load, self.size, self.session = load, size, session or Session()
        self.pieces = pieces(self.session, size, target)
        self.work = [host.write_seconds(part, target) for part in (self.pieces if target == "daemon" else [size])]
        order = SUN_7410.order(pool=("mirror", 1), logs=logs, datasets=load.count, cores=host.cores, **machine)
        self.machine = Machine(order.bare(), seed)
        self.loop, self.cpu = self.machine.loop, self.machine.cpu
        self.daemon = Daemon(self.loop, self.cpu, costs) if target == "daemon" else None
        self.luns = [Turns(self.loop) for _ in range(load.count)]
        self.initiators = [Station() for _ in range(load.count)]
        self.pdus = self.session.pdus(size)
        self.costs, self.spread = costs, spread
        self.safe = 0                                   # bytes of pieces that are in the log
        self.done: list[tuple[float, float]] = []       # when each write ended, and what it took (s)
        random = self.machine.random
        for number in range(load.count):
            for _ in range(load.threads):
                begin = random.random() * load.threads * (load.own * len(self.pdus) + load.way)
                self.loop.spawn(self.thread(number), at=begin)

    def drawn(self, mean: float) -> float:
        """A time around `mean` (s)."""
        return mean * (1 + self.spread * (2 * self.machine.random.random() - 1))

    def thread(self, number: int) -> Generator[Any, Any, None]:
        """One thread of an initiator."""
        loop, load, own, offset = self.loop, self.load, self.initiators[number], 0
        busy = load.own * len(self.pdus)
        while True:
            begun = loop.now
            yield own.serve(begun, self.drawn(busy)) + self.drawn(load.way / 2) - begun
            yield from (self.by_kernel if self.daemon is None else self.by_daemon)(number, offset)
            yield self.drawn(load.way / 2)
            offset += self.size
            self.done.append((loop.now, loop.now - begun))

    def by_kernel(self, number: int, offset: int) -> Generator[Any, Any, None]:
        """Pieces as COMSTAR makes them; each after the first has to be asked for."""
        loop, fs, log = self.loop, self.machine.zfs, self.machine.datasets[number]
        yield self.cpu.serve(loop.now, self.drawn(self.work[0])) - loop.now
        for at, piece in enumerate(self.pieces):
            if at or not self.session.immediate:
                yield self.drawn(self.load.way)         # the target asks, the initiator sends
            yield from fs.write(offset, piece, True, log=log)
            offset += piece
            self.safe += piece

    def by_daemon(self, number: int, offset: int) -> Generator[Any, Any, None]:
        """PDU by PDU through the daemon's queue."""
        assert self.daemon is not None
        fs, log = self.machine.zfs, self.machine.datasets[number]
        yield from self.luns[number].take()
        for at, piece in enumerate(self.pieces):
            yield from self.daemon.request([piece], [self.drawn(self.work[at])], command=not at)
            yield from fs.write(offset, piece, True, log=log)
            offset += piece
            self.safe += piece
        self.luns[number].give()

    def state(self) -> list[float]:
        """Sums so far, of devices and processors what they have done, not what they have taken on."""
        now, logs, cpu = self.loop.now, self.machine.log_devices, self.cpu
        used = fsum(log.outstanding - max(0.0, log.answered - now) for log in logs) / len(logs)
        busy = cpu.busy - fsum(max(0.0, free - now) for free in cpu.free)
        live = [block.size for blocks in self.machine.pool.live.values() for block in blocks]
        return [now, self.safe, sum(live), len(live), used, busy]

    def measure(self, writes: int = 300, warm: int = 2) -> WriteResult:
        """Run until each thread has written `warm` times on average, then for as many rounds of all threads as make
        `writes`. All of this is before the first transaction group goes out."""
        each = self.load.count * self.load.threads
        rounds = -(-writes // each)
        self.until(warm * each)
        before = self.state()
        self.until((warm + rounds) * each)
        time, safe, log, blocks, used, busy = (b - a for a, b in zip(before, self.state(), strict=True))
        ended = self.done[warm * each - 1:(warm + rounds) * each]
        rate = rounds * each / (ended[-1][0] - ended[0][0])
        return WriteResult(rate * self.size, fsum(latency for _, latency in ended[1:]) / (len(ended) - 1), log / safe,
                       blocks / safe * self.size, used / time, busy / time)

    def until(self, done: int) -> None:
        """Run until so many writes are done."""
        while len(self.done) < done:
            self.loop.run(until=self.loop.now + STEP)
