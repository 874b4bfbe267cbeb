"""Where the blocks of a pool lie: in order from the rim, and anywhere in what the allocator has
touched once they have been overwritten."""

from dataclasses import replace
from random import Random

import pytest

from models.machine import SUN_7410, Machine
from models.units import KiB
from models.zfs.allocator.metaslabs import RULES, Contents, Metaslabs
from models.zfs.block_reads import AGED

SIZE, PAIRS = 8 * KiB, 4


def places(count=20_000, **pool):
    """The offsets of blocks that fill a pool evenly, as shares of a disk."""
    machine = Machine(
        SUN_7410.order(pool={"layout": "mirror", "vdevs": PAIRS, "jbods": 1, **pool}).bare()
    )
    capacity = machine.disk.capacity
    used = pool.get("filled") or 1.0
    step = int(capacity * used) * PAIRS // SIZE // count
    found = [machine.reads.place(n * step, SIZE) for n in range(count)]
    assert all(offset + SIZE <= vdev.capacity for vdev, offset in found)
    assert len({id(vdev) for vdev, _ in found}) == PAIRS
    return [offset / capacity for _, offset in found]


@pytest.mark.parametrize("used", [0.05, 0.3, 0.5])
def test_a_young_pool_lies_in_order_at_the_rim(used):
    found = places(filled=used)
    assert max(found) == pytest.approx(used, rel=0.02)
    assert sum(found) / len(found) == pytest.approx(used / 2, rel=0.05)


@pytest.mark.parametrize("used", [0.1, 0.3, 0.5])
def test_overwritten_data_spreads_as_far_as_with_the_allocator_of_zfs(used):
    space = Metaslabs(200, 40, replace(RULES["2009"], least=0))
    contents, chance = Contents(space), Random(1)
    contents.grow(records := int(used * 200 * 40), 100)
    for _ in range(records // 100):
        contents.rewrite(chance.sample(range(records), 100))
        space.sync()
    spread = (1 + max(contents.places) // space.units) / 200
    assert AGED * used == pytest.approx(spread, rel=0.08)
    old = places(filled=used, overwritten=20.0)
    assert max(old) == pytest.approx(AGED * used, rel=0.02)
    assert sum(old) / len(old) == pytest.approx(AGED * used / 2, rel=0.05)


def test_some_overwriting_moves_some_blocks():
    young, middle = places(filled=0.5), places(filled=0.5, overwritten=0.7)
    kept = sum(a == b for a, b in zip(young, middle, strict=True)) / len(young)
    assert kept == pytest.approx(0.5, abs=0.03)
    assert places(filled=0.5, overwritten=100.0) == places(filled=0.5, scattered=True)
