"""ZFS's cache in memory: what is counted agrees with what is there, and it does what arc.c of
2008-2010 did."""

from random import Random

import pytest

from models.units import KiB, MiB
from models.zfs.arc.replacement import Arc, Lru
from models.zfs.arc.zfs_arc import MFU, MFU_GHOST, MRU, MRU_GHOST, ZfsArc


def zipf(blocks, count, seed=1, slope=0.9):
    return Random(seed).choices(
        range(blocks), [1 / (n + 1) ** slope for n in range(blocks)], k=count
    )


def agreed(arc):
    """Raise AssertionError unless all that the cache counts agrees with its lists."""
    where, metadata = {}, 0
    for state in range(4):
        lists = arc.lists[state]
        held = {key: size for blocks in lists for key, size in blocks.items()}
        assert sum(held.values()) == arc.bytes[state]
        where |= dict.fromkeys(held, state)
        if arc.split:
            assert set(lists[1]) == {key for key in held if key in arc.metas}
        metadata += sum(
            size for key, size in held.items() if key in arc.metas and state < MRU_GHOST
        )
    assert where == arc.state
    assert arc.metadata == metadata
    assert arc.metas <= set(where)
    assert set(arc.seen) == {key for key, state in where.items() if state < MRU_GHOST}
    assert arc.size / 16 <= arc.p <= arc.size - arc.size / 16
    assert arc.bytes[MRU] + arc.bytes[MRU_GHOST] <= arc.size or not arc.bytes[MRU_GHOST]
    assert arc.bytes[MRU_GHOST] + arc.bytes[MFU_GHOST] <= arc.size
    holders = list(arc.parents.values())
    assert arc.held == {key: holders.count(key) for key in holders}
    assert all(arc.state[key] < MRU_GHOST for key in [*arc.parents, *holders])


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_counted_agrees_with_the_lists(split, seed):
    random = Random(seed)
    arc = ZfsArc(3 * MiB, split=split, meta_limit=768 * KiB if split and seed % 2 else None)
    sizes, states = {}, set()
    for step in range(1500):
        if random.random() < 0.02:
            arc.reserved = 0.9 * random.random() * arc.size
        branch = random.randrange(12)
        metadata = random.random() < 0.3
        key = (branch, 0 if metadata else 1 + int(24 * random.random() ** 2))
        size = sizes.setdefault(key, 16 * KiB if metadata else 512 << random.randrange(12))
        found = arc.read(
            key,
            size,
            now=step * 0.02,
            metadata=metadata,
            prefetch=random.random() < 0.2,
            parent=None if metadata or seed < 3 else (branch, 0),
        )
        assert arc.used <= arc.size - arc.reserved or found
        if arc.meta_limit is not None and seed < 3:
            assert arc.metadata <= arc.meta_limit
        if step % 10 == 0:
            agreed(arc)
            states |= {state for state in range(4) if arc.bytes[state]}
    assert states == {MRU, MFU, MRU_GHOST, MFU_GHOST}


def test_the_same_requests_give_the_same_cache():
    def run():
        arc = ZfsArc(400 * KiB, split=True, meta_limit=100 * KiB)
        hits = [
            arc.read(key, 512 << key % 9, now=n * 0.01, metadata=key % 3 == 0)
            for n, key in enumerate(zipf(900, 4000))
        ]
        return hits, arc.p, arc.bytes, list(arc.tail(MFU, True))

    assert run() == run()


@pytest.mark.parametrize(
    ("trace", "apart"),
    [
        (zipf(20_000, 60_000), 0.04),
        ([n % 2500 for n in range(20_000)], 0.001),
        ([key if n % 3 else 10**6 + n for n, key in enumerate(zipf(8000, 60_000, seed=2))], 0.01),
    ],
    ids=["zipf", "loop", "a scan between"],
)
@pytest.mark.parametrize("size", [1000])
def test_with_blocks_of_one_size_it_is_near_the_published_cache(trace, apart, size):
    """Not the same: p begins where the first fill leaves it, not at 0, stays a 16th from either
    end, and its steps are whole numbers."""
    published, arc = Arc(size), ZfsArc(size, min_time=0)
    hits = sum(map(published.access, trace)) / len(trace)
    assert sum(arc.read(key, 1) for key in trace) / len(trace) == pytest.approx(hits, abs=apart)


def test_what_was_asked_for_twice_survives_a_scan_that_takes_all_of_lru():
    lru, arc = Lru(100), ZfsArc(100, min_time=0)
    trace = [*range(50), *range(50), *range(1000, 2000), *range(50)]
    assert sum(map(lru.access, trace)) == 50
    found = [arc.read(key, 1) for key in trace]
    assert sum(found[-50:]) == 50


def test_a_second_request_within_62_ms_counts_with_the_first():
    arc = ZfsArc(MiB)
    arc.read("a", 512, now=0.0)
    assert arc.read("a", 512, now=0.05) and arc.state["a"] == MRU
    assert arc.read("a", 512, now=0.0625) and arc.state["a"] == MFU


def test_a_prefetched_block_counts_as_asked_for_at_its_first_demand():
    arc = ZfsArc(MiB)
    assert not arc.read("a", 512, now=0.0, prefetch=True)
    assert arc.seen["a"] is None
    assert arc.read("a", 512, now=9.0) and arc.state["a"] == MRU
    assert arc.seen["a"] == 9.0
    assert arc.read("a", 512, now=10.0) and arc.state["a"] == MFU


def lost_from(state, others):
    """A cache of 16 blocks of 1 KiB that lost block "a" from this state, and as many `others` from
    the other one."""
    arc = ZfsArc(16 * KiB, min_time=0)
    for n, key in enumerate(["a", *range(others)]):
        mine = (n == 0) == (state == MRU_GHOST)
        arc.lists[MRU_GHOST if mine else MFU_GHOST][0][key] = KiB
        arc.state[key] = MRU_GHOST if mine else MFU_GHOST
        arc.bytes[MRU_GHOST if mine else MFU_GHOST] += KiB
    return arc


@pytest.mark.parametrize(("others", "steps"), [(1, 1), (2, 2), (5, 5)])
@pytest.mark.parametrize(("state", "sign"), [(MRU_GHOST, 1), (MFU_GHOST, -1)])
def test_a_lost_block_moves_the_target_by_its_size_times_the_ratio_of_the_ghosts(
    state, sign, others, steps
):
    arc = lost_from(state, others)
    arc.read("a", KiB)
    assert arc.p == 8 * KiB + sign * steps * KiB
    assert arc.state["a"] == MFU
    assert "a" not in arc.lists[state][0]


@pytest.mark.parametrize("prefetch", [False, True])
def test_what_only_flash_still_knows_goes_straight_to_mfu_and_moves_no_target(prefetch):
    arc = ZfsArc(64 * KiB)
    for key in range(20):
        arc.read(key, 8 * KiB, float(key))
    p = arc.p = 16 * KiB
    assert not arc.read("new", 8 * KiB, 30.0, prefetch=prefetch, known=True)
    assert arc.state["new"] == MFU and arc.p == p
    ghost = next(key for key, state in arc.state.items() if state == MRU_GHOST)
    assert not arc.read(ghost, 8 * KiB, 31.0, prefetch=prefetch, known=True)
    assert (
        arc.state[ghost] == (MRU if prefetch else MFU) and arc.p > p
    )  # a list remembers: its ghost decides
    agreed(arc)


def test_the_target_stays_a_sixteenth_from_either_end():
    up, down = lost_from(MRU_GHOST, 14), lost_from(MFU_GHOST, 14)
    up.read("a", KiB)
    down.read("a", KiB)
    assert (down.p, up.p) == (KiB, 15 * KiB)


def filled(**more):
    """A cache of 64 blocks of 16 KiB: 16 of metadata first, then 48 of data."""
    arc = ZfsArc(MiB, **more)
    for n in range(64):
        arc.read(n, 16 * KiB, now=n, metadata=n < 16)
    return arc


def test_split_lists_freeze_the_share_of_metadata_once_the_cache_is_full():
    old, new = filled(split=True), filled()
    for n in range(1000, 1200):
        old.read(n, 16 * KiB, now=n)
        new.read(n, 16 * KiB, now=n)
    assert (old.metadata, new.metadata) == (16 * 16 * KiB, 0)
    for n in range(2000, 2200):
        old.read(n, 16 * KiB, now=n, metadata=True)
        new.read(n, 16 * KiB, now=n, metadata=True)
    assert (old.metadata, new.metadata) == (16 * 16 * KiB, MiB)


def test_above_its_limit_metadata_takes_the_place_of_metadata_though_memory_is_free():
    arc = ZfsArc(MiB, split=True, meta_limit=MiB / 4)
    for n in range(64):
        arc.read(n, 16 * KiB, now=n, metadata=True)
    assert arc.used == arc.metadata == MiB / 4


@pytest.mark.parametrize("limit", [0, 8 * KiB])
def test_a_block_of_metadata_larger_than_the_limit_is_kept_alone(limit):
    """arc.c gives up what it can and then takes the memory (arcstat_recycle_miss)."""
    arc = ZfsArc(MiB, split=True, meta_limit=limit)
    for n in range(9):
        assert not arc.read(("small", n), KiB, now=n, metadata=True)
        assert arc.metadata <= max(limit, KiB)
    arc.read("large", 16 * KiB, now=10.0, metadata=True)
    assert arc.metadata == 16 * KiB and arc.state["large"] == MRU
    assert arc.read("large", 16 * KiB, now=10.05, metadata=True)
    arc.read("next", 16 * KiB, now=11.0, metadata=True)
    assert arc.metadata == 16 * KiB and arc.state["large"] == MRU_GHOST
    agreed(arc)


def test_an_indirect_block_stays_as_long_as_a_block_under_it():
    arc = ZfsArc(MiB, min_time=0)
    arc.read("indirect", 16 * KiB, metadata=True)
    arc.read("hot", 16 * KiB, parent="indirect")
    for n in range(500):
        arc.read("hot", 16 * KiB)
        arc.read(n, 16 * KiB)
    assert arc.state["indirect"] == MRU  # only ever asked for once, 500 blocks ago
    alone = ZfsArc(MiB, min_time=0)
    alone.read("indirect", 16 * KiB, metadata=True)
    for n in range(64):
        alone.read(n, 16 * KiB)
    assert "indirect" not in alone.seen


def test_an_indirect_block_goes_after_the_last_block_under_it():
    arc, lost = ZfsArc(MiB, min_time=0), []
    arc.lost = lambda key, size, metadata: lost.append((key, size, metadata))
    arc.read("indirect", 16 * KiB, metadata=True)
    for n in range(4):
        arc.read(f"under {n}", 8 * KiB, parent="indirect")
    for n in range(200):
        arc.read(n, 16 * KiB)
    names = [key for key, _, _ in lost]
    assert names.index("indirect") > names.index("under 3") == 3
    assert ("indirect", 16 * KiB, True) in lost and ("under 0", 8 * KiB, False) in lost


def test_reserved_memory_is_given_up_at_the_next_request():
    arc = filled()
    arc.reserved = MiB / 2
    assert arc.used == MiB
    arc.read("new", 16 * KiB, now=99.0)
    assert arc.used == MiB / 2
    arc.reserved = MiB - 8 * KiB
    assert not arc.read("too large", 16 * KiB, now=100.0)
    assert "too large" not in arc.state


def test_the_tail_is_what_goes_next():
    arc, lost = filled(split=True), []
    arc.lost = lambda key, size, metadata: lost.append(key)
    tail = [key for key, _ in arc.tail(MRU, False)]
    assert (
        tail
        == list(range(16, 64))
        == [key for key, _ in arc.tail(MRU, False, from_head=True)][::-1]
    )
    assert [key for key, _ in arc.tail(MRU, True)] == list(range(16))
    for n in range(1000, 1010):
        arc.read(n, 16 * KiB, now=n)
    assert lost == tail[:10]


def test_a_block_larger_than_the_cache_is_refused():
    with pytest.raises(ValueError, match=r"^size must be 1048576 bytes or less .*, got 2097152$"):
        ZfsArc(MiB).read(1, 2 * MiB)
