"""The core time of ZFS's own work: programs' calls, blocks on their way to and from disk, commits."""

from collections.abc import Callable
from dataclasses import dataclass

from models.head.cpu import Cpu
from models.sim.loop import Loop
from models.sim.path import RequestPath


@dataclass(frozen=True)
class SoftwareCosts:
    """Core time at rest (s), and how small records become."""

    read: float = 0.0  # per read of a program that memory answers
    write: float = 0.0  # per write of a program into its group
    copy: float = 0.0  # per byte that a program reads or writes
    block: float = 0.0  # per block to or from disk
    sync_block: float = 0.0  # per block of a group, in the one thread that starts them all
    commit: float = 0.0  # per commit of a program
    checksum: float = 0.0  # per byte on disk
    compress: float = 0.0  # per byte written
    unpack: float = 0.0  # per byte read
    parity: float = 0.0  # per byte on disk, without its parity
    wake: float = 0.0  # from when a thread is woken until it runs
    ratio: float = 1.0  # bytes of a record over its bytes on disk
    sector: int = 512  # smallest I/O (bytes)
    whole: bool = False  # whether a server's prices include the blocks of its requests


class Software:
    """ZFS's work on the cores of a machine. `slowed` converts core time at rest to core time at the
    present load (s)."""

    def __init__(
        self,
        loop: Loop,
        cpu: Cpu,
        costs: SoftwareCosts,
        slowed: Callable[[float], float] = lambda rest: rest,
    ):
        self.loop, self.cpu, self.costs, self.slowed = loop, cpu, costs, slowed
        self.threads = max(1, int(cpu.cores * 3 / 4))  # that prepare blocks of a group

    def work(self, rest: float, what: str, path: RequestPath | None = None) -> float:
        """Return how long it takes until a core has done work of `rest` seconds at rest (s)."""
        now = self.loop.now
        return self.cpu.serve(now, self.slowed(rest), what, path) - now

    def call(
        self, size: int, calls: int, write: bool, sync: bool, path: RequestPath | None
    ) -> float:
        """Return how long a program's reads or writes of `size` bytes in so many `calls` take without
        disks (s). With `sync` it also commits."""
        costs = self.costs
        rest = calls * (costs.write if write else costs.read) + size * costs.copy
        if sync:
            rest += costs.commit + size * (costs.copy + costs.checksum)
        return self.work(rest, "takes the write" if write else "answers the read", path)

    def stored(self, size: int) -> int:
        """Return the bytes that a record of `size` bytes has on disk."""
        if self.costs.ratio == 1.0:
            return size
        sector = self.costs.sector
        return min(size, -int(-size / self.costs.ratio // sector) * sector)

    def fetched(self, size: int, ahead: bool, path: RequestPath | None) -> float:
        """Return how long a block of `size` bytes takes from its device to its reader (s). If
        measured times of a server include this, its cores are in use and nobody waits; `ahead` says
        whether it was prefetched, which such a server's prices include."""
        costs = self.costs
        if costs.whole and ahead:
            return 0.0
        rest = costs.block / 2 if ahead else costs.block  # the reader has started it
        rest += self.stored(size) * costs.checksum + size * costs.unpack
        if costs.whole:
            self.work(rest, "checks the block")
            return 0.0
        took = 2 * costs.wake + self.work(rest, "checks the block", path)
        if path is not None:
            path.wait("processor", "its threads wake up", self.loop.now + took)
        return took

    def ahead(self, blocks: int, path: RequestPath | None = None) -> float:
        """Return how long a reader takes to start the reads of so many blocks ahead (s), which is half
        of their way. Prices of a whole server include it."""
        if not blocks or self.costs.whole:
            return 0.0
        return self.work(blocks * self.costs.block / 2, "starts reads ahead", path)

    def group(self, size: float, records: float, share: float) -> float:
        """Return the core time at rest for `size` bytes on disk, and `records` blocks, of a group (s),
        of which a `share` was not paid for with its requests."""
        costs = self.costs
        bytes_ = size * (costs.ratio * costs.compress + costs.checksum + costs.parity)
        return share * (bytes_ + records * costs.block)
