"""What each part of a machine could carry of files that clients read or write in a row, if nothing
else held them up.

A run of the machine comes to the least of these, within a few per cent; tests hold them to each
other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.devices.platter import Platter
from models.head.catalogue_head import head_of
from models.head.head import Head
from models.head.nic import countable
from models.head.pcie import PACKET, Slot
from models.machine.loads.streams import PARTS, Stream, a_byte_of_a_group
from models.machine.order import LAYOUTS, SUN_7410, Order
from models.sim.pipeline import Stage
from models.zfs.block_reads import ALIQUOT
from models.zfs.pool.vdev import Raidz
from models.zfs.zil.log_spec import BlocksAhead, LogSpec

MOST, HALVINGS = 1e12, 36
RECORD = SUN_7410.filesystem.recordsize
WAITING, PLACES = 64, 32


def at_most(fits: Callable[[float], bool], most: float = MOST) -> float:
    """The highest rate up to `most` that `fits`, where all lower ones do; 0 if none does."""
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def head(order: Order) -> Head:
    """The processors, links and memories of a machine."""
    return head_of(order.head.model, order.head.spec)


@lru_cache(maxsize=512)
def in_turn(spec: DriveSpec, streams: int, *, span: float, run: int = ALIQUOT) -> float:
    """Bytes a second of a disk that reads `run` bytes of one stream, then of the next, and so on:
    the mean over all places within `span` bytes from the rim where the streams may lie.

    The arm moves from one place to another, and the platter is as likely to be at one angle as at
    any other: half a turn on average. So it does not matter how many streams there are, if there
    are two; with one, nothing comes between. ZFS lays a file out in runs, 512 KiB for each disk of
    a vdev before the next vdev's turn, and reads ahead a whole one.
    """
    platter = Platter(spec)
    at = [platter.geometry.place(int(span * (n + 0.5) / PLACES)) for n in range(PLACES)]
    passing = fsum((platter.turn + platter.next_track) / place.track for place in at) / PLACES * run
    if streams == 1:
        return run / passing
    return run / (
        spec.command
        + mean_seek(platter, [place.cylinder for place in at])
        + platter.turn / 2
        + passing
    )


def mean_seek(platter: Platter, cylinders: list[int]) -> float:
    """Seconds that the arm moves on average between two places, where these are the middles of
    parts that are alike. Two places in one part are a third of it apart."""
    moves = [platter.seek_time(abs(a - b)) for a in cylinders for b in cylinders if a != b]
    near = (cylinders[-1] - cylinders[0]) // (3 * (len(cylinders) - 1))
    return (fsum(moves) + (len(cylinders) ** 2 - len(moves)) * platter.seek_time(near)) / len(
        cylinders
    ) ** 2


def disks_read(order: Order, load: Stream) -> float:
    """Bytes a second of all disks, either side of a mirror in use, where the files take as much of
    them as there is room for; there are two copies. In a scattered file each record lies somewhere
    else."""
    spec, run = order.drive, RECORD if order.pool.scattered else ALIQUOT
    return order.pool.count * in_turn(
        spec, load.streams, span=min(2 * load.data / order.pool.count, spec.capacity), run=run
    )


def clients(order: Order, load: Stream) -> list[Stage]:
    """The stages before the server's cards: how much can be asked, if the head is as busy as that
    makes it, and the ports."""
    machine, read = head(order), load.op == "read"
    busy = load.operation(machine, 0.0 if load.cached or not read else 1.0)
    answer = load.operation(machine, 0.0)
    instructions, _ = answer.work.of(load.size)

    def answered(rate: float) -> bool:
        state = machine.at(busy, rate / load.size if read else 0.0)
        took = (
            load.size / load.link + load.own + instructions * state.cpi / machine.constants["clock"]
        )
        return rate * took <= load.clients * load.asking * load.size

    return [
        Stage("clients' requests", at_most(answered), why="each waits for its answer"),
        Stage("clients' ports", load.clients * load.ports * load.link, why="1 GbE each"),
    ]


def network(order: Order, load: Stream) -> list[Stage]:
    """The server's ports and its cards' slots; ports on the board share no slot."""
    seen, way = (
        load.seen(load.committed if load.op == "write" else 0),
        "out" if load.op == "read" else "in",
    )
    moved = (seen.out if way == "out" else seen.come) / load.size
    ports = [card.ports * countable(card.rate, load.mtu) for card in order.network.cards]
    slots = [
        each if card.slot is None else card.through(way)
        for card, each in zip(order.network.cards, ports, strict=True)
    ]
    board = any(card.slot is None for card in order.network.cards)
    return [
        Stage("server's ports", fsum(ports) / moved, why="10 GbE each"),
        Stage(
            "network cards' slots",
            fsum(slots) / moved,
            why="PCI Express, and the board's own ports" if board else "PCI Express",
        ),
    ]


def cables(order: Order) -> float:
    """Bytes a second of all cables; each leads to boxes of its own."""
    pool = order.pool
    return min(pool.chains or pool.jbods, pool.jbods) * pool.cable_rate


def read_stages(order: Order, load: Stream) -> list[Stage]:
    """The path of a read from the clients to the disks, or to memory. Capacities in bytes of data."""
    machine = head(order)
    operation = load.operation(machine, 0.0 if load.cached else 1.0)
    path = [
        *clients(order, load),
        *network(order, load),
        Stage(
            "processors",
            machine.most(operation).rate * load.size,
            why="cores, and links between sockets",
        ),
    ]
    if load.cached:
        return path
    return [
        *path,
        Stage(
            "disk cards' slots", order.pool.hbas * Slot(payload=PACKET).to_memory, why="PCI Express"
        ),
        Stage("SAS cables", cables(order), why="four lanes of 3 Gbit/s each"),
        Stage(
            "disks",
            disks_read(order, load),
            why="a seek and a part of a turn for each run of a file",
        ),
    ]


@lru_cache(maxsize=64)
def copies(layout: str, width: int) -> float:
    """Bytes on disks for a byte of a whole record: one, two, or with the parity of RAID-Z (`width`
    disks)."""
    if layout in ("stripe", "mirror"):
        return float(LAYOUTS[layout].disks)
    vdev = Raidz([HardDisk(DriveSpec()) for _ in range(width)], parity=int(layout[-1]))
    return sum(column.size for column in vdev.columns(0, RECORD)) / RECORD


@lru_cache(maxsize=64)
def logged(size: int) -> float:
    """Bytes of log blocks for a byte of data that is logged in writes of `size` bytes, many of
    which wait together."""
    blocks = BlocksAhead(LogSpec(sizing="ahead"))
    blocks.fill([size] * WAITING, WAITING - 1)
    return sum(block for block, _ in blocks.fill([size] * WAITING, WAITING - 1)) / (size * WAITING)


@dataclass(frozen=True)
class Written:
    """What becomes of a byte that clients of `load` write to a machine while all of them write
    `rate` bytes a second."""

    order: Order
    load: Stream

    @property
    def group(self) -> float:
        """Seconds in which a transaction group fills, and in which it is written."""
        return float(self.order.settings.get("groups.interval", PARTS["group"]))

    @property
    def once(self) -> float:
        """Bytes on disks, of data and its copies or parity."""
        return copies(self.order.pool.layout, self.order.pool.width)

    def at_risk(self, rate: float) -> float:
        """The share of all data that a COMMIT finds in memory only, and that is logged for it.

        A COMMIT comes at any time: half a group is open then and a whole one on its way, one and a
        half times `group`.
        """
        return min(1.0, 1.5 * self.group * rate / self.load.clients / self.load.committed)

    def twice(self, rate: float) -> float:
        """Bytes of the log. Writes of more than zfs_immediate_write_sz leave no data in it, but go
        to their place at once."""
        return (
            0.0
            if self.load.size > PARTS["immediate"]
            else logged(self.load.size) * self.at_risk(rate)
        )

    def on_disks(self, rate: float) -> float:
        """Bytes that reach the disks; not those for log devices."""
        return self.once * (1 + (0.0 if self.order.log.devices else self.twice(rate)))

    def moved(self, rate: float) -> float:
        """The same with what goes to log devices, which stand in the JBODs, and where one copy is
        kept."""
        return self.on_disks(rate) + (self.twice(rate) if self.order.log.devices else 0.0)

    def disks_take(self, rate: float) -> float:
        """Bytes a second of all disks, which write a group in a row, and lose a turn for each log
        block in between."""
        extra, spec = 0.0 if self.order.log.devices else self.twice(rate), self.order.drive
        return self.order.pool.count / (
            1 / spec.media_rate + extra / (1 + extra) / spec.speed / RECORD
        )

    def thread(self, rate: float) -> float:
        """Bytes a second of the one thread that writes out a group."""
        machine = head(self.order)
        state = machine.at(self.load.operation(machine, self.moved(rate)), rate / self.load.size)
        return (
            0.0
            if state.used >= 1
            else 1 / a_byte_of_a_group(machine, self.order.pool.layout, state.wait)
        )


def write_stages(order: Order, load: Stream) -> list[Stage]:
    """The path of a write from the clients to the disks. Capacities in bytes of the clients' data."""
    machine, written = head(order), Written(order, load)
    hba = order.pool.hbas * Slot(payload=int(PARTS["completion"])).rate

    def busy(rate: float) -> float:
        return machine.at(load.operation(machine, written.moved(rate)), rate / load.size).busy

    return [
        *clients(order, load),
        *network(order, load),
        Stage(
            "processors",
            at_most(lambda rate: busy(rate) <= machine.constants["busy"]),
            why="cores, and links between sockets",
        ),
        Stage(
            "the group's thread",
            at_most(lambda rate: rate <= written.thread(rate)),
            why="one thread writes out a transaction group",
        ),
        Stage(
            "disk cards' slots",
            at_most(lambda rate: rate * written.moved(rate) <= hba),
            why="PCI Express",
        ),
        Stage(
            "SAS cables",
            at_most(lambda rate: rate * written.moved(rate) <= cables(order)),
            why="four lanes of 3 Gbit/s each",
        ),
        Stage(
            "disks",
            at_most(lambda rate: rate * written.on_disks(rate) <= written.disks_take(rate)),
            why="in a row, but for the log",
        ),
    ]
