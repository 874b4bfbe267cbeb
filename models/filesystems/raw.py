"""A raw disk, without a file system."""

from models.devices.device import Device
from models.sim.answer import until
from models.sim.loop import Loop, Steps


class Raw:
    """A raw disk. Each request is passed to it without extra time. flushes: whether synchronous
    writes are followed by a flush, as on Linux; FreeBSD's raw disks have none."""

    def __init__(self, loop: Loop, disk: Device, flushes: bool = False):
        self.loop, self.disk, self.flushes = loop, disk, flushes

    def write(self, offset: int, size: int, sync: bool = True) -> Steps[None]:
        """Write `size` bytes at `offset` and wait for the answer of the disk, and with `sync` for that
        of its flush."""
        yield until(self.loop, self.disk.write(self.loop.now, offset, size))
        if sync and self.flushes:
            yield until(self.loop, self.disk.flush(self.loop.now))

    def read(self, offset: int, size: int) -> Steps[None]:
        """Read `size` bytes at `offset` and wait for the answer of the disk."""
        yield until(self.loop, self.disk.read(self.loop.now, offset, size))
