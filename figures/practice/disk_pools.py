"""Random reads and bulk writes of pools of disks, by local programs."""

from figures.practice.local import LocalRandom
from models.machine import FREEBSD_BOX, SERVER_TODAY, Local, Machine
from models.units import GB, MB, TB, GiB, KiB, MiB

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
            "sides": "least busy",
            "disks": {"model": "7410"},
        },
        recordsize=128 * KiB,
    ).without("cache")
    return Machine(order).run(LocalRandom(16, SIZES[size], 160 * GB), seconds=4, warm=0.5).rate


def raid5(key: str) -> float:
    """Return the reads per second of eight disks, by the number of programs."""
    order = FREEBSD_BOX.order(
        pool={
            "layout": "stripe",
            "vdevs": 8,
            "begin": 0.0,
            "disks": {"model": "enterprise-disk"},
        },
        recordsize=4 * KiB,
    ).bare("drive queue")
    threads = int(key.removeprefix("read-"))
    return Machine(order).run(LocalRandom(threads, 4 * KiB, 100 * GiB), seconds=2, warm=0.2).rate


def written(key: str) -> float:
    """Return the MB/s that a program writes in a row to disks of 4 TB, by their number and layout. They
    are counted as they reach the disks, since writes are answered a group at a time."""
    _, disks, layout = key.split("-")
    width = {"stripe": 1, "mirror": 2}.get(layout, int(disks))
    order = SERVER_TODAY.order(
        pool={
            "layout": layout,
            "vdevs": int(disks) // width,
            "width": width,
            "jbods": 0,
            "disks": {"model": "enterprise-disk", "capacity": 4 * TB, "heads": 10},
        },
        head={"memory": 8 * GiB},
        cache={"arc": 4 * GiB},
    )
    ran = Machine(order).run(Local(1, 128 * KiB, False), seconds=1, warm=2)
    data = width - int(layout[-1]) if layout.startswith("raidz") else 1
    return ran.iostat["disks"][3] * data / width / MB


MODELS = {"K3-nway-mirror": mirrors, "K3-md5-8x2TB": raid5, "K3-calomel-24x4TB": written}
