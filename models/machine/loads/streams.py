"""Clients that read or write large files in a row over NFS, many requests at a time."""

from dataclasses import dataclass
from functools import lru_cache

from models.catalogue.machines import values
from models.check import a_number, counted, one_of, requested
from models.head.catalogue_head import head_of
from models.head.cpu import Work
from models.head.head import Head, Operation, OperationCost
from models.head.nic import GIGABIT, MTUS, CountedBytes, Nic, countable
from models.machine.cores import WINDOW, Prices, shared
from models.machine.machine import Machine
from models.machine.order import LAYOUTS
from models.protocols.nfs.server import HEADERS, UNSTABLE
from models.protocols.nfs.wire import LARGEST_TRANSFER, on_the_wire
from models.sim.answer import latest, together
from models.sim.loop import Process
from models.units import GB, MiB
from models.zfs.pool.records import DEFAULT, block_of, touched

PARTS = values("streaming")
AHEAD = 16
"""Records that ZFS reads ahead in each file. In 2008 it went up to 256 (zfetch_block_cap), which changes little here."""
CACHED = 16 * MiB
"""Of each file that memory holds so much is read over and over, which is as good as all of it."""


@lru_cache(maxsize=1)
def a_byte() -> float:
    """Cycles that a byte of an NFS read costs a head of one socket."""
    head = head_of("head-7310")
    work = head.read_work()
    each = Operation(MiB, Work(0.0, 0.0, work.instructions_a_byte, work.lines_a_byte))
    return head.at(each, 1.0).cpi * (work.for_size(1)[0] - work.for_size(0)[0])


def disk_work(head: Head, share: float = 1.0) -> Work:
    """Of moving each byte `share` times between a disk and memory: as for the network, times what
    was fitted."""
    part, work = PARTS["disk_share"] * share, head.read_work()
    return Work(0.0, 0.0, part * work.instructions_a_byte, part * work.lines_a_byte)


def a_byte_of_a_group(head: Head, layout: str, wait: float) -> float:
    """Seconds for a byte of the one thread that writes out a group, while a line takes `wait` (s).

    It goes from one block's structures to the next, which other cores have made, and touches no
    data: for an instruction it needs as many lines as a read does apart from its bytes. Parity is
    summed up by several threads, for which it waits; they read each line of data once."""
    c = head.constants

    def cycles(instructions: float, lines: float) -> float:
        return instructions * head.cpi(OperationCost(instructions, lines * head.lines, {}), wait)

    needed = cycles(
        PARTS["sync_instructions"],
        PARTS["sync_instructions"] * c["op_lines"] / c["op_instructions"],
    )
    if layout.startswith("raidz"):
        needed += (
            cycles(PARTS["parity_instructions"], PARTS["parity_lines"]) / PARTS["issue_threads"]
        )
    return float(needed / c["clock"])


@dataclass(frozen=True)
class Stream:
    """`clients` with `threads` each that read or write (`op`) a file each in a row.

    A client's processor is taken to need for a byte what a head of one socket does, on a slower
    clock."""

    op: str = "read"
    clients: int = 20
    threads: int = 2  # of each client
    ports: int = 1  # of 1 GbE, of each client
    size: int = (
        1 * MiB
    )  # bytes that a program reads or writes at a time, and that one request moves
    mtu: int = MTUS["jumbo"]
    direct: bool = True  # past the client's memory (forcedirectio), so that it sends no reads ahead
    data: float = 400 * GB  # of all files
    cached: bool = False  # whether the server's memory holds what is read
    committed: float = PARTS["committed"]  # bytes that a client writes before it asks for a COMMIT

    def __post_init__(self) -> None:
        one_of("op", self.op, ("read", "write"))
        counted(clients=self.clients, threads=self.threads, ports=self.ports)
        requested(self.size)
        for name in ("data", "committed"):
            a_number(name, getattr(self, name), above=0, unit="bytes")

    @property
    def streams(self) -> int:
        """Files that are read or written at the same time."""
        return self.clients * self.threads

    @property
    def asking(self) -> int:
        """Requests of a client that are under way at a time; writes are sent by threads of its
        kernel."""
        if self.op == "write":
            return max(self.threads, int(PARTS["client_threads"]))
        return self.threads * (1 if self.direct else 1 + int(PARTS["read_ahead"]))

    def seen(self, committed: float = 0) -> CountedBytes:
        """What the server's cards count for one request. committed: bytes between two COMMITs of a
        writer; 0: none."""
        return on_the_wire(
            self.op.upper(),
            self.size,
            transfer=LARGEST_TRANSFER,
            mtu=self.mtu,
            committed=int(committed),
        )

    @property
    def link(self) -> float:
        """Bytes of data a second through one of a client's ports."""
        seen = self.seen()
        return countable(GIGABIT, self.mtu) / (max(seen.out, seen.come) / self.size)

    @property
    def own(self) -> float:
        """Seconds of the client for one request."""
        return float(PARTS["client_turnaround"] + self.size * a_byte() / PARTS["client_clock"])

    def operation(self, head: Head, moved: float) -> Operation:
        """One request, as a head sees it, with `moved` bytes from or to disks for a byte of data. A
        write is taken to cost what a read does, and a copy (zero-copy is for what is sent)."""
        seen, work = self.seen(), head.read_work().plus(disk_work(head, moved))
        if self.op == "read":
            return Operation(self.size, work, sent=seen.out, from_disk=self.size * moved)
        return Operation(
            self.size, work.plus(head.copy_work()), received=seen.come, to_disk=self.size * moved
        )

    def start(self, machine: Machine) -> None:
        record, prices = block_of(DEFAULT, machine.log.record), machine.prices
        work, logged, beside = None, 0.0, 0.0
        if isinstance(prices, Prices):
            layout = machine.order.pool.layout
            copies = 1.0 if self.op == "read" else LAYOUTS[layout].disks / LAYOUTS[layout].data
            whole = self.operation(prices.head, 0.0 if self.cached else copies)
            prices.usually(whole)
            work = shared(prices.head, self.operation(prices.head, 0.0))
            logged = shared(prices.head, whole) - work
            beside = logged / self.size * record
            if self.op == "write":
                work += logged
                machine.loop.spawn(self.hand(machine, prices))
        each = int(self.data / self.streams // record)
        for number in range(self.clients):
            client = Sender(
                machine,
                [Nic(GIGABIT, self.mtu) for _ in range(self.ports)],
                int(machine.random.random() * self.committed),
                logged,
            )
            files = [
                File(machine, (number * self.threads + n) * each, record, self.cached, beside)
                for n in range(self.threads)
            ]
            for n in range(self.asking):
                machine.loop.spawn(
                    self.slot(machine, client, files[n % self.threads], work),
                    at=machine.random.random() * (self.own + self.size / self.link),
                )

    def hand(self, machine: Machine, prices: Prices) -> Process:
        """Look now and then how fast the thread is that writes out a group."""
        while True:
            machine.zfs.groups.issue_time = a_byte_of_a_group(
                prices.head, machine.order.pool.layout, prices.line()
            )
            yield WINDOW

    def slot(self, machine: Machine, client: "Sender", file: "File", work: float | None) -> Process:
        loop, server, size, own = machine.loop, machine.server, self.size, self.own
        while True:
            yield own
            port = min(client.ports, key=lambda port: port.free)
            if self.op == "write":
                yield port.send(loop.now, size + HEADERS) - loop.now
                yield from server.write(size, UNSTABLE, offset=file.next(size), work=work)
                yield from client.wrote(size, self.committed)
                continue
            yield from server.read(file.asked(size), size, block=file.record, work=work)
            yield port.send(loop.now, size + HEADERS) - loop.now


class Sender:
    """A client with its ports, and what it has written since its last COMMIT: `written` bytes, and
    of each write the group that has it. logged: seconds of a core for moving one of them into the
    log."""

    def __init__(self, machine: Machine, ports: list[Nic], written: int, logged: float):
        self.machine, self.ports, self.written, self.logged = machine, ports, written, logged
        self.groups = list[int]()

    def wrote(self, size: int, committed: float) -> Process:
        """A write is in the server's memory; when they come to so many bytes, those are made safe
        that are there alone."""
        zfs, loop = self.machine.zfs, self.machine.loop
        self.groups.append(zfs.groups.number)
        self.written += size
        if self.written < committed:
            return
        left, self.groups, self.written = (
            sum(group > zfs.groups.synced for group in self.groups),
            [],
            0,
        )
        if left:
            yield latest(together(loop, [self.commit(size) for _ in range(left)]))

    def commit(self, size: int) -> Process:
        self.machine.server.work(self.logged, "disks", None)
        yield from self.machine.log.commit(size)


class File:
    """One that is read or written in a row, from block `first` on. Each record that comes from disk
    takes `beside` (s) of a core, for which nobody waits."""

    def __init__(self, machine: Machine, first: int, record: int, cached: bool, beside: float):
        self.server, self.reads, self.beside = machine.server, machine.reads, beside
        self.first, self.record, self.cached = first, record, cached
        self.offset, self.ahead = 0, first
        if cached:
            for n in range(CACHED // record):
                self.reads.written(first + n, record)

    def next(self, size: int) -> int:
        self.offset += size
        return self.offset - size

    def asked(self, size: int) -> int:
        """Where the next read begins; the blocks that follow are read ahead."""
        begin = self.first * self.record + (
            self.next(size) % CACHED if self.cached else self.next(size)
        )
        if not self.cached:
            end = touched(begin, size, self.record)[-1] + 1 + AHEAD
            self.reads.prefetch(range(self.ahead, end), self.record)
            for _ in range(self.ahead, end):
                self.server.work(self.beside, "disks", None)
            self.ahead = end
        return begin
