"""A commit of the intent log on its way."""
from models.zfs.pool.pool import Block
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.log_spec import Record


class Commit:
    """Records on their way together: the vdevs that they touch, from when to when their blocks are written (s), bytes of
    log and of data beside it, whether log blocks went to the main disks, and when all was safe (s; None until then)."""

    __slots__ = ("records", "vdevs", "start", "written", "bytes", "data", "far", "safe")

    def __init__(self, records: list[Record], start: float):
        self.records, self.start, self.written = records, start, start
        self.vdevs: list[Vdev] = []
        self.bytes = self.data = 0
        self.far = False
        self.safe: float | None = None

    def write(self, block: Block) -> None:
        """Write a block from the start on."""
        answered = block.vdev.write(self.start, block.offset, block.size)
        if answered > self.written:
            self.written = answered
        if block.vdev not in self.vdevs:
            self.vdevs.append(block.vdev)
