"""A raw disk, without a file system."""

from models.devices.device import Device
from models.sim.answer import until
from models.sim.loop import Loop, Steps


class Raw:
    """A raw disk. Each request is passed to it without extra time."""

    def __init__(self, loop: Loop, disk: Device):
        self.loop, self.disk = loop, disk

    def write(self, offset: int, size: int, sync: bool = True) -> Steps[None]:
        """Write `size` bytes at `offset` and wait for the answer of the disk. `sync` has no effect."""
        yield until(self.loop, self.disk.write(self.loop.now, offset, size))

    def read(self, offset: int, size: int) -> Steps[None]:
        """Read `size` bytes at `offset` and wait for the answer of the disk."""
        yield until(self.loop, self.disk.read(self.loop.now, offset, size))
