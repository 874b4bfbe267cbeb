"""Three programs on a LUN, which several figures run on an aligned partition and on another."""

from typing import Any

from figures.lun_alignment.experiments.lun_load import LunResult, LunRun
from figures.lun_alignment.experiments.lun_volume import LAID
from figures.lun_alignment.experiments.partitions import partition
from models.units import KiB

PROGRAMS: dict[str, dict[str, Any]] = {
    "only reads": {"threads": 16, "reads": 1.0},
    "seven reads in ten": {"threads": 16, "reads": 0.7},
    "a backup": {"threads": 1, "reads": 0.0, "size": 64 * KiB, "in_order": True},
}
"""Program -> its load: two databases with pages of 8 KiB, and one writer of a long stream."""
SHORT = dict(zip(PROGRAMS, ("reads", "mix", "backup"), strict=True))
"""Program -> its name in a figure's values."""
STREAM = {LAID[0]: 1.2, LAID[1]: 0.5}
"""How long (s) to simulate a stream that waits for disks, by layout."""


def measured(
    program: str, start: float, block: float, seconds: float, seed: int, **more: Any
) -> LunResult:
    """Return the measurements of a program on a partition from sector `start` after `seconds`.

    An aligned stream waits for no drive, so that each of its writes takes the same time, and a
    tenth of a second is enough."""
    load = PROGRAMS[program] | more
    placed = partition(start, block)
    if load.get("in_order") and not placed.share(load["size"]).partial:
        seconds = min(seconds, 0.1)
    return LunRun(placed, interval=seconds, seed=seed, **load).measure(seconds)
