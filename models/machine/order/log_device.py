"""The kinds of device that may hold an intent log and nothing else."""

from dataclasses import dataclass

from models.catalogue.machines import part
from models.devices.solid_state import SolidState
from models.setting import check_settings, setting
from models.units import GiB


@dataclass(frozen=True)
class LogDevice:
    """A device of the intent log."""

    access: float = setting(0.0, "Time of a command before its bytes move", "s", least=0)
    rate: float = setting(1e12, "Bytes a second of a device", "B/s", above=0)
    capacity: int = setting(1 * GiB, "Bytes of a device", "B", above=0)
    flush: float = setting(0.0, "Time of a flush", "s", least=0)
    volatile: bool = setting(False, "Whether a power failure empties it")
    in_memory: bool = setting(False, "Whether it takes of the head's memory")
    kind: str = setting("", "Kind of the catalogue; other settings change it")

    def __post_init__(self) -> None:
        check_settings(self)

    def made(self) -> SolidState:
        """Return a device of this kind."""
        return SolidState(
            self.access,
            self.rate,
            int(self.capacity),
            flush_cost=self.flush,
            volatile=self.volatile,
        )


RAM_DISK = part("freebsd-box", "ramdisk")
LOGZILLA = LogDevice(**part("7410", "log.device"))
"""A write-optimised SSD: memory with a capacitor before the flash, so what it has answered is safe without a flush.
Source: Gregg 2009, SLOG Screenshots; Bourbonnais 2009, Synchronous write bias."""
NVRAM = LogDevice(RAM_DISK["access"], RAM_DISK["rate"], 1 * GiB, kind="nvram")
"""Memory with a battery, behind one kernel thread: the fastest safe place."""
NVME = LogDevice(**part("server-today", "log.device"))
"""An NVMe drive with power-loss protection."""
PLAIN_NVME = LogDevice(**part("server-today", "plain-nvme"), kind="plain-nvme")
"""One without: what it has answered is safe only after a flush."""
KINDS = {one.kind: one for one in (LOGZILLA, NVRAM, NVME, PLAIN_NVME)}
"""The kinds of the catalogue by name."""


def ram_disk(size: int, command: float = RAM_DISK["command"]) -> LogDevice:
    """Return a RAM disk: `size` bytes of memory that the kernel presents as a disk, empty after a
    power failure. command: seconds each."""
    return LogDevice(
        command, RAM_DISK["rate"], size, volatile=True, in_memory=True, kind="ram disk"
    )
