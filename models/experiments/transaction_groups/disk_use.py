"""For how long the commands of each kind had disks busy, second by second."""
from collections.abc import Sequence

from models.devices.hdd import HardDisk


class DiskUse:
    """Seconds of `disks`, all together, by what was done (read, write, flush) and by second; `seconds` of them."""

    def __init__(self, disks: Sequence[HardDisk], seconds: int):
        self.disks, self.seconds = disks, seconds
        self.done = [0.0] * len(disks)
        self.used = {op: [0.0] * seconds for op in ("read", "write", "flush")}

    def of(self, second: int) -> dict[str, float]:
        """What the disks did in a second that is over. A command is under way when the one before it is done."""
        for number, disk in enumerate(self.disks):
            for request in disk.trace:
                start, end = max(request.issued, self.done[number]), request.finish
                self.done[number], used = end, self.used[request.op]
                for k in range(int(start), min(self.seconds, int(end) + 1)):
                    used[k] += min(end, k + 1) - max(start, k)
            disk.trace.clear()
        return {op: used[second] for op, used in self.used.items()}
