"""Initiators that read from memory through an iSCSI target: a closed loop, and what it comes to."""
from collections.abc import Generator
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from models.head.cpu import Cpu
from models.protocols.iscsi.comstar import Kernel, TargetHost
from models.protocols.iscsi.daemon import Costs, Daemon, Spell
from models.protocols.iscsi.pdu import Session
from models.sim.loop import Loop
from models.sim.station import Station

WARM = {True: 1, False: 4}
"""Reads of each thread before the measurement, by whether a daemon serves them. Its one lock soon has everybody wait for it;
where initiators and network cards are nearly as fast as each other, it takes longer."""


@dataclass(frozen=True)
class Initiators:
    """count machines with `threads` each that read, wait and read again. own: seconds of a machine for each PDU of data,
    one after the other, whatever its threads; port: bytes a second that its network ports take; way: seconds between a
    request's departure and the answer's arrival that neither machine is busy with."""

    count: int
    threads: int
    own: float
    port: float
    way: float = 0.0


class ReadLoad(NamedTuple):
    """What a run gave: reads a second, seconds for each as the program sees it, bytes a second of payload and as the
    head's cards count them (both ways), processors in use, times that a thread of the daemon slept for each read, and the
    share of time for which each part was in use."""

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


def spent(station: Station, now: float) -> float:
    """Seconds that a station has served up to `now` (s)."""
    return station.busy - max(0.0, station.free - now)


class Readers:
    """A run. target: daemon or kernel. queues: how many queues with threads of their own the daemon has; initiators are
    spread over them. daemon_threads, spin: as for Daemon."""

    def __init__(self, target: str, host: TargetHost, costs: Costs, load: Initiators, *, size: int,
                 session: Session | None = None, queues: int = 1, daemon_threads: int = 2, spin: bool = False,
                 recording: bool = False):
        self.host, self.load, self.size, self.costs = host, load, size, costs
        self.loop, self.cpu, self.out = Loop(), Cpu(host.cores), Station()
        self.exchange = (session or Session()).read(size)
        self.pdus = (session or Session()).pdus(size)
        self.machines = [(Station(), Station()) for _ in range(load.count)]
        self.daemons: list[Daemon] = []
        if target == "daemon":
            # each PDU is read from the volume and sent by system calls of its own
            serial = (costs._replace(wake=0.0) if spin else costs).serial(self.pdus, daemon_threads)
            rate = self.guess(queues / serial if serial else 1e9)
            self.daemons = [Daemon(self.loop, self.cpu, costs, threads=daemon_threads, spin=spin, recording=recording)
                            for _ in range(queues)]
            self.work = [self.service(part, target, rate * len(self.pdus)) for part in self.pdus]
        else:
            rate = self.guess(1e9)
            self.kernel = Kernel(self.loop, self.cpu)
            self.work = [self.service(size, target, rate)]
        self.ended: list[list[float]] = []              # of each thread, when its reads ended (s)
        for number in range(load.count):
            for thread in range(load.threads):
                self.ended.append([])
                self.loop.spawn(self.thread(number, self.ended[-1]), at=(thread * load.count + number) / rate)

    def guess(self, target: float) -> float:
        """Reads a second that the slowest part allows, where the target itself does `target`, processors left out: how many
        there are decides how long a core waits for memory."""
        load, coming = self.load, self.exchange.to_initiator.counted
        busy = load.own * len(self.pdus)
        alone = busy + load.way + self.host.seconds(self.size, "kernel", 0.0)
        return min(target, load.count * load.threads / alone, load.count * load.port / coming, self.host.out / coming,
                   load.count / busy if busy else 1e9)

    def service(self, size: int, target: str, rate: float) -> float:
        """Seconds of a core, if a core could be in use all the time."""
        return self.host.seconds(size, target, rate) / self.host.share

    def thread(self, number: int, ended: list[float]) -> Generator[Any, Any, None]:
        """One thread of an initiator: it reads again as soon as it has what it read."""
        loop, load, (own, port) = self.loop, self.load, self.machines[number]
        target = self.daemons[number % len(self.daemons)] if self.daemons else self.kernel
        busy, coming = load.own * len(self.pdus), self.exchange.to_initiator.counted
        while True:
            yield own.serve(loop.now, busy) + load.way / 2 - loop.now
            yield from target.request(self.pdus, self.work)
            yield self.out.serve(loop.now, coming / self.host.out) - loop.now
            yield port.serve(loop.now, coming / load.port) + load.way / 2 - loop.now
            ended.append(loop.now)

    def state(self) -> list[float]:
        """Sums so far, to take differences of; of stations what they have done, not what they have taken on."""
        now, cpu = self.loop.now, self.cpu
        owns, ports = (fsum(spent(machine[n], now) for machine in self.machines) for n in (0, 1))
        return [now, cpu.busy - fsum(max(0.0, free - now) for free in cpu.free),
                sum(daemon.sleeps for daemon in self.daemons), owns, ports, spent(self.out, now),
                fsum(daemon.locked for daemon in self.daemons)]

    def measure(self, reads: int = 100) -> ReadLoad:
        """Run until each thread has read a few times, then until each has read so often again that these make `reads`.

        Each thread's rate is taken from the end of one of its reads to that of a later one, since large reads end in clumps:
        all that are under way go round the queue together. Threads do nothing but wait for reads, so their number is rate
        times mean latency.
        """
        load, step = self.load, max(self.load.own, 1e-5) * len(self.pdus)
        self.until([WARM[bool(self.daemons)]] * len(self.ended), step)
        before, begun = self.state(), [len(ended) for ended in self.ended]
        self.until([count - -reads // len(begun) for count in begun], step)
        time, busy, sleeps, own, port, out, lock = (b - a for a, b in zip(before, self.state(), strict=True))
        counts = [len(ended) - count for ended, count in zip(self.ended, begun, strict=True)]
        times = [ended[-1] - ended[count - 1] for ended, count in zip(self.ended, begun, strict=True)]
        rate = fsum(count / took for count, took in zip(counts, times, strict=True))
        used = {"initiators": own / time / load.count, "ports": port / time / load.count,
                "cores": busy / time / self.host.cores, "out": out / time}
        if self.daemons:
            used["lock"] = lock / time / len(self.daemons)
        return ReadLoad(rate, len(begun) / rate, rate * self.size, rate * self.exchange.counted,
                    busy / time * self.host.share, sleeps / time / rate, used)

    def until(self, counts: list[int], step: float) -> None:
        """Run until each thread has done so many reads."""
        while any(len(ended) < count for ended, count in zip(self.ended, counts, strict=True)):
            self.loop.run(until=self.loop.now + step)

    def spells(self, seconds: float, of: int = 0) -> list[Spell]:
        """What the threads of one of the daemons do in the next so many seconds, counted from then on (needs `recording`)."""
        begin, daemon = self.loop.now, self.daemons[of]
        daemon.spells = []
        end = begin + seconds
        while not daemon.spells or daemon.spells[-1].start < end:      # a spell is noted when it ends
            self.loop.run(until=self.loop.now + seconds)
        return [spell._replace(start=max(0.0, spell.start - begin), finish=min(spell.finish, end) - begin)
                for spell in daemon.spells if spell.start < end and spell.finish > begin]
