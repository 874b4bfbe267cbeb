"""Parts that the figures of alignment share: where tools begin a partition, sizes, colours and
words."""

from models.catalogue.machines import values as constants
from models.protocols.alignment import Partition
from models.units import MB, GiB, KiB, sector

TOOLS = {name: int(start) for name, start in constants("partitions").items()}
STARTS = tuple(sorted(TOOLS.values()))
LUN = 400 * GiB
BLOCKS = tuple(n * KiB for n in (0.5, 1, 2, 4, 8, 16, 32, 64, 128))
SIZES = tuple(n * KiB for n in (4, 8, 16, 32, 64, 128))
GOOD, BAD = "aligned", "this partition"
COLOURS = {GOOD: "var(--wtg-1)", BAD: "var(--wtg-accent)"}


def partition(start: float, block: float, lun: int = LUN) -> Partition:
    """Return a partition from sector `start` of a LUN with blocks of `block` bytes."""
    return Partition(int(start) * sector, int(block), lun)


def a_second(rate: float) -> str:
    """Return a throughput as text in the unit of the axes: 38.9 MB/s."""
    return f"{rate / MB:.3g} MB/s"


def with_noun(value: float, noun: str) -> str:
    """Return a number with its noun: 1 block, 2 blocks, 1.25 blocks."""
    return f"{value:.3g} {noun}{'' if value == 1 else 's'}"
