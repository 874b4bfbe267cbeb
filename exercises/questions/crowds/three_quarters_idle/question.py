"""Which part of a server limits the writes a second?"""

from functools import cache

from exercises.kit.form import Choice, Number
from models.catalogue.machines import values
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.stats import mean
from models.units import KiB, ms

KIND = "read"
FORM = {
    "working": Number(
        "Log devices at work at a moment, on average",
        "devices",
        low=0,
        high=100,
        help="One that is always in use counts as 1.",
    ),
    "buy": Choice(
        "What brings the most writes a second?",
        {
            "devices": "as many log devices again",
            "faster": "log devices twice as fast, as many as now",
            "processors": "processors twice as fast",
            "near": "a client twice as near: half the time at the client and on the network",
        },
    ),
}
SUN = values("7410")
WHY = {
    "faster": "The shares of the log devices add up to one: at each moment one of them works, and the others wait for "
    "their turn. So a commit is always out, and who comes meanwhile waits for it. Further devices would wait, "
    "too. Only a shorter commit lets the next one go sooner, and that takes faster devices.",
    "near": "Nobody at the server is busy. A thread spends most of its time at the client and on the network, and the server "
    "waits for it most of the time. Whatever is bought for the server can only shorten the smaller part.",
    "processors": "The processors are in use all the time, and the requests stand in line for them. The log devices, though "
    "only some are at work, are fast enough for what comes through.",
}


@cache
def run(threads, size, away, devices, speed=1.0, faster=1.0):
    """Writes a second, the mean time of one at the server (s), the share of time in use of a core and of each log device.

    away: seconds at the client and on the network. speed: of the processors; faster: of the log devices.
    """
    times = []
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": 1, "jbods": 4},
        log={
            "devices": devices,
            "device.access": SUN["log.device.access"] / faster,
            "device.rate": SUN["log.device.rate"] * faster,
        },
        head={
            name: SUN[f"head.{name}"] / speed for name in ("cpu_write", "cpu_byte", "cpu_network")
        },
    )
    machine = Machine(order.bare(), seen=lambda t, latency: times.append(latency))
    machine.start(Nfs(1, threads, size, away))

    def until(count, now):
        while len(times) < count:
            now += max(away / 20, 0.1 * ms)
            machine.loop.run(until=now)
        return now, len(times), machine.used().cpu, [log.outstanding for log in machine.log_devices]

    begin, before, cpu, logs = until(max(2 * threads, 20), 0.0)
    end, after, cpu_end, logs_end = until(before + max(6 * threads, 250), begin)
    length = end - begin
    return [
        (after - before) / length,
        mean(times[before:after]),
        min(1.0, (cpu_end - cpu) / length),
        [min(1.0, (late - early) / length) for early, late in zip(logs, logs_end, strict=True)],
    ]


def with_each(case):
    """Writes a second with each of the purchases."""
    given = {name: case[name] for name in ("threads", "size", "away", "devices", "speed")}
    change = {
        "devices": {"devices": 2 * case["devices"]},
        "faster": {"faster": 2.0},
        "processors": {"speed": 2 * case["speed"]},
        "near": {"away": case["away"] / 2},
    }
    return {name: run(**{**given, **more})[0] for name, more in change.items()}


def in_a_chain(rng):
    """Many threads close by: a commit is always out."""
    threads, size, away = rng.choice(
        [(60, 8 * KiB, 0.4 * ms), (40, 16 * KiB, 0.5 * ms), (100, 512, 0.5 * ms)]
    )
    return {
        "threads": threads + rng.randint(-4, 8),
        "size": size,
        "away": away,
        "devices": rng.randint(3, 6),
        "speed": 1.0,
    }


def slow_processors(rng):
    """Many threads close by, and processors that take long for each request."""
    return {
        "threads": rng.randint(40, 76),
        "size": rng.choice([512, 1 * KiB, 2 * KiB]),
        "away": rng.choice([0.4, 0.5]) * ms,
        "devices": rng.randint(3, 6),
        "speed": rng.choice([0.03, 0.04, 0.05, 0.06, 0.08]),
    }


def far_away(rng):
    """Few threads, with a long way."""
    threads = rng.randint(2, 6)
    return {
        "threads": threads,
        "size": rng.choice([4, 8, 16]) * KiB,
        "away": (threads - rng.choice([0, 0.5])) * ms,
        "devices": rng.randint(2, 6),
        "speed": 1.0,
    }


def case(rng):
    """A load, a server, and what its owner sees."""
    given = rng.choice([slow_processors, in_a_chain, far_away, slow_processors, far_away])(rng)
    ops, at_server, cpu, logs = run(**given)
    after = with_each(given)
    return {
        **given,
        "ops": ops,
        "at_server": at_server,
        "cpu": cpu,
        "logs": logs,
        "after": after,
        "why": WHY[max((name for name in after if name in WHY), key=after.__getitem__)],
        "listing": listing(given, ops, at_server, cpu, logs),
    }


def listing(given, ops, at_server, cpu, logs):
    """What was measured, a line each; narrow enough for a phone."""
    lines = [
        ("writes a second", f"{ops:,.0f}   "),
        ("at the server", f"{at_server / ms:.2f} ms"),
        ("then away", f"{given['away'] / ms:.2f} ms"),
        ("processors in use", f"{100 * cpu:.1f} % "),
        *(
            (f"log device {number} in use", f"{100 * share:.1f} % ")
            for number, share in enumerate(logs, 1)
        ),
    ]
    return "\n".join(f"{name:<20} {value:>10}".rstrip() for name, value in lines)
