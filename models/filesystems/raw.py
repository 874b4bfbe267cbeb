"""No file system: the program writes to the disk directly."""

from models.devices.device import Device
from models.sim.answer import until
from models.sim.loop import Loop, Steps


class Raw:
    """Pass each write to the drive and wait for its answer. It adds no time of its own."""

    def __init__(self, loop: Loop, disk: Device):
        self.loop, self.disk = loop, disk

    def write(self, offset: int, size: int, sync: bool = True) -> Steps[None]:
        """Write `size` bytes at `offset` and wait until the drive answers. `sync` is ignored."""
        yield until(self.loop, self.disk.write(self.loop.now, offset, size))
