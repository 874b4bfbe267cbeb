"""What the chapter on LUN alignment says without a number, or with one that is written there, and
asks to find, is so."""

from functools import cache
from random import Random

import pytest

from figures.contents import get
from figures.lun_alignment.experiments.partitions import STARTS, partition
from models.units import KiB
from tests.figures.runs import rows_of, values_of


@cache
def values(id, preset=None, seed=1, **changes):
    return values_of(id, preset, seed, **changes)


def load(preset=None, **changes):
    return values("alignment-load", preset, **changes)


def stream(preset=None, **changes):
    return values("stream-to-lun", preset, **changes)


def test_one_start_in_sixteen_is_good_and_the_others_are_all_alike():
    costs = [values("sliding-request", start=start)["times"] for start in range(33)]
    assert {start for start, cost in enumerate(costs) if cost == 1} == {0, 16, 32}
    assert set(costs) == {1, 4}


def test_all_requests_of_a_misaligned_partition_straddle():
    found = values("sliding-request")
    assert found["straddle"] == 1
    assert (
        found["bytes_read"]
        == 16 * KiB
        == 2 * values("sliding-request", "from sector 128")["bytes_read"]
    )


def test_of_the_starts_34_63_and_16065_are_wrong_and_2048_is_right_for_every_block():
    assert {start for start in STARTS if partition(start, 8 * KiB).share(8 * KiB).straddle} == {
        34,
        63,
        16065,
    }
    for n in range(9, 18):
        assert partition(2048, 1 << n).share(1 << n).straddle == 0
    assert 34 % 16 == 2 and 16065 % 16 == 1 and 16065 == 255 * 63


def test_larger_requests_touch_three_for_two_and_blocks_of_4_kib_lose_less():
    assert values("sliding-request", "16 KiB requests")["blocks"] == 3
    found = values("sliding-request")
    assert found["times_63_4k"] / found["times_0_4k"] < found["times_63_8k"] / found["times_0_8k"]
    assert found["times_0_16k"] > 1 < found["times_0_128k"]


def test_of_requests_of_12_kib_every_other_one_touches_three_blocks_behind_sector_63_and_none_behind_sector_0():
    assert values("sliding-request", "12 KiB requests")["mean"] == 2.5
    assert values("sliding-request", "12 KiB requests", start=0)["mean"] == 2
    assert {
        partition(63, 8 * KiB).touched(n * 12 * KiB, 12 * KiB).blocks for n in range(0, 20, 2)
    } == {3}
    assert {
        partition(63, 8 * KiB).touched(n * 12 * KiB, 12 * KiB).blocks for n in range(1, 20, 2)
    } == {2}


def test_it_is_said_when_a_request_touches_no_block_more_than_it_needs_but_covers_one_in_part():
    describe = get("sliding-request").describe
    assert "covers 1 block in part" in describe(
        rows_of("sliding-request", request=12 * KiB, start=0)
    )
    assert "in part, on average" not in describe(rows_of("sliding-request", start=128))


def test_the_line_goes_from_sector_to_sector():
    start = get("sliding-request").params["start"]
    assert start.stops == tuple(range(start.high + 1)) and start.default == 63


def test_no_start_lets_requests_of_12_kib_cover_whole_blocks():
    assert all(
        values("sliding-request", start=start, request=12 * KiB)["needs"] > 0 for start in range(16)
    )


@pytest.mark.parametrize("reads", [1.0, 0.7, 0.5])
def test_the_loss_is_two_over_the_share_of_reads_or_a_little_less(reads):
    found = load(reads=reads)
    assert found["law"] == pytest.approx(2 / reads)
    assert 0.8 * found["law"] < found["loss"] < 1.04 * found["law"]
    assert 2 * 0.98 < found["loss"] <= 4


def test_the_opening_is_a_factor_of_two_and_a_half():
    assert load()["rate_good"] / load()["rate_bad"] == load()["loss"]
    assert 2.4 < load()["loss"] < 2.8


def test_a_misaligned_write_takes_about_as_long_as_a_misaligned_read():
    found = load()
    assert found["write_latency_bad"] == pytest.approx(found["read_latency_bad"], rel=0.1)
    assert found["write_latency_good"] < 1e-3 < 20e-3 < found["read_latency_good"]


def test_one_thread_sees_less_than_two_thirds_of_the_harm():
    assert 1 < load("one thread")["loss"] < 1 + (load()["loss"] - 1) * 2 / 3


def test_a_write_cache_does_not_save_it_and_memory_makes_both_faster():
    assert load("write cache enabled")["loss"] == pytest.approx(load()["loss"], rel=0.1)
    half = load("half in memory")
    assert (
        half["rate_good"] > 1.5 * load()["rate_good"]
        and half["rate_bad"] > 1.5 * load()["rate_bad"]
    )
    assert half["loss"] == pytest.approx(load()["loss"], rel=0.15)


def test_without_log_devices_the_loss_is_much_the_same_and_aligned_writes_wait_for_disks():
    found = load("no log devices")
    assert found["loss"] == pytest.approx(load()["loss"], rel=0.15)
    assert found["write_latency_good"] > 10 * load()["write_latency_good"]


def test_writes_alone_lie_far_outside_of_the_band_and_just_loaded_shows_nothing():
    assert load("all write")["loss"] > 20
    assert load("just loaded, only read")["loss"] == pytest.approx(1, abs=0.12)
    assert 1.2 < load("just loaded")["loss"] < 0.7 * load()["loss"]


@pytest.mark.parametrize("seed", [1, 2])
def test_pages_of_16_kib_lose_less_but_more_than_three_for_two(seed):
    found = load("pages of 16 KiB", seed=seed)
    assert found["law"] == pytest.approx((7 * 3 + 3 * 2) / (7 * 2))
    # reads of pointers cost both partitions the same
    assert 1.7 < found["loss"] == pytest.approx(found["law"], rel=0.08)


def test_memory_leaves_the_loss_as_it_is_over_seeds():
    found = [load("half in memory", seed=seed)["loss"] for seed in range(1, 4)]
    assert all(2.35 < loss < 2.85 for loss in found) and sum(found) / 3 == pytest.approx(
        2.6, rel=0.05
    )


def test_with_two_thirds_in_memory_the_misaligned_database_is_as_fast_as_the_aligned_one_with_none():
    assert load(cached=0.55)["rate_bad"] < load()["rate_good"] < load(cached=0.75)["rate_bad"]


def test_each_write_of_the_backup_waits_for_one_block_and_longer_than_for_the_log():
    found = stream()
    assert (
        found["first_bad"] == pytest.approx(1, abs=0.03)
        and found["first_good"] == found["waited_good"] == 0
    )
    assert found["waited_bad"] > 10 * found["committed_bad"]
    assert 64 // 8 + 1 == partition(63, 8 * KiB).touched(0, 64 * KiB).blocks == 9


def test_the_aligned_line_is_flat_up_to_the_size_of_the_writes_and_then_falls_upon_the_other():
    found = stream()
    flat = [found[f"bytes_good_{n}"] for n in (4, 8, 16, 32, 64)]
    assert max(flat) == pytest.approx(min(flat), rel=0.03)
    assert found["bytes_good_128"] == pytest.approx(found["bytes_bad_128"], rel=0.05)
    assert found["bytes_good_128"] < flat[0] / 3
    assert max(found[f"bytes_bad_{n}"] for n in (4, 8, 16, 32, 64)) < flat[0] / 5


def test_every_fourth_write_waits_where_the_block_is_four_times_as_large():
    found = stream("blocks larger than the writes")
    assert found["first_good"] == pytest.approx(1 / 4, abs=0.03)


def test_a_new_lun_shows_nothing_and_old_data_in_order_little():
    assert stream("a new LUN")["slower"] == pytest.approx(1, abs=0.01)
    assert 1.2 < stream("old data in order")["slower"] < 2.5 < stream()["slower"]
    assert 1 - 1 / stream("old data in order")["slower"] == pytest.approx(1 / 3, abs=0.05)


def test_four_aligned_writes_at_a_time_are_slower_than_two():
    two, four = stream(threads=2), stream(threads=4)
    assert four["bytes_good"] < 0.95 * two["bytes_good"]
    assert four["bytes_bad"] > two["bytes_bad"]


def test_a_third_of_the_records_is_read_and_a_new_file_reads_none():
    found = values("file-rewrite", "96 KiB into 64")
    assert found["read_over"] == pytest.approx(1 / 3, abs=0.01) and found["read_new"] == 0
    assert values("file-rewrite")["read_over"] == 1


def test_records_of_32_kib_suit_clients_of_both_kinds():
    for size in (32, 64):
        assert values("file-rewrite", record=32 * KiB, size=size * KiB)["slower"] == pytest.approx(
            1, abs=0.02
        )


def test_the_table_of_the_loaded_server_has_63_kilobytes_for_a_write():
    assert round(177106 / 2792, 1) == 63.4


def test_the_published_block_of_16_kib_makes_the_aligned_database_read_before_each_write():
    assert values("sliding-request", start=0, block=16 * KiB)["needs"] == 1


def test_a_slice_of_solaris_is_right_in_every_sixteenth_cylinder():
    good = [n for n in range(32) if not partition((1 + n) * 16065, 8 * KiB).share(8 * KiB).straddle]
    assert good == [15, 31]


def test_a_third_of_the_reads_would_find_its_two_blocks_where_the_last_write_put_them_side_by_side():
    chance, blocks, put = Random(1).randrange, 3000, {}
    for time in range(100_000):
        at = chance(blocks)
        put[at], put[at + 1] = (time, 0), (time, 1)
    side_by_side = sum(
        at in put and at + 1 in put and put[at] == (put[at + 1][0], 0) for at in range(blocks)
    )
    assert side_by_side / blocks == pytest.approx(1 / 3, abs=0.03)


def test_the_dashed_line_is_drawn_only_where_blocks_lie_scattered_and_passes_through_the_dots():
    assert {row["reads"]: row["loss"] for row in rows_of("alignment-load") if row["row"] == "law"}[
        0.5
    ] == pytest.approx(4)
    assert not [row for row in rows_of("alignment-load", laid="in order") if row["row"] == "law"]


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_but_writes_is_watched_long_enough_on_either_side(seed):
    found = load("all write", seed=seed)
    assert (
        130 < found["rate_bad"] < 160 and 6500 < found["rate_good"] < 10500
    )  # by how the threads meet at first
    assert 43 < found["loss"] < 72
