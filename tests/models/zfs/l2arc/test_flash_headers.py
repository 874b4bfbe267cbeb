"""What headers of blocks on flash cost the cache in memory, and what a guard on them is good for."""

from random import Random

import pytest

from models.experiments.caching.flash_behind import FlashBehind, answered, passed_on
from models.sim.popularity import working_set, zipf
from models.units import GB, TB, KiB
from models.zfs.arc.zfs_arc import ZfsArc
from models.zfs.l2arc.headers import NEW, OLD, Headers
from models.zfs.l2arc.store import Ring, Segments

BLOCK = 8 * KiB


def test_300_gb_of_headers_know_30_and_120_tb():
    headers = Headers(1 * TB)
    assert headers.most == 300 * GB
    assert headers.tracked(8 * KiB) == pytest.approx(30.72e12, rel=1e-9)
    assert headers.tracked(32 * KiB) == pytest.approx(122.88e12, rel=1e-9)
    assert headers.tracked(8 * KiB) / Headers(1 * TB, OLD).tracked(8 * KiB) == pytest.approx(170 / 80, rel=1e-9)


@pytest.mark.parametrize("compression", [1.0, 2.0, 4.0])
def test_what_is_tracked_grows_with_memory_guard_block_and_compression_alone(compression):
    for cache in (2 * GB, 64 * GB):
        for guard in (0.0, 0.1, 1.0):
            for block in (512, BLOCK):
                law = guard * cache / NEW * block * compression
                assert Headers(cache, guard=guard).held(block, compression) == pytest.approx(law, abs=4 * block)


def test_a_small_device_takes_only_its_own_headers():
    headers = Headers(1 * TB)
    assert headers.taken(100 * GB, BLOCK) == 100 * GB // BLOCK * 80
    assert headers.left(100 * GB, BLOCK) == 1 * TB - headers.taken(100 * GB, BLOCK)
    assert headers.taken(1e15, BLOCK) == pytest.approx(300 * GB, abs=80)


def full(blocks, reads=4000, guard=1.0, memory=128, header=NEW, seed=1):
    """Tiers' answers, of a working set that memory holds and a rest, behind which is a full device; and the headers."""
    random = Random(seed)
    most, hot = Headers(memory * BLOCK, header, guard).blocks if header else blocks, int(0.6 * memory)
    store = Ring(min(blocks, most) * BLOCK)
    for key in [*range(1_000_000, 1_000_000 + store.capacity // BLOCK), *range(hot)]:
        store.put(key, BLOCK)
    behind, tiers = FlashBehind(memory * BLOCK, store, header, BLOCK), [0, 0, 0]
    draw = working_set(hot, 200 * memory, 0.02, random)
    for now in range(reads):
        tiers[behind.read(draw(), float(now))] += 1
    return [n / reads for n in tiers], behind.headers


def test_headers_of_a_full_device_take_their_bytes_from_memory():
    for times in (4, 16, 64):
        _, headers = full(times * 128)
        assert headers == pytest.approx(times * 80 / BLOCK, abs=0.01)


def test_without_a_guard_headers_of_a_large_device_drive_the_data_out_of_a_small_memory():
    (memory, flash, _), headers = full(10**6)
    assert headers > 0.98 and memory < 0.05 and flash > 0.8
    (guarded, _, _), headers = full(10**6, guard=0.3)
    assert headers <= 0.3 and guarded > 0.9
    (old, _, _), _ = full(30 * 128, header=OLD)
    (new, _, _), _ = full(30 * 128, header=NEW)
    assert old < new


def test_flash_whose_headers_cost_nothing_takes_nothing_from_memory():
    with_flash, _ = full(30 * 128, header=0.0)
    memory = ZfsArc(128 * BLOCK)
    draw = working_set(int(0.6 * 128), 200 * 128, 0.02, Random(1))
    alone = sum(memory.read(draw(), BLOCK, float(now)) for now in range(4000)) / 4000
    assert with_flash[0] == alone


def test_what_memory_passes_on_is_what_it_lacks_and_what_it_gives_up():
    memory, draw = ZfsArc(64 * BLOCK), zipf(1000, 0.9, Random(4))
    reads = passed_on(memory, BLOCK, draw, 5000)
    given_up = [key for _, lost in reads for key in lost]
    assert len(reads) - len(given_up) == len(memory.seen) == 64
    store = Ring(1000 * BLOCK)                          # all there is: each block is lacked once, then found
    twice = ZfsArc(64 * BLOCK)
    both, draw = FlashBehind(64 * BLOCK, Ring(1000 * BLOCK), 0.0, BLOCK), zipf(1000, 0.9, Random(4))
    tiers = [both.read(draw(), float(now)) for now in range(5000)]
    assert answered(store, BLOCK, reads) == tiers.count(1) and twice.used == 0


def test_a_compressed_block_takes_less_of_the_device():
    store = Segments(64 * BLOCK, 8 * BLOCK)
    behind = FlashBehind(16 * BLOCK, store, 0.0, BLOCK, BLOCK // 2)
    for now in range(16 + 128):
        behind.read(now, float(now))
    assert store.blocks == 128 and store.bytes == 64 * BLOCK


def test_draws_follow_their_law():
    draw, n = zipf(50, 1.0, Random(2)), 60_000
    seen = [0] * 50
    for _ in range(n):
        seen[draw()] += 1
    whole = sum(1 / (k + 1) for k in range(50))
    assert all(seen[k] / n == pytest.approx(1 / (k + 1) / whole, abs=0.006) for k in range(50))
    draw = working_set(10, 1000, 0.25, Random(2))
    inside = sum(draw() < 10 for _ in range(n)) / n
    assert inside == pytest.approx(0.75 + 0.25 * 10 / 1000, abs=0.006)
