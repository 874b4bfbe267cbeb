"""What a stream over NFS passes: a head node with its cards, the clients, and disks from which many files are read."""
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from models.catalogue.machines import values
from models.devices.drive_spec import DriveSpec
from models.experiments.streaming.many_streams import in_turn
from models.head.cpu_work import Work
from models.head.head import FIRST_CARDS, Head, Operation
from models.head.nic import GIGABIT, MTUS, TEN_GIGABIT, Counted, countable
from models.head.pcie import Slot, slots
from models.machine.order import SUN_7410
from models.protocols.nfs.wire import on_the_wire
from models.units import GB, KiB

PARTS = values("streaming")
HEADS = {"7310": "head-7310", "launch": "head-7410", "tuned": "head-7410", "ht3": "head-7410-istanbul"}
"""launch: the 7410 as it was sold first: network cards share a bridge, and drivers' threads are not bound to processors. Data
is not copied any more: with copies the model sends 1.4 GiB/s from memory, without 1.7; 1.90 were measured (Gregg 2009)."""
MOST, HALVINGS = 1e12, 36
SLOT, DRIVE = Slot(payload=int(PARTS["completion"])), SUN_7410.drive


def disk_of(capacity: float) -> DriveSpec:
    """A disk that holds so much (bytes): as many platters of the same kind as that takes."""
    return replace(DRIVE, capacity=int(capacity), heads=max(1, round(DRIVE.heads * capacity / DRIVE.capacity)))


def at_most(fits: Callable[[float], bool], most: float = MOST) -> float:
    """The highest rate up to `most` that `fits`, where all lower ones do; 0 if none does."""
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


@lru_cache(maxsize=8)
def head_of(name: str) -> Head:
    """The processors, links and memories of a head."""
    if name == "launch":
        return Head(HEADS[name], bound=False, cards=FIRST_CARDS)
    return Head(HEADS[name])


@dataclass(frozen=True)
class Server:
    """A head node and its cards. cards: of 10 GbE, with `ports` each, in slots like `slot`; gigabit: ports of 1 GbE on the
    board. hbas: cards to the disks; chains: SAS ports of four lanes in use on them."""

    name: str = "7310"
    cards: int = 1
    ports: int = 2
    gigabit: int = 0
    slot: Slot = SLOT
    hbas: int = 1
    chains: int = 1

    def __post_init__(self) -> None:
        slots(slot=self.slot)

    @property
    def head(self) -> Head:
        """Its processors, links and memories."""
        return head_of(self.name)

    def wire(self, mtu: int) -> float:
        """Bytes a second that its ports can count, each way."""
        return self.cards * self.ports * countable(TEN_GIGABIT, mtu) + self.gigabit_wire(mtu)

    def gigabit_wire(self, mtu: int) -> float:
        """The same of the ports on the board, which share no card's slot."""
        return self.gigabit * countable(GIGABIT, mtu)

    def carried(self, mtu: int, way: str) -> float:
        """What its cards' slots let pass, out or in, and the ports on the board beside them; what comes in has packets of a
        size of its own."""
        slot = Slot(self.slot.generation, self.slot.lanes, int(PARTS["to_memory"]))
        return self.cards * (self.slot.rate if way == "out" else slot.to_memory) + self.gigabit_wire(mtu)


@dataclass(frozen=True)
class Clients:
    """threads: of each client, one file each. size: bytes that a program reads or writes at a time; transfer: the most that
    one NFS request moves; ports: of 1 GbE, of each client. direct: past the client's memory (forcedirectio), so that it
    sends no requests ahead; writes are sent by threads of its kernel, several at a time."""

    count: int = 20
    threads: int = 2
    ports: int = 1
    size: int = 1024 * KiB
    transfer: int = 1024 * KiB
    mtu: int = MTUS["jumbo"]
    version: str = "3"
    direct: bool = True

    def __post_init__(self) -> None:
        self.seen("READ")

    @property
    def request(self) -> int:
        """Bytes of one request."""
        return min(self.size, self.transfer)

    @property
    def streams(self) -> int:
        """Files that are read or written at the same time."""
        return self.count * self.threads

    def asking(self, op: str) -> int:
        """Requests that are under way at a time."""
        if op == "WRITE":
            return self.count * max(self.threads, int(PARTS["client_threads"]))
        return self.streams * (1 if self.direct else 1 + int(PARTS["read_ahead"]))

    def seen(self, op: str, committed: int = 0) -> Counted:
        """What the server's cards count for one read or write of a program."""
        return on_the_wire(op, self.size, transfer=self.transfer, mtu=self.mtu, version=self.version, committed=committed)

    def link(self, op: str) -> float:
        """Bytes of data a second through one of a client's ports."""
        seen = self.seen(op)
        return countable(GIGABIT, self.mtu) / (max(seen.out, seen.come) / self.size)

    def round(self, op: str, server: float) -> float:
        """Seconds of one request: on the client's link, at the client, and `server` seconds at the other end. The client
        is taken to need for a byte what a head of one socket does, on slower processors."""
        own = PARTS["client_turnaround"] + self.request * a_byte() / PARTS["client_clock"]
        return float(self.request / self.link(op) + own + server)


@lru_cache(maxsize=1)
def a_byte() -> float:
    """Cycles that a byte of an NFS read costs a head of one socket."""
    head = head_of("7310")
    work = head.read_work()
    instructions, _ = work.of(1)
    less, _ = work.of(0)
    each = Operation(1024 * KiB, Work(0.0, 0.0, work.instructions_a_byte, work.lines_a_byte))
    return head.at(each, 1.0).cpi * (instructions - less)


@dataclass(frozen=True)
class Disks:
    """`jbods` of `each` disks in mirrored pairs, of which either side is read; data: bytes of files that are read."""

    jbods: int = 2
    each: int = 24
    data: float = 400 * GB
    spec: DriveSpec = DRIVE

    @property
    def count(self) -> int:
        """Disks."""
        return self.jbods * self.each

    def filled(self) -> "Disks":
        """The same, with as much of the data as there is room for."""
        return replace(self, data=min(self.data, self.room))

    @property
    def room(self) -> float:
        """Bytes that they hold, twice."""
        return self.count * self.spec.capacity / 2

    @property
    def span(self) -> float:
        """How far the files reach on each disk from its rim (bytes): there are two copies."""
        if self.data > self.room:
            raise ValueError(f"data must fit on {self.count} mirrored disks, {self.room / GB:g} GB, got "
                             f"{self.data / GB:g} GB")
        return 2 * self.data / self.count

    def rate(self, streams: int) -> float:
        """Bytes a second of all disks, if that many files are read in turn, a record at a time."""
        return self.count * in_turn(self.spec, streams, span=self.span, run=int(PARTS["record"]))
