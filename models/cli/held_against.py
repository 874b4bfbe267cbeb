"""Kinds of machines and loads, and the error that the machine had on published measurements of each."""

from collections.abc import Iterator, Sequence

from models.cli.whole_machine import NamedLoad, kind_of
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.order import Order
from models.protocols.nfs.server import UNSTABLE

SOLID = {"sata": "SATA SSD", "nvme": "NVMe SSD", "optane": "Optane SSD"}
"""Names of the catalogue's kinds of SSD, by how they begin."""
CALLED = {"nfs": "NFS", "cifs": "CIFS", "iscsi": "iSCSI", "local": "local"}


def device(kind: str) -> str:
    """Return what a kind of drive or log device is called."""
    return SOLID.get(kind.partition("-")[0], kind or "another device")


def pool(order: Order) -> str:
    """Return what the pool is made of, or which one device is without a pool."""
    disks, files = order.pool.disks, order.filesystem.kind
    one = device(disks.ssd.kind) if disks.kind == "ssd" else disks.kind
    if files != "zfs":
        return f"one {one}, {files}"
    parity = {"raidz": " in RAID-Z", "draid": " in dRAID"}.get(order.pool.layout[:5], "")
    return f"{one}s{parity}{', special vdev' * bool(order.pool.special.devices)}"


def makes_safe(order: Order, load: NamedLoad) -> bool:
    """Return whether writes of a load are answered when they are safe."""
    if order.filesystem.sync != "standard":
        return order.filesystem.sync == "always"
    if isinstance(load, Nfs):
        return load.stable > UNSTABLE
    if isinstance(load, Iscsi):
        return not load.cache
    return load.o_sync or (isinstance(load, Create) and load.over == "nfs")


def kinds(order: Order, load: NamedLoad) -> Iterator[str]:
    """Yield the kinds of a machine and a load: who asks for what, and of which pool."""
    made = f"{pool(order)}{', dedup' * order.filesystem.dedup.on}"
    who = CALLED[load.over if isinstance(load, Create) else kind_of(load)]
    if getattr(load, "version", 3) == 4:
        who += "v4"
    passed = order.filesystem.kind == "raw" and order.head.software == "2009"  # without a flush
    safe = makes_safe(order, load) and not passed
    log = f", log on {device(order.log.device.kind)}" if safe and order.log.devices else ""
    if isinstance(load, Create):
        yield f"{who} creations of files on {made}{log}"
        return
    if load.reads:
        flash = order.cache.flash
        cached = f", L2ARC on {device(flash.kind)}" if flash.devices else ""
        in_order = isinstance(load, Local) and load.in_order
        yield f"{who} {'reads in order' if in_order else 'random reads'} from {made}{cached}"
    if load.reads < 1:
        yield f"{who} {'safe ' * safe}{'over' * load.over}writes to {made}{log}"


def beyond(order: Order, loads: Sequence[NamedLoad]) -> Iterator[str]:
    """Yield what no published machine or load had, whatever its kind."""
    if any(isinstance(load, Local) and load.o_direct for load in loads):
        yield "direct I/O"
    if order.filesystem.compression != "off":
        yield "compression"
    if order.pool.filled is not None and not all(isinstance(load, Nfs) for load in loads):
        yield "filled pool"
    if order.pool.overwritten:
        yield "overwritten pool"
    if order.cache.warm:
        yield "caches warmed by cache.warm"
    if len(loads) > 1:
        yield "several loads at once"


def untested(order: Order, loads: Sequence[NamedLoad]) -> list[str]:
    """Return the kinds of a machine and its loads that it was never held against."""
    found = dict.fromkeys(kind for load in loads for kind in kinds(order, load))
    return [*(kind for kind in found if kind not in HELD), *beyond(order, loads)]


def held_against(order: Order, loads: Sequence[NamedLoad]) -> dict[str, str]:
    """Return how near the machine was to published measurements, for each kind of a machine and its
    loads that there are some of."""
    return {kind: HELD[kind] for load in loads for kind in kinds(order, load) if kind in HELD}


def missed(words: str) -> bool:
    """Return whether the machine was near none of the measurements that `words` of HELD tell of."""
    return words.startswith("within") and " in 0 of " in words


# All below is written by `python -m figures practice --write`.
HELD: dict[str, str] = {
    "CIFS random reads from disks": "within 25 % in 1 of 1",
    "NFS creations of files on disks": "in the texts",
    "NFS creations of files on disks in RAID-Z": "within 25 % in 0 of 1",
    "NFS creations of files on disks, log on logzilla": "in the texts; within 25 % in 1 of 3",
    "NFS random reads from disks": "in the texts; within 25 % in 2 of 2",
    "NFS random reads from disks in RAID-Z": "within 25 % in 1 of 2",
    "NFS random reads from disks, L2ARC on readzilla": "in the texts; within 25 % in 3 of 5",
    "NFS reads in order from disks": "within 25 % in 9 of 12",
    "NFS reads in order from disks in RAID-Z": "within 25 % in 3 of 4",
    "NFS safe overwrites to disks in RAID-Z": "within 25 % in 1 of 1",
    "NFS safe overwrites to disks, log on logzilla": "within 25 % in 2 of 3",
    "NFS safe writes to disks": "in the texts",
    "NFS safe writes to disks in RAID-Z": "within 25 % in 1 of 1",
    "NFS safe writes to disks in RAID-Z, log on SATA SSD": "within 25 % in 0 of 1",
    "NFS safe writes to disks, log on logzilla": "in the texts",
    "NFS writes to disks": "within 25 % in 2 of 6",
    "NFS writes to disks in RAID-Z": "within 25 % in 0 of 2",
    "iSCSI random reads from disks": "in the texts",
    "iSCSI safe writes to disks, log on logzilla": "in the texts",
    "local overwrites to NVMe SSDs": "within 25 % in 0 of 1",
    "local overwrites to arrays": "within 25 % in 2 of 2",
    "local overwrites to disks": "within 25 % in 0 of 1",
    "local random reads from NVMe SSDs": "within 25 % in 0 of 2",
    "local random reads from disks": "within 25 % in 15 of 22",
    "local random reads from one SATA SSD, raw": "within 25 % in 1 of 4",
    "local random reads from one disk, raw": "in the texts; within 25 % in 15 of 17",
    "local reads in order from disks": "within 25 % in 2 of 5",
    "local reads in order from disks in RAID-Z": "within 25 % in 3 of 3",
    "local safe writes to NVMe SSDs": "within 25 % in 0 of 1",
    "local safe writes to disks": "in the texts",
    "local safe writes to disks in RAID-Z": "within 25 % in 1 of 1",
    "local safe writes to disks in RAID-Z, log on Optane SSD": "within 25 % in 1 of 1",
    "local safe writes to disks, log on SATA SSD": "within 25 % in 0 of 4",
    "local safe writes to disks, log on ram disk": "in the texts",
    "local safe writes to one NVMe SSD, raw": "within 25 % in 1 of 3",
    "local safe writes to one SATA SSD, raw": "within 25 % in 8 of 12",
    "local safe writes to one disk, ufs": "in the texts",
    "local writes to disks": "in the texts; within 25 % in 3 of 5",
    "local writes to disks in RAID-Z": "within 25 % in 0 of 3",
    "local writes to one disk, raw": "in the texts; within 25 % in 6 of 6",
    "local writes to one disk, ufs": "in the texts",
}
"""Kind -> how near the machine was to published measurements of it that no constant comes from."""
