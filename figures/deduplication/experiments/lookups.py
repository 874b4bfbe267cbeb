"""The lookups of a group in a pool with dedup, and the tiers that have their table blocks, on average."""

from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import at_least_zero, positive
from models.units import KiB
from models.zfs.dedup.lookups import distinct_blocks, idle_groups, kinds_of, untouched
from models.zfs.dedup.spec import ZFS, DedupSpec

SUN = values("7410")


@dataclass(frozen=True)
class GroupSpec(DedupSpec):
    """A pool with dedup, the flash for its table, and what the time of a group depends on. Sizes in
    bytes, times in seconds, rates in bytes per second."""

    flash: float = 0.0  # cache for the table behind `memory`
    vdev: bool = False  # whether the table lies on a dedup vdev of flash, and not on the disks
    feed: float = ZFS["l2_feed"] / ZFS["l2_again"]
    interval: float = 5.0  # of transaction groups
    plain_rate: float = 4 * ZFS["clock"] / ZFS["fletcher_cycles"]  # of a thread, without dedup
    piece: int = 128 * KiB  # length of free runs on disk
    pairs: int = 22  # of mirrored disks
    cable: float = SUN["pool.cable_rate"]  # to each side of the mirrors

    def __post_init__(self) -> None:
        super().__post_init__()
        positive(self, "interval")
        at_least_zero(self, "flash")

    def memory_for(self, times: float) -> float:
        """Return the memory size (bytes) at which the table is `times` as large as memory."""
        return self.table / times


class Lookups(NamedTuple):
    """The mean lookups of one group."""

    looks: float
    blocks: float  # distinct table blocks
    disk: float  # reads of table blocks from disk
    flash: float  # reads of table blocks from flash

    @property
    def missed(self) -> float:
        """Return the share of lookups that wait for a disk."""
        return self.disk / self.looks if self.looks else 0.0


def lookups(spec: GroupSpec, writes: float, frees: float) -> Lookups:
    """Return the lookups of a group that writes `writes` data blocks and frees `frees`, as all
    groups before it did. A lookup finds its table block in memory unless other blocks have evicted
    it since it was last looked up."""
    room, looks = spec.memory / spec.block, writes + frees
    if not looks:
        return Lookups(0.0, 0.0, 0.0, 0.0)
    kinds = kinds_of(spec, writes, frees)
    blocks = distinct_blocks(kinds, 1.0)
    if room >= spec.blocks:
        return Lookups(looks, blocks, 0.0, 0.0)
    if len(kinds) > 1:
        idle = idle_groups(kinds, room)
        missed = [number * rate * untouched(rate * idle) for number, rate in kinds]
    else:
        missed = [looks * (1 - room / spec.blocks)]
    total = fsum(missed)
    fed = min(total, spec.feed * spec.interval / spec.block) if spec.flash else 0.0
    if not fed or not total:
        return Lookups(looks, blocks, total, 0.0)
    stays = spec.flash / spec.block / fed  # groups until the flash has been overwritten once
    flash = fsum(
        fed * part / total * (1 - untouched(rate * stays))
        for part, (_, rate) in zip(missed, kinds, strict=True)
    )
    return Lookups(looks, blocks, max(0.0, total - flash), flash)
