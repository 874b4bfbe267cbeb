"""How many requests a second a candidate serves, and how fast, by running its machine.

Where only the disks are in use, the machine is made smaller: vdevs work apart, so that a few stand for
all, with as many requests for each; the vdev that resilvers runs alone; and requests that memory
answers are not run but counted."""

from collections.abc import Mapping
from math import ceil, inf, sqrt
from typing import NamedTuple

from models.lab.events import disk_pulled, resilver
from models.machine.loads.blocks import Reads
from models.machine.loads.nfs import Nfs
from models.machine.machine import Machine
from models.machine.order import Order
from models.protocols.nfs.server import FILE_SYNC, UNSTABLE
from models.sizing.demand.load import GROUPS, HEAD, Load, load_of
from models.sizing.demand.order import order_of
from models.sizing.demand.use import beside_disks, group_of
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.drive import Drive, Head
from models.sizing.pools.wants import Wants
from models.sizing.speed.speed import SLOW, Speed, most, stream

REQUESTS, MOST, LEAST, LONGEST = 1200, 6000, 0.02, 60.0
"""Requests of a run, and most of disks if a group takes longer; its least and most seconds."""
PIECES, SURE = (0.5, 0.5), 1.96
"""Pieces of a run of reads or of SSDs, after the first of which it may end or fall behind; standard deviations of a normal distribution from the middle to the
end of a 95 % interval."""
CLIENTS, WARM = 8, 0.25
"""Clients that send the requests; what runs before a run, as a share of it."""
IDLE = 0.3
"""Use of other parts than the disks below which a smaller machine is as fast."""
TRIES, NEAR, SAME, BACK = 2, 0.1, 0.01, 0.7
"""Runs in search of a rate, the shares by which its latency may be off, and a rate from the one before that is not run
again; the share of a rate that is tried after one at which the machine falls behind."""


class Answers(NamedTuple):
    """Latencies of requests (s), and the share of all that they stand for."""

    latencies: list[float]
    share: float


class Candidate(NamedTuple):
    """A candidate whose machine is run."""

    build: Build
    drives: Mapping[str, Drive]
    wants: Wants
    heads: Mapping[str, Head]
    load: Load
    seed: int = 1
    requests: int = REQUESTS  # of a run

    def answered(
        self, vdevs: int, rate: float, counted: float = 0.0, resilvering: bool = False
    ) -> list[float]:
        """Return the latencies (s) of a machine with so many vdevs at a rate (1/s) of requests; none if
        it falls behind. counted: share of the records that memory holds and that are not asked for."""
        asked, load, build = self.wants.asked, self.load, self.build._replace(vdevs=vdevs)
        left = 1 - asked.reads * counted
        reads, rate = asked.reads * (1 - counted) / left, rate * left
        seconds = min(LONGEST, max(LEAST, self.requests / rate))
        rest = 1 - counted
        held = ((load.memory - counted) / rest, load.flash / rest) if rest else (1.0, 0.0)
        settings: dict[str, object] = {"cache.held": held}
        if reads < 1:  # a whole group, which is a shorter one where requests are many
            most = self.requests if load.vdev.kind.flash else MOST
            every = min(GROUPS.interval, most / rate)
            seconds = max(seconds, every)
            settings["groups.interval"] = every
        machine = Machine(self.order(build).order(settings), self.seed)
        if resilvering:
            if build.layout.startswith(DRAID):
                disk_pulled(machine, {})
            resilver(machine, {})
        data = load.records * self.wants.recordsize * vdevs / self.build.vdevs
        program = Nfs(
            clients=CLIENTS,
            size=asked.size,
            reads=reads,
            over=True,
            stable=FILE_SYNC if asked.sync else UNSTABLE,
            rate=rate,
            blocks=Reads(data=max(asked.size, 0.99 * data)),
        )
        machine.start(program)
        try:
            machine.pass_time(WARM * seconds)
            machine.counting, machine.requests = True, []
            for piece in PIECES if reads == 1 or load.vdev.kind.flash else (1.0,):
                machine.keep_up(piece * seconds)
                latencies = [took for _, _, took in machine.requests]
                if reads == 1 and settled(latencies, SLOW / left):
                    break
        except ValueError:
            return []
        return latencies

    def order(self, build: Build) -> Order:
        """Return the order of a build."""
        return order_of(build, self.drives, self.wants, self.heads)

    def p99(self, rate: float) -> float:
        """Return the 99th percentile of latency (s) at a rate (1/s) of requests; inf if it falls
        behind."""
        load, vdevs = self.load, self.build.vdevs
        asked, vdev, each = self.wants.asked, self.load.vdev, rate / vdevs
        small = max(beside_disks(load, rate, group_of(vdev, each)).values()) < IDLE
        hurt = vdev.lost
        if not small:
            return percentile([Answers(self.answered(vdevs, rate, resilvering=hurt), 1.0)])
        whole = asked.size == self.wants.recordsize or (asked.reads == 1 and vdev.kind.blocks == 1)
        counted = load.memory if whole and asked.reads else 0.0
        hits = asked.reads * counted
        if hits == 1:
            return HEAD.cpu_read
        found = [Answers([HEAD.cpu_read], hits)] if hits else []
        rest = vdevs
        if hurt:
            one = self.answered(1, each, counted, resilvering=True)
            found.append(Answers(one, (1 - hits) / vdevs))
            rest -= 1
        if rest:
            disks = self.drives[self.build.disk].kind == "disk"
            long = GROUPS.interval if disks and asked.reads < 1 else LEAST
            count = min(rest, max(1, ceil(self.requests / (each * (1 - hits) * long))))
            more = self.answered(count, each * count, counted)
            found.append(Answers(more, (1 - hits) * rest / vdevs))
        return percentile(found)


def settled(latencies: list[float], slow: float) -> bool:
    """Return whether the 95 % interval of the latency above which a share `slow` lies, by the ranks of independent
    latencies, is within NEAR of it."""
    many = len(latencies) * slow
    spread = SURE * sqrt(many * max(0.0, 1 - slow))
    if many - spread < 1:
        return False
    ordered = sorted(latencies, reverse=True)
    high, middle, low = (ordered[int(many + off)] for off in (-spread, 0, spread))
    return high <= (1 + NEAR) * middle and low >= (1 - NEAR) * middle


def percentile(found: list[Answers]) -> float:
    """Return the 99th percentile of latency (s); inf if some fall behind."""
    if not all(one.latencies for one in found):
        return inf
    weighed = [(took, one.share / len(one.latencies)) for one in found for took in one.latencies]
    weighed.sort(reverse=True)
    left = SLOW
    for took, share in weighed:
        left -= share
        if left < 0:
            return took
    return weighed[-1][0]


def by_machine(
    build: Build,
    drives: Mapping[str, Drive],
    wants: Wants,
    heads: Mapping[str, Head] = {},
    resilvering: bool = False,
    seed: int = 1,
) -> Speed:
    """Return the speed of a candidate as its machine has it: the latency at the rate asked for, and the
    rate at which latency is as asked for. Raise ValueError if it cannot be built."""
    load = load_of(build, drives, wants, heads, resilvering)
    one = Candidate(build, drives, wants, heads, load, seed)
    return Speed(sought(one), one.p99(wants.asked.rate), stream(load), most(load)[1])


def sought(one: Candidate, tries: int = TRIES) -> float:
    """Return the rate (1/s) of requests at which the machine of a candidate is as fast as asked for.

    It is sought from that of the closed form: if latency is that which the closed form has at another
    rate, it is divided by their quotient. tries: runs at most."""
    load, time = one.load, one.wants.asked.p99
    rate = closed = most(load)[0]
    least = closed / 4  # the closed form is not that wrong
    for _ in range(tries if rate else 0):
        took = one.p99(rate)
        if abs(took / time - 1) < NEAR:
            break
        again = BACK if took == inf else closed / max(least, most(load, took)[0])
        if abs(again - 1) < SAME:  # not the latency but a part is the limit
            break
        rate *= again
    return rate
