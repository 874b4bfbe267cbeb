"""The kinds of device that may hold an intent log and nothing else."""
from dataclasses import dataclass
from typing import Any

from models.catalogue.machines import values
from models.check import a_number
from models.devices.solid_state import SolidState
from models.units import GiB

SUN, BOX, TODAY = values("7410"), values("freebsd-box"), values("server-today")


@dataclass(frozen=True)
class LogDevice:
    """access: seconds a command; rate: bytes a second; capacity: bytes; flush: seconds of a flush. volatile: a power failure
    empties it. in_memory: it takes of the machine's memory."""

    access: float
    rate: float
    capacity: int
    flush: float = 0.0
    volatile: bool = False
    in_memory: bool = False

    def __post_init__(self) -> None:
        a_number("access", self.access, 0)
        a_number("rate", self.rate, above=0, unit="B/s")
        a_number("capacity", self.capacity, above=0)

    def made(self) -> SolidState:
        return SolidState(self.access, self.rate, int(self.capacity), flush_cost=self.flush, volatile=self.volatile)


def logzilla(constants: dict[str, Any]) -> LogDevice:
    """A write-optimised SSD: memory with a capacitor before the flash, so what it has answered is safe without a flush.

    Source: Gregg 2009, SLOG Screenshots; Bourbonnais 2009, Synchronous write bias.
    """
    return LogDevice(constants["logzilla_access"], constants["logzilla_rate"], constants["logzilla_capacity"])


LOGZILLA = logzilla(SUN)
NVRAM = LogDevice(BOX["ramdisk_access"], BOX["ramdisk_rate"], 1 * GiB)
"""Memory with a battery, behind one kernel thread: the fastest safe place."""
NVME = LogDevice(TODAY["nvme_access"], TODAY["nvme_rate"], TODAY["nvme_capacity"], TODAY["nvme_flush"])
"""An NVMe drive with power-loss protection."""
PLAIN_NVME = LogDevice(TODAY["plain_nvme_access"], TODAY["plain_nvme_rate"], TODAY["plain_nvme_capacity"],
                       TODAY["plain_nvme_flush"])
"""One without: what it has answered is safe only after a flush."""


def ram_disk(size: int, command: float = BOX["ramdisk_command"]) -> LogDevice:
    """`size` bytes of memory that the kernel presents as a disk, empty after a power failure. command: seconds each."""
    return LogDevice(command, BOX["ramdisk_rate"], size, volatile=True, in_memory=True)
