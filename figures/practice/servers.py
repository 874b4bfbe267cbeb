"""Servers of files and LUNs."""

from models.machine import SUN_7310, SUN_7410, Machine, Nfs, Stream
from models.units import GB, MB, KiB, MiB


def esxi(key: str) -> float:
    """Return the MB/s that a client writes synchronously to three disks."""
    order = SUN_7410.order(
        pool={"layout": "raidz1", "vdevs": 1, "width": 3, "jbods": 0},
        network={"ports": 1, "port_rate": 125 * MB},
        log=int(key != "no-log"),
    ).order({"log.device.kind": "sata-consumer"})
    return Machine(order).run(Nfs(1, 1, 64 * KiB), seconds=10, warm=2).bytes / MB


def streams(key: str) -> float:
    """Return the MB/s of the 7310's streams, from disk or from memory."""
    load = Stream("read", 20, 2, 1, 1 * MiB, data=400 * GB, cached=key == "memory")
    ran = Machine(SUN_7310).run(load, seconds=1, warm=0.5)
    return (ran.bytes if key == "memory" else ran.iostat["disks"][2]) / MB


MODELS = {"K8-esxi-nfs-3diskz": esxi, "K8-7310-disk-read": streams}
