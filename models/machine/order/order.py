"""What a machine is ordered as: data, from which `Machine` puts one together."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from models.catalogue.machines import MACHINES, part, values
from models.check import MANY, counted, one_of
from models.devices.drive_spec import DriveSpec, drive_of
from models.head.catalogue_head import head_of
from models.head.pcie import Card
from models.machine.order.log_device import KINDS, LOGZILLA, LogDevice
from models.machine.order.names import NULLABLE, flat, full
from models.machine.order.parts import (
    LARGEST_JBOD,
    LAYOUTS,
    QUEUE,
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
    UfsOrder,
)
from models.setting import settings
from models.units import GiB, KiB
from models.zfs.allocator.metaslabs import Rules
from models.zfs.dedup.spec import DedupSpec
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

Part = TypeVar("Part")
PARTS = {
    "network": "the cards that requests and answers go through",
    "head": "that work takes longer on cores while others keep memory and links busy",
    "cache": "the ARC: without it every read goes to disk",
    "flash": "the devices of the L2ARC",
    "queue": "ZFS's queue before each disk",
    "drive queue": "the disk's own queue: without it a disk serves in order of arrival",
}
"""What may be left out of a machine, and what that is."""
WITH_DISKS = [name for name, entry in MACHINES.items() if "pool.disks.seek_average" in entry]
HEADS = [name for name in MACHINES if name.startswith("head-")]
DRIVE = {one.name for one in fields(DriveSpec)}
FOLLOWS = {
    "pool.width": "the layout",
    "pool.disks.media_rate": "the speed, for the tracks of the model",
    "log.per_jbod": "2 where there are 2 JBODs, else 1",
    "log.device.*": "the kind",
    "cache.arc": "the head's memory and arc_share",
    "groups.limit": "the head's memory and memory_share, up to limit_most",
    "groups.kick": "the limit and kick_share",
    "groups.pending": "queue.async_write_max",
    "groups.pending_least": "queue.async_write_min",
    "head.cores": "the model",
    "filesystem.dedup.lookup_threads": "the head's cores",
    "filesystem.dedup.table_memory": "a quarter of the ARC",
}
"""Settings that follow others unless they are set, and what they follow."""


@dataclass(frozen=True)
class Order:
    """A machine of the catalogue, ordered with these settings.

    `settings` are those that differ from the catalogue, by dotted name (SI units): "pool.vdevs".
    All else, and what follows from other settings, is filled in. Everything is there that is not
    `left_out` (see PARTS). Raise ValueError for what no shop could build."""

    machine: str  # of the catalogue
    settings: Mapping[str, Any] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    name: str = ""  # what people call it; "": as the machine
    pool: PoolOrder = field(init=False)
    log: LogOrder = field(init=False)
    cache: CacheOrder = field(init=False)
    groups: GroupOrder = field(init=False)
    queue: QueueOrder = field(init=False)
    network: NetworkOrder = field(init=False)
    head: HeadOrder = field(init=False)
    filesystem: FilesystemOrder = field(init=False)
    drive: DriveSpec = field(init=False)  # the data sheet of its disks

    def __post_init__(self) -> None:
        for name in self.left_out:
            one_of("what is left out", name, PARTS)
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

    def _keep(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _check(self) -> None:
        """Raise ValueError where parts do not fit each other."""
        pool, log, files, arc = self.pool, self.log, self.filesystem, self.cache.arc
        memory, least = self.head.memory, min(64 * KiB, files.recordsize)
        if not least <= arc <= memory:
            raise ValueError(
                f"cache.arc must be {least:,} bytes to the {memory:,.0f} of head.memory, got {arc:,.0f}"
            )
        if pool.disks.kind == "array" and not self.has("drive queue"):
            raise ValueError(
                "pool.disks.kind must not be array where the drive queue is left out, got array"
            )
        if log.device.in_memory and (held := log.devices * log.device.capacity) >= memory:
            raise ValueError(
                f"log devices in memory must be below the {memory:,.0f} bytes of head.memory, "
                f"got {held:,.0f}"
            )
        if files.dedup.on and (isinstance(pool.allocator, Rules) or files.kind != "zfs"):
            raise ValueError(
                "filesystem.dedup.on must be False with another file system than zfs, and with the "
                "allocator's rules, got True"
            )
        if files.dedup.on and files.dedup.table_memory >= arc:
            raise ValueError(
                f"filesystem.dedup.table_memory must be below the {arc:,.0f} bytes of the ARC, got "
                f"{files.dedup.table_memory:,.0f}"
            )
        self.dedup_spec()
        if files.kind != "zfs":
            self._check_one_disk()
        if files.kind == "ufs" and not part(self.machine, "filesystem.ufs"):
            raise ValueError(
                f"filesystem.kind must be zfs or raw on the {self.machine}, got ufs: how UFS was made "
                "there is not known, as it is of the freebsd-box"
            )

    def _check_one_disk(self) -> None:
        kind, pool = self.filesystem.kind, self.pool
        for name, got, right in (
            ("pool.layout", pool.layout, "stripe"),
            ("pool.vdevs", pool.vdevs, 1),
            ("pool.disks.kind", pool.disks.kind, "disk"),
            ("log.devices", self.log.devices, 0),
            ("cache.flash.devices", self.cache.flash.devices, 0),
        ):
            if got != right:
                raise ValueError(
                    f"{name} must be {right} with filesystem.kind {kind}, which lies on one disk "
                    f"that turns, got {got}"
                )

    def __deepcopy__(self, memo: Any) -> "Order":
        """Return itself: an order never changes."""
        return self

    def order(self, settings: Mapping[str, Any] | None = None, /, **more: Any) -> "Order":
        """Return the same with these settings.

        A key is a dotted name, or a short form that only one setting has. A part's own name takes
        a mapping of its settings, or the whole part: order(pool={"vdevs": 3}, log={"devices": 2}).
        None takes a setting back to what the catalogue has, or what it follows."""
        name = more.pop("name", self.name)
        changed = {**self.settings, **flat({**(settings or {}), **more})}
        kept = {
            path: value for path, value in changed.items() if value is not None or path in NULLABLE
        }
        return replace(self, settings=kept, name=name)

    def value(self, name: str) -> Any:
        """Return the value of a setting by its dotted name or short form. Raise ValueError."""
        value: Any = self
        for step in full(name).split("."):
            value = getattr(value, step)
        return value

    def without(self, *parts: str) -> "Order":
        """Return the same without some of its PARTS."""
        return replace(self, left_out=self.left_out | set(parts))

    def has(self, part: str) -> bool:
        """Return whether one of PARTS is there."""
        return part not in self.left_out

    def bare(self, *but: str) -> "Order":
        """Return the same with none of its PARTS but these: disks, log devices and file system."""
        return replace(self, left_out=frozenset(PARTS) - set(but))

    @property
    def flushes(self) -> bool:
        """Whether the disks' write caches are flushed."""
        return self.pool.disks.write_cache == "on"

    @property
    def log_spec(self) -> LogSpec:
        """The rules of the intent log."""
        return _as(LogSpec, self.log, flush=self.log.flush and self.flushes)

    @property
    def txg_spec(self) -> TxgSpec:
        """The rules of the transaction groups."""
        return _as(TxgSpec, self.groups, flush=self.groups.flush and self.flushes)

    def dedup_spec(self, held: float = 2 * DedupSpec.unique) -> DedupSpec | None:
        """Return the rules of deduplication, None without. held: bytes that the pool has room
        for."""
        dedup, record = self.filesystem.dedup, self.filesystem.recordsize
        if not dedup.on:
            return None
        with dotted("filesystem.dedup", DedupOrder):
            return DedupSpec(
                record=record,
                unique=held / 2 if dedup.unique is None else dedup.unique,
                memory=dedup.table_memory,
                ratio=dedup.ratio,
                popular=dedup.popular,
                overwrites=dedup.overwrites,
                removal=dedup.removal,
                entry=dedup.entry,
                block=dedup.block,
                packed=dedup.packed,
                copies=dedup.copies,
                threads=dedup.lookup_threads,
                frees=dedup.free_threads,
                hash_rate=self.head.hash_rate,
            )

    @property
    def boxed(self) -> int:
        """Disks and log devices in JBODs. Raise ValueError for more than the JBODs hold."""
        devices = self.pool.count + self.log.devices * (self.log.place == "jbod")
        jbods = self.pool.jbods
        most = LARGEST_JBOD * jbods or MANY
        counted(1, most, **{f"disks and log devices in {jbods} JBODs": devices})
        return devices


class dotted:
    """A context in which an error that begins with a setting's name gets its dotted name."""

    def __init__(self, section: str, cls: Any):
        self.section, self.names = section, {one.name for one in fields(cls)}

    def __enter__(self) -> None:
        """Do nothing yet."""

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, ValueError) and str(error).split(" ")[0].split(".")[0] in self.names:
            raise ValueError(f"{self.section}.{error}") from None


def _as(cls: type[Part], owner: Any, **otherwise: Any) -> Part:
    """Return an instance of a base class with the values of `owner`."""
    same = {one.name: getattr(owner, one.name) for one in fields(cls)}  # type: ignore[arg-type]
    return cls(**{**same, **otherwise})


def _whole(cls: type[Part], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return values, those of whole-numbered fields as int where nothing is lost: 8192.0 is 8192."""
    kinds = {one.name: str(getattr(one.type, "__name__", one.type)) for one in fields(cls)}  # type: ignore[arg-type]
    return {
        name: int(value)
        if isinstance(value, float) and kinds[name].startswith("int") and value.is_integer()
        else value
        for name, value in given.items()
    }


class Parts:
    """Makes the parts of an order: of a machine of the catalogue with settings that differ."""

    def __init__(self, machine: str, settings: Mapping[str, Any]):
        self.machine, self.set, self.catalogue = machine, settings, values(machine)

    def own(self, section: str, source: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of one section by their names there."""
        return {
            name: source[f"{section}.{name}"]
            for name in settings(SECTIONS[section])
            if f"{section}.{name}" in source
        }

    def make(self, section: str, cls: type[Part], /, **follows: Any) -> Part:
        """Return a part. follows: what it has unless it is set, and the parts within it."""
        given = {**self.own(section, self.catalogue), **follows, **self.own(section, self.set)}
        with dotted(section, cls):
            return cls(**_whole(cls, given))

    def head(self) -> HeadOrder:
        """Return the head; its cores follow its model."""
        model, spec = self.set.get("head.model", ""), self.set.get("head.spec")
        if model:
            one_of("head.model", model, HEADS)
        with dotted("head", HeadOrder):
            follows: dict[str, Any] = {"cores": head_of(model, spec).cores} if model else {}
        return self.make("head", HeadOrder, **follows)

    def drive(self) -> DriveSpec:
        """Return the data sheet of the disks; another speed turns the same tracks faster."""
        model = self.set.get("pool.disks.model", self.machine)
        one_of("pool.disks.model", model, WITH_DISKS)
        own = self.own("pool.disks", self.set)
        with dotted("pool.disks", DriveSpec):
            sheet = {name: value for name, value in own.items() if name in DRIVE}
            return drive_of(model, **_whole(DriveSpec, sheet))

    def pool(self, drive: DriveSpec) -> PoolOrder:
        """Return the pool; the width of its vdevs follows their layout."""
        model = self.set.get("pool.disks.model", self.machine)
        usual = part(model, "pool.disks")
        follows: dict[str, Any] = {
            name: usual[name] for name in ("depth", "ageing") if name in usual
        }
        if self.set.get("pool.disks.model"):
            follows = {"depth": 32, "ageing": 0.0, **follows}
        sheet = {name: getattr(drive, name) for name in DRIVE}
        given = {**self.own("pool.disks", self.catalogue), **sheet, **follows, "model": model}
        own = {n: v for n, v in self.own("pool.disks", self.set).items() if n not in DRIVE}
        with dotted("pool.disks", DiskOrder):
            disks = DiskOrder(**_whole(DiskOrder, {**given, **own}))
        layout = self.set.get("pool.layout", "stripe")
        one_of("pool.layout", layout, LAYOUTS)
        return self.make("pool", PoolOrder, width=LAYOUTS[layout].disks, disks=disks)

    def log(self, jbods: int) -> LogOrder:
        """Return the log; what its devices are like follows their kind."""
        kind = self.set.get("log.device.kind")
        if kind is None:
            usual = self.own("log.device", self.catalogue)
            follows = _all(LOGZILLA) if not usual else {}
        elif kind in KINDS:
            follows = _all(KINDS[kind])
        else:
            if "log.device.access" not in self.set:
                one_of("log.device.kind", kind, KINDS)
            follows = {}
        device = self.make("log.device", LogDevice, **follows)
        each = 2 if jbods == 2 else 1
        return self.make("log", LogOrder, device=device, per_jbod=each)

    def cache(self, memory: float, with_flash: bool) -> CacheOrder:
        """Return the caches; the ARC follows the memory, the feeder its devices."""
        flash = self.make("cache.flash", FlashOrder)
        feed = self.make(
            "cache.feed",
            FeedSpec,
            devices=flash.devices if with_flash else 0,
            capacity=flash.used or flash.capacity,
        )
        share = self.own("cache", {**self.catalogue, **self.set}).get(
            "arc_share", CacheOrder.arc_share
        )
        arc = float(max(memory * share, memory - 1 * GiB))
        return self.make("cache", CacheOrder, arc=arc, flash=flash, feed=feed)

    def filesystem(self, cores: int, arc: float) -> FilesystemOrder:
        """Return the file system; the dedup table's threads follow the cores, its memory the ARC."""
        threads = max(1, int(ZFS["ddt_threads"] * cores))
        dedup = self.make(
            "filesystem.dedup",
            DedupOrder,
            lookup_threads=threads,
            table_memory=ZFS["meta_limit"] * arc,
        )
        ufs = self.make("filesystem.ufs", UfsOrder)
        return self.make("filesystem", FilesystemOrder, dedup=dedup, ufs=ufs)

    def groups(self, order: "Order") -> GroupOrder:
        """Return the transaction groups; their limit follows the memory, their transfers ZFS's
        queue."""
        own, queue = self.own("groups", {**self.catalogue, **self.set}), order.queue
        share = own.get("memory_share", GroupOrder.memory_share)
        most = own.get("limit_most", GroupOrder.limit_most)
        limit = own.get("limit", int(min(order.head.memory * share, most)))
        follows: dict[str, Any] = {
            "record": order.filesystem.recordsize,
            "limit": limit,
            "pending": queue.async_write_max or QUEUE["pending"],
            "pending_ramp": (queue.dirty_low, queue.dirty_high),
        }
        if queue.async_write_min:
            follows["pending_least"] = queue.async_write_min
        if kick := own.get("kick_share", GroupOrder.kick_share):
            follows["kick"] = int(limit * kick)
        return self.make("groups", GroupOrder, **follows)


def _all(device: LogDevice) -> dict[str, Any]:
    return {one.name: getattr(device, one.name) for one in fields(device)}


FREEBSD_BOX = Order("freebsd-box")
"""The FreeBSD 8.1 machine of 2010: one SATA disk under ZFS or UFS."""
SUN_7410 = Order("7410").order(
    pool={"layout": "mirror", "vdevs": 22, "jbods": 2}, network={"ports": 2}, head="head-7410"
)
"""The Sun Storage 7410 of 2009: mirrored pairs in two JBODs, no log devices yet."""
SMALL = values("7310")
SUN_7310 = SUN_7410.order(
    pool={
        "vdevs": SMALL["jbods"] * SMALL["disks"] // 2,
        "jbods": SMALL["jbods"],
        "chains": SMALL["chains"],
        "hbas": SMALL["hbas"],
    },
    head={"model": "head-7310", "memory": SMALL["memory"]},
    network={"cards": (Card(),) * SMALL["cards"]},
    name="7310",
)
"""The Sun Storage 7310 of 2009, as it was tested: its disks, with a head of one socket and one cable."""
SERVER_TODAY = Order("server-today").order(
    pool={"layout": "raidz2", "vdevs": 2, "jbods": 1}, log={"place": "head"}
)
"""OpenZFS 2.3 on one EPYC socket: twenty disks of 22 TB in one box."""
ORDERS = {
    "freebsd-box": FREEBSD_BOX,
    "7410": SUN_7410,
    "7310": SUN_7310,
    "server-today": SERVER_TODAY,
}
