"""What the chapter on LUN alignment says without a number, or with one that is written there, and
asks to find, is so."""

from functools import cache
from random import Random

import pytest

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


def starts(preset=None, **changes):
    """The rows of the film, by the sector at which the partition begins."""
    rows = rows_of("sliding-request", preset, **changes)
    return {row["start"]: row for row in rows if row["row"] == "start"}


def test_one_start_in_sixteen_is_good_and_the_others_are_all_alike():
    costs = {start: (row["read"], row["first"]) for start, row in starts().items()}
    assert {start for start, cost in costs.items() if cost == (1, 0)} == {48, 64, 80}
    assert set(costs.values()) == {(1, 0), (2, 2)}
    assert starts()[63]["straddle"] == 1  # all pages of the partition, not only the first


def test_a_write_reads_only_the_blocks_at_its_ends():
    assert (starts("pages of 16 KiB")[63]["read"], starts("pages of 16 KiB")[63]["first"]) == (3, 2)
    assert {row["first"] for row in starts("pages of 16 KiB").values()} == {0, 2}
    assert min(row["first"] for row in starts("blocks of 16 KiB").values()) == 1


def test_in_each_frame_the_boxes_are_those_of_a_law_and_the_page_is_as_long_as_its_parts():
    rows = rows_of("sliding-request")
    for start in starts():
        here = [row for row in rows if row.get("frame") == start]
        wide = {
            kind: sum(row["x2"] - row["x1"] for row in here if row["row"] == kind)
            for kind in ("page", "covered", "rest", "read", "first", "disks", "log")
        }
        assert wide["page"] == wide["covered"] == 16
        assert wide["read"] == wide["covered"] + wide["rest"] == (16 if start % 16 == 0 else 32)
        assert wide["first"] == (wide["read"] if start % 16 else 0)
        assert (wide["disks"] > 10 * wide["log"]) == (start % 16 > 0)


def test_of_the_starts_34_63_and_16065_are_wrong_and_2048_is_right_for_every_block():
    assert {start for start in STARTS if partition(start, 8 * KiB).share(8 * KiB).straddle} == {
        34,
        63,
        16065,
    }
    for n in range(9, 18):
        assert partition(2048, 1 << n).share(1 << n).straddle == 0
    assert 34 % 16 == 2 and 16065 % 16 == 1 and 16065 == 255 * 63


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


@pytest.mark.parametrize("seed", [1, 2])
def test_pages_of_16_kib_lose_less_but_more_than_three_for_two(seed):
    found = load("pages of 16 KiB", seed=seed)
    assert found["law"] == pytest.approx((7 * 3 + 3 * 2) / (7 * 2))
    # reads of pointers cost both partitions the same
    assert 1.7 < found["loss"] == pytest.approx(found["law"], rel=0.08)


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


def test_a_third_of_the_records_is_read_and_a_new_file_reads_none():
    found = values("file-rewrite", "96 KiB into 64")
    assert found["read_over"] == pytest.approx(1 / 3, abs=0.01) and found["read_new"] == 0
    assert values("file-rewrite")["read_over"] == 1


def test_the_table_of_the_loaded_server_has_63_kilobytes_for_a_write():
    assert round(177106 / 2792, 1) == 63.4


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


def test_on_the_first_day_reads_lose_nothing_and_a_new_lun_shows_nothing_to_a_backup():
    found = values("first-days")
    assert found["reads_once_share"] == pytest.approx(1, abs=0.12)
    assert found["reads_old_share"] == pytest.approx(1 / 2, abs=0.04)
    assert found["mix_old_share"] < 0.75 * found["mix_once_share"] < 0.75 * 0.9
    assert found["backup_new_share"] == pytest.approx(1, abs=0.02)
    assert 4 * found["backup_old_share"] < found["backup_once_share"] < 0.75


def test_on_flash_reads_lose_nothing_writes_still_read_first_and_a_page_replaces_two_blocks():
    found = values("alignment-today")
    assert found["reads_flash_times"] == pytest.approx(1, abs=0.1)
    assert 1.3 < found["backup_flash_times"] < 2 < 5 < found["backup_disk_times"]
    assert found["mix_flash_dirtied"] == pytest.approx(2, abs=0.05)
    larger = values("alignment-today", "blocks of 16 KiB, aligned")
    assert larger["mix_flash_times"] == pytest.approx(found["mix_flash_times"], rel=0.1)
    assert larger["backup_flash_times"] == pytest.approx(1, abs=0.05)
