"""How long a synchronous write takes, by where it becomes safe: on disks, on flash like any other, or on a log device."""
from random import Random

from models.devices.ssd import Readzilla
from models.machine.lone_writer import icy_lake, logged_writes
from models.sim.stats import mean
from models.units import KiB, ms

APART, PAUSE = 64 * KiB, 1 * ms
"""On flash of no special kind: bytes from the beginning of one write to the next, and seconds from its answer."""
PAIRS, PACE = 22, 150
"""Mirrored pairs of disks of the machine without a log device, and about how many writes a second they answer."""


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
    """Mean latency (s) of `count` synchronous writes of `size` bytes (on disks: of those in `count` / `PACE` seconds), one
    behind the other. place: where they become safe: on a "disk", on "flash" of no special kind, or on a "log" device."""
    if place == "flash":
        return time_of_flash_writes(size, count, seed)
    if place == "log":
        return mean([latency for _, latency in logged_writes(count, size=size, random=Random(seed))])
    return mean([latency for _, latency, *_ in icy_lake("mirror", PAIRS, size=size, seed=seed).writes(count / PACE)])
