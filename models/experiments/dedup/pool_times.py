"""What a pool of mirrored pairs takes for one read or one write, measured on its disks: for models that count in averages."""
from heapq import heapify, heapreplace
from random import Random

from models.catalogue.machines import values
from models.devices.ssd import Readzilla
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.answer import known
from models.units import KiB, sector
from models.zfs.pool.vdev import Vdev

SUN = values("7410")


class PoolTimes:
    """`pairs` mirrored pairs whose data lies on the first `span` bytes of each disk.

    Every measurement is a short run of the device models on disks of its own: a sample, whose mean is a few percent off.
    All chance comes from `seed`, anew for each measurement, so that what is asked before does not matter.
    """

    def __init__(self, pairs: int = 22, span: float = 500e9, *, seed: int = 1):
        self.pairs, self.span, self.seed = pairs, span, seed

    def pool(self, pairs: int) -> list[Vdev]:
        """So many pairs, each disk on a port of its own."""
        return Machine(SUN_7410.order(pool=("mirror", pairs), jbods=0).bare(), self.seed).pool.vdevs

    def place(self, size: int, random: Random) -> int:
        """Where `size` bytes may lie on a disk, anywhere."""
        return int(random.random() * (self.span - size)) // sector * sector

    def read(self, size: int, threads: int = 1, count: int = 200) -> tuple[float, float]:
        """Reads of `size` bytes at random by `threads` that each wait for their answer: seconds of one, and how many a
        second there are."""
        random = Random(self.seed)
        vdevs = self.pool(self.pairs)
        ready = [random.random() * 1e-3 for _ in range(threads)]
        heapify(ready)
        waited = end = 0.0
        for _ in range(count + threads):
            now = ready[0]
            finish = known(vdevs[int(random.random() * len(vdevs))].read(now, self.place(size, random), size))
            waited += finish - now
            end = max(end, finish)
            heapreplace(ready, finish)
        mean = waited / (count + threads)
        return mean, threads / mean

    def write(self, size: int, count: int = 320) -> float:
        """Seconds of a disk for each of many writes of `size` bytes at random; its cache puts them in order."""
        random = Random(self.seed)
        disk = self.pool(1)[0].devices[0]
        now = 0.0
        for _ in range(count):
            now = max(now, known(disk.write(now, self.place(size, random), size)))
        return disk.drain(now) / count

    def flash(self, size: int, count: int = 100) -> float:
        """Seconds of a read of `size` bytes at random from a flash device that has nothing else to do."""
        random, now = Random(self.seed), 0.0
        device = Readzilla(random)
        pages = int(SUN["readzilla_capacity"] // max(size, 4 * KiB)) - 1
        for _ in range(count):
            now = device.read(now, int(random.random() * pages) * max(size, 4 * KiB), size)
        return now / count
