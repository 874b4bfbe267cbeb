"""No file system: the program writes to the disk itself."""
from collections.abc import Generator
from typing import Any

from models.devices.device import Device
from models.sim.answer import until
from models.sim.loop import Loop


class Raw:
    """`host` seconds of program and driver before each write, beyond the drive's own command time."""

    def __init__(self, loop: Loop, disk: Device, host: float = 0.0):
        self.loop, self.disk, self.host = loop, disk, host

    def write(self, offset: int, size: int, sync: bool = True) -> Generator[Any, Any, None]:
        """Write `size` bytes at `offset`; every write to a raw device is synchronous as far as the drive goes."""
        if self.host:
            yield self.host
        yield until(self.loop, self.disk.write(self.loop.now, offset, size))
