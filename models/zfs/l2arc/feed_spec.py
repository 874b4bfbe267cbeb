"""Parameters of the cache of reads on flash: its feeder and rate, admission, and memory for
headers. Sources: Bourbonnais 2014, reARC (headers of 170 and 80 bytes); Bourbonnais 2015, Reduced
Footprint (the guard on them)."""

from dataclasses import dataclass
from math import ceil, inf

from models.catalogue.machines import values
from models.check import a_number, at_least_zero, counted, one_of, positive, shown
from models.setting import setting

SUN, OLD, NEW = values("7410"), values("zfs-2010"), values("zfs-2015")
FEEDERS = ("2008", "2010", "2015")


@dataclass(frozen=True)
class FeedSpec:
    """The flash devices of a pool and their feeder. Feeders: 2008 writes to one device per turn and
    rests a second after each write; 2010 has a turn per second, or five if the last turn wrote more
    than half of its maximum; 2015 feeds each device at its own rate, ahead of eviction."""

    feeder: str = setting("2008", "Year of the feeder's code", words=FEEDERS)
    devices: int = 6
    capacity: float = SUN["cache.flash.capacity"]  # bytes of a device
    rate: float = setting(SUN["cache.feed.rate"], "Write rate of a device", "B/s")
    write: float = setting(
        OLD["l2_feed"], "Bytes per second that the feeder may write to a device", "B"
    )
    boost: float = setting(
        OLD["l2_boost"], "Bytes per second on top of that until the ARC first evicts a block", "B"
    )
    turn: float = setting(OLD["l2_turn"], "Time from one turn of the feeder to the next", "s")
    max_block: float = setting(OLD["l2_max_block"], "Size of the largest block that may enter", "B")
    prefetched: bool = setting(False, "Whether prefetched blocks may enter")
    compression: float = setting(1.0, "Compression ratio of blocks on flash (2015)")
    segment: float = setting(
        NEW["l2_segment"], "Size of a segment, which is written at once (2015)", "B"
    )
    header: float | None = setting(
        None, "Memory for the header of a block on flash; none: as in the code of that year", "B"
    )
    guard: float = setting(NEW["l2_guard"], "Largest share of memory for headers (2015)", "share")

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
        """Return the bytes that an old turn searches in each list, per byte that it may write."""
        looks: float = OLD["l2_headroom_2008" if self.feeder == "2008" else "l2_headroom"]
        return looks

    def pace(self, boosted: bool) -> float:
        """Return the bytes per second that turn after turn writes at most, before the ARC first evicts
        a block (`boosted`) or after it."""
        if self.new or not self.devices:
            return self.rate * self.devices
        most = (self.write + self.boost * boosted) * self.turn
        took = most / self.rate
        pause = self.turn * (OLD["l2_again"] if self.feeder == "2010" else 1.0)
        return float(most / (took + pause if self.feeder == "2008" else max(took, pause)))

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
