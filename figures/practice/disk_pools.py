"""Random reads and bulk writes of pools of disks, by local programs."""

from dataclasses import replace
from math import inf
from typing import Any

from figures.practice.scans import GREEN
from models.machine import FREEBSD_BOX, SERVER_TODAY, Local, Machine, Reads
from models.sim.answer import latest, until
from models.sim.loop import Event, Process
from models.units import GB, MB, TB, GiB, KiB, MiB

BLACK: dict[str, Any] = {
    # Western Digital 2012, WD Black data sheet, WD4001FAEX: 5 platters, 154 MB/s, 64 MB
    "model": "enterprise-disk",
    "capacity": 4 * TB,
    "heads": 10,
    "media_rate": 154 * MB,
}
ILLUMOS_2014: dict[str, Any] = {
    # the ZFS of FreeBSD 10.2: spa_misc.c, dsl_pool.c, dnode.c, vdev_queue.c and dmu_zfetch.c of illumos, 2014
    "groups": {"kick": 64 * MiB, "pointers": 128, "indirect": 4 * KiB, "map_log": False},
    "queue": {"rule": "per class", "aggregation": 128 * KiB, "scrub_max": 2},
    "cache": {"prefetch": "2008"},
}
FILE, SMALL, BITMAP, CLEARED = 100 * GiB, 4 * KiB, 64 * MiB, 7.5
SIZES = {"4k": 4 * KiB, "1m": 1 * MiB}


def mirrors(key: str) -> float:
    """Return the reads per second of two vdevs, by the size of a request and the vdevs' width."""
    size, layout = key.split("-")
    width = int(layout.removeprefix("2x"))
    order = FREEBSD_BOX.order(
        pool={
            "layout": "mirror" if width > 1 else "stripe",
            "vdevs": 2,
            "width": width,
            "sides": "fewest",
            "begin": 0.0,
            "disks": {"model": "7410"},
        },
        recordsize=128 * KiB,
        cache={"pointers_held": True},
    )
    load = Local(16, SIZES[size], reads=1.0, blocks=Reads(160 * GB))
    return Machine(order).run(load, seconds=3, warm=1).rate


class Raid5Writes:
    """Programs that each write 4 KiB at random places of a file on md's RAID 5 of single disks: its bit
    in the bitmap is set first, then old data and parity are read, and both are written.

    raid5.c and md-bitmap.c of Linux: a bit stands for 64 MiB of each disk, is written to all of them
    between two flushes (md_super_write), together with those that wait meanwhile, and is cleared after
    5 to 10 s without a write."""

    def __init__(self, threads: int):
        self.threads, self.set = threads, dict[int, float]()
        self.next: Event | None = None  # end of the next write of the bitmap
        self.writing = False

    def start(self, machine: Machine) -> None:
        """Start the programs."""
        for _ in range(self.threads):
            machine.loop.spawn(self.program(machine))

    def program(self, machine: Machine) -> Process:
        """Yield the waits of one program."""
        loop, disks, random = machine.loop, machine.pool.vdevs, machine.random
        places = FILE // (len(disks) - 1) // SMALL
        while True:
            begun, place = loop.now, int(random.random() * places) * SMALL
            if self.set.get(place // BITMAP, -inf) < begun - CLEARED:
                yield from self.mark(machine)
            self.set[place // BITMAP] = loop.now
            pair = random.sample(disks, 2)
            yield until(loop, latest([disk.read(loop.now, place, SMALL) for disk in pair]))
            yield until(loop, latest([disk.write(loop.now, place, SMALL) for disk in pair]))
            machine.answered("write", SMALL, loop.now - begun)

    def mark(self, machine: Machine) -> Process:
        """Wait until the next write of the bitmap has ended."""
        loop, disks = machine.loop, machine.pool.vdevs
        if self.writing:
            self.next = self.next or loop.event()
            yield self.next
            return
        self.writing = True
        yield until(loop, latest([disk.flush(loop.now) for disk in disks]))
        yield until(loop, latest([disk.write(loop.now, FILE, SMALL) for disk in disks]))
        yield until(loop, latest([disk.flush(loop.now) for disk in disks]))
        self.writing, ended, self.next = False, self.next, None
        if ended:
            loop.spawn(self.lead(machine, ended))

    def lead(self, machine: Machine, ended: Event) -> Process:
        """Write the bitmap for those that waited."""
        yield from self.mark(machine)
        ended.fire()


def raid5(key: str) -> float:
    """Return the requests per second of eight disks, by their kind and the number of programs."""
    op, threads = key.split("-")
    order = FREEBSD_BOX.order(
        pool={"layout": "stripe", "vdevs": 8, "begin": 0.0, "disks": GREEN},
        recordsize=SMALL,
    ).bare("drive queue")
    if op == "write":
        return Machine(order).run(Raid5Writes(int(threads)), seconds=8, warm=8).rate
    load = Local(int(threads), SMALL, reads=1.0, blocks=Reads(FILE))
    return Machine(order).run(load, seconds=2, warm=0.2).rate


def bonnie(key: str) -> float:
    """Return the MB/s at which bonnie++ writes, rewrites or reads a file of 16 GB on disks of 4 TB, by
    their number and layout. Writes are counted as they reach the disks, since it ends with fsync."""
    op, disks, layout = key.split("-")
    width = {"stripe": 1, "mirror": 2}.get(layout, int(disks))
    order = SERVER_TODAY.order(
        pool={
            "layout": layout,
            "vdevs": int(disks) // width,
            "width": width,
            "jbods": 0,
            "begin": 0.0,
            "sides": "fewest",
            "disks": BLACK,
        },
        recordsize=128 * KiB,
        head={"memory": 8 * GiB, "cores": 8},
        **ILLUMOS_2014,
    )
    load = Local(1, 8 * KiB, False, blocks=Reads(16 * GB))
    if op != "write":
        load = replace(load, reads=1.0, in_order=True, back=op == "rewrite")
    seconds, warm = (2.0, 3.0) if int(disks) < 6 else (0.8, 1.8) if int(disks) == 6 else (0.2, 0.2)
    ran = Machine(order).run(load, seconds=seconds, warm=warm)
    if op != "write":
        return ran.bytes / MB
    data = width - int(layout[-1]) if layout.startswith("raidz") else 1
    return ran.iostat["disks"][3] * data / width / MB


MODELS = {"K3-nway-mirror": mirrors, "K3-md5-8x2TB": raid5, "K3-calomel-24x4TB": bonnie}
