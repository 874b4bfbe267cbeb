"""How the intent log packs what waits: records into log blocks, blocks into commits."""
from dataclasses import dataclass
from typing import Any, NamedTuple

from models.check import at_least_zero, positive
from models.loop import Event
from models.trace import Path
from models.units import KiB

WAKES = ("first", "random", "last")
RULES = ("convoy", "train")
BIASES = ("latency", "throughput")


@dataclass(frozen=True)
class LogSpec:
    """header: bytes a record needs beside its data; chain: bytes of each block that link it to the next.

    granule: blocks are whole multiples of it; block: the largest (bytes). flush: whether the caches of the devices that
    a commit touched are emptied after it. wake: which of the waiting threads writes next: the first, a random one, or
    the last. It takes the records up to its own and what then still fits in the last block. group: False takes one
    record a commit.

    rule: convoy has one commit out at a time, which takes what waits (until 2010 and later); train cuts what waits into
    commits of at most `train_bytes` (logbias latency) or `train_ops` records (throughput) and has up to `out` of them
    on their way, which end in order (Bourbonnais 2015). bias: where records go and how; throughput keeps them off the
    log devices. indirect: larger writes (bytes), and all under throughput, put their data straight into its final
    place and only a pointer into the log.
    """

    header: int = 192
    chain: int = 192
    granule: int = 4 * KiB
    block: int = 128 * KiB
    flush: bool = True
    wake: str = "last"
    group: bool = True
    rule: str = "convoy"
    train_bytes: int = 32 * KiB
    train_ops: int = 40
    out: int = 1
    bias: str = "latency"
    indirect: int | None = None

    def __post_init__(self) -> None:
        positive(self, "granule", "block", "train_bytes", "train_ops", "out")
        at_least_zero(self, "header", "chain")
        if self.block % self.granule:
            raise ValueError(f"block must be whole granules of {self.granule} bytes, got {self.block}")
        if self.header + self.chain >= self.block:
            raise ValueError(f"block must hold a header, a chain and a byte ({self.header + self.chain + 1} bytes), "
                             f"got {self.block}")
        for name, allowed in (("wake", WAKES), ("rule", RULES), ("bias", BIASES)):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(allowed)}, got '{getattr(self, name)}'")

    def is_indirect(self, size: int) -> bool:
        """Whether a write of `size` bytes puts only a pointer into the log."""
        return self.bias == "throughput" or (self.indirect is not None and size > self.indirect)

    def pack(self, sizes: list[int]) -> list[int]:
        """The log blocks (bytes each) that hold records of `sizes` bytes of data, in order.

        A record that does not fit behind the others begins a new block; one that fits in none is cut.
        """
        return [size for size, _ in self.packed(sizes)]

    def packed(self, sizes: list[int]) -> list[tuple[int, int]]:
        """The same, each block with the number of records that end in it."""
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
        """Bytes of a block that holds `used` bytes of records."""
        return -(-(used + self.chain) // self.granule) * self.granule


class Record(NamedTuple):
    """A write that waits in the log: bytes of data, the event that fires when they are safe, and what it is of."""

    size: int
    safe: Event
    came: float = 0.0
    txg: int = 0
    number: int = 0
    path: Path | None = None


class Batch(NamedTuple):
    """Records that became safe together: when (s), how many, in how many bytes of log; `told` (s): when their turn came."""

    start: float
    finish: float
    records: int
    bytes: int
    told: float = 0.0


class Written(NamedTuple):
    """A log block in the chain: where it lies, its records' numbers, their groups, and the data it points to."""

    block: Any
    numbers: tuple[int, ...]
    txg: int
    pointed: tuple[Any, ...] = ()
