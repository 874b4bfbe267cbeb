"""Initiators that read from memory through an iSCSI target: a closed loop, and what it comes to."""
from collections.abc import Generator
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from models.check import a_number, at_least, counted, one_of, requested
from models.host.cpu import Cpu
from models.loop import Loop
from models.protocols.iscsi_daemon import Costs, Daemon, Spell
from models.protocols.iscsi_kernel import Host, Kernel
from models.protocols.iscsi_pdu import Session
from models.station import Station

TARGETS = ("daemon", "kernel")
LIMITS = {"initiators": "the initiators' own time", "ports": "the initiators' network ports",
          "lock": "the one queue and its lock", "cores": "the processors", "out": "the network cards"}


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

    def __post_init__(self) -> None:
        counted(most=1000, initiators=self.count, threads=self.threads)
        at_least(0, own=self.own, way=self.way)
        a_number("port", self.port, above=0)


class Load(NamedTuple):
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

    def __init__(self, target: str, host: Host, costs: Costs, load: Initiators, *, size: int,
                 session: Session | None = None, queues: int = 1, daemon_threads: int = 2, spin: bool = False,
                 recording: bool = False):
        one_of("target", target, TARGETS)
        requested(size)
        counted(most=1000, queues=queues)
        self.host, self.load, self.size, self.costs = host, load, size, costs
        self.loop, self.cpu, self.out = Loop(), Cpu(host.cores), Station()
        self.exchange = (session or Session()).read(size)
        self.pdus = (session or Session()).pdus(size)
        self.machines = [(Station(), Station()) for _ in range(load.count)]
        self.daemons: list[Daemon] = []
        if target == "daemon":
            # each PDU is read from the volume and sent by system calls of its own
            serial = (costs._replace(wake=0.0) if spin else costs).serial(self.pdus, daemon_threads)
            rate = self.guess(queues / serial if serial else 1e9) * len(self.pdus)
            self.daemons = [Daemon(self.loop, self.cpu, costs, threads=daemon_threads, spin=spin, recording=recording)
                            for _ in range(queues)]
            self.work = [self.service(part, target, rate) for part in self.pdus]
        else:
            self.kernel = Kernel(self.loop, self.cpu)
            self.work = [self.service(size, target, self.guess(1e9))]
        self.done: list[tuple[float, float]] = []       # when each read ended, and what it took (s)
        for number in range(load.count):
            for thread in range(load.threads):
                share = (thread * load.count + number) / (load.count * load.threads)
                self.loop.spawn(self.thread(number), at=share * (load.own * len(self.pdus) + load.way))

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

    def thread(self, number: int) -> Generator[Any, Any, None]:
        """One thread of an initiator."""
        loop, load, (own, port) = self.loop, self.load, self.machines[number]
        target = self.daemons[number % len(self.daemons)] if self.daemons else self.kernel
        busy, coming = load.own * len(self.pdus), self.exchange.to_initiator.counted
        while True:
            begun = loop.now
            yield own.serve(begun, busy) + load.way / 2 - begun
            yield from target.request(self.pdus, self.work)
            yield self.out.serve(loop.now, coming / self.host.out) - loop.now
            yield port.serve(loop.now, coming / load.port) + load.way / 2 - loop.now
            self.done.append((loop.now, loop.now - begun))

    def state(self) -> list[float]:
        """Sums so far, to take differences of; of stations what they have done, not what they have taken on."""
        now, cpu = self.loop.now, self.cpu
        owns, ports = (fsum(spent(machine[n], now) for machine in self.machines) for n in (0, 1))
        return [now, cpu.busy - fsum(max(0.0, free - now) for free in cpu.free),
                sum(daemon.sleeps for daemon in self.daemons), owns, ports, spent(self.out, now),
                fsum(daemon.locked for daemon in self.daemons), fsum(daemon.spinning for daemon in self.daemons),
                sum(daemon.trips for daemon in self.daemons)]

    def measure(self, reads: int = 100) -> Load:
        """Run until each thread has read once on average, then for as many rounds of all threads as make `reads`."""
        each = self.load.count * self.load.threads
        rounds = -(-reads // each)
        step = max(self.load.own, 1e-5) * len(self.pdus)
        self.until(each, step)
        before = self.state()
        self.until((1 + rounds) * each, step)
        time, busy, sleeps, own, port, out, lock, spun, trips = (b - a for a, b in zip(before, self.state(), strict=True))
        done = self.done[each - 1:(1 + rounds) * each]
        count, queues = self.load.count, len(self.daemons)
        rate = rounds * each / (done[-1][0] - done[0][0])
        if queues:      # large reads end in clumps, their trips come evenly
            rate = trips / time / (self.costs.trips[0] + self.costs.trips[1] * len(self.pdus))
        used = {"initiators": own / time / count, "ports": port / time / count, "cores": busy / time / self.host.cores,
                "out": out / time}
        held = 0.0
        if queues:
            used["lock"] = lock / time / queues
            held = self.costs._replace(wake=0.0).serial(self.pdus) * rate      # the threads' own work is not in the Cpu's
        return Load(rate, fsum(latency for _, latency in done[1:]) / (len(done) - 1), rate * self.size,
                    rate * self.exchange.counted, busy / time * self.host.share + held + spun / time, sleeps / time / rate,
                    used)

    def until(self, done: int, step: float) -> None:
        """Run until so many reads are done."""
        while len(self.done) < done:
            self.loop.run(until=self.loop.now + step)

    def spells(self, seconds: float, of: int = 0) -> list[Spell]:
        """What the threads of one of the daemons do in the next so many seconds, counted from then on (needs `recording`)."""
        begin, daemon = self.loop.now, self.daemons[of]
        daemon.spells = []
        end = begin + seconds
        while not daemon.spells or daemon.spells[-1].start < end:      # a spell is noted when it ends
            self.loop.run(until=self.loop.now + seconds)
        return [spell._replace(start=max(0.0, spell.start - begin), finish=min(spell.finish, end) - begin)
                for spell in daemon.spells if spell.start < end]
