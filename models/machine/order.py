"""What a machine is ordered as: data, from which `Machine` puts one together. What no shop could
build is refused here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from models.catalogue.machines import MACHINES, values
from models.check import (
    LARGEST,
    MANY,
    a_number,
    at_least,
    check_recordsize,
    constants,
    counted,
    one_of,
    shown,
)
from models.devices.drive_spec import TABLES, DriveSpec, drive_fields, drive_of
from models.devices.queued_disk import DISCIPLINES
from models.head.pcie import Card
from models.machine.log_device import LogDevice
from models.units import GiB, KiB, ms
from models.zfs.allocator.allocator import Holes
from models.zfs.allocator.metaslabs import Rules
from models.zfs.dedup.spec import DedupSpec
from models.zfs.io.scheduler import OPTIONS, RULES
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec


class Layout(NamedTuple):
    """disks: of one vdev, as usual. least: at least so many. data: over how many the data of a
    block is spread."""

    disks: int
    least: int
    data: int


LAYOUTS = {
    "stripe": Layout(1, 1, 1),
    "mirror": Layout(2, 2, 1),
    "raidz1": Layout(6, 2, 5),
    "raidz2": Layout(10, 3, 8),
    "raidz3": Layout(11, 4, 8),
}
PARTS = {
    "network": "the cards that requests and answers go through",
    "head": "that work takes longer on cores while others keep memory and links busy",
    "cache": "the ARC: without it every read goes to disk",
    "flash": "the devices of the L2ARC",
    "queue": "ZFS's queue before each disk",
    "drive queue": "the drive's own queue: without it a disk serves in order of arrival",
}
"""What may be left out of a machine, and what that is."""
LARGEST_JBOD, WIDEST = 108, 255
"""Devices in the largest box of disks that is sold (AIC J4108); disks that the bytes of RAID-Z's parity can tell apart."""
WITH_DISKS = [name for name, entry in MACHINES.items() if "seek_average" in entry]
SMALL, ZFS = values("7310"), values("zfs-2010")
WORDS: dict[str, Iterable[str]] = {
    "disk_cache": ("on", "ignored", "off"),
    "disk_kind": ("disk", "array", "ssd"),
    "discipline": DISCIPLINES,
    "filesystem": ("zfs", "ufs", "raw"),
    "logs_at": ("jbod", "head"),
}
TABLE = (
    "unique",
    "memory",
    "ratio",
    "popular",
    "overwrites",
    "removal",
    "entry",
    "block",
    "packed",
    "copies",
    "threads",
    "frees",
    "hash_rate",
)
"""Of DedupSpec what a machine is ordered with; its record, pool and interval are the machine's."""
SETTINGS: dict[str, Iterable[str]] = {
    "zfs_queue": OPTIONS,
    **{
        name: [one.name for one in fields(spec)]
        for name, spec in (
            ("intent_log", LogSpec),
            ("groups", TxgSpec),
            ("disk_spec", DriveSpec),
            ("feed", FeedSpec),
        )
    },
    "dedup": TABLE,
}


@dataclass(frozen=True)
class Order:
    """A machine of the catalogue with the parts and constants that it is ordered with; `order`
    orders it otherwise.

    Everything is there that is not `left_out` (see PARTS). `constants` are those of the catalogue
    that are changed (SI)."""

    machine: str  # of the catalogue
    pool: tuple[str, int] = ("stripe", 1)  # layout of its vdevs, and how many
    width: int | None = None  # disks of a vdev; None: as in LAYOUTS
    jbods: int = 0  # boxes of disks, each on a cable; 0: each disk has a port of its own
    chains: int | None = (
        None  # cables that boxes share, one behind the other; None: each has its own
    )
    hbas: int = 0  # cards on which the cables end, with their slots; 0: no limit there
    disk_model: str = ""  # entry of the catalogue whose disks these are; "": the machine's own
    disk_spec: Mapping[str, Any] = field(
        default_factory=dict
    )  # fields of DriveSpec that are otherwise
    disk_kind: str = (
        "disk"  # what ZFS takes for a disk: one, an array of 16 of them, or an SSD (ssd)
    )
    disk_cache: str = "on"  # the disks': on (obeys flushes), ignored (on, but never flushed) or off
    logs: int = 0  # log devices
    log_device: LogDevice | None = None  # of this kind; None: the catalogue's
    mirrored_logs: bool = False  # in pairs
    logs_at: str = "jbod"  # or head, for cards in the server that share no cable
    logs_a_jbod: int | None = None  # None: both in one of a machine of two, one in each of a larger
    sector: int | None = (
        None  # bytes of which every I/O to the pool is a multiple; None: the catalogue's
    )
    recordsize: int | None = None  # bytes of a block of its shares and LUNs; None: see `block_of`
    allocator: Rules | Holes | None = (
        None  # of ZFS's own, whose unit is the recordsize; else next fit, here into holes
    )
    arc: float | None = None  # bytes of the ARC; None: as much of memory as ZFS of the time took
    flash: int = 0  # devices of the L2ARC
    flash_size: float = 0.0  # bytes of each that are used; 0: all
    feed: Mapping[str, Any] = field(default_factory=dict)  # fields of FeedSpec that are otherwise
    meta_limit: float | None = (
        None  # share of the ARC for metadata at most, before 2014; None: no limit
    )
    held: tuple[float, float] | None = (
        None  # shares of all blocks that memory and flash hold for good; None: as they come
    )
    scattered: bool = False  # whether blocks lie anywhere, as overwriting leaves them, or in order
    begin: float = 0.5  # share of each vdev before the first of them
    ports: int = 1  # of its network cards
    cards: tuple[Card, ...] = ()  # these with their slots, instead of ports that share none
    filesystem: str = "zfs"  # or ufs, raw
    datasets: int = 1  # intent logs, over which clients are spread
    sync: str = "standard"  # as for Zfs
    dedup: bool | Mapping[str, Any] = (
        False  # whether equal records are stored once, and fields of DedupSpec otherwise
    )
    intent_log: Mapping[str, Any] = field(
        default_factory=dict
    )  # fields of LogSpec that are otherwise
    groups: Mapping[str, Any] = field(default_factory=dict)  # fields of TxgSpec that are otherwise
    pending: int | None = (
        None  # commands that ZFS's queue hands to a disk at most; None: as it was in 2010
    )
    zfs_queue: Mapping[str, Any] = field(default_factory=dict)  # its other OPTIONS, as in VdevQueue
    discipline: str = "sptf"  # of the drive's queue, as in `queued_disk`
    rule: str = ""  # of ZFS's queue, as in VdevQueue; "": as of the catalogue's year
    age: float = 0.0  # seconds since the last transaction group at time zero
    zones: tuple[
        tuple[float, float], ...
    ] = ()  # of its disks, as in DriveSpec, instead of the catalogue's
    seek_curve: tuple[tuple[float, float], ...] = ()  # the same
    speed_errors: tuple[
        float, ...
    ] = ()  # by which its disks in turn are too fast; (): drawn, up to speed_error
    head: str = ""  # head node of the catalogue whose cores these are; "": cores of no head
    head_spec: Mapping[str, Any] = field(
        default_factory=dict
    )  # arguments of Head that are otherwise
    left_out: frozenset[str] = frozenset()
    constants: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""  # what people call it; "": as the machine

    def __post_init__(self) -> None:
        size = {} if self.recordsize is None else {"recordsize": self.recordsize}
        object.__setattr__(
            self,
            "constants",
            MappingProxyType(constants(values(self.machine), {**self.constants, **size})),
        )
        if self.disk_model:
            one_of("disk_model", self.disk_model, WITH_DISKS)
        for name, allowed in WORDS.items():
            one_of(name, getattr(self, name), allowed)
        for name, allowed in SETTINGS.items():
            for setting in () if isinstance(getattr(self, name), bool) else getattr(self, name):
                one_of(f"a setting of {name}", setting, allowed)
        for part in self.left_out:
            one_of("what is left out", part, PARTS)
        self.check_pool()
        self.check_logs()
        if self.disk_kind == "array" and not self.has("drive queue"):
            raise ValueError("an array must have disks with a drive queue, got one without")
        counted(0, jbods=self.jbods)
        counted(0, LARGEST_JBOD, flash=self.flash, ports=self.ports, hbas=self.hbas)
        counted(
            datasets=self.datasets,
            chains=1 if self.chains is None else self.chains,
            pending=1 if self.pending is None else self.pending,
        )
        at_least(0, unit="s", age=self.age, ageing=self.constants.get("ageing", 0.0))
        a_number("begin", self.begin, 0, below=1)
        check_recordsize(self.constants["recordsize"])
        self.check_cache()
        self.check_constants()
        if self.filesystem != "zfs" and (self.logs or self.flash or self.pool != ("stripe", 1)):
            raise ValueError(
                f"{self.filesystem} must lie on one disk alone; log devices, flash and other pools are for zfs"
            )
        if self.filesystem != "zfs" and self.disk_kind != "disk":
            raise ValueError(
                f"disk_kind must be disk with {self.filesystem}, which is modelled on disks that turn, got "
                f"{self.disk_kind}"
            )

    def check_pool(self) -> None:
        if not isinstance(self.pool, tuple) or len(self.pool) != 2:
            raise ValueError(
                f"pool must be (LAYOUT, VDEVS), such as ('mirror', 22), got {shown(self.pool)}"
            )
        layout, vdevs = self.pool
        one_of("layout", layout, LAYOUTS)
        counted(vdevs=vdevs)
        if self.width is not None:
            least = LAYOUTS[layout].least
            counted(1, WIDEST, width=self.width)
            if self.width < least or (layout == "stripe" and self.width > 1):
                right = (
                    "1 (each disk is a vdev)" if layout == "stripe" else f"{least} or more disks"
                )
                raise ValueError(f"width of a {layout} must be {right}, got {self.width}")

    def check_cache(self) -> None:
        memory = self.constants["memory"]
        a_number("memory", memory, 64 * KiB, unit="bytes")
        for name, size in (("arc", self.arc), ("arc_max", self.changed.get("arc_max"))):
            if size is not None:
                a_number(name, size, min(64 * KiB, self.constants["recordsize"]), unit="bytes")
                if size > memory:
                    raise ValueError(
                        f"{name} must be at most the {memory:,.0f} bytes of memory, got {size:,.0f}"
                    )
        sector = self.constants.get("sector", 512) if self.sector is None else self.sector
        if sector not in (512, 4096):
            raise ValueError(f"sector must be 512 or 4096 bytes, got {shown(sector)}")
        if self.meta_limit is not None:
            a_number("meta_limit", self.meta_limit, 0, 1)
            if self.l2arc.new:
                raise ValueError(
                    "meta_limit must be None with a cache of 2015, whose lists hold data and metadata alike"
                )
        if self.held is not None:
            memory, flash = self.held
            a_number("memory", memory, 0, 1)
            a_number("flash", flash, 0, 1 - memory + 1e-9)
            if flash and not self.flash:
                raise ValueError(
                    f"flash devices must be 1 or more to hold blocks, got {self.flash}"
                )

    def check_constants(self) -> None:
        """Raise ValueError for what the catalogue says otherwise than any machine can be, or does
        not say of this one."""
        c = self.constants
        counted(**{name: c[name] for name in ("cores", "depth", "readzilla_channels") if name in c})
        for name in ("cable_rate", "port_rate", "readzilla_rate"):
            a_number(name, c.get(name, 1.0), above=0, unit="B/s")
        a_number("mtu", c.get("mtu", 1500), 576, 65536, unit="bytes")
        a_number(
            "txg_interval",
            self.groups.get("interval", c.get("txg_interval", 1.0)),
            1 * ms,
            unit="s",
        )
        for name in ("ufs_block", "ufs_cluster", "ufs_group", "ufs_inodes"):
            a_number(name, c.get(name, 1), 1, LARGEST, unit="bytes")
        for error in (c.get("speed_error", 0.0), *map(abs, self.speed_errors)):
            a_number("speed_error", error, 0, below=1)
        one_of("rule", self.rule or RULES[0], RULES)
        assert self.drive and self.l2arc
        spec = self.dedup_spec()
        if spec and (isinstance(self.allocator, Rules) or self.filesystem != "zfs"):
            raise ValueError(
                "dedup must be ordered with zfs and next fit, got another file system or allocator"
            )
        if spec and spec.memory >= self.memory_cache:
            raise ValueError(
                f"memory of dedup must be below the {self.memory_cache:,.0f} bytes of the ARC, got "
                f"{spec.memory:,.0f}"
            )
        if self.filesystem == "ufs" and "ufs_block" not in c:
            raise ValueError(
                "ufs must be ordered with a machine that has a ufs_block, such as the freebsd-box, "
                f"got the {self.machine}"
            )

    def check_logs(self) -> None:
        counted(0, LARGEST_JBOD, logs=self.logs)
        counted(1, LARGEST_JBOD, logs_a_jbod=1 if self.logs_a_jbod is None else self.logs_a_jbod)
        if self.mirrored_logs and self.logs % 2:
            right = f"{self.logs - 1} or {self.logs + 1}" if self.logs > 1 else "2"
            raise ValueError(
                f"mirrored log devices come in pairs, got {self.logs}: take {right}, or leave them unmirrored"
            )
        if self.log_device and self.log_device.in_memory:
            memory, held = self.constants["memory"], self.logs * self.log_device.capacity
            if held >= memory:
                raise ValueError(
                    f"logs in memory must be below the {memory:,.0f} bytes of memory, got {held:,.0f}"
                )

    def __deepcopy__(self, memo: Any) -> "Order":
        """Itself: an order never changes."""
        return self

    def order(self, **otherwise: Any) -> "Order":
        """The same, ordered otherwise: fields of this class, and any constant of the catalogue."""
        names = {one.name for one in fields(self)}
        own = {name: value for name, value in otherwise.items() if name in names}
        changed = {name: value for name, value in otherwise.items() if name not in names}
        for name in changed.keys() - values(self.machine).keys():
            raise ValueError(f"an order has no '{name}', and the {self.machine} no such constant")
        return replace(self, **{"constants": {**self.changed, **changed}, **own})

    @property
    def changed(self) -> dict[str, Any]:
        """The constants that differ from the catalogue's, but the recordsize."""
        known = values(self.machine)
        return {
            name: value
            for name, value in self.constants.items()
            if value != known[name] and name != "recordsize"
        }

    def without(self, *parts: str) -> "Order":
        """The same without some of its PARTS."""
        return self.order(left_out=self.left_out | set(parts))

    def has(self, part: str) -> bool:
        return part not in self.left_out

    def bare(self, *but: str) -> "Order":
        """The same with none of its PARTS but these: what stores is there, and nothing before it
        but the file system."""
        return self.order(left_out=frozenset(PARTS) - set(but))

    @property
    def drive(self) -> DriveSpec:
        tables = {name: getattr(self, name) for name in TABLES if getattr(self, name)}
        return drive_of(
            self.disk_model or self.machine,
            **{**drive_fields(self.changed), **tables, **self.disk_spec},
        )

    @property
    def readzilla(self) -> dict[str, Any]:
        """What its flash is like: access and spread (s), rate (B/s), capacity (bytes), channels."""
        c = {**values("7410"), **self.constants}
        if "nvme_read_access" in c:
            return {
                "access": c["nvme_read_access"],
                "spread": 0.0,
                "rate": c["nvme_read_rate"],
                "capacity": int(c["nvme_capacity"]),
                "channels": int(c["nvme_channels"]),
            }
        return {
            name: c[f"readzilla_{name}"]
            for name in ("access", "spread", "rate", "capacity", "channels")
        }

    @property
    def l2arc(self) -> FeedSpec:
        """The flash behind memory, and its feeder."""
        c, of = self.constants, {"feeder": "2008"}
        if "l2_feed" in c:  # OpenZFS's names
            of = {
                "feeder": "2010",
                **{
                    name: c[f"l2_{key}"]
                    for name, key in (
                        ("write", "feed"),
                        ("boost", "boost"),
                        ("turn", "turn"),
                        ("header", "header"),
                    )
                },
            }
        return FeedSpec(
            **{
                **of,
                "devices": self.flash if self.has("flash") else 0,
                "capacity": self.flash_size or self.readzilla["capacity"],
                **self.feed,
            }
        )

    @property
    def memory_cache(self) -> float:
        """Bytes of the ARC."""
        c = self.constants
        return float(self.arc or c.get("arc_max", max(c["memory"] / 2, c["memory"] - 1 * GiB)))

    def dedup_spec(self, held: float = 2 * DedupSpec.unique) -> DedupSpec | None:
        """Deduplication: the table of half of what a pool that holds `held` bytes has room for, in
        the share of the ARC that metadata may take, with threads for the machine's cores; None
        without."""
        if self.dedup is False:
            return None
        c, given = self.constants, {} if self.dedup is True else self.dedup
        threads, rate = (
            max(1, int(ZFS["ddt_threads"] * c.get("cores", 1))),
            c.get("hash_rate", ZFS["sha256_rate"]),
        )
        return DedupSpec(
            **{
                "record": int(c["recordsize"]),
                "unique": held / 2,
                "threads": threads,
                "hash_rate": rate,
                "memory": ZFS["meta_limit"] * self.memory_cache,
                **given,
            }
        )

    @property
    def disks(self) -> int:
        return self.pool[1] * (self.width or LAYOUTS[self.pool[0]].disks)

    def boxed(self) -> int:
        """Disks and log devices in its boxes. Raises ValueError for more than they hold."""
        devices = self.disks + self.logs * (self.logs_at == "jbod")
        counted(
            1,
            LARGEST_JBOD * self.jbods or MANY,
            **{f"disks and log devices in {self.jbods} jbods": devices},
        )
        return devices


FREEBSD_BOX = Order("freebsd-box")
"""The FreeBSD 8.1 machine of 2010: one SATA disk under ZFS or UFS."""
SUN_7410 = Order("7410", ("mirror", 22), jbods=2, ports=2, head="head-7410")
"""The Sun Storage 7410 of 2009: mirrored pairs in two JBODs, no log devices yet."""
SUN_7310 = SUN_7410.order(
    head="head-7310",
    pool=("mirror", SMALL["jbods"] * SMALL["disks"] // 2),
    jbods=SMALL["jbods"],
    chains=SMALL["chains"],
    hbas=SMALL["hbas"],
    cards=(Card(),) * SMALL["cards"],
    memory=SMALL["memory"],
    name="7310",
)
"""The Sun Storage 7310 of 2009, as it was tested: its disks, with a head of one socket and one cable."""
SERVER_TODAY = Order("server-today", ("raidz2", 2), jbods=1, logs_at="head")
"""OpenZFS 2.3 on one EPYC socket: twenty disks of 22 TB in one box."""
ORDERS = {
    "freebsd-box": FREEBSD_BOX,
    "7410": SUN_7410,
    "7310": SUN_7310,
    "server-today": SERVER_TODAY,
}
