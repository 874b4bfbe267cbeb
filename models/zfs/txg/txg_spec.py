"""Parameters of transaction groups: when they are written, their size, throttle and transfers."""

from collections.abc import Iterator
from dataclasses import dataclass

from models.check import (
    LARGEST,
    a_number,
    at_least_zero,
    check_recordsize,
    counted,
    one_of,
    positive,
)
from models.setting import setting
from models.units import KiB, MiB, ms, us

THROTTLES = ("limit", "tick", "curve")


@dataclass(frozen=True)
class TxgSpec:
    """Parameters of transaction groups.

    `throttle` limits writers. With limit, all data that is not on disk counts, and a writer beyond
    the limit waits until a group is on disk. With tick (ZFS of 2008) each group has its own limit,
    from `least` to `limit` bytes: what earlier groups wrote in `synctime` (s); above `tick_from` of
    it each write sleeps for `tick` (s) while two groups are ahead. With curve (OpenZFS of 2013) a
    group starts at `kick` bytes, space is freed with each transfer, and from `delay_from` of the
    limit on writes are spaced by `delay`.

    limit is the simplest throttle under which writers pause as those on the FreeBSD machine did,
    whose ZFS had ticks.
    """

    interval: float = setting(15.0, "Longest time between two groups", "s", least=ms)
    limit: int = setting(435 * MiB, "Dirty data at which writers wait", "B")
    throttle: str = setting(
        "limit",
        "How writers are held back: at a hard limit, by ticks of sleep (2010), or by a curve of delays (2013)",
        words=THROTTLES,
    )
    record: int = 128 * KiB  # bytes of a file's block
    transfer: int = setting(128 * KiB, "Largest write of adjacent blocks", "B")
    pending: int = setting(10, "Transfers in flight per vdev")
    pointers: int = setting(128, "Pointers in an indirect block")
    indirect: int = setting(4 * KiB, "Size of an indirect block on disk", "B")
    copies: int = setting(2, "Copies of each indirect block (0-3)")
    map_log: bool = setting(
        False,
        "Whether what is freed is noted in one log instead of a space map for each slab (2019)",
    )
    flush: bool = setting(True, "Whether a group ends with a flush of the disks")
    synctime: float = setting(5.0, "Target time to write a group (throttle tick)", "s")
    least: int = setting(32 * MiB, "Smallest limit of a group (throttle tick)", "B")
    tick: float = setting(10 * ms, "Time that a delayed write sleeps (throttle tick)", "s")
    tick_from: float = setting(
        7 / 8, "Share of the limit from which writes sleep (throttle tick)", "share"
    )
    kick: int = setting(64 * MiB, "Dirty data at which a group is written (throttle curve)", "B")
    delay_scale: float = setting(
        500 * us, "Delay of a write (throttle curve) when dirty data is half way to the limit", "s"
    )
    delay_from: float = setting(
        0.6, "Share of the limit from which writes are delayed (throttle curve)", "share"
    )
    delay_most: float = setting(100 * ms, "Longest delay of a write (throttle curve)", "s")
    pending_least: int = setting(
        1, "Transfers in flight per vdev while there is little dirty data (throttle curve)"
    )
    pending_ramp: tuple[float, float] = (0.3, 0.6)  # shares of the limit between which it rises

    def __post_init__(self) -> None:
        positive(self, "interval", "limit", "synctime", "least", "kick")
        counted(pending=self.pending, pending_least=self.pending_least)
        check_recordsize(self.record)
        counted(most=LARGEST, indirect=self.indirect)
        counted(512, LARGEST, transfer=self.transfer)
        counted(2, LARGEST, pointers=self.pointers)
        counted(0, 3, copies=self.copies)
        at_least_zero(self, "tick", "delay_scale", "delay_most")
        one_of("throttle", self.throttle, THROTTLES)
        for name in ("tick_from", "delay_from"):
            a_number(name, getattr(self, name), 0, below=1)
        low, high = self.pending_ramp
        for share in (low, high):
            a_number("pending_ramp", share)
        if not 0 <= low < high <= 1:
            raise ValueError(
                f"pending_ramp must be two ascending shares (0-1), got {low:g} and {high:g}"
            )

    def delay(self, dirty: float) -> float:
        """Return the seconds between two writes while `dirty` bytes are not on disk: a hyperbola
        that ends at the limit."""
        above, left = dirty - self.delay_from * self.limit, self.limit - dirty
        if above <= 0:
            return 0.0
        if left <= 0:
            return self.delay_most
        return min(self.delay_most, self.delay_scale * above / left)

    def outstanding(self, dirty: float) -> int:
        """Return how many transfers per vdev ZFS keeps in flight while `dirty` bytes are not on
        disk."""
        if self.throttle != "curve":
            return self.pending
        low, high = self.pending_ramp
        share, least = dirty / self.limit, min(self.pending_least, self.pending)
        return least + int(
            min(1.0, max(0.0, (share - low) / (high - low))) * (self.pending - least)
        )

    def group_limit(self, rate: float) -> int:
        """Return the limit (bytes) of one group if disks write `rate` bytes per second."""
        return int(min(self.limit, max(self.least, rate * self.synctime)))

    def data_writes(self, data: float) -> Iterator[int]:
        """Yield the transfers (bytes) for `data` bytes, in whole sectors of 4 KiB."""
        whole, rest = divmod(int(data), self.transfer)
        yield from [self.transfer] * whole
        if rest:
            yield -(-rest // (4 * KiB)) * 4 * KiB

    def metadata_writes(self, data: int, above: int = 0) -> Iterator[int]:
        """Yield the transfers (bytes) for the indirect blocks above `data` bytes of new data, and
        for `above` further blocks (0: two, up to the root), `copies` times."""
        records = -(-data // self.record)
        for _ in range(self.copies):
            metadata = (-(-records // self.pointers) + (above or 2)) * self.indirect
            while metadata > 0:
                yield min(metadata, self.transfer)
                metadata -= self.transfer
