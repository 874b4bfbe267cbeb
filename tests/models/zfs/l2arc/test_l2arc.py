"""Who comes to flash: what the feeder is fast enough for, and what the rules let in."""

from random import Random

import pytest

from models.catalogue.machines import values
from models.units import GB, MB, KiB, MiB
from models.zfs.arc.zfs_arc import MFU
from models.zfs.l2arc.feed_spec import FEEDERS, FeedSpec
from models.zfs.l2arc.l2arc import Hybrid

OLD, NEW = values("zfs-2010"), values("zfs-2015")
BLOCK = 8 * KiB
SMALL = {"devices": 1, "capacity": 64 * MiB, "rate": 100 * MB}


def cycled(cache, blocks, seconds, rate, block=BLOCK, **kinds):
    """Reads of `blocks` in turn from second 1 on, `rate` bytes a second; memory holds none of them
    when they come again."""
    gap, now, key, seen = block / rate, 1.0, 0, []
    while now < 1.0 + seconds:
        now += gap
        seen.append(cache.read(key, block, now, **kinds))
        key = (key + 1) % blocks
    return seen


def warm(feeder, memory=4 * MiB, **more):
    """A cache whose memory is full before its feeder begins."""
    cache = Hybrid(memory, FeedSpec(**{"feeder": feeder, **SMALL, **more}), start=1.0)
    for n in range(2 * memory // BLOCK):
        cache.read(-1 - n, BLOCK, 0.9)
    cache.given_up = dict.fromkeys(cache.given_up, 0)
    return cache


def share(cache):
    return cache.given_up["captured"] / (cache.given_up["captured"] + cache.given_up["missed"])


def test_the_old_feeder_writes_a_fixed_amount_a_second_however_many_devices_there_are():
    for devices in (1, 2, 4):
        cache = warm("2008", devices=devices, write=1 * MiB, boost=0)
        cycled(cache, 100_000, 20.0, 8 * MiB)
        assert cache.fed == pytest.approx(20 * MiB, rel=0.06)
        assert len({cache.place[key] for key in cache.place}) == devices


def test_the_feeder_of_2010_turns_five_times_as_often_while_there_is_much_to_write():
    cache = warm("2010", write=1 * MiB, boost=0)
    cycled(cache, 100_000, 10.0, 16 * MiB)
    assert cache.fed == pytest.approx(10 * MiB / OLD["l2_again"], rel=0.06)
    idle = warm("2010", write=1 * MiB, boost=0)
    cycled(idle, 100_000, 10.0, 0.25 * MiB)
    assert idle.next == pytest.approx(12.0, abs=1.01) and idle.turns < 30


def test_what_memory_gives_up_faster_than_the_old_feeder_writes_is_lost_to_flash():
    slow, fast = warm("2008", write=1 * MiB, boost=0), warm("2008", write=1 * MiB, boost=0)
    cycled(slow, 100_000, 30.0, 0.5 * MiB)
    cycled(fast, 100_000, 30.0, 4 * MiB)
    assert share(slow) > 0.95
    assert share(fast) == pytest.approx(0.25, abs=0.05)


def test_the_new_feeder_captures_all_that_its_devices_have_the_bandwidth_for():
    wide = warm("2015", rate=16 * MiB, memory=32 * MiB)
    cycled(wide, 50_000, 30.0, 8 * MiB)
    assert share(wide) == 1.0
    narrow = warm("2015", rate=2 * MiB, memory=32 * MiB)
    cycled(narrow, 50_000, 30.0, 8 * MiB)
    assert share(narrow) == pytest.approx(0.25, abs=0.06)
    more = warm("2015", rate=2 * MiB, memory=32 * MiB, devices=4)
    cycled(more, 50_000, 30.0, 8 * MiB)
    assert share(more) > 3 * share(narrow)


def test_before_memory_gives_up_anything_the_old_feeder_is_boosted_and_begins_with_what_came_last():
    cache = Hybrid(64 * MiB, FeedSpec(write=1 * MiB, boost=1 * MiB, **SMALL), start=1.0)
    for n in range(1024):
        cache.read(n, BLOCK, 0.5)
    cache.feed(1.0)
    assert not cache.warm
    assert cache.fed == 2 * MiB
    assert min(cache.place) == 1024 - 2 * MiB // BLOCK and max(cache.place) == 1023
    cold = warm("2008", write=1 * MiB)
    cold.feed(1.0)
    assert cold.fed == 1 * MiB and cold.warm
    assert next(iter(cold.arc.tail(0))) == next((key, BLOCK) for key in cold.place)


@pytest.mark.parametrize(("feeder", "turns"), [("2008", 4), ("2010", 2)])
def test_the_old_feeder_looks_through_some_turns_writes_of_a_list_and_no_further(feeder, turns):
    cache = warm(feeder, memory=8 * MiB, write=1 * MiB, boost=0)
    for _ in range(8):
        cache.feed(1.0)
    assert cache.fed == turns * MiB  # memory has not moved on, and its end is on flash already


def test_in_2008_the_next_turn_is_a_second_after_the_write_and_in_2010_after_its_begin():
    for feeder, rate, after in (
        ("2008", 2 * MiB, 1.5),
        ("2010", 2 * MiB, 0.5),
        ("2010", 100 * MiB, 0.2),
    ):
        cache = warm(feeder, write=1 * MiB, boost=0, rate=rate)
        cache.feed(10.0)
        assert cache.next == pytest.approx(10.0 + after)


def test_the_gate_is_at_32_KiB_and_the_new_one_looks_at_the_size_as_compressed():
    for feeder in FEEDERS:
        for size, expected in ((32 * KiB, True), (32 * KiB + 512, False), (128 * KiB, False)):
            assert Hybrid(1 * GB, FeedSpec(feeder=feeder)).eligible(0, size) is expected
    small = {"compression": 4.0}
    assert Hybrid(1 * GB, FeedSpec(feeder="2015", **small)).eligible(0, 128 * KiB)
    assert not Hybrid(1 * GB, FeedSpec(feeder="2008", **small)).eligible(0, 128 * KiB)


def test_compressed_blocks_take_less_flash():
    plain, half = warm("2015"), warm("2015", compression=2.0)
    for cache in (plain, half):
        cycled(cache, 4000, 20.0, 4 * MiB)
    assert len(half.place) == len(plain.place)
    assert half.on_flash == plain.on_flash / 2


def test_128_KiB_records_and_streams_pass_by():
    for kinds, block in (({}, 128 * KiB), ({"prefetch": True}, BLOCK)):
        for feeder in FEEDERS:
            cache = Hybrid(2 * MiB, FeedSpec(feeder=feeder, **SMALL), block=block)
            seen = cycled(cache, 400, 5.0, 16 * MiB, block=block, **kinds)
            assert set(seen) <= {"disk", "memory"} and not cache.place
            assert cache.given_up["not eligible"] > 0 and cache.given_up["missed"] == 0


@pytest.mark.parametrize("feeder", FEEDERS)
def test_asking_for_a_prefetched_block_makes_it_eligible_in_the_old_code_and_not_in_2015(feeder):
    cache = Hybrid(4 * MiB, FeedSpec(feeder=feeder, **SMALL))
    cache.read(1, BLOCK, 0.0, prefetch=True)
    cache.read(1, BLOCK, 0.05, prefetch=True)
    assert not cache.eligible(1, BLOCK)
    cache.read(1, BLOCK, 0.1)
    assert cache.eligible(1, BLOCK) is (feeder != "2015")
    assert Hybrid(4 * MiB, FeedSpec(prefetched=True, **SMALL)).eligible(1, BLOCK)


def test_a_block_read_from_flash_is_in_memory_again_and_stays_on_flash():
    cache = warm("2008", write=8 * MiB, rate=1e12)
    cycled(cache, 1500, 20.0, 4 * MiB)
    key = next(key for key in cache.place if key not in cache.arc.seen)
    now = cache.next + 0.5
    assert cache.read(key, BLOCK, now) == "flash"
    assert cache.read(key, BLOCK, now + 0.1) == "memory"
    assert key in cache.place


@pytest.mark.parametrize(
    ("feeder", "written", "other"), [("2008", "disk", "flash"), ("2010", "disk", "disk")]
)
def test_in_2008_only_what_is_being_written_is_refused_and_in_2010_the_whole_device(
    feeder, written, other
):
    cache = warm(feeder, write=1 * MiB, boost=0, rate=2 * MiB)
    cycled(cache, 1500, 40.0, 4 * MiB)
    first, second, third = [key for key in cache.place if key not in cache.arc.seen][-3:]
    cache.written_until[0], cache.next, cache.written = 50.0, 51.0, {first}
    assert cache.read(first, BLOCK, 49.8) == written
    assert cache.read(second, BLOCK, 49.9) == other
    assert cache.read(third, BLOCK, 50.0) == "flash"


@pytest.mark.parametrize(
    ("feeder", "tier"), [("2008", "flash"), ("2010", "disk"), ("2015", "disk")]
)
def test_what_is_prefetched_is_read_from_flash_in_2008_alone(feeder, tier):
    cache = warm(feeder, write=8 * MiB, rate=1e12)
    cycled(cache, 1500, 20.0, 4 * MiB)
    key = next(key for key in cache.place if key not in cache.arc.seen)
    assert cache.read(key, BLOCK, cache.next + 0.5, prefetch=True) == tier


@pytest.mark.parametrize("feeder", FEEDERS)
def test_a_block_that_only_flash_still_knows_is_frequently_used_when_it_comes_back(feeder):
    cache = warm(feeder, write=8 * MiB, rate=1e12)
    cycled(cache, 3000, 30.0, 4 * MiB)
    key = next(key for key in cache.place if key not in cache.arc.state)
    assert cache.read(key, BLOCK, cache.next + 0.5) == "flash"
    assert cache.arc.state[key] == MFU


@pytest.mark.parametrize("size", [512, 16384])
def test_headers_never_pass_the_guard_whatever_the_blocks_sizes(size):
    memory, spec = (
        1 * MiB,
        FeedSpec(feeder="2015", devices=3, capacity=1 * GB, segment=64 * KiB, rate=1e9),
    )
    cache, random = Hybrid(memory, spec, block=32 * KiB), Random(2)
    for n in range(15_000):
        cache.read(int(random.random() * 40_000), size, n / 500)
        assert cache.headers <= NEW["l2_guard"] * memory
        assert (
            cache.on_flash == sum(store.bytes for store in cache.stores) == len(cache.place) * size
        )
    if size < 16384:
        assert cache.headers > 0.9 * NEW["l2_guard"] * memory - 128 * NEW["l2_header"]


def test_a_long_silence_is_passed_at_one_stroke():
    for feeder in FEEDERS:
        for devices, end in ((2, 1e300),):
            cache = Hybrid(
                1 * MiB,
                FeedSpec(feeder=feeder, devices=devices, capacity=256 * KiB, segment=64 * KiB),
            )
            for n in range(200):
                cache.read(n, BLOCK, 0.5)
            assert cache.read(0, BLOCK, end) in ("memory", "flash", "disk")
            assert cache.next > end


def test_headers_take_their_room_from_memory_and_the_new_guard_holds_them():
    memory = 1 * MiB
    for feeder, header in (("2008", OLD["l2_header"]), ("2015", NEW["l2_header"])):
        cache = Hybrid(
            memory, FeedSpec(feeder=feeder, devices=1, capacity=1 * GB, segment=16 * BLOCK)
        )
        cycled(cache, 20_000, 60.0, 4 * MiB)
        assert cache.arc.reserved == pytest.approx(min(len(cache.place) * header, memory), rel=0.1)
        assert (cache.headers <= NEW["l2_guard"] * memory) == (feeder == "2015")
        assert cache.arc.used <= memory - cache.arc.reserved


@pytest.mark.parametrize("feeder", FEEDERS)
def test_every_block_has_one_place_and_bytes_add_up(feeder):
    random = Random(3)
    spec = FeedSpec(
        feeder=feeder, devices=3, capacity=2 * MiB, segment=256 * KiB, write=4 * MiB, rate=4 * MiB
    )
    cache = Hybrid(1 * MiB, spec)
    reads = [cache.read(int(random.random() ** 3 * 3000), BLOCK, n / 500) for n in range(20_000)]
    assert set(reads) == {"memory", "flash", "disk"}
    for key, device in cache.place.items():
        assert [key in store for store in cache.stores] == [n == device for n in range(3)]
    assert cache.on_flash == BLOCK * len(cache.place) == sum(store.bytes for store in cache.stores)
    assert cache.on_flash <= 3 * spec.capacity


def test_without_devices_there_is_memory_and_disk():
    cache = Hybrid(1 * MiB, FeedSpec(devices=0))
    assert set(cycled(cache, 500, 10.0, 4 * MiB)) == {"disk"} and cache.on_flash == 0
