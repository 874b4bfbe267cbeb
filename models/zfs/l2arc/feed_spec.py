"""How the cache of reads on flash is fed: the feeder and its rate, what may enter, and the memory
for headers.

Sources: Bourbonnais 2014, reARC (headers of 170 and 80 bytes); Bourbonnais 2015, Reduced Footprint
(the guard on them).
"""

from dataclasses import dataclass
from math import ceil, inf

from models.catalogue.machines import values
from models.check import a_number, at_least_zero, counted, one_of, positive, shown

SUN, OLD, NEW = values("7410"), values("zfs-2010"), values("zfs-2015")
FEEDERS = ("2008", "2010", "2015")


@dataclass(frozen=True)
class FeedSpec:
    """The flash devices of a pool and their feeder.

    Feeders: 2008 writes to one device per turn and rests a second after each write; 2010 has a turn
    per second, or five if the last turn wrote more than half of its maximum; 2015 feeds each device
    at its own rate, ahead of eviction.
    """

    feeder: str = "2008"  # 2008, 2010 or 2015
    devices: int = 6
    capacity: float = SUN["readzilla_capacity"]  # bytes per device
    # bytes per second that a device accepts while it is written to
    rate: float = SUN["readzilla_feed"]
    write: float = OLD["l2_feed"]  # most that an old turn writes: bytes per second of a turn
    boost: float = OLD["l2_boost"]  # added to `write` until memory has evicted its first block
    turn: float = OLD["l2_turn"]  # seconds
    max_block: float = OLD["l2_max_block"]  # bytes of the largest block that may enter
    prefetched: bool = False  # whether prefetched blocks may enter
    compression: float = 1.0  # compression ratio (2015: on flash as well)
    segment: float = NEW["l2_segment"]  # bytes
    header: float | None = None  # bytes of memory per block on flash; None: as of the feeder's year
    guard: float = NEW["l2_guard"]  # share of memory that headers may take (2015); 1: all

    def __post_init__(self) -> None:
        one_of("feeder", self.feeder, FEEDERS)
        counted(0, devices=self.devices)
        positive(self, "capacity", "rate", "turn", "segment")
        at_least_zero(self, "write", "boost", "max_block")
        a_number("compression", self.compression, 1)
        a_number("guard", self.guard, 0, 1)
        if self.header is not None:
            at_least_zero(self, "header")
        if not isinstance(self.prefetched, bool):
            raise ValueError(f"prefetched must be True or False, got {shown(self.prefetched)}")

    @property
    def new(self) -> bool:
        """Return whether this is the feeder of 2015."""
        return self.feeder == "2015"

    @property
    def header_bytes(self) -> float:
        """Return the bytes of memory per block on flash."""
        return (NEW if self.new else OLD)["l2_header"] if self.header is None else self.header

    @property
    def looks(self) -> float:
        """Return how far an old turn searches each list, in multiples of what it may write."""
        return OLD["l2_headroom_2008" if self.feeder == "2008" else "l2_headroom"]

    def known(self, memory: float) -> float:
        """Return the largest number of blocks on flash with a cache of `memory` bytes; only the
        guard of 2015 limits it."""
        return (
            int(self.guard * memory / self.header_bytes) if self.new and self.header_bytes else inf
        )

    def usable(self, memory: float, block: int) -> float:
        """Return the bytes of a device that are used with a cache of `memory` bytes and blocks of
        `block` bytes; at least one block."""
        stored = self.stored(block)
        return min(self.capacity, max(self.known(memory) * stored / max(1, self.devices), stored))

    def stored(self, size: int) -> int:
        """Return the bytes that a block takes on flash."""
        return ceil(size / self.compression) if self.new and self.compression > 1 else size
