"""The devices that can hold an intent log."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

from models.catalogue.machines import part
from models.devices.flash_drive import SSDS, FlashDrive, FlashSpec
from models.devices.solid_state import SolidState
from models.setting import check_settings, setting
from models.units import GiB

FORMER = {"nvme": "nvme-server", "plain-nvme": "nvme-consumer"}
"""Former names of kinds, which are still taken, and their present names."""


@dataclass(frozen=True)
class LogDevice:
    """A device that holds the intent log and nothing else."""

    access: float = setting(0.0, "Time of a command before its data is transferred", "s", least=0)
    rate: float = setting(1e12, "Data rate of a device", "B/s", above=0)
    capacity: int = setting(1 * GiB, "Capacity of a device", "B", above=0)
    flush: float = setting(0.0, "Time of a flush", "s", least=0)
    volatile: bool = setting(False, "Whether a power failure erases the device")
    fua: bool = setting(
        False,
        "Whether each write is answered when it is safe, so that no flush is due: sent with FUA, or to a drive whose cache is off",
    )
    in_memory: bool = setting(False, "Whether the device is a part of the head's memory")
    kind: str = setting("", "Kind of device in the catalogue; the other settings start from it")

    def __post_init__(self) -> None:
        check_settings(self)
        object.__setattr__(self, "kind", FORMER.get(self.kind, self.kind))

    def made(self) -> SolidState:
        """Return a device of this kind."""
        if self.kind in SSDS:
            return FlashDrive(
                replace(
                    SSDS[self.kind],
                    write_access=self.access,
                    interface_write=self.rate,
                    capacity=int(self.capacity),
                    flush=self.flush,
                    fua=self.fua,
                )
            )
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


def of_ssd(spec: FlashSpec) -> LogDevice:
    """Return a log device that is an SSD of today."""
    return LogDevice(
        spec.write_access, spec.interface_write, spec.capacity, spec.flush, kind=spec.kind
    )


KINDS = {
    "logzilla": LOGZILLA,
    "nvram": NVRAM,
    **{kind: of_ssd(spec) for kind, spec in SSDS.items()},
}
"""The kinds of the catalogue by name."""
NVME = KINDS["nvme-server"]


def ram_disk(size: int, command: float = RAM_DISK.command) -> LogDevice:
    """Return a RAM disk: `size` bytes of the head's memory, lost in a power failure. command:
    seconds per command."""
    return LogDevice(command, RAM_DISK.rate, size, volatile=True, in_memory=True, kind="ram disk")
