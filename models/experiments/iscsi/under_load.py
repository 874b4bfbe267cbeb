"""Initiators under whom a target works as hard as it can: what reads from memory and safe writes
come to."""

from math import fsum
from typing import Any, NamedTuple

from models.head.pcie import Card
from models.machine.loads import Reads
from models.machine.loads.iscsi import Iscsi, Target
from models.machine.machine import Machine
from models.machine.order import SUN_7410, Order
from models.protocols.iscsi.daemon import Spell
from models.units import ms

WARM, FEW = {True: 1, False: 4}, 40
"""Reads of each thread before the measurement, by whether a daemon serves them, and of all together at least. The daemon's
one lock soon has everybody wait; where initiators and network cards are nearly as fast as each other, it takes longer."""
STEP = 0.2 * ms


def server(cards: int = 2, head: str = "head-7410", **otherwise: Any) -> Order:
    """A 7410 with a head's cores, whose cards have two ports of 10 GbE each: cores, network,
    memory, log, hardly a disk."""
    order = SUN_7410.order(
        head=head, cards=(Card(),) * cards, pool={"layout": "mirror", "vdevs": 1}
    )
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
    """Initiators that read what the target has in memory. otherwise: fields of Iscsi."""
    load = Iscsi(
        initiators, threads, size, target=target, blocks=Reads(size), held=True, **otherwise
    )
    return UnderLoad(order, load, seed)


class ReadLoad(NamedTuple):
    """What reads came to: how many a second, seconds for each as the program sees it, bytes a
    second of payload and as the head's cards count them (both ways), processors in use, times that
    a thread of the daemon slept for each read, and the share of time for which each part was in
    use."""

    rate: float
    latency: float
    payload: float
    wire: float
    cpus: float
    sleeps: float
    used: dict[str, float]

    @property
    def limit(self) -> str:
        """The part that was in use most."""
        return max(self.used, key=lambda name: self.used[name])


class WriteLoad(NamedTuple):
    """What writes came to: bytes a second, seconds for each, bytes of log blocks and number of them
    for each byte and for each write, share of time that the log devices worked, processors in use,
    seconds of a write until its LUN had it."""

    rate: float
    latency: float
    inflation: float
    blocks: float
    log: float
    cpus: float
    commit: float


class UnderLoad:
    """A load that runs on a machine of its own."""

    def __init__(self, order: Order, load: Iscsi, seed: int = 1):
        self.machine, self.load = Machine(order, seed), load
        self.target = Target(self.machine, load).begin()
        self.done = self.target.done

    def reads(self, reads: int = 100) -> ReadLoad:
        """Run until each thread has read a few times, then until each has read so often again that
        these make `reads`.

        Each thread's rate is taken from the end of one of its reads to that of a later one, since
        large reads end in clumps: all that are under way go round the queue together. Threads do
        nothing but wait for reads, so their number is rate times mean latency.
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
        return ReadLoad(
            rate,
            len(done) / rate,
            rate * size,
            rate * target.exchange(size, True).counted,
            cores / time,
            sleeps / time / rate,
            used,
        )

    def writes(self, writes: int = 300, warm: int = 2) -> WriteLoad:
        """Run until each thread has written `warm` times on average, then for as many rounds of all
        threads as make `writes`. All of this is before the first transaction group goes out."""
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
        """Sums so far, to take differences of; of stations what they have done, not what they have
        taken on. Of the cores' time a share cannot be in use (`busy` of the head), and counts as
        free."""
        machine, target, now = self.machine, self.target, self.machine.loop.now
        busy, live = (
            machine.counters().busy,
            [one.size for blocks in machine.pool.live.values() for one in blocks],
        )
        owns, ports = (
            [one.own for one in target.initiators],
            [one.port for one in target.initiators],
        )
        own, port = (
            fsum(each.busy - max(0.0, each.free - now) for each in those) / len(those)
            for those in (owns, ports)
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
        """Run until each thread has done so many requests."""
        loop, behind = self.machine.loop, list(zip(self.done, counts, strict=True))
        step = max(STEP, self.target.wire(self.load.size, True).own)
        while behind := [(each, count) for each, count in behind if len(each) < count]:
            loop.run(until=loop.now + step)

    def in_all(self, count: int) -> None:
        """Run until so many requests are done."""
        while sum(map(len, self.done)) < count:
            self.machine.loop.run(until=self.machine.loop.now + STEP)

    def spells(self, seconds: float, of: int = 0) -> list[Spell]:
        """What the threads of one of the daemons do in the next so many seconds, counted from then
        on."""
        loop, daemon = self.machine.loop, self.target.daemons[of]
        begin, daemon.spells = loop.now, []
        end = begin + seconds
        while not daemon.spells or daemon.spells[-1].start < end:  # a spell is noted when it ends
            loop.run(until=loop.now + seconds)
        return [
            spell._replace(
                start=max(0.0, spell.start - begin), finish=min(spell.finish, end) - begin
            )
            for spell in daemon.spells
            if spell.start < end and spell.finish > begin
        ]
