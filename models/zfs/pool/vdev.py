"""The kinds of vdev: devices that store blocks together, and may fail in part."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import NamedTuple

from models.devices.device import Device
from models.sim.answer import Answer, latest, then
from models.sim.path import RequestPath
from models.units import MiB, ms

SWITCH = 10 * ms
"""Time for which one of the least busy sides of a mirror is chosen (zfs_vdev_mirror_switch_us, 2013)."""


SIDES = ("least busy", "in turn", "fewest")
"""Rules by which a mirror chooses the side that it reads."""


class Column(NamedTuple):
    """The part of a block on one device."""

    device: int  # number in the vdev
    offset: int  # on the device (bytes)
    size: int  # bytes
    parity: bool = False


def in_parallel(calls: Sequence[Callable[..., Answer]], path: RequestPath) -> Answer:
    """Issue device commands in parallel. Return the last answer, which `path` follows."""
    forks = [path.fork(path.doing) for _ in calls]
    answer = latest([call(path=fork) for call, fork in zip(calls, forks, strict=True)])
    return then(answer, lambda: path.take(*forks))


class Vdev:
    """The common part of all kinds of vdev. Calls come in time order (`now` never falls).

    Offsets refer to the whole vdev, `capacity` bytes of it. All I/Os are multiples of `sector`
    bytes. `spare` is how many devices may fail, and `failed` has the numbers of the devices that
    have failed, which are not read.
    """

    spare = 0

    def __init__(self, devices: Sequence[Device], sector: int = 512):
        self.devices, self.sector = list(devices), sector
        self.capacity = min(device.capacity for device in self.devices) // sector * sector
        self.failed: set[int] = set()

    @property
    def lost(self) -> bool:
        """Return whether more devices have failed than the vdev can spare."""
        return len(self.failed) > self.spare

    def columns(self, offset: int, size: int) -> list[Column]:
        """Return the parts of `size` bytes at `offset`, one per device."""
        whole = self.allocated(size)
        return [Column(device, offset, whole) for device in range(len(self.devices))]

    def allocated(self, size: int) -> int:
        """Return the bytes of `capacity` that `size` bytes of data take: whole sectors."""
        return -(-size // self.sector) * self.sector

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Write to all devices from `now` (s) on. Return when the last has answered. `kind` is the
        class in ZFS's queue."""
        return self.issue_columns("write", now, self.columns(offset, size), path, kind)

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Read the data from `now` (s) on, from as many devices as hold it of those that have not
        failed. Return when the last has answered."""
        columns = self.columns(offset, size)
        data = [column for column in columns if not column.parity]
        if self.failed:  # parity, which comes first, stands in for data
            left = [column for column in columns if column.device not in self.failed]
            data = left[-len(data) :]
        return self.issue_columns("read", now, data, path, kind)

    def issue_columns(
        self, op: str, now: float, columns: list[Column], path: RequestPath | None, kind: str
    ) -> Answer:
        """Issue a command per column. Return when the last device has answered."""
        devices = self.devices
        if path is None:
            return latest(
                [
                    getattr(devices[device], op)(now, offset, size, None, kind)
                    for device, offset, size, _ in columns
                ]
            )
        commands = [
            partial(getattr(devices[device], op), now, offset, size, kind=kind)
            for device, offset, size, _ in columns
        ]
        return in_parallel(commands, path)

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return whether these bytes can be read after a power failure at `now` (s)."""
        bad = sum(
            device in self.failed or not self.devices[device].stable(now, offset, size)
            for device, offset, size, _ in self.columns(offset, size)
        )
        return not self.lost and bad <= self.spare

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Flush every device. Return when the last cache is empty."""
        if path is not None:
            return in_parallel([partial(device.flush, now) for device in self.devices], path)
        return latest([device.flush(now) for device in self.devices])


class Single(Vdev):
    """A device alone."""

    def __init__(self, device: Device, sector: int = 512):
        super().__init__([device], sector)

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Write to the device from `now` (s) on. Return when it has answered."""
        return self.devices[0].write(now, offset, -(-size // self.sector) * self.sector, path, kind)

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Return when the device has answered a read issued at `now` (s)."""
        if path is not None:
            return super().read(now, offset, size, path, kind)
        return self.devices[0].read(now, offset, self.allocated(size), None, kind)

    def flush(self, now: float, path: RequestPath | None = None) -> Answer:
        """Flush the device. Return when its cache is empty."""
        return self.devices[0].flush(now, path)


class Mirror(Vdev):
    """Two or more devices with the same contents. A write ends with the slowest side. A read goes to
    one of its `sides`: the one that is free first; in turn, every 2 MiB (vdev_mirror.c:
    vdev_mirror_shift); or one with the fewest commands in its drive, which holds up to `most`, each
    chosen for 10 ms (vdev_mirror_map_alloc of ZFS on Linux, 2013). Equally busy ones take turns."""

    def __init__(
        self, devices: Sequence[Device], sector: int = 512, sides: str = SIDES[0], most: int = 1
    ):
        super().__init__(devices, sector)
        self.spare, self.sides, self.most = len(self.devices) - 1, sides, most

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Write to all sides from `now` (s) on. Return when the slowest has answered."""
        if path is not None:
            return super().write(now, offset, size, path, kind)
        whole = self.allocated(size)
        return latest([device.write(now, offset, whole, None, kind) for device in self.devices])

    def read(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> Answer:
        """Read from one side from `now` (s) on. Return when it has answered."""
        chosen, whole = self.side(now, offset), self.allocated(size)
        if path is None:
            return self.devices[chosen].read(now, offset, whole, None, kind)
        return self.issue_columns("read", now, [Column(chosen, offset, whole)], path, kind)

    def side(self, now: float, offset: int) -> int:
        """Return the number of the side to read at `offset`."""
        devices, count, turn = self.devices, len(self.devices) - len(self.failed), offset >> 21
        left: Sequence[int] = range(count)
        if self.failed:
            left = [number for number in range(len(devices)) if number not in self.failed]
        if self.sides == "in turn":
            return left[turn % count]
        if self.sides == "fewest":
            pending = [min(self.most, devices[number].ready - now) for number in left]
            least = min(pending)
            fewest = [one for one, load in zip(left, pending, strict=True) if load <= least]
            return fewest[int(now / SWITCH) % len(fewest)]
        best, chosen = inf, 0
        for at in range(turn, turn + count):
            ready = devices[left[at % count]].ready
            if ready < best:
                best, chosen = ready, left[at % count]
            if ready <= now:
                break
        return chosen


def raidz_allocated(size: int, width: int, parity: int, sector: int) -> int:
    """Return the bytes that `size` bytes of data take on `width` disks with their parity, padded to a
    multiple of parity + 1 sectors so that no hole is too small for a block (vdev_raidz_asize)."""
    data = -(-size // sector)
    rows = -(-data // (width - parity))
    least = parity + 1
    return -(-(data + parity * rows) // least) * least * sector


class Raidz(Vdev):
    """A RAID-Z vdev: each block is a stripe of its own, as wide as needed, with its own parity.
    `parity` devices may fail.

    Sectors go round the devices row by row; the first `parity` columns are parity. A block starts
    on the device after the end of the last one. Offset (whole sectors) and size are those of a
    block: it is written and read whole, one I/O per column. The arithmetic, including which device
    holds what, is that of ZFS (vdev_raidz_map_alloc and vdev_raidz_asize of 2009).
    """

    def __init__(self, devices: Sequence[Device], parity: int = 1, sector: int = 512):
        super().__init__(devices, sector)
        self.spare = self.parity = parity
        self.capacity *= len(self.devices)

    def allocated(self, size: int) -> int:
        """Return the bytes that `size` bytes of data take with parity and padding."""
        return raidz_allocated(size, len(self.devices), self.parity, self.sector)

    def columns(self, offset: int, size: int) -> list[Column]:
        """Return the parts of a block of `size` bytes, one per device: parity first, then data in
        order."""
        sector, width, parity = self.sector, len(self.devices), self.parity
        full, rest = divmod(-(-size // sector), width - parity)  # full rows, rest in the last
        longer = parity + rest if rest else 0  # columns that reach into the last row
        row, first = divmod(offset // sector, width)
        columns = []
        # every other MiB, single parity and data change places
        changed = parity == 1 and offset & MiB
        for c in range(width if full else longer):
            further, device = divmod(first + (1 - c if changed and c < 2 else c), width)
            length = full + 1 if c < longer else full
            columns.append(Column(device, (row + further) * sector, length * sector, c < parity))
        return columns
