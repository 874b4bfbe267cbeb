"""Settings that would have no effect on a machine or load: each is refused with what it needs."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from models.devices.flash_drive import READZILLA, SSDS, FlashSpec
from models.machine.loads.cifs import Cifs
from models.machine.loads.create import Create
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.local import Local
from models.machine.loads.nfs import Nfs
from models.machine.order import Order
from models.machine.order.parts import DiskOrder
from models.setting import settings
from models.zfs.io.scheduler import PER_CLASS

THROTTLES = {
    "tick": "synctime least tick tick_from",
    "curve": "kick kick_share delay_scale delay_from delay_most pending_least",
}
CLASSES = "queue.sync_* queue.async_* queue.scrub_*"
Need = tuple[str, bool, str]
"""Patterns of dotted names, whether these settings have an effect, and what they must be."""


def needs(order: Order) -> Iterator[Need]:
    """Yield what the settings of an order need to have an effect."""
    pool, log, cache, files = order.pool, order.log, order.cache, order.filesystem
    zfs, solid, own = files.kind == "zfs", pool.disks.kind == "ssd", order.settings
    flash = bool(cache.flash.devices) and order.has("flash")
    yield "filesystem.ufs.*", files.kind == "ufs", "set with filesystem.kind=ufs"
    yield (
        "log.* cache.arc* cache.meta_limit cache.flash.devices cache.flash.used cache.feed.* groups.* queue.* network.* filesystem.dedup.* filesystem.recordsize "
        "filesystem.sync filesystem.datasets head.memory",
        zfs,
        "set with filesystem.kind=zfs",
    )
    yield (
        "log.device.* log.place log.slog_limit",
        log.devices > 0,
        "set with log.devices of 1 or more",
    )
    yield "log.mirrored", log.devices > 0, "set with log.devices of 2 or more"
    yield "log.indirect", log.devices == 0, "set without log devices"
    yield (
        "log.per_jbod",
        bool(log.devices and pool.jbods and log.place == "jbod"),
        "set with log.devices of 1 or more, in a JBOD",
    )
    yield (
        "log.place pool.chains pool.hbas pool.cable_rate",
        pool.jbods > 0,
        "set with pool.jbods of 1 or more",
    )
    yield (
        "pool.draid_data pool.draid_spares",
        "draid" in pool.layout,
        "set with pool.layout of draid1 to draid3",
    )
    special = pool.special.devices > 0
    yield "pool.special.*", special, "set with pool.special.devices of 1 or more"
    yield "pool.sides", pool.layout == "mirror", "set with pool.layout=mirror"
    yield "pool.overwritten", pool.filled is not None, "set with pool.filled"
    yield "pool.overwritten", not pool.scattered, "set without pool.scattered"
    yield "log.train_* log.out", log.rule == "train", "set with log.rule=train"
    yield "log.patience", log.rule == "parallel", "set with log.rule=parallel"
    plain = solid and pool.disks.ssd.kind == READZILLA
    flash_drive = "access rate capacity spread channels".split()
    yield (
        " ".join(f"cache.flash.{name}" for name in flash_drive),
        bool(cache.flash.devices) or plain,
        "set with cache.flash.devices of 1 or more, or with pool.disks.ssd=readzilla",
    )
    yield "cache.flash.kind", bool(cache.flash.devices), "set with cache.flash.devices of 1 or more"
    yield (
        "cache.flash.spread",
        plain or cache.flash.kind == READZILLA,
        "set with cache.flash.kind=readzilla",
    )
    yield (
        "log.device.volatile",
        log.device.kind not in SSDS,
        "set with a kind that is no SSD of today",
    )
    slow = log.device.kind in SSDS and log.device.flush > 0
    yield "log.device.fua", slow, "set with an SSD whose flush takes time"
    yield from ssd_needs(pool.disks)
    yield "cache.flash.used cache.feed.*", flash, "set with cache.flash.devices of 1 or more"
    yield (
        "cache.arc cache.arc_share cache.meta_limit cache.held",
        order.has("cache"),
        "set with the cache, which is left out",
    )
    yield (
        "cache.arc cache.arc_share cache.warm cache.flash.used cache.feed.*",
        cache.held is None,
        "set without cache.held",
    )
    yield "cache.meta_limit", False, "left as it is, because no load reads metadata"
    yield "queue.scrub_*", False, "left as it is, because no load scrubs or resilvers"
    yield "cache.arc_share", "cache.arc" not in own, "set without cache.arc"
    yield (
        "groups.memory_share groups.limit_most",
        "groups.limit" not in own,
        "set without groups.limit",
    )
    yield "groups.kick_share", "groups.kick" not in own, "set without groups.kick"
    for throttle, names in THROTTLES.items():
        patterns = " ".join(f"groups.{name}" for name in names.split())
        yield patterns, order.groups.throttle == throttle, f"set with groups.throttle={throttle}"
    turning = " ".join(f"pool.disks.{name}" for name in settings(DiskOrder) if name != "kind")
    yield turning, not solid, "set with disks that turn, not pool.disks.kind=ssd"
    yield (
        "pool.disks.discipline pool.disks.depth pool.disks.ageing",
        order.has("drive queue"),
        "set with the drive queue, which is left out",
    )
    yield from queue_needs(order)
    yield "network.*", order.has("network"), "set with the network, which is left out"
    yield (
        "network.ports network.port_rate",
        not order.network.cards,
        f"left as it is: the {order.name or order.machine} has cards of its own",
    )
    yield "filesystem.dedup.*", files.dedup.on, "set with filesystem.dedup=yes"
    yield "head.hash_rate", files.dedup.on, "set with filesystem.dedup=yes"
    yield "head.cpu_byte head.cpu_network_load", bool(order.head.model), "set with a head.model"


def ssd_needs(disks: DiskOrder) -> Iterator[Need]:
    """Yield what the settings of the pool's SSDs need to have an effect."""
    ssd = disks.ssd
    yield "pool.disks.ssd.*", disks.kind == "ssd", "set with pool.disks.kind=ssd"
    yield (
        " ".join(f"pool.disks.ssd.{name}" for name in settings(FlashSpec) if name != "kind"),
        ssd.kind != READZILLA,
        "set with pool.disks.ssd of another kind; a readzilla follows cache.flash",
    )
    yield "pool.disks.ssd.slc_rate", ssd.slc > 0, "set with pool.disks.ssd.slc above 0"
    yield "pool.disks.ssd.spare", ssd.filled > 0, "set with pool.disks.ssd.filled above 0"
    yield "pool.disks.ssd.fua", ssd.flush > 0, "set with an SSD whose flush takes time"


def queue_needs(order: Order) -> Iterator[Need]:
    """Yield what the settings of ZFS's queue need to have an effect."""
    classes = order.queue.rule in PER_CLASS
    yield "queue.*", order.has("queue"), "set with ZFS's queue, which is left out"
    yield (
        "queue.pending queue.start",
        not classes,
        "left as it is with limits per class: set queue.sync_read_max and the like",
    )
    yield CLASSES, classes, 'set with queue.rule "per class" or "with credit"'
    yield (
        "queue.dirty_low queue.dirty_high",
        classes or order.groups.throttle == "curve",
        'set with queue.rule "per class" or "with credit"',
    )


def load_needs(order: Order, load: Nfs | Cifs | Local | Iscsi | Create | None) -> Iterator[Need]:
    """Yield what the settings of a load need to have an effect."""
    if isinstance(load, Nfs | Cifs):
        yield (
            "nfs.data nfs.skew cifs.data cifs.skew",
            bool(load.reads or load.over),
            "set with reads above 0, or with over=yes",
        )
    if isinstance(load, Nfs | Cifs | Local | Iscsi):
        kind = type(load).__name__.lower()
        yield (
            f"{kind}.threads {kind}.think",
            not load.rate,
            "left out if rate is set, because requests then do not wait",
        )
    if load is not None:
        initiators = isinstance(load, Iscsi)
        yield "network.client_message network.client_port", initiators, "set with iscsi"
    if isinstance(load, Cifs):
        yield "cifs.o_sync", load.reads < 1, "set with reads below 1"
    local = isinstance(load, Local) and load.reads > 0
    yield "cache.prefetch", local and order.has("cache"), "set with a cache and local reads"
    if isinstance(load, Local):
        zfs, writes = order.filesystem.kind == "zfs", load.reads < 1
        drawn = (load.reads > 0 and not load.in_order) or load.over
        yield "local.in_order local.back", load.reads > 0, "set with reads above 0"
        yield (
            "local.data",
            bool(load.reads or load.over),
            "set with reads above 0, or with over=yes",
        )
        yield "local.skew", drawn, "set with reads at random, or with over=yes"
        yield "local.o_sync", writes, "set with reads below 1"
        yield (
            "local.o_direct",
            load.reads > 0 and zfs and order.machine == "server-today",
            "set with reads above 0 on the server-today: older ZFS reads through the ARC in any case",
        )
    if isinstance(load, Create):
        over = load.over == "nfs"
        yield "create.version create.turnaround create.clients", over, "set with over=nfs"
        yield "create.o_sync", not over, "set with over=local"
    if isinstance(load, Iscsi):
        daemon = load.target == "daemon"
        yield "iscsi.queues iscsi.daemon_threads iscsi.spin", daemon, "set with target=daemon"
        yield "iscsi.work", not daemon, "set with target=kernel"


def check_that_all_act(
    order: Order, load: Nfs | Cifs | Local | Iscsi | Create | None, names: Iterable[str]
) -> None:
    """Raise ValueError for a setting among `names` that has no effect."""
    names = sorted(names)
    for name, value, most, counted in (
        ("pool.jbods", order.pool.jbods, order.boxed, "disk or log device"),
        ("pool.chains", order.pool.chains or 0, order.pool.jbods, "JBOD"),
    ):
        if name in names and value > most > 0:
            raise ValueError(f"{name} must be {most} or less, one for each {counted}, got {value}")
    if "groups.limit" in names and order.groups.limit > order.head.memory:
        raise ValueError(
            f"groups.limit must be {order.head.memory:,.0f} bytes (head.memory) or less, got "
            f"{order.groups.limit:,}"
        )
    if "cache.flash.devices" in names and order.cache.flash.devices and not order.has("flash"):
        raise ValueError(
            f"cache.flash.devices must be 0 without=flash, got {order.cache.flash.devices}"
        )
    off = [name.removesuffix(".on") for name in SWITCHES & {*names} if not order.value(name)]
    none = tuple(f"set with {name}" for name in off)  # what is left out may keep its settings
    for patterns, acts, need in (*load_needs(order, load), *needs(order)):
        for name in names if not (acts or need.startswith(none)) else ():
            if name not in SWITCHES and any(fnmatchcase(name, each) for each in patterns.split()):
                raise ValueError(f"{name} must be {need}; here it changes nothing")


SWITCHES = {"log.devices", "filesystem.dedup.on", "cache.flash.devices", "pool.special.devices"}
"""Settings that add or remove a part; 0 and no are always allowed."""
