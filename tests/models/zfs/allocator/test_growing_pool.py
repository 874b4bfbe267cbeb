"""A pool that grows while it is overwritten."""

from models.zfs.allocator.metaslabs import RULES
from models.zfs.allocator.overwrites import Overwrites


def pool(fill=0.2):
    return Overwrites(fill, RULES["2009"], slabs=20, blocks=100)


def test_a_pool_that_grows_holds_every_block_once():
    one = pool()
    for _ in range(50):
        one.group()
    one.grow(1200)
    one.group()
    assert len(one.places) == len(set(one.places)) == 1200
    assert one.space.free == 20 * 100 - 1200


def test_growing_at_once_is_the_same_as_being_filled_at_once():
    one = pool()
    one.grow(1000)
    other = pool(0.5)
    assert sorted(one.places) == sorted(other.places)
