"""Free space in holes: blocks fill one after the other, and holes lie anywhere on their part of a
vdev."""

from random import Random

from models.units import GiB, KiB
from models.zfs.allocator.allocator import Holes, NextHole


def test_blocks_touch_within_a_hole_and_holes_lie_anywhere_on_their_share():
    space = NextHole(GiB, 4096, Holes(128 * KiB, 0.5), Random(1))
    places = [space.take(32 * KiB) for _ in range(4000)]
    holes = [places[n : n + 4] for n in range(0, 4000, 4)]
    assert all(
        [place - hole[0] for place in hole] == [0, 32 * KiB, 64 * KiB, 96 * KiB] for hole in holes
    )
    assert (
        4096 <= min(places) < 0.01 * GiB and 0.49 * GiB < max(places) <= 4096 + 0.5 * GiB - 32 * KiB
    )
    assert space.take(512 * KiB) % (512 * KiB) == 4096  # what no hole holds
