"""A vdev: devices that hold the same blocks together, and what is left when some of them fail."""
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from models.check import shown
from models.devices.device import Device
from models.sim.answer import Answer, latest, then
from models.sim.path import RequestPath


class Column(NamedTuple):
    """What of a block one device holds: its number in the vdev, offset and size there (bytes), and whether parity."""

    device: int
    offset: int
    size: int
    parity: bool = False


def at_once(calls: Sequence[Callable[..., Answer]], path: RequestPath) -> Answer:
    """The answer of several commands of devices, the last of which `path` is led through."""
    forks = [path.fork(path.doing) for _ in calls]
    answer = latest([call(path=fork) for call, fork in zip(calls, forks, strict=True)])
    return then(answer, lambda: path.take(max(forks, key=lambda fork: fork.end)))


class Vdev:
    """What all kinds share. sector: bytes of which every I/O is a multiple. spare: how many devices may fail.

    Offsets count over the whole vdev, `capacity` bytes of it. Calls come in time order (`now` never falls). Once more
    devices have failed than it can spare, the vdev is lost, and an I/O raises RuntimeError.
    """

    kind = "a vdev"
    spare = 0

    def __init__(self, devices: Sequence[Device], sector: int = 512):
        if sector not in (512, 4096) or not isinstance(sector, int):
            raise ValueError(f"sector must be 512 or 4096 bytes, got {shown(sector)}")
        self.devices, self.sector = list(devices), sector
        self.capacity = min(device.capacity for device in self.devices) // sector * sector
        self.failed: set[int] = set()
        self.lost = False
        self.working = list(self.devices)

    def columns(self, offset: int, size: int) -> list[Column]:
        """What each device holds of `size` bytes at `offset`."""
        whole = self.rounded(size)
        return [Column(device, offset, whole) for device in range(len(self.devices))]

    def rounded(self, size: int) -> int:
        """`size` bytes as whole sectors."""
        return -(-size // self.sector) * self.sector

    def allocated(self, size: int) -> int:
        """Bytes of `capacity` that `size` bytes of data take."""
        return -(-size // self.sector) * self.sector

    def fail(self, device: int) -> None:
        """From now on the device with this number (from 0) is gone."""
        self.failed.add(device)
        self.lost = len(self.failed) > self.spare
        self.working = [part for i, part in enumerate(self.devices) if i not in self.failed]

    def check(self) -> None:
        if self.lost:
            raise RuntimeError(f"{self.kind} can spare {self.spare} devices and has lost {len(self.failed)}")

    def write(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer:
        """When the last of the devices has answered a write issued `now` (s). kind: its class in ZFS's queues."""
        self.check()
        whole = self.rounded(size)
        if path is not None:
            return at_once([partial(device.write, now, offset, whole, kind=kind) for device in self.working], path)
        return latest([device.write(now, offset, whole, None, kind) for device in self.working])

    def read(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer:
        """When the last of the devices that are needed has answered a read issued `now` (s)."""
        self.check()
        columns = self.needed(now, self.columns(offset, size))
        if path is not None:
            return at_once([partial(self.devices[column.device].read, now, column.offset, column.size, kind=kind)
                            for column in columns], path)
        return latest([self.devices[column.device].read(now, column.offset, column.size, None, kind) for column in columns])

    def needed(self, now: float, columns: list[Column]) -> list[Column]:
        """The columns that a read issued `now` (s) takes."""
        return columns

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Whether these bytes can be had again if the power fails at `now` (s)."""
        bad = [column for column in self.columns(offset, size) if column.device in self.failed
               or not self.devices[column.device].stable(now, column.offset, column.size)]
        return not self.lost and len(bad) <= self.spare

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """When every device has emptied its cache (s)."""
        self.check()
        if path is not None:
            return at_once([partial(device.flush, now) for device in self.working], path)
        return latest([device.flush(now) for device in self.working])

    def drain(self, now: float) -> float:
        """When no device has anything left to do (s)."""
        self.check()
        return max([device.drain(now) for device in self.working])


class Single(Vdev):
    """One device alone."""

    kind = "a single device"

    def __init__(self, device: Device, sector: int = 512):
        super().__init__([device], sector)

    def write(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> Answer:
        """When the device has answered a write issued `now` (s)."""
        if self.lost:
            self.check()
        return self.devices[0].write(now, offset, -(-size // self.sector) * self.sector, path, kind)

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """When the device has emptied its cache (s)."""
        if self.lost:
            self.check()
        return self.devices[0].flush(now, path)


class Mirror(Vdev):
    """Two or more devices that hold the same: a write ends with the slower side."""

    kind = "a mirror"

    def __init__(self, devices: Sequence[Device], sector: int = 512):
        if len(devices) < 2:
            raise ValueError(f"a mirror needs 2 or more disks, got {len(devices)}")
        super().__init__(devices, sector)
        self.spare = len(self.devices) - 1

    def needed(self, now: float, columns: list[Column]) -> list[Column]:
        """The side that is free first; of those that are idle the one whose turn it is, which ZFS passes on every 2 MiB."""
        left = [column for column in columns if column.device not in self.failed]
        turn = left[0].offset >> 21
        sides = [left[(turn + i) % len(left)] for i in range(len(left))]
        return [min(sides, key=lambda side: max(now, self.devices[side.device].ready))]
