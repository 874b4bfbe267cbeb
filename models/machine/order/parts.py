"""The parts of an order, frozen dataclasses that check themselves. `Order` fills in the values that
are derived from other parts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from models.catalogue.machines import part, values
from models.check import LARGEST, a_number, check_recordsize, shown
from models.devices.drive_spec import DriveSpec
from models.devices.flash_drive import READZILLA, SSDS, FlashSpec
from models.devices.queued_disk import DISCIPLINES
from models.head.nic import MTUS, TEN_GIGABIT
from models.head.pcie import Card
from models.machine.order.log_device import LOGZILLA, LogDevice
from models.protocols.nfs.server import SPREAD
from models.setting import Checked, Dataclass, check_settings, count, setting
from models.units import KB, GiB, KiB
from models.zfs.allocator.allocator import Holes
from models.zfs.allocator.metaslabs import Rules
from models.zfs.dataset import SYNCS
from models.zfs.dedup.spec import DedupSpec
from models.zfs.io.queue_order import CLASSES, EDGES
from models.zfs.io.scheduler import RULES
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.pool.records import DEFAULT
from models.zfs.pool.vdev import SIDES
from models.zfs.read_streams import RULES as RULES_AHEAD
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

ZFS, QUEUE, FLASH = values("zfs-2010"), values("zfs-queue"), part("7410", "cache.flash")
CREDIT = {"scrub": (QUEUE["scrub_min"], QUEUE["scrub_max_2020"])}
"""The limits in which the rule "with credit" differs."""
CHECKSUMS = ("off", "fletcher4", "sha256", "skein", "edonr")
COMPRESSIONS = ("off", "lzjb", "lz4", "zstd", "gzip")
LARGEST_JBOD, WIDEST, SLOTS = 108, 255, 16
"""Devices in the largest JBOD on sale (AIC J4108); most disks in a vdev, from the byte arithmetic of RAID-Z parity;
most slots of a head, a guess that no head of the catalogue reaches."""


class Layout(NamedTuple):
    """How a vdev distributes data over its disks."""

    disks: int  # of a vdev, unless `width` is set
    least: int  # fewest disks of a vdev
    data: int  # of these, how many hold the data of a block


LAYOUTS = {
    "stripe": Layout(1, 1, 1),
    "mirror": Layout(2, 2, 1),
    "raidz1": Layout(6, 2, 5),
    "raidz2": Layout(10, 3, 8),
    "raidz3": Layout(11, 4, 8),
    "draid1": Layout(12, 2, 8),
    "draid2": Layout(14, 3, 8),
    "draid3": Layout(16, 4, 8),
}
DRAID_DATA = 8
"""Disks with data in a group of dRAID, unless there are fewer (zpoolconcepts.7)."""


@dataclass(frozen=True)
class DiskOrder(DriveSpec):
    """The disks of the pool: their data sheet, and how they are used."""

    model: str = setting("", "Machine of the catalogue whose disks these are")
    kind: str = setting(
        "disk",
        "Device behind each disk of the pool: a hard disk, an array of 16 disks, or an SSD",
        words=("disk", "array", "ssd"),
    )
    write_cache: str = setting(
        "on",
        "Write cache of each disk: on, ignored (on, but never flushed) or off",
        words=("on", "ignored", "off"),
    )
    discipline: str = setting(
        "sptf", "Rule by which a disk serves its own queue", words=tuple(DISCIPLINES)
    )
    depth: int = count(32, "Most commands in a disk's own queue")
    ageing: float = setting(
        0.0,
        "Seconds of positioning time that a command is forgiven for each second that it has waited",
        least=0,
    )
    speed_error: float = setting(
        0.0,
        "Largest deviation of a disk's speed, drawn at random for each disk",
        "share",
        least=0,
        below=1,
    )
    speed_errors: tuple[float, ...] = setting(
        (), "Deviations of the speed, disk by disk, instead of random ones", typed=False
    )
    ssd: FlashSpec = field(default_factory=FlashSpec)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self)
        for error in self.speed_errors:
            a_number("speed_errors", abs(error), 0, below=1)


@dataclass(frozen=True)
class SpecialOrder(Checked):
    """The special vdev, which holds the metadata and, on request, small blocks (OpenZFS 0.8)."""

    devices: int = count(
        0, "SSDs of the special vdev, all sides of one mirror; 0: none", 0, LARGEST_JBOD
    )
    kind: str = setting("nvme-server", "Kind of these SSDs", words=tuple(SSDS))
    small: int = count(
        0, "Largest block of data that is stored there, too; 0: metadata only", 0, 1024 * KiB, "B"
    )


@dataclass(frozen=True)
class PoolOrder:
    """The vdevs of the pool, and the JBODs that hold their disks."""

    layout: str = setting("stripe", "Layout of each vdev", words=tuple(LAYOUTS))
    vdevs: int = count(1, "Number of vdevs")
    width: int = count(1, "Disks in each vdev", most=WIDEST)
    jbods: int = count(
        0,
        "Boxes of disks, each on a cable; 0: each disk has a port of its own, as NVMe SSDs have unless this is set",
        least=0,
    )
    chains: int | None = count(None, "Cables that the JBODs share in chains; none: one cable each")
    hbas: int = count(
        0, "Cards that the cables are attached to, each in a slot; 0: no limit", 0, LARGEST_JBOD
    )
    cable_rate: float = setting(inf, "Data rate of a cable", "B/s", above=0, infinite=True)
    ashift: int = setting(
        9, "Smallest I/O of the pool as a power of two: 9 is 512 bytes, 12 is 4096 bytes"
    )
    sides: str = setting(
        "least busy",
        "Side of a mirror that a block is read from: in turn by its place (until 2013), one with the fewest commands (2013), or the least busy",
        words=SIDES,
    )
    scattered: bool = setting(
        False, "Whether blocks lie at random places, as after much overwriting, instead of in order"
    )
    filled: float | None = setting(
        None,
        "Share of each vdev that holds data, from the rim on; none: only what is read lies there",
        "share",
        above=0,
        most=1,
    )
    overwritten: float = setting(
        0.0,
        "Times that each block has been overwritten, and so moved, on average",
        least=0,
        most=100,
    )
    begin: float = setting(
        0.5,
        "Position of the first block on each vdev, or on its used part",
        "share",
        least=0,
        below=1,
    )
    allocator: Rules | Holes | None = setting(  # noqa: RUF009
        None,
        "Rules of the allocator, or holes to fill; none: each block follows the last",
        typed=False,
    )
    draid_data: int | None = count(
        None, "Disks with data in a group of dRAID; none: 8, or as many as there are", most=WIDEST
    )
    draid_spares: int = count(0, "Disks whose space dRAID keeps free on all disks", 0, WIDEST)
    disks: DiskOrder = field(default_factory=DiskOrder)
    special: SpecialOrder = field(default_factory=SpecialOrder)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.ashift not in (9, 12):
            raise ValueError(f"ashift must be 9 or 12, got {shown(self.ashift)}")
        least = LAYOUTS[self.layout].least
        if self.layout == "stripe" and self.width != 1:
            raise ValueError(f"width must be 1 in a stripe (one disk per vdev), got {self.width}")
        if self.width < least:
            raise ValueError(f"width must be {least} or more in a {self.layout}, got {self.width}")
        room = self.width - self.parity - self.draid_spares
        if self.layout.startswith("draid") and room < (self.draid_data or 1):
            raise ValueError(
                f"width must be {self.width - room + (self.draid_data or 1)} or more in a {self.layout} with "
                f"{self.draid_data or 1} of data and {self.draid_spares} of spares, got {self.width}"
            )

    @property
    def parity(self) -> int:
        """Return the disks' worth of parity in each vdev or group; 0 without parity."""
        return int(self.layout[-1]) if "raid" in self.layout else 0

    @property
    def group_data(self) -> int:
        """Return the disks with data in a group of dRAID."""
        return self.draid_data or min(DRAID_DATA, self.width - self.parity - self.draid_spares)

    @property
    def copies(self) -> float:
        """Return the bytes on disk, with parity, for a byte of large blocks."""
        if self.layout.startswith("draid"):
            return 1 + self.parity / self.group_data
        return self.width / (self.width - self.parity) if self.parity else float(self.width)

    @property
    def count(self) -> int:
        """Return the number of disks in all vdevs."""
        return self.vdevs * self.width


@dataclass(frozen=True)
class LogOrder(LogSpec):
    """The intent log: its devices, if any, and its parameters."""

    devices: int = count(
        0, "Number of log devices; 0: the log is on the pool's disks", 0, LARGEST_JBOD
    )
    mirrored: bool = setting(False, "Whether the log devices are mirrored in pairs")
    place: str = setting(
        "jbod",
        "Place of the log devices: in a JBOD, or in slots of the head",
        words=("jbod", "head"),
    )
    per_jbod: int = count(
        1, "Log devices that each JBOD takes; the last JBOD is filled first", most=LARGEST_JBOD
    )
    device: LogDevice = LOGZILLA

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self)
        if self.mirrored and self.devices % 2:
            near = f"{self.devices - 1} or {self.devices + 1}" if self.devices > 1 else "2"
            raise ValueError(
                f"devices must be an even number if they are mirrored, such as {near}, got {self.devices}"
            )


@dataclass(frozen=True)
class FlashOrder(Checked):
    """The devices of the L2ARC."""

    kind: str = setting(
        READZILLA, "Kind of SSD; its other settings start from it", words=(READZILLA, *SSDS)
    )
    devices: int = count(0, "Number of flash devices of the L2ARC", 0, LARGEST_JBOD)
    used: float = setting(0.0, "Part of each device that is used; 0: all of it", "B", least=0)
    access: float = setting(0.0, "Time of a read before its data is transferred", "s", least=0)
    spread: float = setting(
        0.0, "Largest extra time of a read, uniformly distributed", "s", least=0
    )
    rate: float = setting(1e12, "Data rate of a device", "B/s", above=0)
    capacity: float = setting(1.0 * GiB, "Capacity of a device", "B", above=0)
    channels: int = count(1, "Reads that a device serves in parallel")


@dataclass(frozen=True)
class CacheOrder:
    """The read caches: the ARC in memory, the L2ARC on flash, and its feeder."""

    arc: float = setting(1.0 * GiB, "Size of the ARC", "B")
    arc_share: float = setting(
        0.5, "Share of memory for the ARC, if that is more than memory less 1 GiB", "share"
    )
    meta_limit: float | None = setting(
        None,
        "Largest share of the ARC for metadata (before 2014); none: no limit",
        "share",
        least=0,
        most=1,
    )
    pointers_held: bool = setting(
        False,
        "Whether memory holds all blocks of pointers, beside the ARC, so that none is read",
    )
    pointers_packed: bool = setting(
        False, "Whether the ARC holds blocks of pointers as compressed as on disk (2016)"
    )
    warm: float = setting(
        0.0,
        "Time for which the same load has read before, so that the caches are filled",
        "s",
        least=0,
    )
    prefetch: str = setting(
        "2008", "How ZFS reads ahead of programs on the machine itself", words=RULES_AHEAD
    )
    held: tuple[float, float] | None = setting(
        None, "Shares of all blocks that are always in memory and always on flash", "share"
    )
    flash: FlashOrder = field(default_factory=FlashOrder)
    feed: FeedSpec = field(default_factory=FeedSpec)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.meta_limit is not None and self.feed.new:
            raise ValueError(
                "meta_limit must be None with the feeder of 2015, whose lists mix data and metadata, "
                f"got {self.meta_limit:g}"
            )
        if self.held is not None:
            memory, flash = self.held
            a_number("held[0]", memory, 0, 1)
            a_number("held[1]", flash, 0, 1 - memory + 1e-9)
            if flash and not self.flash.devices:
                raise ValueError(
                    "flash.devices must be 1 or more if held has a share on flash, got 0"
                )


@dataclass(frozen=True)
class GroupOrder(TxgSpec):
    """The transaction groups and the write throttle."""

    memory_share: float = setting(
        0.125, "Largest share of memory for dirty data", "share", above=0, most=1
    )
    limit_most: float = setting(
        2.0**60, "Upper bound of the limit that follows from the memory", "B", above=0
    )
    kick_share: float = setting(
        0.0,
        "Share of the limit at which a group is written; 0: at groups.kick bytes",
        "share",
        least=0,
        most=1,
    )
    age: float = setting(0.0, "Time since the last group at the start of the run", "s", least=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_settings(self)


@dataclass(frozen=True)
class QueueOrder:
    """ZFS's queue before each disk."""

    rule: str = setting("deadline", "Rule that chooses the next I/O for the disk", words=RULES)
    pending: int = count(QUEUE["pending"], "Most commands of all classes that a disk has at a time")
    aggregation: int = count(
        QUEUE["aggregation"],
        "Largest command made of several I/Os; 0: I/Os are not combined",
        0,
        LARGEST,
        "B",
    )
    aggregation_flash: int | None = count(
        None, "The same for an SSD; none: as for a disk", 0, LARGEST, "B"
    )
    gap: int = count(
        QUEUE["read_gap"], "Largest gap across which reads are combined", 0, LARGEST, "B"
    )
    ramp: int | None = count(
        None, "Most commands sent to the disk after each answer; none: no limit"
    )
    start: int | None = count(
        None,
        "An arriving I/O is sent at once if the disk has fewer commands than this; none: fewer than pending",
    )
    sync_read_min: int | None = count(
        None, "Least synchronous reads that a disk has at a time if there are as many"
    )
    sync_read_max: int | None = count(None, "Most synchronous reads that a disk has at a time")
    sync_write_min: int | None = count(
        None, "Least synchronous writes that a disk has at a time if there are as many"
    )
    sync_write_max: int | None = count(None, "Most synchronous writes that a disk has at a time")
    async_read_min: int | None = count(
        None, "Least prefetches that a disk has at a time if there are as many"
    )
    async_read_max: int | None = count(None, "Most prefetches that a disk has at a time")
    async_write_min: int | None = count(
        None, "Least asynchronous writes that a disk has at a time if there are as many"
    )
    async_write_max: int | None = count(None, "Most asynchronous writes that a disk has at a time")
    scrub_min: int | None = count(
        None, "Least reads of a scrub or resilver that a disk has at a time if there are as many"
    )
    scrub_max: int | None = count(
        None, "Most reads of a scrub or resilver that a disk has at a time"
    )
    dirty_low: float = setting(
        EDGES[0],
        "Dirty share of the limit below which asynchronous writes get their minimum",
        "share",
        least=0,
        most=1,
    )
    dirty_high: float = setting(
        EDGES[1],
        "Dirty share of the limit above which asynchronous writes get their maximum",
        "share",
        least=0,
        most=1,
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.dirty_low >= self.dirty_high:
            raise ValueError(
                f"dirty_low must be below {self.dirty_high:g} (dirty_high), got {self.dirty_low:g}"
            )
        for name, (least, most) in self.limits.items():
            if least > most:
                key = name.replace(" ", "_")
                raise ValueError(f"{key}_min must be {most} ({key}_max) or less, got {least}")

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """Return the minimum and maximum of each class with one of them set, the other by default."""
        limits = {
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
            for name, (least, most) in limits.items()
            if least is not None or most is not None
        }


@dataclass(frozen=True)
class NetworkOrder(Checked):
    """The network between the clients and the head."""

    ports: int = count(1, "Network ports of the head", 0, LARGEST_JBOD)
    port_rate: float = setting(
        TEN_GIGABIT, "Data rate of a port in each direction", "B/s", least=125 * KB
    )
    mtu: int = setting(MTUS["jumbo"], "Largest packet", "B", least=576, most=65536)
    turnaround: float | None = setting(
        None,
        "Time from an answer to the arrival of the client's next request; none: no clients",
        "s",
        least=0,
    )
    cards: tuple[Card, ...] = setting(
        (),
        "Cards with two ports of 10 GbE, each in a slot of PCI Express 1, instead of independent ports",
        least=0,
        most=SLOTS,
    )
    client_message: float = setting(
        0.0, "Time that an iSCSI initiator takes for each message (PDU)", "s", least=0
    )
    client_port: float | None = setting(
        None, "Data rate of a client's port; none: network.port_rate", "B/s", least=1 * KB
    )
    nfsd: int | None = count(
        None, "Requests that the NFS server serves at a time, each in a thread; none: no limit"
    )


@dataclass(frozen=True)
class HeadOrder(Checked):
    """The head: its cores, its memory, and the cost of work on them."""

    model: str = setting(
        "", "Head node of the catalogue; without one, memory and links have no limits"
    )
    spec: Mapping[str, object] | None = setting(
        None, "Arguments of `Head` that differ from the model's", typed=False
    )
    cores: int = count(1, "Number of cores")
    memory: float = setting(4.0 * GiB, "Size of the memory", "B", least=64 * KiB)
    host: float | None = setting(
        None,
        "Time that a program and its system call take on a core for a synchronous write; none: the price of the call at the cores' clock",
        "s",
        least=0,
    )
    software: str = setting(
        "2009",
        "ZFS whose prices of calls, blocks, checksums and compression apply",
        words=("2009", "today"),
    )
    wake: float = setting(0.0, "Time from when a thread is woken until it runs", "s", least=0)
    blocks: str = setting(
        "apart",
        "How cores pay for blocks to and from disk: apart, or in the prices of a server's requests",
        words=("apart", "in requests"),
    )
    copy: float = setting(0.0, "Processor time to copy a byte", "s", least=0)
    cpu_read: float = setting(0.0, "Processor time for an NFS read", "s", least=0)
    cpu_read_spread: float = setting(
        SPREAD, "Time of a read varies by up to this share, up or down", "share", least=0, most=1
    )
    cpu_write: float = setting(0.0, "Processor time for an NFS write", "s", least=0)
    cpu_byte: float = setting(
        0.0, "Processor time for a byte of an NFS request, with a head.model", "s", least=0
    )
    cpu_network: float = setting(
        0.0,
        "Processor time for a request that does not count in the NFS latency (network, interrupts)",
        "s",
        least=0,
    )
    cpu_network_load: float = setting(
        0.0, "Share of the cores in use when cpu_network was measured", "share", least=0, most=1
    )
    hash_rate: float = setting(
        ZFS["sha256_rate"], "Rate at which a core hashes (SHA-256)", "B/s", above=0
    )


@dataclass(frozen=True)
class DedupOrder(Checked):
    """Deduplication: its table, and the data it applies to."""

    on: bool = setting(False, "Whether equal records are stored once")
    unique: float | None = setting(
        None, "Size of the unique data; none: half of the pool's capacity", "B"
    )
    table_memory: float = setting(DedupSpec.memory, "Part of the ARC for the table", "B")
    ratio: float = setting(DedupSpec.ratio, "Average number of pointers to a block")
    popular: float = setting(
        DedupSpec.popular,
        "Duplicates are all of this many popular blocks; 0: of any block",
        least=0,
    )
    overwrites: bool = setting(
        DedupSpec.overwrites,
        "Whether each write frees the block that it replaces; no if there is a snapshot",
    )
    removal: float = setting(
        DedupSpec.removal,
        "Blocks per second that are freed besides those that writes replace",
        "1/s",
    )
    entry: float = setting(DedupSpec.entry, "Size of an entry in memory", "B")
    block: int = setting(DedupSpec.block, "Size of a table block in memory", "B")
    packed: float = setting(
        DedupSpec.packed, "Size of a table block on disk, as a share of its size in memory", "share"
    )
    copies: int = setting(DedupSpec.copies, "Copies of each table block on disk", least=1, most=3)
    lookup_threads: int = count(
        DedupSpec.threads, "Threads that hash written records and look them up"
    )
    free_threads: int = count(DedupSpec.frees, "Threads that look up freed records")


@dataclass(frozen=True)
class UfsOrder(Checked):
    """The parameters of a UFS file system."""

    block: int = count(16 * KiB, "Size of a block", 1, LARGEST, "B")
    cluster: int = count(128 * KiB, "Largest transfer", 1, LARGEST, "B")
    group: int = count(183_700_000, "Size of a cylinder group", 1, LARGEST, "B")
    inodes: int = count(23_552 * 256, "Size of the inodes of a cylinder group", 1, LARGEST, "B")


@dataclass(frozen=True)
class FilesystemOrder:
    """The file system and its properties."""

    kind: str = setting(
        "zfs", "File system, or raw for the disk alone", words=("zfs", "ufs", "raw")
    )
    recordsize: int | None = setting(
        None,
        "Largest block of a file, share or LUN; none: the size of the load's requests, at most 128 KiB",
        "B",
    )
    sync: str = setting(
        "standard", "Which writes are made safe before they are answered", words=SYNCS
    )
    checksum: str = setting("fletcher4", "Checksum of each block", words=CHECKSUMS)
    compression: str = setting("off", "Compression of records", words=COMPRESSIONS)
    ratio: float | None = setting(
        None,
        "Size of a record over its size on disk; none: what the algorithm makes of the Silesia corpus",
        least=1,
        most=1000,
    )
    datasets: int = count(
        1, "Number of datasets, each with an intent log; clients are spread over them"
    )
    dedup: DedupOrder = field(default_factory=DedupOrder)
    ufs: UfsOrder = field(default_factory=UfsOrder)

    def __post_init__(self) -> None:
        check_settings(self)
        if self.compression == "off" and self.ratio is not None:
            raise ValueError(f"ratio must be none while compression is off, got {self.ratio:g}")
        if self.recordsize is not None:
            check_recordsize(self.recordsize)

    @property
    def record(self) -> int:
        """Return the recordsize, or ZFS's default if it is none."""
        return self.recordsize or DEFAULT


MAIN = {
    "pool": "layout",
    "pool.disks": "kind",
    "pool.disks.ssd": "kind",
    "pool.special": "devices",
    "log": "devices",
    "log.device": "kind",
    "cache": "arc",
    "cache.flash": "devices",
    "head": "model",
    "filesystem": "kind",
    "filesystem.dedup": "on",
}
"""The main setting of a part: `filesystem=ufs` sets `filesystem.kind`."""
SECTIONS: dict[str, type[Dataclass]] = {
    "pool": PoolOrder,
    "pool.disks": DiskOrder,
    "pool.disks.ssd": FlashSpec,
    "pool.special": SpecialOrder,
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
