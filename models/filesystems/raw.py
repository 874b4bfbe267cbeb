"""No file system: the program writes to the disk itself."""

from collections.abc import Generator
from typing import Any

from models.devices.device import Device
from models.sim.answer import until
from models.sim.loop import Loop


class Raw:
    """Every write is synchronous as far as the drive goes, and costs no time but the drive's."""

    def __init__(self, loop: Loop, disk: Device):
        self.loop, self.disk = loop, disk

    def write(self, offset: int, size: int, sync: bool = True) -> Generator[Any, Any, None]:
        yield until(self.loop, self.disk.write(self.loop.now, offset, size))
