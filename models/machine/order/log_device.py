"""The devices that can hold an intent log."""

from dataclasses import dataclass
from types import SimpleNamespace

from models.catalogue.machines import part
from models.devices.solid_state import SolidState
from models.setting import check_settings, setting
from models.units import GiB


@dataclass(frozen=True)
class LogDevice:
    """A device that holds the intent log and nothing else."""

    access: float = setting(0.0, "Time of a command before its data is transferred", "s", least=0)
    rate: float = setting(1e12, "Data rate of a device", "B/s", above=0)
    capacity: int = setting(1 * GiB, "Capacity of a device", "B", above=0)
    flush: float = setting(0.0, "Time of a flush", "s", least=0)
    volatile: bool = setting(False, "Whether a power failure erases the device")
    in_memory: bool = setting(False, "Whether the device is a part of the head's memory")
    kind: str = setting("", "Kind of device in the catalogue; the other settings start from it")

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


RAM_DISK = SimpleNamespace(**part("freebsd-box", "ramdisk"))
LOGZILLA = LogDevice(**part("7410", "log.device"))
"""A write-optimised SSD: memory with a capacitor in front of the flash, so that answered writes are safe without a flush.
Source: Gregg 2009, SLOG Screenshots; Bourbonnais 2009, Synchronous write bias."""
NVRAM = LogDevice(RAM_DISK.access, RAM_DISK.rate, 1 * GiB, kind="nvram")
"""Battery-backed memory behind one kernel thread, the fastest safe device."""
NVME = LogDevice(**part("server-today", "log.device"))
"""An NVMe drive with power-loss protection."""
PLAIN_NVME = LogDevice(**part("server-today", "plain-nvme"), kind="plain-nvme")
"""An NVMe drive without power-loss protection: answered writes are safe only after a flush."""
KINDS = {one.kind: one for one in (LOGZILLA, NVRAM, NVME, PLAIN_NVME)}
"""The kinds of the catalogue by name."""


def ram_disk(size: int, command: float = RAM_DISK.command) -> LogDevice:
    """Return a RAM disk: `size` bytes of the head's memory, lost in a power failure. command:
    seconds per command."""
    return LogDevice(command, RAM_DISK.rate, size, volatile=True, in_memory=True, kind="ram disk")
