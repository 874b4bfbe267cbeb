"""Servers of files and LUNs."""

from models.machine import (
    SERVER_TODAY,
    SUN_7310,
    SUN_7410,
    Cifs,
    Local,
    Machine,
    Nfs,
    Reads,
    Stream,
)
from models.machine.loads.cifs import LARGEST_SMB
from models.units import GB, MB, KiB, MiB


def esxi(key: str) -> float:
    """Return the MB/s that a client writes synchronously to three disks."""
    order = SUN_7410.order(
        pool={"layout": "raidz1", "vdevs": 1, "width": 3, "jbods": 0},
        network={"ports": 1, "port_rate": 125 * MB},
        log={"devices": int(key != "no-log"), "device": {"kind": "sata-consumer"}},
    )
    return Machine(order).run(Nfs(1, 1, 64 * KiB), seconds=10, warm=2).bytes / MB


def volume() -> float:
    """Return how many times more synchronous writes of 1 MiB there are on a volume at random if four
    are served at a time than if one is."""
    order = SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": 4, "jbods": 0, "disks": {"kind": "ssd"}},
        recordsize=8 * KiB,
        cache={"pointers_held": True},
    )
    one, four = (
        Machine(order).run(
            Local(threads, 1 * MiB, over=True, blocks=Reads(100 * GB)), seconds=0.1, warm=0.05
        )
        for threads in (1, 4)
    )
    return four.rate / one.rate


def streams(key: str) -> float:
    """Return the MB/s of the 7310's streams, from disk or from memory."""
    load = Stream("read", 20, 2, 1, 1 * MiB, data=400 * GB, cached=key == "memory")
    ran = Machine(SUN_7310).run(load, seconds=1, warm=0.5)
    return (ran.bytes if key == "memory" else ran.iostat["disks"][2]) / MB


def cifs() -> float:
    """Return the MB/s that CIFS clients read from memory."""
    order = SUN_7410.order(network={"ports": 4}, cache={"held": (1.0, 0.0)})
    load = Cifs(20, 4, LARGEST_SMB, reads=1.0, blocks=Reads(100 * GB))
    return Machine(order).run(load, seconds=0.2, warm=0.1).bytes / MB


MODELS = {
    "K8-cifs-7410": lambda _: cifs(),
    "K8-iscsi-zvol-taskq": lambda _: volume(),
    "K8-esxi-nfs-3diskz": esxi,
    "K8-7310-disk-read": streams,
}
