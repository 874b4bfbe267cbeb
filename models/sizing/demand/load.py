"""What a candidate has to do: the records that its vdevs hold, and which of them memory and flash hold."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import ceil, inf, log1p, log2
from typing import NamedTuple

from models.devices.flash_drive import SSDS, FlashSpec
from models.machine.order import SERVER_TODAY
from models.machine.order.parts import LARGEST_JBOD
from models.sizing.demand.disk import DiskReads, Mechanics, mechanics, reads_of
from models.sizing.demand.order import flash_settings
from models.sizing.demand.spread import Layout, Spread, spread_of, vdev_of
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.drive import Drive, Head
from models.sizing.pools.wants import Wants
from models.units import GiB
from models.zfs.resilver.distributed import JOINED
from models.zfs.resilver.job import RESILVER

BASE = SERVER_TODAY
GROUPS, HEAD, LOG, NETWORK = BASE.txg_spec, BASE.head, BASE.log_spec, BASE.network
USUAL = Head("")
LITTLE = 0.2
"""Share below which one is kept with three digits."""


@dataclass(frozen=True, eq=False, slots=True)
class Kind:
    """The vdevs of one layout on one drive, and what a load asks of each of them."""

    wants: Wants
    disk: Drive
    spread: Spread
    lost: Spread  # of a vdev that resilvers
    stored: int  # bytes of a record on disk
    records: float  # that the load touches in a vdev
    blocks: int  # records that a request touches
    fetched: float  # records for a request that the pool or flash is asked for
    written: float  # records that a request writes
    columns: int  # disks that a log block is written to
    # records and the blocks in the levels above, each with the logarithm of the chance not to be hit
    levels: tuple[tuple[float, float], ...]
    flash: FlashSpec | None  # of the drive; None: a disk
    issued: float  # bytes a second of a disk that a resilver's thread sends; inf: of a rebuild
    piece: int  # bytes of a command of a resilver, of an SSD
    # of the drive, if it is a disk, and its reads, in a vdev that is whole and in one that resilvers
    mechanics: Mechanics | None
    reads: tuple[DiskReads, DiskReads] | None


class Vdev(NamedTuple):
    """What each vdev of a candidate has to do, apart from the rate."""

    kind: Kind
    lost: bool  # whether one of them resilvers
    among: float  # vdevs, about, where that matters to one of them, else 1
    missed: float  # share of the records that neither memory nor flash holds
    pointers: float  # blocks of pointers to read for a record that is missed
    special: bool  # whether pointers are written elsewhere
    kick: float  # bytes of data at which a group is written
    committed: int  # disks that a commit is written to; 0: none
    log: Drive | None
    logs: float  # log vdevs for each vdev
    l2arc: Drive | None
    flash: float  # share of the records that the L2ARC holds
    flashes: float  # its devices for each vdev

    @property
    def fetches(self) -> float:
        """Return the records that are read from the pool for a request."""
        return self.kind.fetched * self.missed


class Load(NamedTuple):
    """What a candidate has to do, apart from the rate, and what it is made of."""

    build: Build
    vdev: Vdev
    records: float  # that the load touches
    memory: float  # share of them that memory holds
    flash: float  # share that flash holds
    special: FlashSpec | None
    cores: int
    network: float  # bytes a second each way
    cables: float  # bytes a second; inf: each drive has lanes of its own

    @property
    def wants(self) -> Wants:
        """Return what is wanted."""
        return self.vdev.kind.wants

    def resilvering(self) -> "Load":
        """Return the same while one vdev resilvers."""
        return self._replace(vdev=self.vdev._replace(lost=True, among=step(self.build.vdevs, 2)))


class Loads:
    """The loads of candidates of the same price list for the same requirements. heads: by name; one that
    is not there is that of the server of today."""

    def __init__(self, drives: Mapping[str, Drive], wants: Wants, heads: Mapping[str, Head] = {}):
        self.drives, self.wants, self.heads = drives, wants, heads
        self.kinds = dict[tuple[str, int, int, int, str], Kind]()

    def kind(self, build: Build) -> Kind:
        """Return the kind of a build's vdevs. Raise ValueError if they cannot be built."""
        spares = build.spares if build.layout.startswith(DRAID) else 0
        key = build.layout, build.width, build.data, spares, build.disk
        found = self.kinds.get(key)
        if found is None:
            bare = Build(build.layout, 1, build.width, build.disk, build.data, spares)
            found = self.kinds[key] = kind_of(bare, self.drives[build.disk], self.wants)
        return found

    def of(self, build: Build) -> Load:
        """Return the load of a candidate. Raise ValueError if it cannot be built, and KeyError for a drive
        that is not in the price list."""
        kind, asked, vdevs = self.kind(build), self.wants.asked, build.vdevs
        l2arc = self.drives[build.flash] if build.flashes else None
        records = kind.records * vdevs
        memory, flash, pointers = held(records, kind.stored, build.memory, l2arc, build.flashes)
        safe = asked.sync and asked.reads < 1
        in_pool, logged = safe and not build.logs, safe and build.logs > 0
        vdev = Vdev(
            kind,
            False,
            step(vdevs, 2) if in_pool else 1.0,
            near(1 - memory - flash),
            round(pointers, 2),
            build.specials > 0,
            step(GROUPS.kick / vdevs, 1),
            kind.columns if in_pool else 0,
            self.drives[build.log] if logged else None,
            step(log_vdevs(build) / vdevs, 1) if logged else 0.0,
            l2arc,
            near(flash),
            build.flashes / vdevs,
        )
        head = self.heads.get(build.head) or USUAL
        cables = ceil(vdevs * build.width / (head.bays or LARGEST_JBOD))
        return Load(
            build,
            vdev,
            records,
            memory,
            flash,
            flash_of(self.drives[build.special]) if build.specials else None,
            head.cores or HEAD.cores,
            (head.ports or NETWORK.ports) * (head.port_rate or NETWORK.port_rate),
            inf if kind.disk.kind == "nvme" else cables * BASE.pool.cable_rate,
        )


def load_of(
    build: Build,
    drives: Mapping[str, Drive],
    wants: Wants,
    heads: Mapping[str, Head] = {},
    resilvering: bool = False,
) -> Load:
    """Return what a candidate has to do. Raise ValueError and KeyError as `Loads.of`."""
    found = Loads(drives, wants, heads).of(build)
    return found.resilvering() if resilvering else found


@lru_cache(maxsize=4096)
def kind_of(build: Build, disk: Drive, wants: Wants) -> Kind:
    """Return the kind of the vdevs of a build that has nothing beside them. Raise ValueError if they cannot be
    built."""
    asked, record = wants.asked, wants.recordsize
    stored = stored_of(record, wants.compression, wants.ashift)
    layout = layout_of(build.layout, build.width, build.data, build.spares, disk, wants.ashift)
    spread, lost = spread_of(layout, stored), spread_of(layout, stored, True)
    records = asked.working_set * wants.fill * (spread.capacity // spread.unit)
    blocks, writes = max(1, ceil(asked.size / record)), 1 - asked.reads
    spinning, rebuilt = disk.kind == "disk", build.layout.startswith(DRAID)
    unit = spread.unit / (1 if build.layout == "mirror" else build.width)
    return Kind(
        wants,
        disk,
        spread,
        lost,
        stored,
        records,
        blocks,
        (asked.reads + writes * (asked.size % record > 0)) * blocks,
        writes * blocks,
        columns_of(layout, LOG.rounded(asked.size + LOG.header)) if asked.sync and writes else 0,
        tuple([(n, log1p(-1 / n) if n > 1 else -inf) for n in (records, *above(records))]),
        None if spinning else flash_of(disk),
        inf if rebuilt else unit / RESILVER["issue"],
        JOINED if rebuilt else BASE.queue.aggregation_flash or BASE.queue.aggregation,
        mechanics(disk, wants.fill) if spinning else None,
        (
            reads_of(disk, wants.fill, spread.part, spread.sides),
            reads_of(disk, wants.fill, lost.part, lost.sides, True),
        )
        if spinning
        else None,
    )


@cache
def flash_of(drive: Drive) -> FlashSpec:
    """Return the data sheet of an SSD, with the catalogue's values where the price list has none."""
    return replace(SSDS[drive.sheet], **flash_settings(drive))


def near(share: float) -> float:
    """Return a share (0-1) within half a percent or so, so that much is computed once."""
    return round(share, 2 if share > LITTLE else 3)


def step(value: float, steps: int) -> float:
    """Return a value rounded to a power of two, or to one of so many equal factors between two of them."""
    return 2.0 ** (round(log2(value) * steps) / steps) if value else 0.0


def layout_of(layout: str, width: int, data: int, spares: int, disk: Drive, ashift: int) -> Layout:
    """Return how the vdevs of a build lie on its disks."""
    spared = spares if layout.startswith(DRAID) else 0
    return Layout(layout, width, data, spared, disk.capacity, 1 << ashift)


def log_vdevs(build: Build) -> int:
    """Return the number of log vdevs: pairs, if the log devices are mirrored."""
    return build.logs // 2 if build.logs % 2 == 0 else build.logs


def stored_of(record: int, compression: float, ashift: int) -> int:
    """Return the bytes of a record on disk, as `Software.stored` does."""
    sector = 1 << ashift
    if compression == 1:
        return record
    return min(record, -int(-record / compression // sector) * sector)


def columns_of(layout: Layout, size: int) -> int:
    """Return the disks of a vdev that a log block of `size` bytes is written to."""
    return len(vdev_of(layout).columns(0, size))


def held(
    records: float, stored: int, memory: float, l2arc: Drive | None, devices: int
) -> tuple[float, float, float]:
    """Return the shares of so many records that memory and flash hold after a long time, and the blocks of
    pointers to read for each of the others. Pointers stay in memory before records, as each is used more
    often."""
    arc = max(memory * BASE.cache.arc_share, memory - 1 * GiB)
    pointers = records / GROUPS.pointers * GROUPS.indirect
    left = arc - pointers
    if left <= 0:
        return 0.0, 0.0, 1 - arc / pointers
    whole, on_flash = records * stored, 0.0
    if l2arc is not None:
        header = BASE.cache.feed.header_bytes
        room = min(devices * l2arc.capacity, left * stored / header, max(0.0, whole - left))
        left -= room / stored * header
        on_flash = room / whole
    kept = min(1.0, left / whole)
    return kept, min(on_flash, 1 - kept), 0.0


def above(records: float) -> tuple[int, ...]:
    """Return the numbers of blocks in the levels of pointers above so many records."""
    found, number = list[int](), ceil(records)
    while number > 1:
        number = ceil(number / GROUPS.pointers)
        found.append(number)
    return tuple(found)
