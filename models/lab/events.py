"""What breaks, or begins, on a machine that runs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from models.head.nic import GIGABIT
from models.machine.loads.resilver import Resilver
from models.machine.machine import Machine
from models.machine.order import Order
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


class Event(NamedTuple):
    """Something that happens to a machine of a study."""

    at: float  # s
    kind: str  # one of `KINDS`
    within: str = "ab"  # the machines that it happens to
    options: Mapping[str, float] = {}  # numbers of the kind, such as "disk"


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


def slow_disk(machine: Machine, options: Options) -> dict[str, Any]:
    """Let each access of a disk take longer."""
    number, times = int(options.get("disk", 0)), options.get("times", SLOWER)
    disk = machine.disks[number]
    for one in getattr(disk, "disks", [disk]):
        if hasattr(one, "slower"):
            one.slower = times
        else:
            one.access, one.rate = one.access * times, one.rate / times
    return {"disk": number, "times": times}


def pull(vdev: Vdev, device: int) -> None:
    """Take a device out of a vdev."""
    vdev.failed.add(device)
    vdev.devices[device] = Gone(vdev.devices[device].capacity)


def disk_pulled(machine: Machine, options: Options) -> dict[str, Any]:
    """Take a disk out of its vdev, which reads around it from now on."""
    number = int(options.get("disk", 0))
    vdev, device = divmod(number, machine.order.pool.width)
    pull(machine.pool.vdevs[vdev], device)
    return {"disk": number}


def scan(machine: Machine, options: Options, failed: int) -> dict[str, Any]:
    """Begin a resilver of a vdev, onto its first `failed` disks, or a scrub of it."""
    number = int(options.get("vdev", 0))
    pool, vdev = machine.order.pool, machine.pool.vdevs[number]
    today = machine.order.head.software == "today"
    record = machine.order.filesystem.record
    share = 0.5 if pool.filled is None else pool.filled
    if isinstance(vdev, Draid):
        load = Resilver(
            distributed(vdev, share, ENDLESS), rebuilt_in_flight(vdev), kind="rebuild", vdev=number
        )
    else:
        capacity = vdev.devices[-1].capacity
        layout = pool.layout if pool.layout != "stripe" else "mirror"
        job = Job(int(share * capacity), capacity, record, layout=layout, width=pool.width)
        scattered = 1.0 if pool.scattered else 1 - job_order(machine)
        job = replace(job, failed=failed, scattered=scattered)
        way = steps(job, "disk" if today else "metadata", Random(machine.seed), ENDLESS)
        kind, issue = "resilver" if failed else "scrub", RESILVER["issue"] if today else 0.0
        flying = RESILVER["in_flight_2022" if today else "in_flight"]
        load = Resilver(way, flying, kind=kind, new=failed, issue=issue, vdev=number)
    machine.start(load)
    to_write = int(share * vdev.devices[-1].capacity) * failed
    return {"vdev": number, "to write": to_write} if failed else {"vdev": number}


def job_order(machine: Machine) -> float:
    """Return the share of blocks that lie where they were written first."""
    moved = machine.reads.moved
    return 1 - moved if moved else 1.0


def resilver(machine: Machine, options: Options) -> dict[str, Any]:
    """Begin to resilver the first disk of a vdev, which was replaced."""
    return scan(machine, options, 1)


def scrub(machine: Machine, options: Options) -> dict[str, Any]:
    """Begin to scrub a vdev."""
    return scan(machine, options, 0)


def log_dies(machine: Machine, options: Options) -> dict[str, Any]:
    """Let a log device die. The log goes on with the others, or falls back to the pool."""
    pool = machine.pool
    vdev = pool.logs[-1]
    if vdev.spare > len(vdev.failed):
        pull(vdev, len(vdev.failed))
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
    assert machine.come and machine.out
    for card in (machine.come, machine.out):
        card.rate = min(card.rate, GIGABIT)
    return {"rate": GIGABIT}


def pool_full(machine: Machine, options: Options) -> dict[str, Any]:
    """Fill the pool to 95 %: new blocks go to the last, inner part of each disk."""
    pool = machine.pool
    for number, (vdev, space) in enumerate(zip(pool.main.vdevs, pool.main.spaces, strict=True)):
        assert isinstance(space, NextFit)
        used = int(FULL * (vdev.capacity - LABEL)) // vdev.sector * vdev.sector
        pool.main.spaces[number] = NextFit(vdev.capacity - LABEL - used, LABEL + used)
    return {"filled": FULL}


def cache_emptied(machine: Machine, options: Options) -> dict[str, Any]:
    """Empty the read cache in memory. What flash holds stays there."""
    cache = machine.reads.cache
    if isinstance(cache, FixedShares):
        cache.memory = 0.0
    else:
        assert isinstance(cache, Hybrid)
        old = cache.arc
        cache.arc = ZfsArc(old.size, meta_limit=old.meta_limit, split=old.split, lost=old.lost)
        cache.arc.reserved = old.reserved
        cache.streamed.clear()
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
    "resilver": Kind("resilver starts", resilver, ("vdev",)),
    "scrub": Kind("scrub starts", scrub, ("vdev",)),
    "log device dies": Kind("log device dies", log_dies),
    "power fails": Kind("power is pulled", power_fails),
    "link falls": Kind("link at 1 Gbit/s", link_falls),
    "pool at 95 %": Kind("pool at 95 %", pool_full),
    "cache emptied": Kind("cache emptied", cache_emptied),
    "load starts": Kind("a load starts", load_starts, ("load",)),
}
"""The kinds of events by name. Each acts on a running machine and returns what to say of it. `refuse_impossible` says
which cannot happen."""
OF_ZFS = ("resilver", "scrub", "power fails", "link falls")
"""Kinds that only ZFS has a model for."""


def refuse_impossible(order: Order, events: Sequence[Event], loads: int) -> None:
    """Raise ValueError for the first event, in order of time, that cannot happen to a machine with so
    many loads."""
    gone: dict[int, set[int]] = {}  # devices that are missing, by vdev
    pulled, started, dead, off = set[int](), set[int](), 0, inf
    for event in sorted(events, key=attrgetter("at")):
        try:
            if event.at >= off:
                raise ValueError(f"must come before {off:g} s, when the power fails")
            possible(order, event)
            kind, options = event.kind, event.options
            if kind == "power fails":
                off = event.at
            elif kind == "log device dies":
                dead += 1
                if dead > order.log.devices:
                    raise ValueError(
                        "must be on a machine with log devices, got log.devices 0"
                        if not order.log.devices
                        else f"must come once for each log device, got {dead} of {order.log.devices}"
                    )
            elif kind == "load starts":
                if loads < 2 and "load" not in options:
                    raise ValueError("must be on a study with two loads or more, got 1")
                load = whole("load", options.get("load", 1), loads)
                if load in started:
                    raise ValueError(f"must come once for load {load}, got another")
                started.add(load)
            elif kind in ("slow disk", "disk pulled"):
                number = whole("disk", options.get("disk", 0), order.pool.count)
                if number in pulled:
                    there = next(n for n in range(order.pool.count) if n not in pulled)
                    raise ValueError(
                        f"disk must be one that is there, such as {there}, got {number}, which is pulled"
                    )
                if kind == "disk pulled":
                    pulled.add(number)
                    lose(order, gone, *divmod(number, order.pool.width))
            elif kind == "resilver":
                vdev = whole("vdev", options.get("vdev", 0), order.pool.vdevs)
                if vdev * order.pool.width in pulled:
                    raise ValueError(
                        f"vdev must be one whose first disk is there, got {vdev}, whose disk "
                        f"{vdev * order.pool.width} is pulled"
                    )
                lose(order, gone, vdev, 0)
        except ValueError as error:
            raise ValueError(f"{event.kind} at {event.at:g} s: {error}") from None


def choices(kind: str, order: Order, loads: int) -> Iterator[dict[str, int]]:
    """Yield the numbers that an event of a kind may have, the usual first."""
    ranges = {
        "disk": range(order.pool.count),
        "vdev": range(order.pool.vdevs),
        "load": range(1, loads),
    }
    names = [name for name in KINDS[kind].options if name in ranges]
    yield {}
    for name in names:
        yield from ({name: number} for number in ranges[name])


def possible(order: Order, event: Event) -> None:
    """Raise ValueError if an event cannot happen to a machine, whatever came before it."""
    kind, pool, cards = event.kind, order.pool, order.network.ports or order.network.cards
    if event.options.get("times", SLOWER) < 1:
        raise ValueError(f"times must be 1 or more, got {event.options['times']:g}")
    if kind == "link falls" and not (cards and order.has("network")):
        raise ValueError("must be on a machine with a network, got network.ports 0")
    if kind == "cache emptied" and not order.has("cache"):
        raise ValueError("must be on a machine with a read cache, got one without")
    if kind == "pool at 95 %" and pool.allocator is not None:
        raise ValueError("must be with the allocator next fit, got another")
    if kind in OF_ZFS and order.filesystem.kind != "zfs":
        raise ValueError(f"filesystem.kind must be zfs for this, got {order.filesystem.kind}")
    if kind == "resilver" and pool.layout.startswith("draid") and not pool.draid_spares:
        raise ValueError("must be of a pool with pool.draid_spares of 1 or more, got 0")
    if kind == "scrub":
        whole("vdev", event.options.get("vdev", 0), pool.vdevs)
        if pool.layout.startswith("draid"):
            raise ValueError("must be of a pool without dRAID, which is not modelled, got dRAID")


def whole(name: str, number: float, most: int) -> int:
    """Return the number of a part. Raise ValueError unless it is a whole one below `most`."""
    if number != int(number) or not 0 <= number < most:
        raise ValueError(f"{name} must be a whole number, 0 to {most - 1}, got {number:g}")
    return int(number)


def lose(order: Order, gone: dict[int, set[int]], vdev: int, device: int) -> None:
    """Note that a vdev misses a device. Raise ValueError if it can spare none."""
    pool, lost = order.pool, gone.setdefault(vdev, set())
    spare = pool.width - 1 if pool.layout == "mirror" else pool.parity
    lost.add(device)
    if not spare:
        raise ValueError(f"must be of a pool with copies or parity, got {pool.layout}")
    if len(lost) > spare:
        rest = (one for one in range(pool.vdevs) if len(gone.get(one, ())) < spare)
        other = next((f", such as one of vdev {one}" for one in rest), "")
        raise ValueError(
            f"must be a disk that its vdev can spare{other}, got the loss of {len(lost)} of "
            f"{pool.width}, of which {spare} may be missing"
        )
