"""A flash device as a cache of reads: a ring gives up in order of arrival, segments by their last
hit."""

from bisect import bisect
from itertools import accumulate
from random import Random

import pytest

from models.units import KiB, MiB
from models.zfs.arc.replacement import Fifo, Lru
from models.zfs.l2arc.store import Ring, Segments

STORES = [lambda capacity: Ring(capacity), lambda capacity: Segments(capacity, capacity // 8)]


def zipf(keys, skew, count, seed=1):
    random = Random(seed)
    edges = list(accumulate((k + 1) ** -skew for k in range(keys)))
    return [bisect(edges, random.random() * edges[-1]) for _ in range(count)]


def hits(store, trace, size):
    """Which reads of a trace the store answers; what it lacks is put in."""
    found = []
    for key in trace:
        found.append(store.hit(key))
        if not found[-1]:
            store.put(key, size)
    return found


@pytest.mark.parametrize("make", STORES)
def test_no_more_bytes_than_the_device_has_and_none_lost(make):
    random = Random(3)
    store = make(64 * KiB)
    there = {}
    for step in range(20_000):
        key, size = random.randrange(3000), random.randrange(1, 8 * KiB)
        if key in there or random.random() < 0.3:
            assert store.hit(key) == (key in there)
        else:
            given_up = store.put(key, size)
            assert len(set(given_up)) == len(given_up) and key not in given_up
            for each in given_up:
                del there[each]
            there[key] = size
        if step % 50 == 0:
            assert store.bytes == sum(there.values()) <= 64 * KiB
            assert store.blocks == len(there) and all(each in store for each in there)


def test_the_ring_gives_up_in_order_of_arrival_whatever_is_hit():
    random, ring, arrived, given_up = Random(5), Ring(100 * KiB), [], []
    for key in range(5000):
        given_up += ring.put(key, random.randrange(1, 4 * KiB))
        arrived.append(key)
        ring.hit(random.choice(arrived[-20:]))
    assert given_up == arrived[: len(given_up)] and len(given_up) > 4900


def test_a_ring_of_equal_blocks_is_first_in_first_out():
    trace = zipf(400, 0.8, 20_000)
    peer = Fifo(64)
    assert hits(Ring(64 * 512), trace, 512) == [peer.access(key) for key in trace]


@pytest.mark.parametrize(
    "size", [8 * KiB, 5 * KiB]
)  # also where a block leaves some of its segment unused
def test_segments_of_one_block_are_the_least_recently_used_list(size):
    trace = zipf(400, 0.8, 20_000)
    peer = Lru(64)
    assert hits(Segments(64 * 8 * KiB, 8 * KiB), trace, size) == [peer.access(key) for key in trace]


def test_without_hits_segments_go_in_the_order_in_which_they_were_filled():
    store, given_up = Segments(1 * MiB, 64 * KiB), []
    for key in range(1000):
        gone = store.put(key, 4 * KiB)
        assert len(gone) in (0, 16)  # whole segments of 16 blocks
        given_up += gone
    assert given_up == list(range(len(given_up)))
    ring = Ring(1 * MiB)
    for key in range(1000):
        ring.put(key, 4 * KiB)
    assert {k for k in range(1000) if k in store} <= {
        k for k in range(1000) if k in ring
    }  # less than a segment apart
    assert ring.blocks - store.blocks < 16


def test_a_hit_saves_its_whole_segment_and_no_other():
    store = Segments(4 * 4096, 4096)
    for key in range(16):
        store.put(key, 1024)  # segments 0-3, 4-7, 8-11, 12-15
    assert store.hit(1)
    assert store.put(16, 1024) == [4, 5, 6, 7]
    for key in range(17, 20):
        assert store.put(key, 1024) == []
    assert store.put(20, 1024) == [8, 9, 10, 11]
    assert [key for key in range(21) if key in store] == [
        0,
        1,
        2,
        3,
        12,
        13,
        14,
        15,
        16,
        17,
        18,
        19,
        20,
    ]


def test_a_segment_of_8_mib_holds_1024_blocks_of_8_kib():
    store = Segments(32 * MiB)
    for key in range(4000):
        store.put(key, 8 * KiB)
    assert [len(segment.blocks) for segment in store.list] == [1024, 1024, 1024, 928]


def test_with_skew_segments_answer_more_reads_than_the_ring_and_fewer_than_single_blocks():
    trace = zipf(4000, 1.0, 40_000)
    ring, segments, blocks = (
        sum(hits(store, trace, 1024))
        for store in (Ring(512 * KiB), Segments(512 * KiB, 16 * KiB), Segments(512 * KiB, 1024))
    )
    assert ring < segments < blocks
