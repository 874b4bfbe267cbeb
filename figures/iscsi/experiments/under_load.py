"""Initiators that saturate a target: the rates of reads from memory and of safe writes."""

from math import fsum
from typing import Any, NamedTuple

from models.head.pcie import Card
from models.machine import Reads
from models.machine.loads.iscsi import Iscsi, IscsiTarget
from models.machine.machine import Machine
from models.machine.order import SUN_7410, Order
from models.protocols.iscsi.daemon import Spell
from models.units import ms

WARM, FEW = {True: 1, False: 4}, 40
"""Reads per thread before the measurement, by whether a daemon serves them, and the fewest reads of
all threads together. The daemon's single lock soon makes all threads wait; if initiators and
network cards are about equally fast, that takes longer."""
STEP = 0.2 * ms


def server(cards: int = 2, head: str = "head-7410", **otherwise: Any) -> Order:
    """Return the order of a 7410 with this head and two ports of 10 GbE per card. It has cores,
    network, memory and log, but hardly any disks."""
    pool = {"layout": "mirror", "vdevs": 1}
    order = SUN_7410.order(head=head, cards=(Card(),) * cards, pool=pool)
    return order.order(**otherwise).without("flash", "queue", "drive queue")


SERVER = server()


def from_memory(
    target: str,
    initiators: int,
    threads: int,
    size: int,
    order: Order = SERVER,
    seed: int = 1,
    **otherwise: Any,
) -> "UnderLoad":
    """Return initiators that read from the target's memory. Further arguments are fields of
    `Iscsi`."""
    blocks = Reads(size)
    load = Iscsi(initiators, threads, size, target=target, blocks=blocks, held=True, **otherwise)
    return UnderLoad(order, load, seed)


class ReadLoad(NamedTuple):
    """The result of a load of reads."""

    rate: float  # reads per second
    latency: float  # seconds as the program sees it
    payload: float  # bytes per second
    wire: float  # bytes per second that the head's cards count, both ways
    cpus: float  # processors in use
    sleeps: float  # sleeps of a daemon thread per read
    used: dict[str, float]  # utilisation of each part

    @property
    def limit(self) -> str:
        """Return the part with the highest utilisation."""
        return max(self.used, key=lambda name: self.used[name])


class WriteLoad(NamedTuple):
    """The result of a load of writes."""

    rate: float  # bytes per second
    latency: float  # seconds
    inflation: float  # bytes of log blocks per byte of data
    blocks: float  # log blocks per write
    log: float  # utilisation of the log devices
    cpus: float  # processors in use
    commit: float  # seconds until the LUN has a write


class UnderLoad:
    """A load that runs on a machine of its own."""

    def __init__(self, order: Order, load: Iscsi, seed: int = 1):
        self.machine, self.load = Machine(order, seed), load
        self.target = IscsiTarget(self.machine, load).begin()
        self.done = self.target.done

    def reads(self, reads: int = 100) -> ReadLoad:
        """Run until each thread is warm, then until each has made its share of `reads` more. Return
        the result.

        Each thread's rate is taken from the end of one of its reads to the end of a later one,
        because large reads end in groups: all that are in flight go round the queue together.
        Threads only wait for reads, so the number of threads is the rate times the mean latency.
        """
        done, daemons, target = self.done, self.target.daemons, self.target
        most = self.machine.cpu.cores * self.machine.prices.share
        self.until([max(WARM[bool(daemons)], FEW // len(done))] * len(done))
        before, begun = self.state(), [len(each) for each in done]
        self.until([count - -reads // len(begun) for count in begun])
        time, cores, out, own, port, sleeps, lock, *_ = (
            b - a for a, b in zip(before, self.state(), strict=True)
        )
        rate = fsum(
            (len(each) - count) / (each[-1].ended - each[count - 1].ended)
            for each, count in zip(done, begun, strict=True)
        )
        used = {
            "initiators": own / time,
            "ports": port / time,
            "cores": cores / time / most,
            "out": out / time,
        }
        if daemons:
            used["lock"] = lock / time / len(daemons)
        size = self.load.size
        wire, sleeping = rate * target.exchange(size, True).counted, sleeps / time / rate
        latency, cpus = len(done) / rate, cores / time
        return ReadLoad(rate, latency, rate * size, wire, cpus, sleeping, used)

    def writes(self, writes: int = 300, warm: int = 2) -> WriteLoad:
        """Run until each thread has written `warm` times on average, then for enough rounds of all
        threads to make `writes` more. Return the result of these rounds. All this is before the
        first transaction group is written."""
        each = len(self.done)
        begin, end = warm * each, (warm - -writes // each) * each
        self.in_all(begin)
        before = self.state()
        self.in_all(end)
        time, cores, *_, stored, committed, log, blocks, used = (
            b - a for a, b in zip(before, self.state(), strict=True)
        )
        ended = sorted(one for thread in self.done for one in thread)[begin - 1 : end]
        rate = (end - begin) / (ended[-1].ended - ended[0].ended)
        size, stored = self.load.size, max(1, stored)
        return WriteLoad(
            rate * size,
            fsum(one.took for one in ended[1:]) / (end - begin),
            log / stored,
            blocks / stored * size,
            used / time,
            cores / time,
            committed * size / stored,
        )

    def state(self) -> list[float]:
        """Return the totals of the work finished so far. A measurement is the difference of two
        states. The part of the cores' time that cannot be used (`busy` of the head) counts as
        free."""
        machine, target, now = self.machine, self.target, self.machine.loop.now
        busy = machine.counters().busy
        live = [one.size for blocks in machine.pool.live.values() for one in blocks]
        own, port = (
            fsum(each.busy - max(0.0, each.free - now) for each in stations) / len(stations)
            for stations in zip(*[(one.own, one.port) for one in target.initiators], strict=True)
        )
        return [
            now,
            busy["cores"] * machine.cpu.cores * machine.prices.share,
            busy.get("cards out", 0.0),
            own,
            port,
            sum(daemon.sleeps for daemon in target.daemons),
            fsum(daemon.locked for daemon in target.daemons),
            target.stored,
            target.committed,
            sum(live),
            len(live),
            busy.get("log devices", 0.0),
        ]

    def until(self, counts: list[int]) -> None:
        """Run until each thread has made as many requests as its entry in `counts`."""
        loop, behind = self.machine.loop, list(zip(self.done, counts, strict=True))
        step = max(STEP, self.target.wire(self.load.size, True).own)
        while behind := [(each, count) for each, count in behind if len(each) < count]:
            loop.run(until=loop.now + step)

    def in_all(self, count: int) -> None:
        """Run until `count` requests are done."""
        while sum(map(len, self.done)) < count:
            self.machine.loop.run(until=self.machine.loop.now + STEP)

    def spells(self, seconds: float, number: int = 0) -> list[Spell]:
        """Return what the threads of a daemon do in the next `seconds`. Their times count from now
        (s)."""
        loop, daemon = self.machine.loop, self.target.daemons[number]
        begin, daemon.spells = loop.now, []
        end = begin + seconds
        # a spell is recorded when it ends
        while not daemon.spells or daemon.spells[-1].start < end:
            loop.run(until=loop.now + seconds)
        return [
            Spell(thread, max(0.0, start - begin), min(finish, end) - begin, state)
            for thread, start, finish, state in daemon.spells
            if start < end and finish > begin
        ]
