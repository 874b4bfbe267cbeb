"""The kinds of device that may hold an intent log and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.catalogue.machines import values
from models.check import a_number
from models.devices.solid_state import SolidState
from models.units import GiB

SUN, BOX, TODAY = values("7410"), values("freebsd-box"), values("server-today")


@dataclass(frozen=True)
class LogDevice:
    """access: seconds a command; rate: bytes a second; capacity: bytes; flush: seconds of a flush.
    volatile: a power failure empties it. in_memory: it takes of the machine's memory. kind: its
    name in the catalogue, if it is there."""

    access: float
    rate: float
    capacity: int
    flush: float = 0.0
    volatile: bool = False
    in_memory: bool = False
    kind: str = ""

    def __post_init__(self) -> None:
        a_number("access", self.access, 0)
        a_number("rate", self.rate, above=0, unit="B/s")
        a_number("capacity", self.capacity, above=0)

    def made(self) -> SolidState:
        return SolidState(
            self.access,
            self.rate,
            int(self.capacity),
            flush_cost=self.flush,
            volatile=self.volatile,
        )


def log_device(kind: str, constants: Mapping[str, Any]) -> LogDevice:
    """A kind of the catalogue, as these constants have it."""
    access, rate, capacity = (
        constants[f"{kind}_{name}"] for name in ("access", "rate", "capacity")
    )
    return LogDevice(access, rate, capacity, constants.get(f"{kind}_flush", 0.0), kind=kind)


LOGZILLA = log_device("logzilla", SUN)
"""A write-optimised SSD: memory with a capacitor before the flash, so what it has answered is safe without a flush.
Source: Gregg 2009, SLOG Screenshots; Bourbonnais 2009, Synchronous write bias."""
NVRAM = LogDevice(BOX["ramdisk_access"], BOX["ramdisk_rate"], 1 * GiB)
"""Memory with a battery, behind one kernel thread: the fastest safe place."""
NVME = log_device("nvme", TODAY)
"""An NVMe drive with power-loss protection."""
PLAIN_NVME = log_device("plain_nvme", TODAY)
"""One without: what it has answered is safe only after a flush."""


def ordered(device: LogDevice | None, machine: Mapping[str, Any]) -> LogDevice:
    """This kind as a machine's constants have it; None: what was sold with such a machine."""
    device = device or (NVME if "nvme_access" in machine else LOGZILLA)
    return log_device(device.kind, {**TODAY, **SUN, **machine}) if device.kind else device


def ram_disk(size: int, command: float = BOX["ramdisk_command"]) -> LogDevice:
    """`size` bytes of memory that the kernel presents as a disk, empty after a power failure.
    command: seconds each."""
    return LogDevice(command, BOX["ramdisk_rate"], size, volatile=True, in_memory=True)
