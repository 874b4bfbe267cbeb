"""How long a synchronous write takes, by where it becomes safe: on disks, on flash like any other, or on a log device."""
from random import Random

from models.devices.ssd import Readzilla
from models.experiments.lake.icy_lake import icy_lake
from models.machine.loads import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.stats import mean
from models.units import KiB, ms

APART, PAUSE = 64 * KiB, 1 * ms
"""On flash of no special kind: bytes from the beginning of one write to the next, and seconds from its answer."""
PAIRS, PACE, LOGGED_PACE = 22, 150, 1700
"""Mirrored pairs of disks of the machine, and about how many writes a second it answers without and with a log device."""


def time_of_flash_writes(size: int, count: int, seed: int) -> float:
    """Mean latency (s) of `count` writes of `size` bytes to a Readzilla, each after the answer to the last."""
    device, now = Readzilla(Random(seed)), 0.0
    taken: list[float] = []
    for n in range(count):
        finish = device.write(now, n * APART, size)
        taken.append(finish - now)
        now = finish + PAUSE
    return mean(taken)


def time_of_safe_writes(place: str, size: int, count: int, seed: int) -> float:
    """Mean latency (s) of `count` synchronous writes of `size` bytes (on disks and log devices of about as many), one
    behind the other. place: where they become safe: on a "disk", on "flash" of no special kind, or on a "log" device."""
    if place == "flash":
        return time_of_flash_writes(size, count, seed)
    if place == "log":
        machine = Machine(SUN_7410.order(logs=1).bare(), seed)
        return machine.run(Nfs(1, 1, size), seconds=count / LOGGED_PACE).writes.mean
    return mean([latency for _, latency, *_ in icy_lake(("mirror", PAIRS), size, seed=seed).writes(count / PACE)])
