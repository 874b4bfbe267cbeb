"""Which log devices keep the promise, in time and within the budget?"""

import math
from functools import cache

from exercises.kit.form import Choice, Number, Switch
from figures.intent_log.experiments.outage import Outage
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.stats import mean
from models.units import MB, KiB, ms, us
from models.zfs.zil.log_spec import LogSpec

KIND = "choose"
FORM = {
    "device": Choice(
        "Kind of log device",
        {
            "ram": "RAM disk",
            "ssd": "plain SSD",
            "logzilla": "Logzilla",
            "nvme": "NVMe of today",
            "card": "NVRAM card",
        },
        start="ssd",
    ),
    "count": Number("How many", unit="devices", low=1, high=8, whole=True, start=1),
    "mirrored": Switch("Mirrored in pairs"),
}
DEVICES = {
    "ram": (20 * us, 2500 * MB),
    "ssd": (1 * ms, 250 * MB),
    "logzilla": (63 * us, 110 * MB),
    "nvme": (15 * us, 2000 * MB),
    "card": (5 * us, 500 * MB),
}
AWAY = 0.5 * ms


@cache
def at_server(threads, size, device, count, mirrored):
    """The mean time (s) of a write at the server."""
    access, rate = DEVICES[device]
    count -= count % 2 if mirrored and count > 1 else 0  # an odd one is left out
    times = []
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": 1, "jbods": 4},
        log={
            "devices": count,
            "mirrored": mirrored and count > 1,
            "device.access": access,
            "device.rate": rate,
            "place": "head",
        },
    )
    machine = Machine(order.bare(), seen=lambda t, latency: times.append(latency))
    machine.start(Nfs(1, threads, size, AWAY))
    now = 0.0
    while len(times) < 100 + 8 * threads:
        now += 0.2 * ms
        machine.loop.run(until=now)
    return mean(times[2 * threads :])


def two_commits(threads, size, device):
    """What can be reckoned: the longest (s) that a write takes if half of the threads share a commit."""
    access, rate = DEVICES[device]
    return 2 * (access + sum(LogSpec().pack([size] * ((threads + 1) // 2))) / rate)


@cache
def lost(device, count, mirrored, fails):
    """Writes that a power failure takes though they were acknowledged, and all that were acknowledged. fails: one log
    device does not come back."""
    pair = mirrored and count > 1
    log = (
        "memory"
        if device == "ram"
        else "mirrored"
        if pair
        else "device"
        if count == 1
        else "striped"
    )
    machine = Outage(log=log, failed="log" if fails else "none")
    machine.start(2, size=8 * KiB, think=3 * ms)
    ((_, loss),) = machine.watch([0.5])
    return loss.writes, len(machine.zfs.acknowledged)


def case(rng):
    """The load, the prices and the budget, and how long a write may take."""
    threads, size = rng.choice(
        [(8, 8 * KiB), (24, 8 * KiB), (12, 16 * KiB), (16, 8 * KiB), (8, 16 * KiB)]
    )
    kind = rng.choice(["logzilla", "nvme", "card"])
    dear, fair = 50 * rng.randint(30, 36), 50 * rng.randint(18, 22)
    prices = {
        "ram": 0,
        "ssd": 100,
        "logzilla": 50 * rng.randint(11, 13),
        "nvme": dear if kind == "card" else fair,
        "card": fair if kind == "card" else dear,
    }
    budget = 2 * prices[kind] + 50 * rng.randint(1, 8)
    times = {device: at_server(threads, size, device, 2, True) for device in DEVICES}
    slowest, next_worse = ("logzilla", "ssd") if kind == "logzilla" else ("card", "logzilla")
    limit = round(math.sqrt(two_commits(threads, size, slowest) * times[next_worse]) / ms, 2) * ms
    return {
        "threads": threads,
        "size": size,
        "budget": budget,
        "limit": limit,
        "times": times,
        "prices": prices,
    }
