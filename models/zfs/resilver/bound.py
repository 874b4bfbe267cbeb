"""What a resilver cannot beat, and how much metadata it has to read, in closed form."""
from models.catalogue.machines import values

RESILVER = values("zfs-resilver")
POINTERS: int = RESILVER["pointers"]


def streaming(size: float, rate: float) -> float:
    """Seconds for `size` bytes at `rate` bytes a second: no resilver is faster, whatever its order."""
    return size / rate


def random(blocks: float, iops: float) -> float:
    """Seconds for so many blocks, each a movement of the arm, `iops` a second."""
    return blocks / iops


def throttled(blocks: float, delay: float = RESILVER["delay"]) -> float:
    """Seconds that the old throttle takes with a program at work: one block each `delay` (s), in the whole pool."""
    return blocks * delay


def metadata_share(born: float = 1.0, scattered: float = 1.0) -> float:
    """Indirect blocks to read for each block to resilver: one holds 128 pointers, and one without any block born since the
    disk left is not read. If all are new that is 1 of 128; few new ones that lie scattered have one each."""
    if not born:
        return 1.0
    old = 1.0                                            # the chance that a whole indirect block holds none of the new
    for _ in range(POINTERS):
        old *= 1 - born
    together = 1 / POINTERS
    return together + scattered * ((1 - old) / (born * POINTERS) - together)
