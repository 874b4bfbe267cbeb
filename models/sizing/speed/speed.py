"""How many requests a second a candidate serves, how fast, and what limits it, in closed form.

Each request has a demand on each part of the machine: cores, network, cables, log devices, disks. The
part with the largest use limits the rate. The latency of a request is that of its slowest read of a
disk (see `disk_times`), or of its commit. A transaction group writes in a burst: what a disk's cache
has taken comes before reads, so that those wait until it is on the platter. All constants are those of
the machine of `order_of`, and `by_machine` runs it.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from math import ceil, exp, inf, log2
from typing import NamedTuple

from models.devices.flash_drive import SSDS, FlashSpec
from models.head.nic import Nic
from models.machine.order import SERVER_TODAY
from models.machine.order.parts import LARGEST_JBOD
from models.machine.prices import software
from models.protocols.nfs.server import HEADERS
from models.sizing.pools.build import DRAID, Build
from models.sizing.pools.drive import Drive, Head
from models.sizing.pools.wants import Wants
from models.sizing.speed.disk_times import DEPTH, DiskReads, chance_longer, mechanics, reads_of
from models.sizing.speed.order import flash_settings
from models.sizing.speed.spread import Layout, Spread, spread_of, vdev_of
from models.units import GiB, us
from models.zfs.txg.rewrites import distinct, map_bytes

BASE = SERVER_TODAY
GROUPS, HEAD, LOG, NETWORK = BASE.txg_spec, BASE.head, BASE.log_spec, BASE.network
SOFTWARE = software(BASE)
PACKETS = Nic(1.0, NETWORK.mtu)
USUAL = Head("")
AFTER = 2 * SOFTWARE.wake + SOFTWARE.block + HEAD.cpu_read
"""Time of a read beside its device (s)."""
SLOW, ALMOST, STEPS = 0.01, 1 - 1e-6, 9
"""Share of the requests that may be slower than the 99th percentile; use of a part at which it is the limit; halvings
of the interval in which a rate is sought."""
LITTLE, FINE = 0.2, 32
"""Share below which one is kept with three digits; steps of a rate in an octave at which percentiles are kept."""
MOST_RATE = 1e8
"""Largest rate of a vdev (1/s)."""
PERCENTILES = [5 * us * 10 ** (number / 10) for number in range(61)]
"""Times between which a percentile is interpolated (s), to 5 s."""


class Speed(NamedTuple):
    """What a candidate does under a load."""

    rate: float  # most requests a second at which 99 % are answered in the time asked for
    p99: (
        float  # time within which 99 % are answered at the rate asked for (s); inf: it falls behind
    )
    stream: float  # bytes a second of sequential reads
    limit: str  # the part that is fullest at `rate`


class Vdev(NamedTuple):
    """What each vdev of a candidate has to do, apart from the rate."""

    wants: Wants
    disk: Drive
    spread: Spread
    lost: Spread | None  # of the vdev that resilvers
    among: float  # vdevs, about, where that matters to one of them, else 1
    records: float  # that the load touches in it
    missed: float  # share of them that neither memory nor flash holds
    fetches: float  # records that are read from the pool for a request
    pointers: float  # blocks of pointers to read for a record that is missed
    stored: int  # bytes of a record on disk
    blocks: int  # records that a request touches
    committed: int  # disks that a commit is written to; 0: none
    special: bool  # whether pointers are written elsewhere
    kick: float  # bytes of data at which a group is written
    log: Drive | None
    logs: float  # log vdevs for each vdev
    l2arc: Drive | None
    flash: float  # share of the records that the L2ARC holds
    flashes: float  # its devices for each vdev


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
        return self.vdev.wants


@cache
def flash_of(drive: Drive) -> FlashSpec:
    """Return the data sheet of an SSD, with the catalogue's values where the price list has none."""
    return replace(SSDS[drive.sheet], **flash_settings(drive))


@cache
def amplification(flash: FlashSpec) -> float:
    """Return how many bytes an SSD is programmed with for a byte of random writes."""
    return flash.amplification


def near(share: float) -> float:
    """Return a share (0-1) within half a percent or so, so that much is computed once."""
    return round(share, 2 if share > LITTLE else 3)


def step(value: float, steps: int) -> float:
    """Return a value rounded to a power of two, or to one of so many equal factors between two of them."""
    return 2.0 ** (round(log2(value) * steps) / steps) if value else 0.0


@cache
def layout_of(layout: str, width: int, data: int, spares: int, disk: Drive, ashift: int) -> Layout:
    """Return how the vdevs of a build lie on its disks."""
    spared = spares if layout.startswith(DRAID) else 0
    return Layout(layout, width, data, spared, disk.capacity, 1 << ashift)


def load_of(
    build: Build,
    drives: Mapping[str, Drive],
    wants: Wants,
    heads: Mapping[str, Head] = {},
    resilvering: bool = False,
) -> Load:
    """Return what a candidate has to do. Raise ValueError if it cannot be built, and KeyError for a drive
    that is not in the price list."""
    asked, disk, record = wants.asked, drives[build.disk], wants.recordsize
    stored = stored_of(record, wants.compression, wants.ashift)
    layout = layout_of(build.layout, build.width, build.data, build.spares, disk, wants.ashift)
    spread = spread_of(layout, stored)
    l2arc = drives[build.flash] if build.flashes else None
    each = asked.working_set * wants.fill * (spread.capacity // spread.unit)
    records = each * build.vdevs
    memory, flash, pointers = held(records, stored, build.memory, l2arc, build.flashes)
    missed, blocks = near(1 - memory - flash), max(1, ceil(asked.size / record))
    safe = asked.sync and asked.reads < 1
    in_pool, logged = safe and not build.logs, safe and build.logs > 0
    vdev = Vdev(
        wants,
        disk,
        spread,
        spread_of(layout, stored, True) if resilvering else None,
        step(build.vdevs, 2) if resilvering or in_pool else 1,
        each,
        missed,
        (asked.reads + (1 - asked.reads) * (asked.size % record > 0)) * blocks * missed,
        round(pointers, 2),
        stored,
        blocks,
        columns_of(layout, LOG.rounded(asked.size + LOG.header)) if in_pool else 0,
        build.specials > 0,
        step(GROUPS.kick / build.vdevs, 1),
        drives[build.log] if logged else None,
        step(log_vdevs(build) / build.vdevs, 1) if logged else 0.0,
        l2arc,
        near(flash),
        build.flashes / build.vdevs,
    )
    head = heads.get(build.head) or USUAL
    cables = ceil(build.vdevs * build.width / (head.bays or LARGEST_JBOD))
    return Load(
        build,
        vdev,
        records,
        memory,
        flash,
        flash_of(drives[build.special]) if build.specials else None,
        head.cores or HEAD.cores,
        (head.ports or NETWORK.ports) * (head.port_rate or NETWORK.port_rate),
        inf if disk.kind == "nvme" else cables * BASE.pool.cable_rate,
    )


@cache
def stored_of(record: int, compression: float, ashift: int) -> int:
    """Return the bytes of a record on disk, as `Software.stored` does."""
    sector = 1 << ashift
    if compression == 1:
        return record
    return min(record, -int(-record / compression // sector) * sector)


@cache
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
    whole, header, on_flash = records * stored, BASE.cache.feed.header_bytes, 0.0
    if l2arc is not None:
        room = min(devices * l2arc.capacity, left * stored / header, max(0.0, whole - left))
        left -= room / stored * header
        on_flash = room / whole
    kept = min(1.0, left / whole)
    return kept, min(on_flash, 1 - kept), 0.0


class Group(NamedTuple):
    """The transaction groups of a vdev at a rate of requests."""

    every: float  # seconds from one to the next
    records: float  # of data and pointers in one
    data: float  # bytes of data in one, before compression
    pool: float  # bytes written to the vdev, with parity
    special: float  # bytes written to the special vdev


NO_GROUP = Group(GROUPS.interval, 0.0, 0.0, 0.0, 0.0)


@cache
def above(records: float) -> tuple[int, ...]:
    """Return the numbers of blocks in the levels of pointers above so many records."""
    found, number = list[int](), ceil(records)
    while number > 1:
        number = ceil(number / GROUPS.pointers)
        found.append(number)
    return tuple(found)


def group_of(vdev: Vdev, rate: float) -> Group:
    """Return the groups at a rate (1/s) of requests of one vdev."""
    wants = vdev.wants
    writes = rate * (1 - wants.asked.reads) * vdev.blocks
    if not writes:
        return NO_GROUP
    every = min(GROUPS.interval, vdev.kick / (writes * wants.recordsize))
    hits = writes * every
    records = distinct(vdev.records, hits)
    blocks = sum([distinct(places, hits) for places in above(vdev.records)])
    pointers = GROUPS.copies * blocks * GROUPS.indirect + map_bytes(GROUPS, records, 1, 1)
    data, special = records * vdev.stored, pointers if vdev.special else 0.0
    pool = (data + pointers - special) * vdev.spread.written
    return Group(every, records + blocks, records * wants.recordsize, pool, special)


def uses(load: Load, rate: float, group: Group) -> dict[str, float]:
    """Return the use of each part at a rate (1/s) of requests; 1 is full. group: of each vdev."""
    build, vdev = load.build, load.vdev
    asked, vdevs = vdev.wants.asked, build.vdevs
    reads, writes, size = asked.reads, 1 - asked.reads, asked.size
    fetched = vdev.fetches + load.flash * vdev.blocks * reads
    work = HEAD.cpu_network + size * HEAD.copy + reads * HEAD.cpu_read + writes * HEAD.cpu_write
    work += fetched * (SOFTWARE.block + vdev.stored * SOFTWARE.checksum)
    prepared = group.records * SOFTWARE.block
    prepared += group.data * (SOFTWARE.checksum + parity_time(build.layout))
    found = {
        "cores": (rate * work + vdevs * prepared / group.every) / load.cores,
        "group": vdevs * group.records * SOFTWARE.sync_block / group.every,
        "network": rate * max(wire(size, writes), wire(size, reads)) / load.network,
        "disks": disk_use(vdev, rate / vdevs, group),
    }
    if load.cables < inf:
        moved = vdevs * group.pool / group.every + rate * vdev.fetches * vdev.stored
        found["cables"] = moved / load.cables
    if asked.sync and writes:
        found["log"] = rate * writes * LOG.issue
    if asked.sync and writes and vdev.log:
        log, block = flash_of(vdev.log), LOG.rounded(size + LOG.header)
        sent = log.command_time + block / log.interface_write
        each = max(sent, block / log.program_rate, (sent + log.write_access + log.flush) / DEPTH)
        found["log devices"] = rate * writes / log_vdevs(build) * each
    if vdev.l2arc and load.flash:
        l2arc = flash_of(vdev.l2arc)
        sent = l2arc.command_time + vdev.stored / l2arc.interface_read
        hits = rate * reads * vdev.blocks * load.flash / build.flashes
        found["flash"] = hits * max(sent, l2arc.read_access / l2arc.dies)
    if load.special:
        moved = vdevs * group.special / group.every
        found["special"] = moved / load.special.program_rate * amplification(load.special)
    return found


def log_vdevs(build: Build) -> int:
    """Return the number of log vdevs: pairs, if the log devices are mirrored."""
    return build.logs // 2 if build.logs % 2 == 0 else build.logs


@cache
def wire(size: int, share: float) -> float:
    """Return the bytes on the wire one way for a request, if a share of them carries data that way."""
    return share * PACKETS.wire(size + HEADERS) + (1 - share) * PACKETS.wire(HEADERS)


@cache
def parity_time(layout: str) -> float:
    """Return the core time for the parity of a byte (s)."""
    return software(BASE.order({"pool.layout": layout})).parity if "raid" in layout else 0.0


def disk_use(vdev: Vdev, rate: float, group: Group) -> float:
    """Return the use of the busiest disk at a rate (1/s) of requests of its vdev: its reads in the
    drive's best order, and its writes."""
    reads = rate * vdev.fetches * (1 + vdev.pointers)
    if vdev.disk.kind != "disk":
        flash, spread = flash_of(vdev.disk), vdev.spread
        sent = flash.command_time + spread.part / flash.interface_read
        each = max(sent, flash.read_access / flash.dies, (flash.read_access + sent) / DEPTH)
        most = reads * spread.most / spread.sides * each
        return most + programs(vdev, group)
    queue = reads_on(vdev, vdev.spread, False)
    busiest = reads * vdev.spread.most / queue.most
    if vdev.lost:
        queue = reads_on(vdev, vdev.lost, True)
        busiest = max(busiest, reads * vdev.lost.most / queue.most)
    return busiest + burst(vdev, group) / group.every + commits(vdev, rate)


def reads_on(vdev: Vdev, spread: Spread, beside: bool) -> DiskReads:
    """Return the reads of a disk, or of the sides of a mirror."""
    return reads_of(vdev.disk, vdev.wants.fill, spread.part, spread.sides, beside)


def programs(vdev: Vdev, group: Group) -> float:
    """Return the share of time in which the places of an SSD are programmed."""
    flash = flash_of(vdev.disk)
    each = group.pool / vdev.spread.disks / group.every
    return each * amplification(flash) / flash.program_rate


def burst(vdev: Vdev, group: Group) -> float:
    """Return how long a disk writes for a group (s)."""
    if not group.pool:
        return 0.0
    disk = mechanics(vdev.disk, vdev.wants.fill)
    return group.pool / vdev.spread.disks / disk.end + disk.alone + disk.settle


def commits(vdev: Vdev, rate: float) -> float:
    """Return the use of a disk by log blocks, each of which is written and flushed, at a rate (1/s) of
    requests of its vdev. Those that come while others are in flight go together."""
    if not vdev.committed or vdev.disk.kind != "disk":
        return 0.0
    writes = rate * (1 - vdev.wants.asked.reads)
    took = log_block(vdev, rate)[1]
    together = 1 + writes * vdev.among * LOG.patience * (took + LOG.hand_over)
    return writes / together * took * vdev.committed / vdev.spread.disks


def log_block(vdev: Vdev, rate: float) -> tuple[float, float]:
    """Return the share of a disk's log blocks before which a read moved the arm, and how long a log block
    takes (s). Log blocks lie next to each other, so that the others wait for half a turn."""
    disk, spread = mechanics(vdev.disk, vdev.wants.fill), vdev.spread
    writes = rate * (1 - vdev.wants.asked.reads) * vdev.committed / spread.disks
    reads = rate * vdev.fetches * spread.most / spread.sides
    moved = reads / (reads + writes) if writes else 1.0
    return moved, moved * (disk.alone + disk.settle) + (1 - moved) * disk.turn / 2


def slower(vdev: Vdev, rate: float, time: float, group: Group) -> float:
    """Return the chance that a request takes longer than `time` (s) at a rate (1/s) of requests of each
    vdev."""
    asked = vdev.wants.asked
    if time < HEAD.cpu_read:
        return 1.0
    chance = 1 - asked.reads if time < HEAD.cpu_write else 0.0
    if vdev.missed:
        reading = vdev.fetches / vdev.blocks / vdev.missed
        late = vdev.missed * record_slower(vdev, rate, time, group)
        chance += reading * (1 - (1 - late) ** vdev.blocks)
    if vdev.l2arc and vdev.flash and asked.reads:
        hits = rate * asked.reads * vdev.blocks * vdev.flash / vdev.flashes
        late = flash_slower(flash_of(vdev.l2arc), vdev.stored, hits, 0.0, time - AFTER)
        chance += asked.reads * (1 - (1 - vdev.flash * late) ** vdev.blocks)
    if asked.sync and asked.reads < 1:
        chance += (1 - asked.reads) * commit_slower(vdev, rate, time, group)
    return min(1.0, chance)


def record_slower(vdev: Vdev, rate: float, time: float, group: Group) -> float:
    """Return the chance that a record from the pool takes longer than `time` (s), at a rate (1/s) of
    requests of its vdev."""
    reads, time = rate * vdev.fetches * (1 + vdev.pointers), time - AFTER
    if vdev.disk.kind != "disk":
        flash, spread, busy = flash_of(vdev.disk), vdev.spread, programs(vdev, group)
        prompt = 1.0
        for share, disks in spread.shares:
            each = reads * share / spread.sides
            late = flash_slower(flash, spread.part, each, busy, time, DEPTH)
            prompt *= (1 - late) ** (share * disks)
        return 1 - prompt
    late = disks_slower(vdev, vdev.spread, False, rate, reads, time, group)
    if vdev.lost:
        hurt = disks_slower(vdev, vdev.lost, True, rate, reads, time, group)
        late += (hurt - late) / vdev.among
    return late


def disks_slower(
    vdev: Vdev, spread: Spread, beside: bool, rate: float, reads: float, time: float, group: Group
) -> float:
    """Return the chance that a record from disks takes longer than `time` (s), at so many `reads` a
    second of records of a vdev. beside: whether it resilvers.

    Reads wait while log blocks are flushed. Those that come during the burst of a group wait for its
    end, and for each other."""
    queue = reads_on(vdev, spread, beside)
    left = 1 - commits(vdev, rate)
    busy = reads * spread.most / queue.most
    if left <= busy:
        return 1.0
    prompt = 1.0
    for share, disks in spread.shares:
        late = chance_longer(queue, reads * share / left, time * left)
        prompt *= (1 - late) ** (share * disks)
    late = 1 - prompt
    if wait := burst(vdev, group):
        waits = min(1.0, wait / (1 - busy) / group.every)
        begun = max(0.0, wait - time) / (1 - busy) / group.every
        late = (1 - waits) * late + min(begun, waits)
    return late


def flash_slower(
    flash: FlashSpec, size: int, reads: float, busy: float, time: float, depth: float = inf
) -> float:
    """Return the chance that a read of `size` bytes of an SSD takes longer than `time` (s), at so many
    `reads` a second, while its places are programmed for a share `busy` of the time. depth: reads that
    it is given at a time."""
    sent = flash.command_time + size / flash.interface_read
    time -= flash.read_access + sent
    if time < 0:
        return 1.0
    late = max(0.0, 1 - time / flash.program_time) * min(1.0, busy)
    turn = (flash.read_access + sent) / depth
    late += waiting(reads * sent, sent, time) + waiting(reads * turn, turn, time)
    late += waiting(reads * flash.read_access / flash.dies, flash.read_access, time)
    return min(1.0, late)


def waiting(use: float, service: float, time: float) -> float:
    """Return the chance to wait longer than `time` (s) for a server of fixed `service` time (s) that is
    in use for a share `use` of the time: exponential, with the mean of M/D/1."""
    if use >= 1:
        return 1.0
    return use * exp(-2 * (1 - use) * max(0.0, time) / service) if use else 0.0


def commit_slower(vdev: Vdev, rate: float, time: float, group: Group) -> float:
    """Return the chance that the commit of a write takes longer than `time` (s)."""
    asked, disk = vdev.wants.asked, vdev.disk
    writes = rate * (1 - asked.reads)
    block = LOG.rounded(asked.size + LOG.header)
    time -= LOG.hand_over + HEAD.cpu_write
    if vdev.log or disk.kind != "disk":
        device = flash_of(vdev.log or disk)
        sent = device.command_time + block / device.interface_write
        time -= sent + device.write_access + device.flush
        if time < 0:
            return 1.0
        took = max(sent, device.flush, (sent + device.write_access) / DEPTH)
        return waiting(writes / (vdev.logs or 1) * took, took, time)
    parts = mechanics(disk, vdev.wants.fill)
    queue = reads_of(disk, vdev.wants.fill, block)
    moved, took = log_block(vdev, rate)
    each = min(commits(vdev, rate) / took, queue.most * ALMOST)
    alone = moved * chance_longer(queue, each, time - parts.settle)
    alone += (1 - moved) * min(1.0, max(0.0, 1 - time / parts.turn))
    late = 1 - (1 - alone) ** vdev.committed
    if wait := burst(vdev, group):
        late += max(0.0, wait - time) / group.every
    return min(1.0, late)


def speed(
    build: Build,
    drives: Mapping[str, Drive],
    wants: Wants,
    heads: Mapping[str, Head] = {},
    resilvering: bool = False,
) -> Speed:
    """Return the speed of a candidate, or while one of its vdevs resilvers. Raise ValueError if it
    cannot be built, and KeyError for a drive that is not in the price list."""
    load = load_of(build, drives, wants, heads, resilvering)
    rate, limit = most(load)
    asked = wants.asked.rate
    if asked < rate:  # no part is full
        time = percentile(load.vdev, step(asked / build.vdevs, FINE))
    else:
        time = p99(load, asked)
    return Speed(rate, time, stream(load), limit)


def most(load: Load) -> tuple[float, str]:
    """Return the largest rate (1/s) of requests of which 99 % are answered in time, and the part that
    is fullest then."""
    vdev, vdevs = load.vdev, load.build.vdevs
    rate = highest(vdev) * vdevs
    if not rate:
        return 0.0, "disks"
    found = uses(load, rate, group_of(vdev, rate / vdevs))
    for _ in range(2):  # uses are nearly in proportion to the rate
        if max(found.values()) > 1:
            rate *= ALMOST / max(found.values())
            found = uses(load, rate, group_of(vdev, rate / vdevs))
    return rate, max(found, key=found.__getitem__)


@lru_cache(maxsize=1 << 16)
def highest(vdev: Vdev) -> float:
    """Return the largest rate (1/s) of requests of a vdev of which 99 % are answered in time, however fast
    the parts are that vdevs share."""
    time, high = vdev.wants.asked.p99, 1000.0
    for _ in range(3):
        use = disk_use(vdev, high, group_of(vdev, high))
        high = min(high * ALMOST / use if use else MOST_RATE, MOST_RATE)

    def late(rate: float) -> float:
        return slower(vdev, rate, time, group_of(vdev, rate)) - SLOW

    if late(high) <= 0:
        return high
    low = high / 1024
    if (before := late(low)) > 0:
        return 0.0
    after = 1.0
    for step in range(STEPS):
        middle = (low * high) ** 0.5
        if step >= STEPS - 2:  # it is almost linear between the two
            middle = low + (high - low) * max(0.1, before / (before - after))
        found = late(middle)
        if found > 0:
            high, after = middle, found
        else:
            low, before = middle, found
    return low + (high - low) * before / (before - after)


def p99(load: Load, rate: float) -> float:
    """Return the 99th percentile of latency (s) at a rate (1/s) of requests; inf if it falls behind."""
    each = rate / load.build.vdevs
    if max(uses(load, rate, group_of(load.vdev, each)).values()) >= 1:
        return inf
    return percentile(load.vdev, step(each, FINE))


@lru_cache(maxsize=1 << 16)
def percentile(vdev: Vdev, rate: float) -> float:
    """Return the 99th percentile of latency (s) at a rate (1/s) of requests of each vdev; inf if it is
    above all PERCENTILES."""
    group = group_of(vdev, rate)
    low, high, above, below = 0, len(PERCENTILES), 1.0, 0.0
    while high - low > 1:
        middle = (low + high) // 2
        found = slower(vdev, rate, PERCENTILES[middle], group)
        if found > SLOW:
            low, above = middle, found
        else:
            high, below = middle, found
    if high == len(PERCENTILES):
        return inf
    before, after = PERCENTILES[low], PERCENTILES[high]
    return before + (after - before) * (above - SLOW) / max(1e-12, above - below)


def stream(load: Load) -> float:
    """Return the bytes a second of sequential reads by many readers."""
    build, vdev = load.build, load.vdev
    record = vdev.wants.recordsize
    useful = 1.0 if build.layout in ("mirror", "stripe") else 1 / vdev.spread.written
    if vdev.disk.kind == "disk":
        each = mechanics(vdev.disk, vdev.wants.fill).rate
    else:
        each = flash_of(vdev.disk).interface_read
    disks = build.vdevs * build.width * each * useful
    work = SOFTWARE.block + vdev.stored * SOFTWARE.checksum
    work += HEAD.cpu_read + HEAD.cpu_network + record * HEAD.copy
    pool = min(disks, load.cables) * record / vdev.stored
    return min(pool, load.network, load.cores / work * record)
