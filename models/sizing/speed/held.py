"""The error that the machine had on measurements that it had not seen, for the loads of a purchase."""

from collections.abc import Mapping
from typing import NamedTuple

from models.sizing.pools.build import Build
from models.sizing.pools.drive import Drive
from models.sizing.pools.wants import Wants


class Held(NamedTuple):
    """How near the machine was to published rates of one kind."""

    kind: str
    cells: int  # published numbers
    median: float  # of the absolute errors, as a share of the published number
    low: float  # published rate over the machine's: the lower quartile
    high: float  # the upper quartile


def held(build: Build, drives: Mapping[str, Drive], wants: Wants) -> list[Held]:
    """Return how near the machine was to published rates of the kinds of requests asked for. Percentiles of
    latency were published for none, so that those of the rate stand for them."""
    disks = "disks" if drives[build.disk].kind == "disk" else "SSDs"
    asked, found = wants.asked, list[str]()
    if asked.reads:
        found.append(f"random reads from {disks}")
    if asked.reads < 1:
        log = ", with a log device" if build.logs and disks == "disks" else ""
        found.append(f"safe writes to {disks}{log}" if asked.sync else f"writes to {disks}")
    if asked.stream:
        found.append("reads in order from disks")
    return [HELD[kind] for kind in found if kind in HELD]


REBUILDS = "resilvers and scrubs"
"""The kind of a rebuild."""
# All below is written by `python -m figures practice --write`.
NUMBERS: dict[str, tuple[int, float, float, float]] = {
    "random reads from SSDs": (6, 0.324, 0.71, 0.827),
    "random reads from disks": (27, 0.18, 0.812, 1.128),
    "reads in order from disks": (24, 0.16, 0.889, 1.206),
    "resilvers and scrubs": (5, 0.386, 0.614, 1.057),
    "safe writes to SSDs": (16, 0.159, 0.898, 1.628),
    "safe writes to disks": (3, 0.142, 0.837, 0.967),
    "safe writes to disks, with a log device": (9, 0.42, 0.98, 1.743),
    "writes to disks": (19, 0.379, 0.648, 0.947),
}
HELD = {kind: Held(kind, *numbers) for kind, numbers in NUMBERS.items()}
"""The kinds of requests by name."""
