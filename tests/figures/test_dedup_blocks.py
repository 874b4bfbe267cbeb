"""The pictures of what dedups: which records are found, and what is stored anew."""

from math import fsum

import pytest

from figures.contents import get
from figures.deduplication.experiments.backups import expected_ratio
from models.units import KiB
from tests.figures.runs import rows_of

PRESETS = list(get("dedup-blocks").presets)


def of(id, preset=None, **where):
    rows = rows_of(id, preset) if preset else rows_of(id)
    return [row for row in rows if all(row.get(name) == value for name, value in where.items())]


def values(id, preset=None):
    return get(id).values(rows_of(id, preset) if preset else rows_of(id))


def records(preset=None):
    return {row["what"] for row in of("shifted-archives", preset, row="record")}


def test_no_record_of_a_shifted_archive_is_found():
    assert records() == {"not found"}
    assert of("shifted-archives", row="link") == []
    assert values("shifted-archives")["ratio"] == 1.0


def test_every_record_of_the_same_archive_is_found_where_it_was():
    assert records("no extra file") == {"found in the other"}
    assert all(
        row["x1"] == row["x2"] for row in of("shifted-archives", "no extra file", row="link")
    )


def test_a_shift_by_one_record_leans_every_link_by_one_record():
    links = of("shifted-archives", "an extra file of 8 KiB", row="link")
    assert len(links) > 10
    assert {row["x2"] - row["x1"] for row in links} == {8 * KiB}


def test_what_comes_before_the_file_more_is_found_and_nothing_behind_it():
    extra = of("shifted-archives", "in the middle", row="file", what="the extra file")
    assert len(extra) == 1
    for row in of("shifted-archives", "in the middle", row="record"):
        assert (row["what"] == "found in the other") == (row["x2"] <= extra[0]["x1"])


def test_boundaries_help_up_to_the_record_that_divides_them():
    for row in of("shifted-archives", row="way"):
        if row["way"] == "at multiples of 8 KiB":
            assert row["ratio"] > 1.9 if row["record"] <= 8 * KiB else row["ratio"] == 1.0


def test_a_high_ratio_may_keep_more_than_none_at_all():
    v = values("shifted-archives", "the same in records of 128 KiB")
    assert v["ratio_128k"] > 1.9 > 1.01 > v["ratio_tar"]
    assert v["kept_128k"] > 2 * v["kept_tar"] > 4 * v["kept_single"]


@pytest.mark.parametrize("preset", PRESETS)
def test_after_the_first_backup_a_record_is_stored_just_where_a_page_changed(preset):
    record = get("dedup-blocks").preset_settings(preset)[0]["record"]
    for lane in {row["lane"] for row in of("dedup-blocks", preset, row="backup")} - {"1"}:
        stored = {row["x1"] for row in of("dedup-blocks", preset, row="stored", lane=lane)}
        pages = of("dedup-blocks", preset, row="page", lane=lane)
        assert stored == {row["x1"] // record * record for row in pages}


def test_the_first_backup_is_stored_whole():
    spans = [row["x2"] - row["x1"] for row in of("dedup-blocks", row="stored", lane="1")]
    assert fsum(spans) == of("dedup-blocks", row="backup", lane="1")[0]["x2"]


def test_what_is_measured_is_what_arithmetic_expects():
    for row in of("dedup-blocks", row="ratio"):
        assert row["ratio"] == pytest.approx(row["expected"], rel=0.03)
        assert row["expected"] == expected_ratio(30, 0.02, row["record"])


def test_the_gain_of_small_records_grows_with_the_backups_that_are_kept_and_shrinks_if_neighbours_change():
    gains = [
        values("dedup-blocks", preset)["gain"]
        for preset in ("two backups", "a month of nights", "a quarter of nights")
    ]
    assert gains == sorted(gains)
    assert values("dedup-blocks", "changed side by side")["gain"] < 2 < gains[1]


def test_ten_times_lies_between_what_a_month_and_what_a_year_of_backups_can_gain():
    v = values("dedup-blocks")
    assert v["best_7"] < v["best_30"] < 8 < v["best_90"] < 10 < v["best_365"] < v["pages"]
