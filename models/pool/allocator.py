"""Where new blocks go: behind the last ones, round the device and again from its start."""
from models.units import MiB


class NextFit:
    """A cursor over `size` bytes from `start`. Later chapters put metaslabs behind the same call."""

    def __init__(self, size: int, start: int = 4 * MiB):
        self.start, self.size, self.cursor = start, size, start

    def take(self, size: int) -> int:
        """The offset (bytes) of `size` fresh bytes."""
        if self.cursor + size > self.start + self.size:
            self.cursor = self.start
        offset = self.cursor
        self.cursor += size
        return offset
