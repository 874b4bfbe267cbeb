"""The capacity of each part of a machine for sequential reads or writes, without other limits. A
run of the machine reaches the smallest of these within a few per cent; tests compare the two."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from figures.kit.pipeline import Stage
from figures.kit.streams import RECORD
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.devices.platter import Platter
from models.head.catalogue_head import head_of
from models.head.head import Head
from models.head.nic import countable
from models.head.pcie import PACKET, Slot
from models.machine.loads.streams import PARTS, Stream, a_byte_of_a_group
from models.machine.order import LAYOUTS, Order
from models.zfs.block_reads import ALIQUOT
from models.zfs.pool.vdev import Raidz
from models.zfs.zil.log_spec import BlocksAhead, LogSpec

MOST, HALVINGS = 1e12, 36
WAITING, PLACES = 64, 32


def at_most(fits: Callable[[float], bool], most: float = MOST) -> float:
    """Return the highest rate up to `most` for which `fits` is true, or 0 if there is none. If a
    rate fits, all lower rates must fit too."""
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def head(order: Order) -> Head:
    """Return the head of a machine."""
    return head_of(order.head.model, order.head.spec)


class TimeOfRun(NamedTuple):
    """How long a disk takes for a run of a file, on average (s)."""

    seek: float  # with the time for the command
    turn: float  # half a turn, until the run comes to the head
    passing: float  # the run passes the head


@lru_cache(maxsize=512)
def time_of_run(spec: DriveSpec, *, span: float, run: int = ALIQUOT) -> TimeOfRun:
    """Return the time of a run of `run` bytes at any place within `span` bytes from the rim, after a
    run at any other place."""
    platter = Platter(spec)
    at = [platter.geometry.place(int(span * (n + 0.5) / PLACES)) for n in range(PLACES)]
    passing = fsum((platter.turn + platter.next_track) / place.track for place in at) / PLACES * run
    seek = mean_seek(platter, [place.cylinder for place in at])
    return TimeOfRun(spec.command + seek, platter.turn / 2, passing)


def in_turn(spec: DriveSpec, streams: int, *, span: float, run: int = ALIQUOT) -> float:
    """Return the bytes per second of a disk that reads `run` bytes of each of `streams` streams in
    turn.

    If there are two or more, the arm moves before each run, so their number does not matter. A single
    stream is not interrupted. ZFS lays out a file in runs of 512 KiB per disk of a vdev before the
    next vdev's turn, and reads a whole run ahead.
    """
    time = time_of_run(spec, span=span, run=run)
    return run / (time.passing if streams == 1 else fsum(time))


def mean_seek(platter: Platter, cylinders: list[int]) -> float:
    """Return the mean time of a seek between two of these cylinders, which are the middles of equal
    parts (s). Two places in the same part are a third of it apart."""
    moves = [platter.seek_time(abs(a - b)) for a in cylinders for b in cylinders if a != b]
    near = (cylinders[-1] - cylinders[0]) // (3 * (len(cylinders) - 1))
    return (fsum(moves) + (len(cylinders) ** 2 - len(moves)) * platter.seek_time(near)) / len(
        cylinders
    ) ** 2


def span_of(order: Order, load: Stream) -> float:
    """Return the bytes from the rim of each disk that the files take, in two copies."""
    return min(2 * load.data / order.pool.count, order.drive.capacity)


def disks_read(order: Order, load: Stream) -> float:
    """Return the bytes per second of all disks, with both sides of mirrors in use. In a scattered file
    each record lies elsewhere."""
    run = RECORD if order.pool.scattered else ALIQUOT
    return order.pool.count * in_turn(order.drive, load.streams, span=span_of(order, load), run=run)


def clients(order: Order, load: Stream) -> list[Stage]:
    """Return the stages before the server's cards: the clients' requests, at the head's load for
    that rate, and their ports."""
    machine, read = head(order), load.op == "read"
    busy = load.operation(machine, 0.0 if load.cached or not read else 1.0)
    answer = load.operation(machine, 0.0)
    instructions, _ = answer.work.for_size(load.size)

    def answered(rate: float) -> bool:
        state = machine.at(busy, rate / load.size if read else 0.0)
        took = (
            load.size / load.link + load.own + instructions * state.cpi / machine.constants["clock"]
        )
        return bool(rate * took <= load.clients * load.in_flight * load.size)

    return [
        Stage("clients' requests", at_most(answered), why="each waits for its answer"),
        Stage("clients' ports", load.clients * load.ports * load.link, why="1 GbE each"),
    ]


def network(order: Order, load: Stream) -> list[Stage]:
    """Return the stages of the server's ports and of its cards' slots. Ports on the board have no
    slot."""
    seen = load.seen(load.committed if load.op == "write" else 0)
    way = "out" if load.op == "read" else "in"
    moved = (seen.out if way == "out" else seen.come) / load.size
    ports = [card.ports * countable(card.rate, load.mtu) for card in order.network.cards]
    slots = [
        each if card.slot is None else card.through(way)
        for card, each in zip(order.network.cards, ports, strict=True)
    ]
    board = any(card.slot is None for card in order.network.cards)
    why = "PCI Express, and the board's own ports" if board else "PCI Express"
    return [
        Stage("server's ports", fsum(ports) / moved, why="10 GbE each"),
        Stage("network cards' slots", fsum(slots) / moved, why=why),
    ]


def cables(order: Order) -> float:
    """Return the bytes per second of all cables; each leads to its own boxes."""
    pool = order.pool
    return min(pool.chains or pool.jbods, pool.jbods) * pool.cable_rate


def read_stages(order: Order, load: Stream) -> list[Stage]:
    """Return the stages of a read from the clients to the disks or memory, in bytes of data per
    second."""
    machine = head(order)
    operation = load.operation(machine, 0.0 if load.cached else 1.0)
    rate = machine.most(operation).rate * load.size
    path = [
        *clients(order, load),
        *network(order, load),
        Stage("cores", rate, why="cores, and links between sockets"),
    ]
    if load.cached:
        return path
    slots = order.pool.hbas * Slot(payload=PACKET).to_memory
    why = "a seek and a part of a turn for each run of a file"
    return [
        *path,
        Stage("disk cards' slots", slots, why="PCI Express"),
        Stage("disk cables", cables(order), why="four lanes of 3 Gbit/s each"),
        Stage("disks", disks_read(order, load), why=why),
    ]


@lru_cache(maxsize=64)
def copies(layout: str, width: int) -> float:
    """Return the bytes on disks per byte of a whole record, with copies or the parity of RAID-Z."""
    if layout in ("stripe", "mirror"):
        return float(LAYOUTS[layout].disks)
    vdev = Raidz([HardDisk(DriveSpec()) for _ in range(width)], parity=int(layout[-1]))
    return sum(column.size for column in vdev.columns(0, RECORD)) / RECORD


@lru_cache(maxsize=64)
def logged(size: int) -> float:
    """Return the bytes of log blocks per byte of data in writes of `size` bytes that wait
    together."""
    blocks = BlocksAhead(LogSpec(sizing="ahead"))
    blocks.fill([size] * WAITING, WAITING - 1)
    return sum(block for block, _ in blocks.fill([size] * WAITING, WAITING - 1)) / (size * WAITING)


@dataclass(frozen=True)
class WrittenBytes:
    """The bytes that a machine writes for the clients of `load`. A `rate` is that of all clients,
    in bytes per second."""

    order: Order
    load: Stream

    @property
    def group(self) -> float:
        """Return how long a transaction group fills, which is also how long it takes to be written
        (s)."""
        return float(self.order.settings.get("groups.interval", PARTS["group"]))

    @property
    def data_bytes(self) -> float:
        """Return the bytes on disks, with copies or parity, per byte of data."""
        return copies(self.order.pool.layout, self.order.pool.width)

    def at_risk(self, rate: float) -> float:
        """Return the share of data that a COMMIT finds in memory only and that is logged for it. A
        COMMIT can come at any time. On average half a group is then open and a whole one is being
        written, so data of one and a half times `group` is at risk."""
        return min(1.0, 1.5 * self.group * rate / self.load.clients / self.load.committed)

    def log_bytes(self, rate: float) -> float:
        """Return the bytes of the log per byte of data. Writes of more than zfs_immediate_write_sz
        log no data but put it in place at once."""
        if self.load.size > PARTS["immediate"]:
            return 0.0
        return logged(self.load.size) * self.at_risk(rate)

    def disk_bytes(self, rate: float) -> float:
        """Return the bytes that reach the disks per byte of data, without those for log devices."""
        return self.data_bytes * (1 + (0.0 if self.order.log.devices else self.log_bytes(rate)))

    def all_bytes(self, rate: float) -> float:
        """Return the bytes written per byte of data, including log devices, which are in the JBODs
        and hold one copy."""
        return self.disk_bytes(rate) + (self.log_bytes(rate) if self.order.log.devices else 0.0)

    def disks_take(self, rate: float) -> float:
        """Return the bytes per second of all disks, which write a group sequentially and lose a
        turn for each log block in between."""
        extra, spec = 0.0 if self.order.log.devices else self.log_bytes(rate), self.order.drive
        return self.order.pool.count / (
            1 / spec.media_rate + extra / (1 + extra) / spec.speed / RECORD
        )

    def thread(self, rate: float) -> float:
        """Return the bytes per second of the single thread that writes a group."""
        machine = head(self.order)
        state = machine.at(
            self.load.operation(machine, self.all_bytes(rate)), rate / self.load.size
        )
        if state.used >= 1:
            return 0.0
        return 1 / a_byte_of_a_group(machine, self.order.pool.layout, state.wait)


def write_stages(order: Order, load: Stream) -> list[Stage]:
    """Return the stages of a write from the clients to the disks, in bytes of their data per
    second."""
    machine, written = head(order), WrittenBytes(order, load)
    hba = order.pool.hbas * Slot(payload=int(PARTS["completion"])).rate

    def processors(rate: float) -> bool:
        operation = load.operation(machine, written.all_bytes(rate))
        busy = machine.at(operation, rate / load.size).busy
        return bool(busy <= machine.constants["busy"])

    parts: list[tuple[str, Callable[[float], bool], str]] = [
        ("cores", processors, "cores, and links between sockets"),
        (
            "the group's thread",
            lambda rate: rate <= written.thread(rate),
            "one thread writes out a transaction group",
        ),
        ("disk cards' slots", lambda rate: rate * written.all_bytes(rate) <= hba, "PCI Express"),
        (
            "disk cables",
            lambda rate: rate * written.all_bytes(rate) <= cables(order),
            "four lanes of 3 Gbit/s each",
        ),
        (
            "disks",
            lambda rate: rate * written.disk_bytes(rate) <= written.disks_take(rate),
            "in a row, but for the log",
        ),
    ]
    own = [Stage(name, at_most(fits), why=why) for name, fits, why in parts]
    return [*clients(order, load), *network(order, load), *own]
