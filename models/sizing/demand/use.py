"""How much of its time each part of a candidate is in use at a rate of requests.

Each request has a demand on each part: cores, network, cables, log devices, disks. A transaction group
writes in a burst."""

from functools import cache
from math import expm1, fsum, inf
from typing import NamedTuple

from models.devices.flash_drive import FlashSpec
from models.head.nic import Nic
from models.machine.prices import software
from models.protocols.nfs.server import HEADERS
from models.sizing.demand.disk import DEPTH
from models.sizing.demand.load import (
    BASE,
    GROUPS,
    HEAD,
    LOG,
    NETWORK,
    Kind,
    Load,
    Vdev,
    flash_of,
    log_vdevs,
)
from models.sizing.demand.spread import Spread
from models.zfs.txg.rewrites import map_bytes

SOFTWARE = software(BASE)
ASYNC_WRITES = BASE.queue.limits["async write"][0]
PACKETS = Nic(1.0, NETWORK.mtu)


class Group(NamedTuple):
    """The transaction groups of a vdev at a rate of requests."""

    every: float  # seconds from one to the next
    records: float  # of data and pointers in one
    data: float  # bytes of data in one, before compression
    pool: float  # bytes written to the vdev, with parity
    special: float  # bytes written to the special vdev


NO_GROUP = Group(GROUPS.interval, 0.0, 0.0, 0.0, 0.0)


def group_of(vdev: Vdev, rate: float) -> Group:
    """Return the transaction groups of a vdev that gets `rate` requests a second."""
    kind = vdev.kind
    writes = rate * kind.written
    if not writes:
        return NO_GROUP
    size = kind.wants.recordsize
    every = GROUPS.interval
    if vdev.kick < writes * size * every:
        every = vdev.kick / (writes * size)
    hits = writes * every
    records, *above = [-places * expm1(hits * unhit) for places, unhit in kind.levels]
    blocks = fsum(above)
    pointers = GROUPS.copies * blocks * GROUPS.indirect + map_bytes(GROUPS, records, 1, 1)
    data, special = records * kind.stored, pointers if vdev.special else 0.0
    pool = (data + pointers - special) * kind.spread.written
    return Group(every, records + blocks, records * size, pool, special)


def uses(load: Load, rate: float, group: Group) -> dict[str, float]:
    """Return the use of each part at a rate (1/s) of requests; 1 is full. group: of each vdev."""
    found = beside_disks(load, rate, group)
    return found | {"disks": disk_use(load.vdev, rate / load.build.vdevs, group)}


def beside_disks(load: Load, rate: float, group: Group) -> dict[str, float]:
    """Return the use of each part but the disks at a rate (1/s) of requests; 1 is full."""
    build, vdev, kind = load.build, load.vdev, load.vdev.kind
    asked, each = kind.wants.asked, build.vdevs / group.every
    reads, writes, size = asked.reads, 1 - asked.reads, asked.size
    fetches = vdev.fetches
    fetched = fetches + load.flash * kind.blocks * reads
    work = HEAD.cpu_network + size * HEAD.copy + reads * HEAD.cpu_read + writes * HEAD.cpu_write
    work += fetched * (SOFTWARE.block + kind.stored * SOFTWARE.checksum)
    prepared = group.records * SOFTWARE.block
    prepared += group.data * (SOFTWARE.checksum + parity_time(build.layout))
    found = {
        "cores": (rate * work + each * prepared) / load.cores,
        "group": each * group.records * SOFTWARE.sync_block,
        "network": rate * wire(size, reads) / load.network,
    }
    if load.cables < inf:
        found["cables"] = (each * group.pool + rate * fetches * kind.stored) / load.cables
    if asked.sync and writes:
        found["log"] = rate * writes * LOG.issue
    if vdev.log:
        log, block = flash_of(vdev.log), LOG.rounded(size + LOG.header)
        sent = log.command_time + block / log.interface_write
        took = max(sent, block / log.program_rate, (sent + log.write_access + log.flush) / DEPTH)
        found["log devices"] = rate * writes / log_vdevs(build) * took
    if vdev.l2arc and load.flash:
        l2arc = flash_of(vdev.l2arc)
        sent = l2arc.command_time + kind.stored / l2arc.interface_read
        hits = rate * reads * kind.blocks * load.flash / build.flashes
        found["flash"] = hits * max(sent, l2arc.read_access / l2arc.dies)
    if load.special:
        moved = each * group.special
        found["special"] = moved / load.special.program_rate * amplification(load.special)
    return found


@cache
def wire(size: int, reads: float) -> float:
    """Return the bytes on the wire for a request, of the way that carries more. reads: share of the
    requests that carry data from the server, the others to it."""
    share = max(reads, 1 - reads)
    return share * PACKETS.wire(size + HEADERS) + (1 - share) * PACKETS.wire(HEADERS)


@cache
def parity_time(layout: str) -> float:
    """Return the core time for the parity of a byte (s)."""
    return software(BASE.order({"pool.layout": layout})).parity if "raid" in layout else 0.0


@cache
def amplification(flash: FlashSpec) -> float:
    """Return how many bytes an SSD is programmed with for a byte of random writes."""
    return flash.amplification


def disk_use(vdev: Vdev, rate: float, group: Group) -> float:
    """Return the use of the busiest disk at a rate (1/s) of requests of its vdev: its reads in the
    drive's best order, and its writes."""
    kind = vdev.kind
    reads = rate * vdev.fetches * (1 + vdev.pointers)
    if kind.flash:
        busiest = flash_use(kind.flash, kind.spread, ALONE)
        if vdev.lost:
            busiest = max(busiest, flash_use(kind.flash, kind.lost, beside_reads(kind)))
        return reads * busiest + programs(vdev, group)
    assert kind.reads
    busiest = kind.spread.most / kind.reads[0].most
    if vdev.lost:
        busiest = max(busiest, kind.lost.most / kind.reads[1].most)
    return reads * busiest + burst(vdev, group) / group.every + commits(vdev, rate)


class Beside(NamedTuple):
    """The commands of a resilver in an SSD, which a command of the load does not overtake."""

    took: float = 0.0  # of each, on the link or until the flash has it (s)
    busy: float = 0.0  # share of the time in which one is served
    most: int = 1  # in the drive at a time


ALONE = Beside()


@cache
def beside_reads(kind: Kind) -> Beside:
    """Return the reads of a resilver in an SSD: one at a time while there are requests (`WithCredit`). The thread that sends
    them may be slower; each also takes the access of the flash."""
    flash = kind.flash
    assert flash
    took = flash.command_time + kind.piece / flash.interface_read
    return Beside(took, min(1.0, sent(kind) / kind.piece * took))


@cache
def beside_writes(kind: Kind) -> Beside:
    """Return the writes of a resilver in the new SSD, which takes no more than its flash does.

    Two at a time, the least of asynchronous writes."""
    flash = kind.flash
    assert flash
    programmed = kind.piece * amplification(flash) / flash.program_rate
    took = max(flash.command_time + kind.piece / flash.interface_write, programmed)
    return Beside(took, min(1.0, sent(kind) / kind.piece * took), ASYNC_WRITES)


def sent(kind: Kind) -> float:
    """Return the bytes a second of an SSD that a resilver reads one command after another."""
    flash = kind.flash
    assert flash
    once = flash.command_time + kind.piece / flash.interface_read + flash.read_access
    return min(kind.issued, kind.piece / once)


def flash_use(flash: FlashSpec, spread: Spread, beside: Beside) -> float:
    """Return the use of the busiest SSD for each record that is read in a second, beside the reads of a resilver."""
    sent = flash.command_time + spread.part / flash.interface_read
    alone = (flash.read_access + sent) / DEPTH
    each = max(
        sent, flash.read_access / flash.dies, alone, sent + beside.busy * beside.took / DEPTH
    )
    return spread.most / spread.sides * each


def programs(vdev: Vdev, group: Group) -> float:
    """Return the share of time in which the places of an SSD are programmed."""
    kind = vdev.kind
    assert kind.flash
    each = group.pool / kind.spread.disks / group.every
    return each * amplification(kind.flash) / kind.flash.program_rate


def burst(vdev: Vdev, group: Group) -> float:
    """Return how long a disk writes for a group (s)."""
    disk = vdev.kind.mechanics
    if not (group.pool and disk):
        return 0.0
    return group.pool / vdev.kind.spread.disks / disk.end + disk.alone + disk.settle


def commits(vdev: Vdev, rate: float) -> float:
    """Return the use of a disk by log blocks, each of which is written and flushed, at a rate (1/s) of
    requests of its vdev. Those that come while others are in flight go together."""
    if not vdev.committed or vdev.kind.flash:
        return 0.0
    writes = rate * (1 - vdev.kind.wants.asked.reads)
    took = log_block(vdev, rate)[1]
    together = 1 + writes * vdev.among * LOG.patience * (took + LOG.hand_over)
    return writes / together * took * vdev.committed / vdev.kind.spread.disks


def log_block(vdev: Vdev, rate: float) -> tuple[float, float]:
    """Return the share of a disk's log blocks before which a read moved the arm, and how long a log block
    takes (s). Log blocks lie next to each other, so that the others wait for half a turn."""
    disk, spread = vdev.kind.mechanics, vdev.kind.spread
    assert disk
    writes = rate * (1 - vdev.kind.wants.asked.reads) * vdev.committed / spread.disks
    reads = rate * vdev.fetches * spread.most / spread.sides
    moved = reads / (reads + writes) if writes else 1.0
    return moved, moved * (disk.alone + disk.settle) + (1 - moved) * disk.turn / 2
