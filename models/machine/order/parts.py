"""The parts of an order. Each is a frozen dataclass that checks itself; `Order` fills in what
follows from other parts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.check import LARGEST, a_number, check_recordsize, shown
from models.devices.drive_spec import DriveSpec
from models.devices.queued_disk import DISCIPLINES
from models.head.nic import MTUS, TEN_GIGABIT
from models.head.pcie import Card
from models.machine.order.log_device import LOGZILLA, LogDevice
from models.setting import check_settings, count, setting
from models.units import GiB, KiB
from models.zfs.allocator.allocator import Holes
from models.zfs.allocator.metaslabs import Rules
from models.zfs.dataset import SYNCS
from models.zfs.dedup.spec import DedupSpec
from models.zfs.io.queue_order import CLASSES
from models.zfs.io.scheduler import RULES
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

SUN, ZFS, QUEUE = values("7410"), values("zfs-2010"), values("zfs-queue")
CREDIT = {"scrub": (QUEUE["scrub_min"], QUEUE["scrub_max_2020"])}
"""Limits of the rule with credit that differ."""
LARGEST_JBOD, WIDEST = 108, 255
"""Devices in the largest JBOD on sale (AIC J4108); disks that the bytes of RAID-Z parity can tell apart."""


class Layout(NamedTuple):
    """How a vdev lays data out."""

    disks: int  # of one vdev, unless `width` is set
    least: int  # disks of the narrowest vdev
    data: int  # disks that the data of a block is spread over, in a vdev of `disks`


LAYOUTS = {
    "stripe": Layout(1, 1, 1),
    "mirror": Layout(2, 2, 1),
    "raidz1": Layout(6, 2, 5),
    "raidz2": Layout(10, 3, 8),
    "raidz3": Layout(11, 4, 8),
}


@dataclass(frozen=True)
class DiskOrder(DriveSpec):
    """The disks of the pool: what their data sheet says, and how they are used."""

    model: str = setting("", "Machine of the catalogue whose disks these are")
    kind: str = setting(
        "disk",
        "What ZFS takes for a disk: one disk, an array of 16 disks, or an SSD",
        words=("disk", "array", "ssd"),
    )
    write_cache: str = setting(
        "on",
        "The write cache: on (it obeys flushes), ignored (on, and never flushed) or off",
        words=("on", "ignored", "off"),
    )
    discipline: str = setting(
        "sptf", "Order in which a disk serves its own queue", words=tuple(DISCIPLINES)
    )
    depth: int = count(32, "Commands in a disk's own queue at most")
    ageing: float = setting(
        0.0, "Head start of a command for the time it has waited in the disk's queue", least=0
    )
    speed_error: float = setting(
        0.0, "Largest error of a disk's speed, drawn for each disk", "share", least=0, below=1
    )
    speed_errors: tuple[float, ...] = setting(
        (), "Errors of the speed, disk by disk, instead of drawn ones", typed=False
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self)
        for error in self.speed_errors:
            a_number("speed_errors", abs(error), 0, below=1)


@dataclass(frozen=True)
class PoolOrder:
    """The main vdevs of the pool, and the JBODs that hold their disks."""

    layout: str = setting("stripe", "Layout of each vdev", words=tuple(LAYOUTS))
    vdevs: int = count(1, "Vdevs")
    width: int = count(1, "Disks of each vdev", most=WIDEST)
    jbods: int = count(0, "Boxes of disks, each on a cable; 0: each disk has a port", least=0)
    chains: int | None = count(
        None, "Cables that the JBODs share, one JBOD behind the other; none: a cable each"
    )
    hbas: int = count(
        0, "Cards that the cables end at, each in a slot; 0: no limit", 0, LARGEST_JBOD
    )
    cable_rate: float = setting(inf, "Bytes a second over a cable", "B/s", above=0, infinite=True)
    sector: int = setting(512, "Smallest I/O to the pool: 512 or 4096 bytes", "B")
    scattered: bool = setting(
        False, "Whether blocks lie anywhere, as after overwriting, instead of in order"
    )
    begin: float = setting(
        0.5, "Where the first block lies on each vdev", "share", least=0, below=1
    )
    allocator: Rules | Holes | None = setting(  # noqa: RUF009
        None,
        "Rules of the allocator, or holes to fill; none: each block behind the last",
        typed=False,
    )
    disks: DiskOrder = field(default_factory=DiskOrder)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.sector not in (512, 4096):
            raise ValueError(f"sector must be 512 or 4096 bytes, got {shown(self.sector)}")
        least = LAYOUTS[self.layout].least
        if self.layout == "stripe" and self.width != 1:
            raise ValueError(f"width must be 1 in a stripe (a disk a vdev), got {self.width}")
        if self.width < least:
            raise ValueError(f"width must be {least} or more in a {self.layout}, got {self.width}")

    @property
    def count(self) -> int:
        """Disks in all."""
        return self.vdevs * self.width


@dataclass(frozen=True)
class LogOrder(LogSpec):
    """The intent log: its devices, if it has its own, and its rules."""

    devices: int = count(0, "Log devices; 0: the log lies on the pool's disks", 0, LARGEST_JBOD)
    mirrored: bool = setting(False, "Whether log devices are mirrored in pairs")
    place: str = setting(
        "jbod",
        "Where log devices sit: in a JBOD, or in the head with a slot of their own",
        words=("jbod", "head"),
    )
    per_jbod: int = count(1, "Log devices in each JBOD, from the last JBOD on", most=LARGEST_JBOD)
    device: LogDevice = LOGZILLA

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self)
        if self.mirrored and self.devices % 2:
            near = f"{self.devices - 1} or {self.devices + 1}" if self.devices > 1 else "2"
            raise ValueError(f"devices must be {near} in mirrored pairs, got {self.devices}")


@dataclass(frozen=True)
class FlashOrder:
    """The devices of the L2ARC."""

    devices: int = count(0, "Flash devices of the L2ARC", 0, LARGEST_JBOD)
    used: float = setting(0.0, "Bytes of each device that are used; 0: all", "B", least=0)
    access: float = setting(
        SUN["cache.flash.access"], "Time of a read before its bytes move", "s", least=0
    )
    spread: float = setting(
        SUN["cache.flash.spread"], "How much longer a read may take, drawn evenly", "s", least=0
    )
    rate: float = setting(SUN["cache.flash.rate"], "Bytes a second of a device", "B/s", above=0)
    capacity: float = setting(SUN["cache.flash.capacity"], "Bytes of a device", "B", above=0)
    channels: int = count(SUN["cache.flash.channels"], "Reads that a device serves at a time")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True)
class CacheOrder:
    """The caches of reads: the ARC in memory, the L2ARC on flash, and its feeder."""

    arc: float = setting(1.0 * GiB, "Bytes of the ARC", "B")
    arc_share: float = setting(
        0.5, "Share of memory for the ARC at least; it is all but 1 GiB if that is more", "share"
    )
    meta_limit: float | None = setting(
        None,
        "Share of the ARC for metadata at most (before 2014); none: no limit",
        "share",
        least=0,
        most=1,
    )
    held: tuple[float, float] | None = setting(
        None, "Shares of all blocks that memory and flash hold for good", typed=False
    )
    flash: FlashOrder = field(default_factory=FlashOrder)
    feed: FeedSpec = field(default_factory=FeedSpec)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.meta_limit is not None and self.feed.new:
            raise ValueError(
                "meta_limit must be None with the feeder of 2015, whose lists hold data and "
                f"metadata alike, got {self.meta_limit:g}"
            )
        if self.held is not None:
            memory, flash = self.held
            a_number("held in memory", memory, 0, 1)
            a_number("held on flash", flash, 0, 1 - memory + 1e-9)
            if flash and not self.flash.devices:
                raise ValueError("flash.devices must be 1 or more to hold blocks, got 0")


@dataclass(frozen=True)
class GroupOrder(TxgSpec):
    """The transaction groups and the write throttle."""

    memory_share: float = setting(
        0.125, "Share of memory that dirty data may take at most", "share", above=0, most=1
    )
    limit_most: float = setting(2.0**60, "Largest limit, whatever the memory", "B", above=0)
    kick_share: float = setting(
        0.0,
        "Share of the limit from which a group goes out; 0: as kick says",
        "share",
        least=0,
        most=1,
    )
    age: float = setting(0.0, "Time since the last group when the run begins", "s", least=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self)


@dataclass(frozen=True)
class QueueOrder:
    """ZFS's queue before each disk."""

    rule: str = setting("deadline", "Which I/O goes to the disk next", words=RULES)
    pending: int = count(
        QUEUE["pending"], "Commands that a disk has from the queue at most, whatever their class"
    )
    aggregation: int = count(
        QUEUE["aggregation"],
        "Bytes of one command joined from several I/Os; 0: none",
        0,
        LARGEST,
        "B",
    )
    gap: int = count(
        QUEUE["read_gap"], "Bytes of a hole across which reads are joined", 0, LARGEST, "B"
    )
    ramp: int | None = count(None, "Commands that go down on each answer; none: no limit")
    start: int | None = count(
        None, "Commands a disk may have when an I/O goes down on arrival; none: as pending"
    )
    sync_read_min: int | None = count(None, "Synchronous reads that a disk has at least")
    sync_read_max: int | None = count(None, "Synchronous reads at most")
    sync_write_min: int | None = count(None, "Synchronous writes at least")
    sync_write_max: int | None = count(None, "Synchronous writes at most")
    async_read_min: int | None = count(None, "Prefetches at least")
    async_read_max: int | None = count(None, "Prefetches at most")
    async_write_min: int | None = count(None, "Asynchronous writes at least")
    async_write_max: int | None = count(None, "Asynchronous writes at most")
    scrub_min: int | None = count(None, "Reads of a scrub or resilver at least")
    scrub_max: int | None = count(None, "Reads of a scrub or resilver at most")
    dirty_low: float = setting(
        QUEUE["dirty_low"],
        "Share of dirty data below which writes get their minimum",
        "share",
        least=0,
        most=1,
    )
    dirty_high: float = setting(
        QUEUE["dirty_high"],
        "Share of dirty data above which writes get their maximum",
        "share",
        least=0,
        most=1,
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.dirty_low >= self.dirty_high:
            raise ValueError(
                f"dirty_low must be below dirty_high, {self.dirty_high:g}, got {self.dirty_low:g}"
            )
        for name, (least, most) in self.limits.items():
            if least > most:
                key = name.replace(" ", "_")
                raise ValueError(f"{key}_min must be at most {key}_max, {most}, got {least}")

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """Minimum and maximum of each class that has one of them set; the other is of its year."""
        given = {
            "sync read": (self.sync_read_min, self.sync_read_max),
            "sync write": (self.sync_write_min, self.sync_write_max),
            "async read": (self.async_read_min, self.async_read_max),
            "async write": (self.async_write_min, self.async_write_max),
            "scrub": (self.scrub_min, self.scrub_max),
        }
        usual = {**CLASSES, **(CREDIT if self.rule == "with credit" else {})}
        return {
            name: (
                usual[name][0] if least is None else least,
                usual[name][1] if most is None else most,
            )
            for name, (least, most) in given.items()
            if least is not None or most is not None
        }


@dataclass(frozen=True)
class NetworkOrder:
    """The network between clients and head."""

    ports: int = count(1, "Ports of the head", 0, LARGEST_JBOD)
    port_rate: float = setting(TEN_GIGABIT, "Bytes a second of a port, each way", "B/s", above=0)
    mtu: int = setting(MTUS["jumbo"], "Bytes of the largest packet", "B", least=576, most=65536)
    turnaround: float | None = setting(
        None,
        "Time at a client from an answer to its next request's arrival; none: no clients",
        "s",
        least=0,
    )
    cards: tuple[Card, ...] = setting(
        (), "Cards in their slots, instead of ports that share none", typed=False
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True)
class HeadOrder:
    """The head: its cores, its memory, and what work costs them."""

    model: str = setting("", "Head node of the catalogue; without one lines cost nothing")
    spec: Mapping[str, Any] | None = setting(
        None, "Arguments of `Head` that differ from the model's", typed=False
    )
    cores: int = count(1, "Cores")
    memory: float = setting(4.0 * GiB, "Bytes of memory", "B", least=64 * KiB)
    host: float = setting(0.0, "Time of a program and the system for a write", "s", least=0)
    copy: float = setting(0.0, "Time to copy a byte on a core", "s", least=0)
    cpu_read: float = setting(0.0, "Time of a core for an NFS read", "s", least=0)
    cpu_read_spread: float = setting(
        SUN["nfs.spread"], "How far the time of a read varies either way", "share", least=0, most=1
    )
    cpu_write: float = setting(0.0, "Time of a core for an NFS write", "s", least=0)
    cpu_byte: float = setting(
        0.0, "Time of a core for a byte of an NFS request, on a head node", "s", least=0
    )
    cpu_network: float = setting(
        0.0, "Time of a core for a request outside its NFS latency", "s", least=0
    )
    cpu_network_load: float = setting(
        0.0, "Load of the head when cpu_network was measured", "share", least=0, most=1
    )
    hash_rate: float = setting(
        ZFS["sha256_rate"], "Bytes a second that a core hashes (SHA-256)", "B/s", above=0
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True)
class DedupOrder:
    """Deduplication: the table, and the data that it finds."""

    on: bool = setting(False, "Whether equal records are stored once")
    unique: float | None = setting(
        None, "Bytes of different data; none: half of what the pool has room for", "B"
    )
    table_memory: float = setting(DedupSpec.memory, "Bytes of the ARC for the table", "B")
    ratio: float = setting(DedupSpec.ratio, "Pointers to a block on average")
    popular: float = setting(
        DedupSpec.popular, "Different blocks among those found again; 0: all of them", least=0
    )
    overwrites: bool = setting(
        DedupSpec.overwrites, "Whether each write frees what it replaces; no with a snapshot"
    )
    removal: float = setting(DedupSpec.removal, "Blocks freed besides", "1/s")
    entry: float = setting(DedupSpec.entry, "Bytes of an entry in memory", "B")
    block: int = setting(DedupSpec.block, "Bytes of a table block in memory", "B")
    packed: float = setting(
        DedupSpec.packed, "Share of a table block that it takes on disk", "share"
    )
    copies: int = setting(DedupSpec.copies, "Copies of a table block on disk", least=1, most=3)
    lookup_threads: int = count(DedupSpec.threads, "Threads that hash and look up written records")
    free_threads: int = count(DedupSpec.frees, "Threads that look up freed records")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True)
class UfsOrder:
    """How a UFS file system is made."""

    block: int = count(16 * KiB, "Bytes of a block", 1, LARGEST, "B")
    cluster: int = count(128 * KiB, "Bytes of the largest transfer", 1, LARGEST, "B")
    group: int = count(183_700_000, "Bytes of a cylinder group", 1, LARGEST, "B")
    inodes: int = count(23_552 * 256, "Bytes of inodes in a cylinder group", 1, LARGEST, "B")

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True)
class FilesystemOrder:
    """The file system and its properties."""

    kind: str = setting("zfs", "File system, or the raw disk", words=("zfs", "ufs", "raw"))
    recordsize: int = setting(128 * KiB, "Bytes of the largest block of a share or LUN", "B")
    sync: str = setting("standard", "When a write is safe before it is answered", words=SYNCS)
    datasets: int = count(1, "Datasets, each with an intent log, that clients are spread over")
    dedup: DedupOrder = field(default_factory=DedupOrder)
    ufs: UfsOrder = field(default_factory=UfsOrder)

    def __post_init__(self) -> None:
        check_settings(self)
        check_recordsize(self.recordsize)


MAIN = {
    "pool": "layout",
    "pool.disks": "kind",
    "log": "devices",
    "log.device": "kind",
    "cache.flash": "devices",
    "head": "model",
    "filesystem": "kind",
    "filesystem.dedup": "on",
}
"""What a part's own name sets: `filesystem=ufs` is `filesystem.kind=ufs`."""
SECTIONS: dict[str, Any] = {
    "pool": PoolOrder,
    "pool.disks": DiskOrder,
    "log": LogOrder,
    "log.device": LogDevice,
    "cache": CacheOrder,
    "cache.flash": FlashOrder,
    "cache.feed": FeedSpec,
    "groups": GroupOrder,
    "queue": QueueOrder,
    "network": NetworkOrder,
    "head": HeadOrder,
    "filesystem": FilesystemOrder,
    "filesystem.dedup": DedupOrder,
    "filesystem.ufs": UfsOrder,
}
"""The parts by dotted name."""
