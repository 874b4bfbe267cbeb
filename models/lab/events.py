"""What breaks, or begins, on a machine that runs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, NamedTuple

from models.head.nic import GIGABIT
from models.machine.loads.resilver import Resilver
from models.machine.machine import Machine
from models.sim.path import RequestPath
from models.zfs.allocator.allocator import NextFit
from models.zfs.arc.zfs_arc import ZfsArc
from models.zfs.block_reads import FixedShares
from models.zfs.l2arc.l2arc import Hybrid
from models.zfs.pool.draid import Draid
from models.zfs.pool.pool import LABEL, Rotation
from models.zfs.pool.vdev import Vdev
from models.zfs.power_failure import PowerFailure
from models.zfs.resilver.distributed import distributed
from models.zfs.resilver.distributed import in_flight as rebuilt_in_flight
from models.zfs.resilver.job import RESILVER, Job
from models.zfs.resilver.order import steps

Options = Mapping[str, float]
ENDLESS = 10**7
"""Steps of a resilver or scrub, more than an hour has."""
FULL, SLOWER = 0.95, 5.0
"""Share of a pool that has run full; factor by which a slow disk is slower, unless an event says another."""


class Gone:
    """The place of a device that was pulled: it takes writes at once and nobody waits for it."""

    ready, busy = inf, 0.0

    def __init__(self, capacity: int):
        self.capacity = capacity

    def write(
        self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = ""
    ) -> float:
        """Return `now` (s)."""
        return now

    read = write

    def flush(self, now: float, path: RequestPath | None = None) -> float:
        """Return `now` (s)."""
        return now

    def drain(self, now: float) -> float:
        """Return `now` (s)."""
        return now

    def stable(self, now: float, offset: int, size: int) -> bool:
        """Return False: the device is not there."""
        return False


def disk_number(machine: Machine, options: Options) -> int:
    """Return the number of the disk that an event names. Raise ValueError if there is none."""
    number, most = options.get("disk", 0), len(machine.disks) - 1
    if number != int(number) or number > most:
        raise ValueError(f"disk must be a whole number, 0 to {most}, got {number:g}")
    return int(number)


def slow_disk(machine: Machine, options: Options) -> dict[str, Any]:
    """Let each access of a disk take longer."""
    disk, times = machine.disks[disk_number(machine, options)], options.get("times", SLOWER)
    if times < 1:
        raise ValueError(f"times must be 1 or more, got {times:g}")
    for one in getattr(disk, "disks", [disk]):
        if hasattr(one, "slower"):
            one.slower = times
        else:
            one.access, one.rate = one.access * times, one.rate / times
    return {"disk": disk_number(machine, options), "times": times}


def pull(vdev: Vdev, device: int, name: str) -> None:
    """Take a device out of a vdev. Raise ValueError if the vdev can spare none."""
    if len(vdev.failed | {device}) > vdev.spare:
        raise ValueError(
            f"{name} must be a device that its vdev can spare, got one of {len(vdev.devices)} "
            f"of which {vdev.spare} may be missing"
        )
    vdev.failed.add(device)
    vdev.devices[device] = Gone(vdev.devices[device].capacity)


def disk_pulled(machine: Machine, options: Options) -> dict[str, Any]:
    """Take a disk out of its vdev, which reads around it from now on."""
    number = disk_number(machine, options)
    vdev, device = divmod(number, machine.order.pool.width)
    pull(machine.pool.vdevs[vdev], device, f"disk {number}")
    return {"disk": number}


def scan(machine: Machine, failed: int) -> Resilver:
    """Return a resilver of the first vdev, onto its first `failed` disks, or a scrub of it."""
    pool, vdev = machine.order.pool, machine.pool.vdevs[0]
    today = machine.order.head.software == "today"
    record = machine.order.filesystem.record
    share = 0.5 if pool.filled is None else pool.filled
    if isinstance(vdev, Draid):
        if not failed:
            raise ValueError(
                "scrub must be of a pool without dRAID, which is not modelled, got dRAID"
            )
        return Resilver(distributed(vdev, share, ENDLESS), rebuilt_in_flight(vdev), new=0)
    capacity = vdev.devices[-1].capacity
    layout = pool.layout if pool.layout != "stripe" else "mirror"
    job = Job(int(share * capacity), capacity, record, layout=layout, width=pool.width)
    job = replace(job, failed=failed, scattered=1.0 if pool.scattered else 1 - job_order(machine))
    way = steps(job, "disk" if today else "metadata", Random(machine.seed), ENDLESS)
    issue = RESILVER["issue"] if today else 0.0
    return Resilver(way, kind="resilver" if failed else "scrub", new=failed, issue=issue)


def job_order(machine: Machine) -> float:
    """Return the share of blocks that lie where they were written first."""
    moved = machine.reads.moved
    return 1 - moved if moved else 1.0


def resilver(machine: Machine, options: Options) -> dict[str, Any]:
    """Begin to resilver the first disk of the first vdev, which was replaced."""
    vdev = machine.pool.vdevs[0]
    if not vdev.spare:
        raise ValueError(
            f"resilver must be of a pool with copies or parity, got {machine.order.pool.layout}"
        )
    if isinstance(vdev.devices[0], Gone):
        raise ValueError("resilver must be onto a disk that is there, got one that was pulled")
    machine.start(scan(machine, 1))
    return {}


def scrub(machine: Machine, options: Options) -> dict[str, Any]:
    """Begin to scrub the first vdev."""
    machine.start(scan(machine, 0))
    return {}


def log_dies(machine: Machine, options: Options) -> dict[str, Any]:
    """Let a log device die. The log goes on with the others, or falls back to the pool."""
    pool = machine.pool
    if not pool.logs:
        raise ValueError("log device dies must be on a machine with log devices, got log.devices 0")
    vdev = pool.logs[-1]
    if vdev.spare > len(vdev.failed):
        pull(vdev, len(vdev.failed), "log device")
        return {"left": len(pool.logs)}
    spaces = pool.log.spaces[: len(pool.logs) - 1]
    pool.logs = pool.logs[:-1]
    pool.log, pool.last = Rotation(pool.logs, spaces), None
    for txg, blocks in pool.live.items():
        pool.live[txg] = [block for block in blocks if block.vdev is not vdev]
    return {"left": len(pool.logs)}


def power_fails(machine: Machine, options: Options) -> dict[str, Any]:
    """Cut the power. Nothing runs any more."""
    loss = PowerFailure(machine.zfs).at(machine.loop.now)
    machine.loop.stop()
    told = {"told safe": loss.lost_sync, "told only taken": loss.lost_async}
    return {**loss._asdict(), "lost by whom": told}


def link_falls(machine: Machine, options: Options) -> dict[str, Any]:
    """Let the link to the clients fall to 1 Gbit/s."""
    if machine.come is None or machine.out is None:
        raise ValueError("link falls must be on a machine with a network, got network.ports 0")
    for card in (machine.come, machine.out):
        card.rate = min(card.rate, GIGABIT)
    return {"rate": GIGABIT}


def pool_full(machine: Machine, options: Options) -> dict[str, Any]:
    """Fill the pool to 95 %: new blocks go to the last, inner part of each disk."""
    pool = machine.pool
    for number, (vdev, space) in enumerate(zip(pool.main.vdevs, pool.main.spaces, strict=True)):
        if type(space) is not NextFit:
            raise ValueError("pool at 95 % must be with the allocator next fit, got another")
        used = int(FULL * (vdev.capacity - LABEL)) // vdev.sector * vdev.sector
        pool.main.spaces[number] = NextFit(vdev.capacity - LABEL - used, LABEL + used)
    return {"filled": FULL}


def cache_emptied(machine: Machine, options: Options) -> dict[str, Any]:
    """Empty the read cache in memory. What flash holds stays there."""
    cache = machine.reads.cache
    if isinstance(cache, FixedShares):
        cache.memory = 0.0
    elif isinstance(cache, Hybrid):
        old = cache.arc
        cache.arc = ZfsArc(old.size, meta_limit=old.meta_limit, split=old.split, lost=old.lost)
        cache.arc.reserved = old.reserved
        cache.streamed.clear()
    else:
        raise ValueError("cache emptied must be on a machine with a read cache, got one without")
    return {}


def load_starts(machine: Machine, options: Options) -> dict[str, Any]:
    """Do nothing: whoever runs the machine starts the load."""
    return {"load": int(options.get("load", 1))}


class Kind(NamedTuple):
    """A kind of event."""

    words: str
    act: Callable[[Machine, Options], dict[str, Any]]
    options: tuple[str, ...] = ()


KINDS = {
    "slow disk": Kind("a disk turns slow", slow_disk, ("disk", "times")),
    "disk pulled": Kind("a disk is pulled", disk_pulled, ("disk",)),
    "resilver": Kind("resilver starts", resilver),
    "scrub": Kind("scrub starts", scrub),
    "log device dies": Kind("log device dies", log_dies),
    "power fails": Kind("power is pulled", power_fails),
    "link falls": Kind("link at 1 Gbit/s", link_falls),
    "pool at 95 %": Kind("pool at 95 %", pool_full),
    "cache emptied": Kind("cache emptied", cache_emptied),
    "load starts": Kind("a load starts", load_starts, ("load",)),
}
"""The kinds of events by name. Each acts on a running machine and returns what to say of it; it raises
ValueError, in one line, where it cannot happen."""
