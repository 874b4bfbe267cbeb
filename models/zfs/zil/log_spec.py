"""The packing of waiting records into log blocks, of blocks into commits, of commits into
trains."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from models.check import LARGEST, a_number, at_least_zero, counted, one_of
from models.setting import setting
from models.sim.loop import Event
from models.sim.path import RequestPath
from models.units import KiB
from models.zfs.pool.pool import Block

WAKES = ("first", "random", "last")
RULES = ("convoy", "train", "parallel")
BIASES = ("latency", "throughput")
SIZINGS = ("fit", "ahead")


@dataclass(frozen=True)
class LogSpec:
    """Parameters of the intent log. The writing thread takes the records up to its own, and those
    that still fit in the last block.

    With `rule` convoy there is one commit in flight at a time, of the records that wait (until 2010
    and later). With train the records are cut into commits: a full one leaves at once, a shorter
    one while fewer than `out` are in flight; they end in order (Bourbonnais 2015). With parallel a
    record that finds the log idle leaves at once. Otherwise its block waits to be filled, at most as
    long as the last commit took times `patience` (OpenZFS since 2.0).
    """

    header: int = setting(192, "Size of a record's header", "B")
    chain: int = setting(192, "Size of a block's link to the next block", "B")
    granule: int = setting(4 * KiB, "Log block sizes are multiples of this", "B")
    block: int = setting(128 * KiB, "Size of the largest log block", "B")
    flush: bool = setting(True, "Whether a commit flushes the devices that it wrote to")
    wake: str = setting("random", "Which waiting thread writes next", words=WAKES)
    group: bool = setting(True, "Whether a commit may take several records")
    alone: bool = setting(
        False,
        "Whether an fsync or COMMIT of more than 4 writes waits for a commit that its own thread writes (until 2010)",
    )
    sizing: str = setting(
        "fit",
        "Size of a log block: fitted to its records, or chosen before they arrive",
        words=SIZINGS,
    )
    rule: str = setting(
        "convoy",
        "How records are gathered into commits: convoy, one commit at a time; train or parallel, several",
        words=RULES,
    )
    train_bytes: int = setting(
        32 * KiB, "Data at which a commit is full (rule train, logbias latency)", "B"
    )
    train_ops: int = setting(
        40, "Records at which a commit is full (rule train, logbias throughput)"
    )
    out: int = setting(
        1, "A commit that is not full is sent only if fewer than this are in flight (rule train)"
    )
    patience: float = setting(
        0.1,
        "Time for which a block waits for records, as a share of the last commit's (rule parallel)",
        "share",
        least=0,
        most=1,
    )
    bias: str = setting(
        "latency", "Value of logbias; throughput keeps records off log devices", words=BIASES
    )
    issue: float = setting(
        0.0,
        "Time for which a record holds the lock of its log, one after another (rule parallel)",
        "s",
        least=0,
    )
    hand_over: float = setting(
        0.0,
        "Time in which a commit passes from thread to thread, beside that of its devices",
        "s",
        least=0,
    )
    indirect: int | None = setting(
        None,
        "Without log devices, larger writes go to their place and only a pointer to them is logged; none: no write does",
        "B",
    )
    slog_limit: int | None = setting(
        None,
        "A commit of more than twice this size sends only this much to log devices, the rest to the pool; none: all goes to log devices",
        "B",
    )

    def __post_init__(self) -> None:
        counted(most=LARGEST, granule=self.granule, block=self.block)
        counted(0, LARGEST, header=self.header, chain=self.chain)
        for name in ("train_bytes", "train_ops", "out"):
            a_number(name, getattr(self, name), above=0)
        a_number("hand_over", self.hand_over, 0)
        a_number("issue", self.issue, 0)
        a_number("patience", self.patience, 0, 1)
        for name in ("indirect", "slog_limit"):
            if getattr(self, name) is not None:
                at_least_zero(self, name)
        if self.block % self.granule:
            raise ValueError(
                f"block must be a multiple of granule ({self.granule} bytes), got {self.block}"
            )
        overhead = self.header + self.chain
        if overhead >= self.block:
            raise ValueError(
                f"block must exceed header and chain ({overhead} bytes), got {self.block}"
            )
        for name, allowed in (
            ("wake", WAKES),
            ("rule", RULES),
            ("bias", BIASES),
            ("sizing", SIZINGS),
        ):
            one_of(name, getattr(self, name), allowed)

    def is_indirect(self, size: int, bias: str = "", logs: bool = False) -> bool:
        """Return whether a write of `size` bytes logs only a pointer, with or without `logs` (log
        devices)."""
        if (bias or self.bias) == "throughput":
            return size > 0
        return self.indirect is not None and size > self.indirect and not logs

    @property
    def most(self) -> int:
        """Return the bytes of data at which a commit is full, with rule train or parallel."""
        parallel = self.rule == "parallel"
        return self.block - self.chain - self.header if parallel else self.train_bytes

    def joins(self, train: Sequence["LogRecord"], gathered: int, record: "LogRecord") -> bool:
        """Return whether a record may join a train of `gathered` bytes: same bias, enough room."""
        return (
            self.group
            and train[-1].bias == record.bias
            and (record.bias == "throughput" or gathered + record.size <= self.most)
        )

    def is_full(self, train: Sequence["LogRecord"], gathered: int) -> bool:
        """Return whether a train of `gathered` bytes is full."""
        if train[-1].bias == "throughput":
            return len(train) >= self.train_ops or not self.group
        return gathered >= self.most or not self.group

    def pack(self, sizes: Sequence[int]) -> list[int]:
        """Return the log blocks (bytes each) for records of these sizes, in order."""
        return [size for size, _ in self.packed(sizes)]

    def packed(self, sizes: Sequence[int]) -> list[tuple[int, int]]:
        """Return the log blocks for records of these sizes: bytes, number of records that end in
        each. A record that does not fit after the others starts a new block; one that fits in no
        block is cut."""
        room, header = self.block - self.chain, self.header
        blocks: list[tuple[int, int]] = []
        used = ended = 0
        for size in sizes:
            left = size
            while True:
                need = header + left
                if used + need > room and used:
                    blocks.append((self.rounded(used), ended))
                    used = ended = 0
                part = need if need < room else room
                used += part
                left -= part - header
                if left <= 0:
                    break
            ended += 1
        blocks.append((self.rounded(used), ended))
        return blocks

    def rounded(self, used: int) -> int:
        """Return the bytes of a block that holds `used` bytes of records."""
        return -(-(used + self.chain) // self.granule) * self.granule


class BlocksAhead:
    """Log blocks whose size is chosen before their contents are known.

    A log block contains the address of the next one, so the next is allocated when this one is
    written. ZFS of 2009 made it as large as the last commit, this commit, or the waiting records,
    whichever is largest (zil.c of OpenSolaris).

    `ready` is the bytes of the block allocated for the next records, `before` the bytes of records
    of the last commit.
    """

    def __init__(self, spec: LogSpec):
        self.spec, self.ready, self.before = spec, spec.granule, 0

    def fill(
        self, sizes: Sequence[int], own: int = 0, others: Sequence[int] = ()
    ) -> list[tuple[int, int]]:
        """Return the blocks of the next commit: bytes, and number of records that end in each.
        `sizes` are the data bytes of the waiting records that it may take, one or more, `others`
        those of the rest. The writing thread takes the records up to its `own` (index), and later
        ones that still fit in the current block."""
        spec, chain, header = self.spec, self.spec.chain, self.spec.header
        if len(sizes) == 1 and not others and (block := self.steady(sizes[0])):
            return [(block, 1)]
        blocks: list[tuple[int, int]] = []
        waiting = sum(sizes) + sum(others) + header * (len(sizes) + len(others))
        used = current = ended = 0
        for number, size in enumerate(sizes):
            need = header + size
            if number > own and (not used or used + need > self.ready - chain):
                break
            waiting -= need
            current += need
            for part in (need,) if need <= spec.block - chain else self.cut(size):
                if used + part > self.ready - chain:
                    blocks.append((self.ready, ended))
                    self.ready = self.sized(current, waiting)
                    used = ended = 0
                used += part
            ended += 1
        blocks.append((self.ready, ended))
        self.ready, self.before = self.sized(current, waiting), current
        return blocks

    def steady(self, size: int) -> int:
        """Return the bytes of the block for a lone record of `size` bytes; 0 if the next would
        differ."""
        need = self.spec.header + size
        return self.ready if need == self.before and self.ready == self.spec.rounded(need) else 0

    def cut(self, size: int) -> list[int]:
        """Return the bytes of the parts, each with a header, of a record that fits in no block."""
        most = self.spec.block - self.spec.chain - self.spec.header
        return [self.spec.header + min(most, size - begin) for begin in range(0, size, most)]

    def sized(self, current: int, waiting: int) -> int:
        """Return the bytes of the next block after a commit of `current` bytes, with `waiting`
        left."""
        return min(self.spec.block, self.spec.rounded(max(self.before, current, waiting)))


class LogRecord(NamedTuple):
    """A write that waits in the log."""

    size: int  # bytes of data
    safe: Event  # fires when the data is safe
    arrived: float = 0.0  # s
    txg: int = 0
    number: int = 0
    path: RequestPath | None = None
    bias: str = "latency"
    pointed: bool = False  # whether the log holds only a pointer to the data
    alone: bool = False  # whether only a commit that its own thread writes may take it
    written: bool = False  # whether it is safe, and its thread still waits for its turn


class Batch(NamedTuple):
    """Records that became safe together. Times in seconds, sizes in bytes."""

    start: float
    finish: float
    records: int  # number of records
    bytes: int  # of log blocks
    released: float = 0.0  # when their threads continued
    data: int = 0  # put in place, the log only points to it
    spilled: bool = False  # whether log blocks went to the main disks


class ChainBlock(NamedTuple):
    """A log block in the chain."""

    block: Block
    numbers: tuple[int, ...]  # of the records that end in it
    txg: int  # group of its records
    pointed: tuple[Block, ...] = ()  # blocks of data that it points to
