"""What flash gives up: segments do better than the ring where blocks differ, and as well where they
do not."""

from random import Random

import pytest

from figures.flash.experiments.flash_rules import Rules, WalkingReads, compressed, holds
from models.units import GB, TB, GiB, KiB, MiB


def rules(**more):
    return Rules(**{"device": 1 * TB, "data": 5 * TB, "memory": 64 * GB, **more})


def three(skew, segment=8 * MiB, **more):
    """Shares of the ring, of segments and of single blocks."""
    r = rules(**more)
    return r.serve(skew, [r.machine(each) for each in (None, segment, r.single)]).flash


def test_where_all_blocks_are_alike_flash_answers_by_its_size_whatever_the_rule():
    """Closed form: the device holds a fifth of the data, less what is in memory at the same time."""
    for share in three(0.0):
        assert share == pytest.approx(0.2, abs=0.012)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_some_are_popular_segments_stand_between_the_ring_and_single_blocks(seed):
    ring, segments, single = three(1.25, seed=seed)
    assert ring + 0.02 < segments < single + 0.01


def test_a_walk_all_alone_finds_nothing():
    assert three(1.25, walk=1.0) == [0, 0, 0]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_beside_a_walk_a_popular_block_saves_its_neighbours(seed):
    ring, segments, single = three(1.25, walk=0.3, seed=seed)
    assert ring < single < segments


def test_two_segments_are_worse_than_many():
    many, two = three(1.25)[1], three(1.25, segment=0.5 * TB)[1]
    assert two < many - 0.02


def test_a_segment_of_one_block_is_a_single_block():
    r = rules()
    store = r.machine(r.single).cache.stores[0]
    assert (store.capacity, store.segment, store.count) == (512 * 8 * KiB, 8 * KiB, 512)


def test_the_sample_s_segments_stand_for_real_ones():
    def sample(segment, **more):
        store = rules(**more).machine(segment).cache.stores[0]
        return store.segment / (8 * KiB), store.count

    assert sample(16 * KiB) == (2, 256)
    assert sample(8 * MiB) == (4, 128)
    assert sample(0.25 * TB) == (128, 4)  # four real ones: four
    assert sample(32 * KiB, compression=2.0)[0] == 2  # four blocks of half the size
    assert sample(32 * GiB, device=200 * GB) == (87, 5)


def test_eight_times_as_many_blocks_in_larger_segments_say_the_same():
    """Of the way from the ring to single blocks, segments cover about as much in a sample as in a
    larger one."""

    def cover(make):
        machines = [make.machine(each) for each in (None, 1 * TB / 128, 8 * KiB)]
        ring, segments, single = make.serve(1.25, machines).flash
        return ring, (segments - ring) / (single - ring)

    (ring, small), (same, large) = (
        cover(rules()),
        cover(rules(room=4096)),
    )  # 4 and 32 blocks a segment
    assert ring == pytest.approx(same, abs=0.03)
    assert 0.5 < small < 1.1 and 0.5 < large < 1.1


def test_compression_is_as_good_as_a_larger_device():
    assert three(1.0, compression=2.0) == three(1.0, device=2 * TB)


def test_shares_of_reads_add_up():
    reads = WalkingReads(1000, 1.0, 0.3)
    assert reads.share(range(1000), 7) == pytest.approx(1)
    assert reads.share([], 7) == 0 == reads.share([3, 4], 990, [3, 4])
    some = range(0, 1000, 3)
    assert reads.share(some, 5) + reads.share(set(range(1000)) - set(some), 5) == pytest.approx(1)
    drawn = [reads.draw() for _ in range(40_000)]
    assert sum(key % 3 == 0 for key in drawn) / 40_000 == pytest.approx(
        0.7 * sum(reads.weights[::3]) / reads.all + 0.3 / 3, abs=0.01
    )


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0, 4.0])
def test_compressed_blocks_are_whole_sectors_and_fewer_by_the_ratio(ratio):
    random = Random(1)
    sizes = [compressed(8 * KiB, ratio, random) for _ in range(20_000)]
    assert all(512 <= size <= 8 * KiB and size % 512 == 0 for size in sizes)
    assert sum(sizes) / 20_000 == pytest.approx(8 * KiB / ratio, rel=0.01)
    assert holds(1 * TB, 8 * KiB, ratio, random) == pytest.approx(ratio * TB, rel=0.05)
