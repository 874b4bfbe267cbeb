"""Orders: machines as data, from which `Machine` builds them."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType, SimpleNamespace
from typing import Any, TypeVar

from models.catalogue.machines import MACHINES, part, values
from models.check import MANY, one_of
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.flash_drive import READZILLA, SSDS, FlashSpec
from models.head.catalogue_head import head_of
from models.head.pcie import Card
from models.machine.order.log_device import FORMER, KINDS, LogDevice
from models.machine.order.names import NULLABLE, Values, dotted, flat, full
from models.machine.order.parts import (
    FLASH,
    LARGEST_JBOD,
    LAYOUTS,
    SECTIONS,
    ZFS,
    CacheOrder,
    DedupOrder,
    DiskOrder,
    FilesystemOrder,
    FlashOrder,
    GroupOrder,
    HeadOrder,
    LogOrder,
    NetworkOrder,
    PoolOrder,
    QueueOrder,
    SpecialOrder,
    UfsOrder,
)
from models.setting import Dataclass, settings
from models.units import GiB, KiB
from models.zfs.allocator.metaslabs import Rules
from models.zfs.dedup.spec import DedupSpec
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

Part = TypeVar("Part", bound=Dataclass)
PARTS = {
    "network": "the network cards of the head",
    "head": "the slowing of a core's work while others keep memory and links busy",
    "cache": "the ARC: without it every read goes to disk",
    "flash": "the devices of the L2ARC",
    "queue": "ZFS's queue before each disk",
    "drive queue": "the disk's own queue: without it a disk serves in order of arrival",
}
"""The parts that may be left out of a machine, each with a description."""
WITH_DISKS = [name for name, entry in MACHINES.items() if "pool.disks.seek_average" in entry]
HEADS = [name for name in MACHINES if name.startswith("head-")]
FOLLOWS = {
    "pool.width": f"the layout: {', '.join(f'{one.disks} in a {key}' for key, one in LAYOUTS.items())}",
    "pool.disks.media_rate": "the speed, for the tracks of the model",
    "log.per_jbod": "2 where there are 2 JBODs, else 1",
    "pool.disks.ssd.*": "the kind",
    "log.device.*": "the kind",
    **{
        f"cache.flash.{name}": "the kind" for name in "access spread rate capacity channels".split()
    },
    "cache.arc": "the head's memory and arc_share",
    "groups.limit": "the head's memory and memory_share, up to limit_most",
    "groups.kick": "the limit and kick_share",
    "groups.pending": "queue.async_write_max",
    "groups.pending_least": "queue.async_write_min",
    "head.cores": "the model",
    "filesystem.dedup.lookup_threads": "the head's cores",
    "filesystem.dedup.table_memory": "a quarter of the ARC",
}
"""Settings whose defaults are derived from others, and from which."""


@cache
def names_of(cls: type[Dataclass]) -> frozenset[str]:
    """Return the names of the fields of a dataclass."""
    return frozenset(one.name for one in fields(cls))


DRIVE = names_of(DriveSpec)


@dataclass(frozen=True)
class Order:
    """A machine of the catalogue with other settings.

    `settings` maps dotted names, such as "pool.vdevs", to values in SI units. All other values come
    from the catalogue or are derived. Raise ValueError for a machine that cannot be built."""

    machine: str  # its name in the catalogue
    settings: Values = field(default_factory=dict)  # only those that differ from the catalogue
    left_out: frozenset[str] = frozenset()  # names of PARTS
    name: str = ""  # its usual name; "": the machine's
    pool: PoolOrder = field(init=False)
    log: LogOrder = field(init=False)
    cache: CacheOrder = field(init=False)
    groups: GroupOrder = field(init=False)
    queue: QueueOrder = field(init=False)
    network: NetworkOrder = field(init=False)
    head: HeadOrder = field(init=False)
    filesystem: FilesystemOrder = field(init=False)
    drive: DriveSpec = field(init=False)  # data sheet of the disks

    def __post_init__(self) -> None:
        for name in self.left_out:
            one_of("left_out", name, PARTS)
        self._keep("settings", MappingProxyType(flat(self.settings)))
        parts = Parts(self.machine, self.settings)
        self._keep("head", parts.head())
        self._keep("drive", parts.drive())
        self._keep("pool", parts.pool(self.drive))
        self._keep("queue", parts.make("queue", QueueOrder))
        self._keep("network", parts.make("network", NetworkOrder))
        self._keep("log", parts.log(self.pool.jbods))
        self._keep("cache", parts.cache(self.head.memory, self.has("flash")))
        self._keep("filesystem", parts.filesystem(self.head.cores, self.cache.arc))
        self._keep("groups", parts.groups(self))
        self._check()

    def _keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check(self) -> None:
        """Raise ValueError if the parts do not fit together."""
        pool, log, files, arc = self.pool, self.log, self.filesystem, self.cache.arc
        memory, least = self.head.memory, min(64 * KiB, files.record)
        if not least <= arc <= memory:
            share = (
                ""
                if "cache.arc" in self.settings
                else f" from cache.arc_share {self.cache.arc_share:g}"
            )
            share += "" if arc else "; for the default, leave it out"
            raise ValueError(
                f"cache.arc must be {least:,} to {memory:,.0f} bytes (head.memory), got {arc:,.0f}{share}"
            )
        if (kick := self.settings.get("groups.kick", 0)) > self.groups.limit:
            raise ValueError(
                f"groups.kick must be {self.groups.limit:,} bytes (groups.limit) or less, got {kick:,}"
            )
        if pool.disks.kind == "array" and not self.has("drive queue"):
            raise ValueError(
                "pool.disks.kind must be disk or ssd without the drive queue, got array"
            )
        if log.device.in_memory and (held := log.devices * log.device.capacity) >= memory:
            raise ValueError(
                f"log.devices in memory must hold less than {memory:,.0f} bytes (head.memory) in all, got {held:,.0f}"
            )
        if files.dedup.on and (isinstance(pool.allocator, Rules) or files.kind != "zfs"):
            raise ValueError(
                "filesystem.dedup.on must be False unless filesystem.kind is zfs and pool.allocator has "
                "no rules, got True"
            )
        if files.dedup.on and pool.special.devices:
            raise ValueError(
                "pool.special.devices must be 0 with filesystem.dedup.on, whose table is on the disks, "
                f"got {pool.special.devices}"
            )
        if files.dedup.on and files.dedup.table_memory >= arc:
            raise ValueError(
                f"filesystem.dedup.table_memory must be below {arc:,.0f} bytes (cache.arc), got "
                f"{files.dedup.table_memory:,.0f}"
            )
        self.dedup_spec()
        if files.kind == "ufs" and not part(self.machine, "filesystem.ufs"):
            raise ValueError(
                f"filesystem.kind must be zfs or raw on the {self.machine}, got ufs: the parameters of UFS are "
                "known only for the freebsd-box"
            )
        if files.kind != "zfs":
            self._check_one_disk()

    def _check_one_disk(self) -> None:
        """Raise ValueError unless the pool is one device, which UFS (a hard disk) and raw need."""
        kind, pool = self.filesystem.kind, self.pool
        for name, got, right in (
            ("pool.layout", pool.layout, "stripe"),
            ("pool.vdevs", pool.vdevs, 1),
            ("pool.disks.kind", pool.disks.kind, pool.disks.kind if kind == "raw" else "disk"),
            ("pool.special.devices", pool.special.devices, 0),
            ("log.devices", self.log.devices, 0),
            ("cache.flash.devices", self.cache.flash.devices, 0),
        ):
            if got != right:
                raise ValueError(
                    f"{name} must be {right} with filesystem.kind {kind}, which uses one disk, got {got}"
                )

    def __deepcopy__(self, memo: object) -> "Order":
        """Return itself: an order never changes."""
        return self

    def order(self, settings: Values | None = None, /, **more: Any) -> "Order":
        """Return the same order with other settings.

        A key is a dotted name, or a short name that only one setting has. The name of a part takes
        a mapping of its settings, or a whole part: order(pool={"vdevs": 3}, log={"devices": 2}).
        None restores the default of a setting that cannot be None."""
        name = more.pop("name", self.name)
        new = flat({**(settings or {}), **more})
        changed = {**self.settings, **new}
        if new.get("pool.layout", self.pool.layout) != self.pool.layout:  # another usual width
            changed["pool.width"] = new.get("pool.width")
        kept = {
            path: value for path, value in changed.items() if value is not None or path in NULLABLE
        }
        return replace(self, settings=kept, name=name)

    def value(self, name: str) -> Any:
        """Return the value of a setting by its dotted or short name. Raise ValueError if no
        setting, or more than one, has this name."""
        value: Any = self
        for step in full(name).split("."):
            value = getattr(value, step)
        return value

    def without(self, *parts: str) -> "Order":
        """Return the same order without some of its PARTS."""
        return replace(self, left_out=self.left_out | set(parts))

    def has(self, part: str) -> bool:
        """Return whether one of PARTS is present."""
        return part not in self.left_out

    def bare(self, *but: str) -> "Order":
        """Return the same order without its PARTS except `but`: disks, log devices and file system."""
        return replace(self, left_out=frozenset(PARTS) - set(but))

    @property
    def flushes(self) -> bool:
        """Return whether the disks' write caches are flushed."""
        return self.pool.disks.write_cache == "on"

    @property
    def log_spec(self) -> LogSpec:
        """Return the parameters of the intent log."""
        return _with_fields_of(self.log, LogSpec, flush=self.log.flush and self.flushes)

    @property
    def txg_spec(self) -> TxgSpec:
        """Return the parameters of the transaction groups."""
        return _with_fields_of(self.groups, TxgSpec, flush=self.groups.flush and self.flushes)

    def dedup_spec(self, held: float = 2 * DedupSpec.unique) -> DedupSpec | None:
        """Return the parameters of deduplication, or None without it. held: capacity of the pool
        (bytes)."""
        dedup, record = self.filesystem.dedup, self.filesystem.record
        if not dedup.on:
            return None
        with dotted("filesystem.dedup", names_of(DedupOrder)):
            return _with_fields_of(
                dedup,
                DedupSpec,
                record=record,
                unique=held / 2 if dedup.unique is None else dedup.unique,
                memory=dedup.table_memory,
                threads=dedup.lookup_threads,
                frees=dedup.free_threads,
                hash_rate=self.head.hash_rate,
            )

    @property
    def boxed(self) -> int:
        """Return the number of disks and log devices in JBODs. Raise ValueError if they do not fit."""
        devices = self.pool.count + self.log.devices * (self.log.place == "jbod")
        jbods = self.pool.jbods
        if devices > (most := LARGEST_JBOD * jbods or MANY):
            raise ValueError(
                f"pool.vdevs x pool.width disks and log.devices must be {most:,} or fewer"
                f"{f' in {jbods} JBODs' if jbods else ''}, got {devices:,} with {self.pool.vdevs:,} vdevs"
            )
        return devices


def _with_fields_of(owner: object, cls: type[Part], **others: object) -> Part:
    """Return an instance of `cls` with the values of those fields that `owner` has too, and others."""
    build: Callable[..., Part] = cls
    same = {name: getattr(owner, name) for name in names_of(cls) if hasattr(owner, name)}
    return build(**{**same, **others})


def _whole(cls: type[Dataclass], values: Values) -> Values:
    """Return values with those of integer fields as int if nothing is lost: 8192.0 is 8192."""
    integers = {one.name for one in fields(cls) if str(one.type).startswith(("int", "<class 'int"))}
    return {
        name: int(value)
        if name in integers and isinstance(value, float) and value.is_integer()
        else value
        for name, value in values.items()
    }


class Parts:
    """The parts of an order, built from the catalogue's values and the settings of the order."""

    def __init__(self, machine: str, settings: Values):
        self.machine, self.settings, self.catalogue = machine, settings, values(machine)

    def own(self, section: str, source: Values) -> dict[str, Any]:
        """Return the settings of one section by their short names."""
        return {
            name: source[f"{section}.{name}"]
            for name in settings(SECTIONS[section])
            if f"{section}.{name}" in source
        }

    def value(self, path: str) -> Any:
        """Return the value of a setting that is not derived from others."""
        section, _, name = path.rpartition(".")
        default = getattr(SECTIONS[section], name)
        return self.settings.get(path, self.catalogue.get(path, default))

    def make(self, section: str, cls: type[Part], /, **derived: object) -> Part:
        """Return a part. derived: the parts within it, and values for settings that are not set."""
        build: Callable[..., Part] = cls
        given = {**self.own(section, self.catalogue), **derived, **self.own(section, self.settings)}
        with dotted(section, names_of(cls)):
            return build(**_whole(cls, given))

    def head(self) -> HeadOrder:
        """Return the head. Its cores follow its model."""
        head = self.make("head", HeadOrder)
        if not head.model:
            return head
        one_of("head.model", head.model, HEADS)
        with dotted("head", names_of(HeadOrder)):
            cores = head_of(head.model, head.spec).cores
        return self.make("head", HeadOrder, cores=cores)

    def drive(self) -> DriveSpec:
        """Return the data sheet of the disks. Another speed turns the same tracks faster."""
        self.model: str = self.value("pool.disks.model") or self.machine
        one_of("pool.disks.model", self.model, WITH_DISKS)
        own = self.own("pool.disks", self.settings)
        with dotted("pool.disks", DRIVE):
            sheet = {name: value for name, value in own.items() if name in DRIVE}
            return drive_of(self.model, **_whole(DriveSpec, sheet))

    def pool(self, drive: DriveSpec) -> PoolOrder:
        """Return the pool. The width of its vdevs follows their layout."""
        usual = part(self.model, "pool.disks")
        queue: dict[str, object] = {
            name: usual[name] for name in ("depth", "ageing", "discipline") if name in usual
        }
        if "pool.disks.model" in self.settings:
            queue = {"depth": 32, "ageing": 0.0, "discipline": "sptf", **queue}
        sheet: dict[str, object] = {name: getattr(drive, name) for name in DRIVE}
        own = self.own("pool.disks", self.settings)
        given = {
            **self.own("pool.disks", self.catalogue),
            **sheet,
            **queue,
            "model": self.model,
            **{name: value for name, value in own.items() if name not in DRIVE},
        }
        kind = self.value("pool.disks.ssd.kind")
        one_of("pool.disks.ssd.kind", kind, (READZILLA, *SSDS))
        ssd = self.make("pool.disks.ssd", FlashSpec, **vars(SSDS.get(kind, FlashSpec())))
        if any(path.startswith("pool.disks.ssd.") for path in self.settings):
            given.setdefault("kind", "ssd")
        with dotted("pool.disks", names_of(DiskOrder)):
            disks = DiskOrder(**_whole(DiskOrder, {**given, "ssd": ssd}))
        layout = self.value("pool.layout")
        one_of("pool.layout", layout, LAYOUTS)
        special = self.make("pool.special", SpecialOrder)
        width = LAYOUTS[layout].disks
        given = {"width": width, "disks": disks, "special": special}
        if disks.kind == "ssd" and kind in SSDS and not kind.startswith("sata"):
            given["jbods"] = 0  # NVMe: each drive has lanes of its own
        return self.make("pool", PoolOrder, **given)

    def log(self, jbods: int) -> LogOrder:
        """Return the log. The properties of its devices follow their kind."""
        kind = self.settings.get("log.device.kind")
        kind = FORMER.get(kind or "", kind)
        if kind is not None and "log.device.access" not in self.settings:
            one_of("log.device.kind", kind, KINDS)
        usual = KINDS.get(kind or "") or KINDS[self.catalogue.get("log.device.kind", "logzilla")]
        device = self.make("log.device", LogDevice, **vars(usual))
        return self.make("log", LogOrder, device=device, per_jbod=2 if jbods == 2 else 1)

    def cache(self, memory: float, with_flash: bool) -> CacheOrder:
        """Return the caches. The ARC follows the memory, the feeder its devices."""
        kind = self.value("cache.flash.kind")
        usual = FLASH
        if spec := SSDS.get(kind):
            usual = {
                "access": spec.read_access,
                "rate": spec.interface_read,
                "capacity": float(spec.capacity),
                "channels": spec.dies,
            }
        flash = self.make("cache.flash", FlashOrder, **usual)
        feed = self.make(
            "cache.feed",
            FeedSpec,
            devices=flash.devices if with_flash else 0,
            capacity=flash.used or flash.capacity,
        )
        arc = float(max(memory * self.value("cache.arc_share"), memory - 1 * GiB))
        return self.make("cache", CacheOrder, arc=arc, flash=flash, feed=feed)

    def filesystem(self, cores: int, arc: float) -> FilesystemOrder:
        """Return the file system. The dedup table's threads follow the cores, its memory the ARC."""
        dedup = self.make(
            "filesystem.dedup",
            DedupOrder,
            lookup_threads=max(1, int(ZFS["ddt_threads"] * cores)),
            table_memory=ZFS["meta_limit"] * arc,
        )
        ufs = self.make("filesystem.ufs", UfsOrder)
        record = self.settings.get("filesystem.recordsize")
        return self.make("filesystem", FilesystemOrder, dedup=dedup, ufs=ufs, recordsize=record)

    def groups(self, order: "Order") -> GroupOrder:
        """Return the transaction groups. Their limit follows the memory, their transfers the queue."""
        queue, share = order.queue, self.value("groups.memory_share")
        limit = int(min(order.head.memory * share, self.value("groups.limit_most")))
        if "limit" in (own := self.own("groups", {**self.catalogue, **self.settings})):
            limit = own["limit"]
        derived: dict[str, object] = {
            "record": order.filesystem.record,
            "limit": limit,
            "pending": queue.async_write_max or QueueOrder.pending,
            "pending_ramp": (queue.dirty_low, queue.dirty_high),
        }
        if queue.async_write_min:
            derived["pending_least"] = queue.async_write_min
        if kick := self.value("groups.kick_share"):
            derived["kick"] = int(limit * kick)
        return self.make("groups", GroupOrder, **derived)


FREEBSD_BOX = Order("freebsd-box")
"""The FreeBSD 8.1 machine of 2010: one SATA disk with ZFS or UFS."""
SUN_7410 = Order("7410").order(
    pool={"layout": "mirror", "vdevs": 22, "jbods": 2}, network={"ports": 2}, head="head-7410"
)
"""The Sun Storage 7410 of 2009: mirrored pairs in two JBODs, without log devices."""
SMALL = SimpleNamespace(**values("7310"))
SUN_7310 = SUN_7410.order(
    pool={
        "jbods": SMALL.jbods,
        "chains": SMALL.chains,
        "hbas": SMALL.hbas,
        "vdevs": SMALL.jbods * SMALL.disks // 2,
    },
    head={"model": "head-7310", "memory": SMALL.memory},
    network={"cards": (Card(),) * SMALL.cards},
    name="7310",
)
"""The Sun Storage 7310 of 2009 as tested: a head with one socket, and all disks on one cable."""
OF_7210 = SimpleNamespace(**values("7210"))
SUN_7210 = SUN_7410.order(
    pool={"jbods": 0, "vdevs": OF_7210.disks // 2},
    disks={"capacity": OF_7210.disk_size, "heads": OF_7210.disk_heads},
    log=OF_7210.logs,
    head={"model": "head-7210", "memory": OF_7210.memory},
    network={"ports": OF_7210.ports, "mtu": OF_7210.mtu},
    name="7210",
)
"""The Sun Storage 7210 of 2008 as tested: 22 mirrored pairs in the head."""
OF_7110 = SimpleNamespace(**values("7110"))
SUN_7110 = SUN_7210.order(
    pool={"layout": "raidz1", "width": OF_7110.width, "vdevs": OF_7110.disks // OF_7110.width},
    disks={"model": "7110", "capacity": None, "heads": None},
    log=0,
    head={"memory": OF_7110.memory},
    name="7110",
)
"""The Sun Storage 7110 of 2008 as tested: three RAID-Z vdevs of four SAS disks in the head."""
SERVER_TODAY = Order("server-today").order(
    pool={"layout": "raidz2", "vdevs": 2}, log={"place": "head"}
)
"""OpenZFS 2.3 on one EPYC socket: twenty disks of 22 TB in one box."""
ORDERS = {
    "freebsd-box": FREEBSD_BOX,
    "7410": SUN_7410,
    "7310": SUN_7310,
    "7210": SUN_7210,
    "7110": SUN_7110,
    "server-today": SERVER_TODAY,
}
