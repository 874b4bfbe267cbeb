"""NFS clients that read or write large files sequentially, with many requests in flight."""

from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace

from models.catalogue.machines import values
from models.check import a_number, counted, one_of, requested
from models.head.catalogue_head import head_of
from models.head.cpu import Work
from models.head.head import Head, Operation, OperationCost
from models.head.nic import ACKED, GIGABIT, IP_TCP, MTUS, CountedBytes, Nic, countable
from models.machine.cores import WINDOW, Prices, shared
from models.machine.machine import Machine
from models.protocols.nfs.server import HEADERS, UNSTABLE
from models.protocols.nfs.wire import LARGEST_TRANSFER, on_the_wire
from models.sim.answer import latest, together
from models.sim.loop import Process
from models.units import GB, MiB
from models.zfs.pool.records import DEFAULT, block_of, touched

PARTS = values("streaming")
COSTS = SimpleNamespace(**PARTS)
AHEAD = 16
"""Records that ZFS prefetches in each file. The limit was 256 in 2008 (zfetch_block_cap), which changes little here."""
CACHED = 16 * MiB
"""Bytes of each cached file that are read again and again, in place of the whole file."""


@lru_cache(maxsize=1)
def a_byte() -> float:
    """Return the cycles that a byte of an NFS read costs a head with one socket."""
    head = head_of("head-7310")
    work = head.read_work()
    each = Operation(MiB, Work(0.0, 0.0, work.instructions_a_byte, work.lines_a_byte))
    return head.at(each, 1.0).cpi * (work.for_size(1)[0] - work.for_size(0)[0])


def packets(mtu: int) -> float:
    """Return the packets for each byte of a long message."""
    return 1 / (mtu - IP_TCP)


def disk_work(head: Head, share: float = 1.0) -> Work:
    """Return the work of a byte that moves `share` times between disk and memory: that of the
    network times a fitted factor."""
    part, work = COSTS.disk_share * share, head.read_work()
    return Work(0.0, 0.0, part * work.instructions_a_byte, part * work.lines_a_byte)


def a_byte_of_a_group(head: Head, layout: str, wait: float) -> float:
    """Return the seconds per byte of the single thread that writes out a group.

    wait: time of a memory access (s). The thread walks structures of blocks that other cores have
    made and touches no data, so it accesses memory as often per instruction as a read does apart
    from its data. It waits for several threads that compute parity and read each data line once."""
    c = head.constants

    def cycles(instructions: float, lines: float) -> float:
        return instructions * head.cpi(OperationCost(instructions, lines * head.lines, {}), wait)

    needed = cycles(
        COSTS.sync_instructions,
        COSTS.sync_instructions * c["op_lines"] / c["op_instructions"],
    )
    if "raid" in layout:
        needed += cycles(COSTS.parity_instructions, COSTS.parity_lines) / COSTS.issue_threads
    return float(needed / c["clock"])


@dataclass(frozen=True)
class Stream:
    """NFS clients whose threads each read or write a file sequentially.

    A client's processor is assumed to need as many cycles per byte as a head with one socket."""

    op: str = "read"  # or write
    clients: int = 20
    threads: int = 2  # per client
    ports: int = 1  # 1 GbE ports per client
    size: int = 1 * MiB  # bytes of a request, and of a program's read or write
    mtu: int = MTUS["jumbo"]
    direct: bool = True  # whether clients bypass their cache (forcedirectio) and do not prefetch
    data: float = 400 * GB  # bytes of all files
    cached: bool = False  # whether the server's memory holds the files
    committed: float = COSTS.committed  # bytes that a client writes before a COMMIT

    def __post_init__(self) -> None:
        one_of("op", self.op, ("read", "write"))
        counted(clients=self.clients, threads=self.threads, ports=self.ports)
        requested(self.size)
        a_number("data", self.data, above=0, unit="bytes")
        a_number("committed", self.committed, above=0, unit="bytes")

    @property
    def streams(self) -> int:
        """Return the number of files in use at a time."""
        return self.clients * self.threads

    @property
    def in_flight(self) -> int:
        """Return the number of requests of a client in flight. Its kernel's threads send the
        writes."""
        if self.op == "write":
            return max(self.threads, int(COSTS.client_threads))
        return self.threads * (1 if self.direct else 1 + int(COSTS.read_ahead))

    def seen(self, committed: float = 0) -> CountedBytes:
        """Return the bytes of one request as the server's cards count them. committed: bytes between
        two COMMITs of a writer; 0: no COMMITs."""
        return on_the_wire(
            self.op.upper(),
            self.size,
            transfer=LARGEST_TRANSFER,
            mtu=self.mtu,
            committed=int(committed),
        )

    @property
    def link(self) -> float:
        """Return the data rate of a client's port (bytes per second)."""
        seen = self.seen()
        return countable(GIGABIT, self.mtu) / (max(seen.out, seen.come) / self.size)

    @property
    def own(self) -> float:
        """Return the seconds that the client needs for one request."""
        return float(COSTS.client_turnaround + self.size * a_byte() / COSTS.client_clock)

    def operation(self, head: Head, moved: float) -> Operation:
        """Return one request as work of a head. moved: bytes from or to disks per byte of data.

        A write is assumed to cost as much as a read plus a copy (only sends are zero-copy). The work
        of a byte was measured with jumbo frames, and includes their packets."""
        seen, work = self.seen(), head.read_work().plus(disk_work(head, moved))
        each = packets(self.mtu) - packets(MTUS["jumbo"])
        each *= COSTS.packet_share * (1 + 1 / ACKED)
        work = work.plus(Work(0.0, 0.0, work.instructions, work.lines), each)
        if self.op == "read":
            return Operation(self.size, work, sent=seen.out, from_disk=self.size * moved)
        return Operation(
            self.size, work.plus(head.copy_work()), received=seen.come, to_disk=self.size * moved
        )

    def start(self, machine: Machine) -> None:
        """Start the clients."""
        record, prices = block_of(DEFAULT, machine.log.record), machine.prices
        work, logged, beside = None, 0.0, 0.0
        if isinstance(prices, Prices):
            copies = 1.0 if self.op == "read" else machine.order.pool.copies
            operation = self.operation(prices.head, 0.0 if self.cached else copies)
            prices.usually(operation)
            work = shared(prices.head, self.operation(prices.head, 0.0))
            logged = shared(prices.head, operation) - work
            beside = logged / self.size * record
            if self.op == "write":
                work += logged
                machine.loop.spawn(self.issue_times(machine, prices))
        each = int(self.data / self.streams // record)
        for number in range(self.clients):
            client = Sender(
                machine,
                [Nic(GIGABIT, self.mtu) for _ in range(self.ports)],
                int(machine.random.random() * self.committed),
                logged,
            )
            files = [
                StreamFile(machine, (number * self.threads + n) * each, record, self.cached, beside)
                for n in range(self.threads)
            ]
            for n in range(self.in_flight):
                machine.loop.spawn(
                    self.slot(machine, client, files[n % self.threads], work),
                    at=machine.random.random() * (self.own + self.size / self.link),
                )

    def issue_times(self, machine: Machine, prices: Prices) -> Process:
        """Yield between updates of the speed of the thread that writes out a group."""
        while True:
            machine.zfs.groups.issue_time = a_byte_of_a_group(
                prices.head, machine.order.pool.layout, prices.line()
            )
            yield WINDOW

    def slot(
        self, machine: Machine, client: "Sender", file: "StreamFile", work: float | None
    ) -> Process:
        """Yield the waits of one request in flight, which is sent again after each answer."""
        loop, server, size, own = machine.loop, machine.server, self.size, self.own
        while True:
            yield own
            port = min(client.ports, key=lambda port: port.free)
            if self.op == "write":
                yield port.send(loop.now, size + HEADERS) - loop.now
                yield from server.write(size, UNSTABLE, offset=file.next(size), work=work)
                yield from client.wrote(size, self.committed)
                continue
            yield from server.read(file.next_read(size), size, block=file.record, work=work)
            yield port.send(loop.now, size + HEADERS) - loop.now


class Sender:
    """A client with its ports, and its writes since the last COMMIT.

    written: bytes of these writes. groups: their transaction groups. logged: seconds of a core to
    move one write to the log."""

    def __init__(self, machine: Machine, ports: list[Nic], written: int, logged: float):
        self.machine, self.ports, self.written, self.logged = machine, ports, written, logged
        self.groups = list[int]()

    def wrote(self, size: int, committed: float) -> Process:
        """Note an answered write. After `committed` bytes, commit the writes that are not on disk."""
        zfs, loop = self.machine.zfs, self.machine.loop
        self.groups.append(zfs.groups.number)
        self.written += size
        if self.written < committed:
            return
        left = sum(group > zfs.groups.synced for group in self.groups)
        self.groups, self.written = [], 0
        if left:
            yield latest(together(loop, [self.commit(size) for _ in range(left)]))

    def commit(self, size: int) -> Process:
        """Yield the waits of committing one write."""
        self.machine.server.work(self.logged, "disks", None)
        yield from self.machine.log.commit(size)


class StreamFile:
    """A file that is read or written sequentially, from block `first` on.

    beside: seconds of a core for each record from disk, which delay no request."""

    def __init__(self, machine: Machine, first: int, record: int, cached: bool, beside: float):
        self.server, self.reads, self.beside = machine.server, machine.reads, beside
        self.first, self.record, self.cached = first, record, cached
        self.offset, self.ahead = 0, first
        if cached:
            for n in range(CACHED // record):
                self.reads.written(first + n, record)

    def next(self, size: int) -> int:
        """Return the offset of the next request in the file (bytes)."""
        self.offset += size
        return self.offset - size

    def next_read(self, size: int) -> int:
        """Return the offset of the next read in the pool (bytes), and prefetch the blocks after it."""
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
