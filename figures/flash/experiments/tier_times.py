"""The rate and latency of clients that wait for each read, from the share of reads that each tier
answers.

This is the closed form of a `Machine` whose memory and flash hold set shares of the blocks
(`Order.held`). It uses mean value analysis with Schweitzer's approximation (1979): a read that
arrives at a station finds the mean queue of the other clients. The wait for one of several servers
follows Sakasegawa (1977), the wait for a single server Pollaczek and Khinchine. Service times are
those of the machine's cores, cards, cables, flash and disks. Tests compare it with the machine,
where every read queues: rates agree within 3 % over seeds, times within 4 % (7 % if only the cores
are full), the slowest of 100 within 10 %.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace
from math import fsum, inf, sqrt
from random import Random

from models.catalogue.machines import values
from models.devices.device import Device
from models.devices.ssd import PAGE
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.server import HEADERS
from models.sim.answer import known
from models.sim.stats import percentile

SUN = values("7410")
MEASURED = 1000
"""Reads of an idle device from which its mean time is taken."""
CLOSE, MOST = 1e-5, 60
"""Tolerance of the solution, as a share of the clients or of the rate; largest number of steps."""
ALL = 1e-6
"""Tolerance for the sum of shares."""
COUNT, SETTLE = 45_000, 16
"""Number of reads simulated for a percentile. One in SETTLE of them, the first, is dropped."""


@dataclass(frozen=True)
class TierAnswer:
    """The rate and latency of clients."""

    rate: float  # reads per second of all clients
    latency: float  # mean seconds at the server
    memory: float  # seconds of a read from memory
    flash: float  # seconds of a read from flash
    disk: float  # seconds of a read from disk
    busy: float  # utilisation of a disk


class TierTimes:
    """Closed form of `threads` clients of a Sun 7410 that each wait for a read of `size` bytes."""

    def __init__(
        self,
        *,
        size: int,
        threads: int = 16,
        devices: int = 6,  # Readzillas
        disks: int = 44,  # in mirrored pairs
        span: float = SUN["load.read_span"],  # bytes of the data on each disk
        seed: int = 1,
        measured: int = MEASURED,  # reads of an idle device from which its times are taken
    ):
        self.threads, self.devices, self.size = threads, devices, size
        order = SUN_7410.order(
            pool={"layout": "mirror", "vdevs": max(1, disks // 2)},
            flash={"devices": max(1, devices)},
        )
        self.machine = machine = Machine(order.without("queue", "drive queue"), seed)
        self.in_turn = order.pool.sides == "in turn"
        flash = machine.boxes.flash[0]
        self.pairs, self.channels = len(machine.pool.vdevs), len(flash.channels)
        self.cable, self.link = size / flash.rate, size / machine.boxes.cables[0].rate
        flashes, self.drives = idle_times(machine, size, span, measured, Random(seed))
        self.flashes = [time - self.cable for time in flashes]
        (self.flash, self.flash_spread) = moments(self.flashes)
        (self.disk, self.disk_spread) = moments(self.drives)
        come, out = machine.come, machine.out
        assert come and out
        self.card = out.wire(size + HEADERS) / out.rate
        self.pause = machine.client(size=size).turnaround + come.wire(HEADERS) / come.rate
        self.server = machine.server.read_time
        self.kind = machine.prices.kind(size)
        # not part of the latency at the NFS layer
        self.network = max(0.0, self.kind.rest - self.server)
        costs = machine.software.costs
        # core time of a block from a device, for which no read waits
        self.check = costs.block + size * costs.checksum

    def answer(self, memory: float, flash: float, disk: float) -> TierAnswer:
        """Return the rate and latency if these shares (0-1, sum 1) of reads are answered by each
        tier. Raise ValueError if the sum is not 1, or if flash has a share but no devices."""
        if abs(memory + flash + disk - 1) > ALL:
            total = memory + flash + disk
            raise ValueError(f"memory, flash and disk must sum to 1, got {total:.9g}")
        if flash and not self.devices:
            raise ValueError("devices must be 1 or more for reads from flash, got 0")
        others = max(ALL, 1 - 1 / self.threads)
        devices = max(1, self.devices)
        busiest = max(
            ALL * self.disk,
            self.card,
            disk * self.disk / 2 / self.pairs,
            flash * self.cable / devices,
            flash * self.flash / devices / self.channels,
        )
        idle_time = self.pause + self.server + flash * self.flash + disk * self.disk
        high = min(self.threads / idle_time, 1 / others / busiest)
        low, below, above, side = 0.0, 1.0, -1.0, 0
        for _ in range(MOST):
            rate = (low * above - high * below) / (above - below)  # regula falsi, as in Illinois
            found, away = self.at(rate, flash, disk)
            idle = 1 - rate * (away + found.latency) / self.threads  # unexplained share of clients
            if abs(idle) < CLOSE or high - low < CLOSE * high:
                break
            if idle > 0:
                low, below, above, side = rate, idle, above / 2 if side > 0 else above, 1
            else:
                high, above = rate, max(idle, -1.0)
                below, side = below / 2 if side < 0 else below, -1
        return found

    def at(self, rate: float, flash: float, disk: float) -> tuple[TierAnswer, float]:
        """Return the answer at `rate` reads per second, and how long a read spends outside the NFS
        layer (s)."""
        machine, coming, cables = self.machine, (1 - 1 / self.threads) * rate, max(1, self.devices)
        checked = flash + disk
        work, spread = moments([self.network, self.server, self.check], [1.0, 1.0, checked])
        more = 1 + checked * self.check / (self.network + self.server)
        slower = machine.prices.slowed(self.kind, rate * more)
        for_a_core = wait(work * slower, spread, (2 + checked) * coming, machine.cpu.cores)
        from_flash = taken(self.cable, 0.0, coming * flash / cables) + taken(
            self.flash, self.flash_spread, coming * flash / cables / self.channels
        )
        queues, servers = (2 * self.pairs, 1) if self.in_turn else (self.pairs, 2)
        from_disk = taken(self.disk, self.disk_spread, coming * disk / queues, servers) + taken(
            self.link, 0.0, coming * disk / len(machine.boxes.cables)
        )
        server = for_a_core + self.server * slower
        latency = (
            server + (flash * from_flash if flash else 0.0) + (disk * from_disk if disk else 0.0)
        )
        busy = rate * disk * self.disk / self.pairs / 2
        away = self.pause + for_a_core + self.network * slower + taken(self.card, 0.0, coming)
        by_tier = server, server + from_flash, server + from_disk
        return TierAnswer(rate, latency, *by_tier, busy), away

    def latency_percentile(
        self,
        memory: float,
        flash: float,
        disk: float,
        share: float = 0.99,
        count: int = COUNT,
        seed: int = 1,
    ) -> float:
        """Return the latency at the server that a `share` (0-1) of reads do not exceed (s). The
        queues for flash and disks are simulated with the times of these devices; everything else
        takes its mean time."""
        answer = self.answer(memory, flash, disk)
        away = self.threads / answer.rate - answer.latency + answer.memory
        random = Random(seed).random
        cables, channels, sides = (
            [0.0] * n for n in (self.devices, self.devices * self.channels, 2 * self.pairs)
        )
        ready = [random() * self.threads / answer.rate for _ in range(self.threads)]
        found, measured = [], len(self.drives)
        heapify(ready)
        for _ in range(count):
            now, tier = ready[0], random()
            finish = now
            if tier >= memory + flash:
                side = int(random() * 2 * self.pairs)
                if not self.in_turn:
                    side ^= sides[side] > sides[side ^ 1]
                sides[side] = max(now, sides[side]) + self.drives[int(random() * measured)]
                finish = sides[side] + self.link
            elif tier >= memory:
                device = int(random() * self.devices)
                cables[device] = sent = max(now, cables[device]) + self.cable
                channel = device * self.channels + int(random() * self.channels)
                service = self.flashes[int(random() * measured)]
                finish = channels[channel] = max(sent, channels[channel]) + service
            found.append(finish - now)
            heapreplace(ready, finish + away)
        return answer.memory + percentile(found[count // SETTLE :], share)


def idle_times(
    machine: Machine, size: int, span: float, count: int, random: Random
) -> tuple[list[float], list[float]]:
    """Return how long each of `count` reads of `size` bytes takes (s) on an idle flash device, and
    on an idle disk that holds `span` bytes of the data."""
    flash, disk = machine.boxes.flash[0], machine.disk
    pages = (flash.capacity - size) // PAGE
    places = max(1, int(len(machine.pool.vdevs) * span // size))

    def alone(device: Device, offset: int) -> float:
        now = device.ready + 1
        return known(device.read(now, offset, size)) - now

    draw, place = random.random, machine.reads.place
    return (
        [alone(flash, int(draw() * pages) * PAGE) for _ in range(count)],
        [alone(disk, place(int(draw() * places), size)[1]) for _ in range(count)],
    )


def moments(times: Sequence[float], weights: Sequence[float] = ()) -> tuple[float, float]:
    """Return the mean (s), and the variance divided by the squared mean. weights: how often each
    time occurs (default: equally often)."""
    weights = weights or [1.0] * len(times)
    whole, pairs = fsum(weights), list(zip(times, weights, strict=True))
    mean = fsum(t * n for t, n in pairs) / whole
    return mean, fsum((t - mean) ** 2 * n for t, n in pairs) / whole / mean**2


def wait(service: float, spread: float, arrivals: float, servers: int = 1) -> float:
    """Return the mean wait in the queue of `servers` servers (s), or inf if they cannot keep up. A
    read takes `service` seconds on average, `spread` is the variance divided by the squared mean,
    and `arrivals` reads come per second."""
    busy = arrivals * service / servers
    if not 0 < busy < 1:
        return inf if busy > 0 else 0.0
    queued: float = busy ** (sqrt(2 * servers + 2) - 1)
    return service * (1 + spread) / 2 * queued / servers / (1 - busy)


def taken(service: float, spread: float, arrivals: float, servers: int = 1) -> float:
    """Return the mean time in the queue and in service (s). Arguments are those of `wait`."""
    return service + wait(service, spread, arrivals, servers)
