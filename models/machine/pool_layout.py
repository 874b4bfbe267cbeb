"""Pools as people order them: so many disks, in mirrors or RAID-Z, with so many log devices."""
from collections.abc import Callable, Iterable, Sequence

from models.check import a_number, check_recordsize, one_of
from models.check import counted as counted_number
from models.devices.device import Device
from models.devices.nvram import Nvram
from models.zfs.pool.pool import Pool
from models.zfs.pool.raidz import Raidz
from models.zfs.pool.vdev import Mirror, Single, Vdev

__all__ = ["LAYOUTS", "check_in_memory", "check_recordsize", "pool_of"]

LAYOUTS = ("stripe", "mirror", "raidz1", "raidz2", "raidz3")
Devices = Sequence[Device] | int


def counted(devices: Devices, make: Callable[[int], Device] | None, what: str) -> list[Device]:
    """The devices themselves, or that many made by number from 0."""
    if not isinstance(devices, int):
        return list(devices)
    if make is None:
        raise ValueError(f"a number of {what} needs a function that makes one, got none")
    return [make(number) for number in range(devices)]


def how_many(name: str, devices: Devices, least: int) -> None:
    """Raise ValueError unless these are devices, or a number of them, `least` or more."""
    if not isinstance(devices, Sequence) or isinstance(devices, str):
        if least and isinstance(devices, int) and devices < least and not isinstance(devices, bool):
            raise ValueError(f"a pool needs {least} or more {name}, got {devices}")
        counted_number(least, **{name: devices})


def groups(devices: list[Device], width: int, what: str) -> list[list[Device]]:
    """The devices, `width` at a time; none is left over."""
    count = len(devices)
    if count % width:
        below = count // width * width
        right = f"{below} or {below + width}" if below else f"{width}"
        raise ValueError(f"{what} of {width} need a multiple of {width} disks, got {count}: take {right}")
    return [devices[i:i + width] for i in range(0, count, width)]


def vdevs_of(layout: str, disks: list[Device], width: int | None, sector: int) -> list[Vdev]:
    """The main vdevs of a pool."""
    one_of("layout", layout, LAYOUTS)
    if width is not None:
        a_number("width", width, whole=True)
    if not disks:
        raise ValueError("a pool needs 1 or more disks, got 0")
    if layout == "stripe":
        if width not in (None, 1):
            raise ValueError(f"width of a stripe must be 1 (each disk is a vdev), got {width}")
        return [Single(disk, sector) for disk in disks]
    least = 2 if layout == "mirror" else int(layout[-1]) + 1
    name = "a mirror" if layout == "mirror" else layout
    if len(disks) < least:
        raise ValueError(f"{name} needs {least} or more disks, got {len(disks)}")
    if width is None:
        width = 2 if layout == "mirror" else len(disks)
    if width < least:
        raise ValueError(f"width of {name} must be {least} or more disks, got {width}")
    if layout == "mirror":
        return [Mirror(group, sector) for group in groups(disks, width, "mirrors")]
    return [Raidz(group, least - 1, sector) for group in groups(disks, width, f"{layout} vdevs")]


def check_in_memory(logs: Iterable[Device], memory: float) -> None:
    """Raise ValueError unless the logs that lie in memory leave something of its `memory` bytes."""
    a_number("memory", memory, 0)
    held = sum(log.capacity for log in logs if isinstance(log, Nvram))
    if held >= memory:
        raise ValueError(f"logs in memory must be below the {memory:,.0f} bytes of memory, got {held:,.0f}")


def logs_of(logs: list[Device], mirrored: bool, memory: float | None) -> list[Vdev]:
    """The log vdevs of a pool."""
    if memory is not None:
        check_in_memory(logs, memory)
    if not mirrored:
        return [Single(log) for log in logs]
    if len(logs) == 1:
        raise ValueError("mirrored logs need 2 or more devices, got 1")
    if len(logs) % 2:
        raise ValueError(f"mirrored logs need an even number of devices, got {len(logs)}: "
                         f"take {len(logs) - 1} or {len(logs) + 1}")
    return [Mirror(logs[i:i + 2]) for i in range(0, len(logs), 2)]


def pool_of(
    layout: str,                                        # one of LAYOUTS
    disks: Devices,                                     # or how many, made by `drive(number)`
    *,
    width: int | None = None,                           # of a vdev; by default mirrors of two, one RAID-Z of all
    logs: Devices = (),                                 # or how many, made by `log(number)`
    mirrored_logs: bool = False,
    memory: float | None = None,                        # bytes; logs in memory are below it
    sector: int = 512,                                  # or 4096 bytes
    aliquot: int = 0,                                   # bytes a device before the next vdev's turn (ZFS: 512 KiB)
    drive: Callable[[int], Device] | None = None,
    log: Callable[[int], Device] | None = None,
) -> Pool:
    """A pool as ordered; raises ValueError for one that cannot be, in one line that says what would be."""
    how_many("disks", disks, 1)
    how_many("logs", logs, 0)
    vdevs = vdevs_of(layout, counted(disks, drive, "disks"), width, sector)
    return Pool(vdevs, logs_of(counted(logs, log, "logs"), mirrored_logs, memory), aliquot=aliquot)
