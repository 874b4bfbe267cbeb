"""How likely a request takes longer than a time, in closed form.

The latency of a request is that of its slowest read of a disk (see `waits`), or of its commit. What a
disk's cache has taken of a transaction group comes before reads, so that those wait until it is on the
platter."""

from math import exp, inf

from models.devices.flash_drive import FlashSpec
from models.sizing.demand.disk import DEPTH, reads_of
from models.sizing.demand.load import HEAD, LOG, Vdev, flash_of
from models.sizing.demand.spread import Spread
from models.sizing.demand.use import (
    ALONE,
    SOFTWARE,
    Beside,
    Group,
    beside_reads,
    beside_writes,
    burst,
    commits,
    log_block,
    programs,
)
from models.sizing.speed.waits import Tails, chance_longer, tails_of

AFTER = 2 * SOFTWARE.wake + SOFTWARE.block + HEAD.cpu_read
"""Time of a read beside its device (s)."""
ALMOST = 1 - 1e-6
"""Use of a part at which it is the limit."""


def slower(vdev: Vdev, rate: float, time: float, group: Group) -> float:
    """Return the chance that a request takes longer than `time` (s) at a rate (1/s) of requests of each
    vdev."""
    kind = vdev.kind
    asked, blocks = kind.wants.asked, kind.blocks
    if time < HEAD.cpu_read:
        return 1.0
    chance = 1 - asked.reads if time < HEAD.cpu_write else 0.0
    if vdev.missed:
        late = vdev.missed * record_slower(vdev, rate, time, group)
        if blocks > 1:
            late = 1 - (1 - late) ** blocks
        chance += kind.fetched / blocks * late
    if vdev.l2arc and vdev.flash and asked.reads:
        hits = rate * asked.reads * blocks * vdev.flash / vdev.flashes
        late = flash_slower(flash_of(vdev.l2arc), kind.stored, hits, 0.0, time - AFTER)
        chance += asked.reads * (1 - (1 - vdev.flash * late) ** blocks)
    if asked.sync and asked.reads < 1:
        chance += (1 - asked.reads) * commit_slower(vdev, rate, time, group)
    return min(1.0, chance)


def record_slower(vdev: Vdev, rate: float, time: float, group: Group) -> float:
    """Return the chance that a record from the pool takes longer than `time` (s), at a rate (1/s) of
    requests of its vdev."""
    kind = vdev.kind
    reads, time = rate * vdev.fetches * (1 + vdev.pointers), time - AFTER
    if kind.flash:
        busy = programs(vdev, group)
        late = ssds_slower(kind.flash, kind.spread, reads, busy, time)
        if vdev.lost:
            hurt = ssds_slower(kind.flash, kind.lost, reads, busy, time, beside_reads(kind))
            late += (hurt - late) / vdev.among
        return late
    left = 1 - commits(vdev, rate) if vdev.committed else 1.0
    wait = burst(vdev, group)
    bursts = wait / group.every
    late = disks_slower(tails_of(kind, False), reads, time, left, wait, bursts)
    if vdev.lost:
        hurt = disks_slower(tails_of(kind, True), reads, time, left, wait, bursts)
        late += (hurt - late) / vdev.among
    return late


def disks_slower(
    tails: Tails, reads: float, time: float, left: float, wait: float, bursts: float
) -> float:
    """Return the chance that a record from disks takes longer than `time` (s), at so many `reads` a
    second of records. left: share of the time that log blocks leave to reads; bursts: share of it in which
    groups are written, each for `wait` (s).

    While a group is written no read is served, so that those that come until its backlog is gone wait: the
    first for the whole burst, each later one for less, in proportion, as more is served than comes (a
    fluid). Then they find a disk that serves all reads in the time that bursts leave. Others find one that
    serves them as they come."""
    busy = reads * tails.busy
    if busy + bursts >= left:
        return 1.0
    late = tails.longer(busy / left, time * left)
    if not wait:
        return late
    waits = bursts / (left - busy)
    longer = tails.mean(busy / (left - bursts), (time - wait) * left, time * left)
    return late + waits * (longer - late) if longer > late else late


def ssds_slower(
    flash: FlashSpec, spread: Spread, reads: float, busy: float, time: float, beside: Beside = ALONE
) -> float:
    """Return the chance that a record from SSDs takes longer than `time` (s), at so many `reads` a second of
    records of a vdev. Other arguments: as of `flash_slower`."""
    prompt = 1.0
    for share, disks in spread.shares:
        each = reads * share / spread.sides
        late = flash_slower(flash, spread.part, each, busy, time, DEPTH, beside)
        prompt *= (1 - late) ** (share * disks)
    return 1 - prompt


def flash_slower(
    flash: FlashSpec,
    size: int,
    reads: float,
    busy: float,
    time: float,
    depth: float = inf,
    beside: Beside = ALONE,
) -> float:
    """Return the chance that a read of `size` bytes of an SSD takes longer than `time` (s), at so many
    `reads` a second, while its places are programmed for a share `busy` of the time. depth: reads that
    it is given at a time.

    A read of a resilver goes behind those that came before, so that the link serves it, then what came
    meanwhile, and so on in cycles: a read waits for the rest of a cycle, any part of one."""
    sent = flash.command_time + size / flash.interface_read
    time -= flash.read_access + sent
    if time < 0 or reads * sent >= 1:
        return 1.0
    late = max(0.0, 1 - time / flash.program_time) * min(1.0, busy)
    turn = (flash.read_access + sent) / depth
    if beside.busy:
        late += beside.busy * max(0.0, 1 - time * (1 - reads * sent) / beside.took)
        turn = max(turn, sent + beside.busy * beside.took / depth)
    late += waiting(reads * sent, sent, time) + waiting(reads * turn, turn, time)
    late += waiting(reads * flash.read_access / flash.dies, flash.read_access, time)
    return min(1.0, late)


def behind(beside: Beside, time: float) -> float:
    """Return the chance of waiting longer than `time` (s) for commands of a resilver.

    A command that comes finds one in service for the share of the time in which one is, any part of it, and behind it
    another with the same chance, up to the most in the drive."""
    chance, late = beside.busy, 0.0
    for ahead in range(beside.most):
        longer = max(0.0, min(1.0, ahead + 1 - time / beside.took))
        late += chance * (1 - (beside.busy if ahead + 1 < beside.most else 0.0)) * longer
        chance *= beside.busy
    return late


def waiting(use: float, service: float, time: float) -> float:
    """Return the chance of waiting longer than `time` (s) for a server that takes `service` seconds for each
    request and is busy for a share `use` of the time. The wait is taken as exponential, with the mean of M/D/1."""
    if use >= 1:
        return 1.0
    return use * exp(-2 * (1 - use) * max(0.0, time) / service) if use else 0.0


def commit_slower(vdev: Vdev, rate: float, time: float, group: Group) -> float:
    """Return the chance that the commit of a write takes longer than `time` (s)."""
    kind = vdev.kind
    asked, disk = kind.wants.asked, kind.mechanics
    block = LOG.rounded(asked.size + LOG.header)
    time -= LOG.hand_over + HEAD.cpu_write
    if vdev.log or not disk:
        device = flash_of(vdev.log or kind.disk)
        sent = device.command_time + block / device.interface_write
        time -= sent + device.write_access + device.flush
        if time < 0:
            return 1.0
        took = max(sent, device.flush, (sent + device.write_access) / DEPTH)
        late = waiting(rate * (1 - asked.reads) / (vdev.logs or 1) * took, took, time)
        if vdev.lost and not vdev.log:
            late += behind_resilver(vdev, time) / vdev.among
        return min(1.0, late)
    queue = reads_of(kind.disk, kind.wants.fill, block)
    moved, took = log_block(vdev, rate)
    each = min(commits(vdev, rate) / took, queue.most * ALMOST)
    alone = moved * chance_longer(queue, each, time - disk.settle)
    alone += (1 - moved) * min(1.0, max(0.0, 1 - time / disk.turn))
    late = 1 - (1 - alone) ** vdev.committed
    if vdev.lost:  # its commands are before the log block, and move the arm
        queue = reads_of(kind.disk, kind.wants.fill, block, 1, True)
        hurt = chance_longer(queue, min(each, queue.most * ALMOST), time - disk.settle)
        late += max(0.0, 1 - (1 - hurt) ** vdev.committed - late) / vdev.among
    if wait := burst(vdev, group):
        late += max(0.0, wait - time) / group.every
    return min(1.0, late)


def behind_resilver(vdev: Vdev, time: float) -> float:
    """Return the chance that a commit to the SSDs of a vdev that resilvers waits longer than `time` (s) for it: on one
    of its disks for a read, or on the new one for a write."""
    kind, new = vdev.kind, vdev.committed / vdev.kind.spread.disks
    if kind.issued == inf:  # a rebuild writes to all, and has one command in each
        new = 0.0
    prompt: float = (1 - behind(beside_reads(kind), time)) ** (vdev.committed - new)
    if new:
        prompt *= 1 - new * behind(beside_writes(kind), time)
    return 1 - prompt
