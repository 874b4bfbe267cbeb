"""The pictures of what dedups: which records are found, and what is stored anew."""

from math import fsum

import pytest

from figures.contents import get
from figures.deduplication.experiments.backups import expected_ratio
from tests.figures.runs import rows_of

PRESETS = list(get("dedup-blocks").presets)


def of(id, preset=None, **where):
    rows = rows_of(id, preset) if preset else rows_of(id)
    return [row for row in rows if all(row.get(name) == value for name, value in where.items())]


def values(id, preset=None):
    return get(id).values(rows_of(id, preset) if preset else rows_of(id))


def found(preset):
    """The second week's records as they are at the end: whether the table had each."""
    return {
        row["x1"]: row["what"].startswith("in the table")
        for row in of("shifted-archives", preset, row="record", week=2, frame=1.0)
    }


def leans(preset):
    return {row["x2"] - row["x1"] for row in of("shifted-archives", preset, row="link", frame=1.0)}


def test_no_record_of_a_shifted_archive_is_found():
    assert set(found("an extra file of 2 KiB").values()) == {False}
    assert leans("an extra file of 2 KiB") == set()
    assert values("shifted-archives", "an extra file of 2 KiB")["ratio"] == 1.0


def test_every_record_of_the_same_archive_is_found_where_it_was():
    assert set(found("the same archive").values()) == {True}
    assert leans("the same archive") == {0}


def test_a_shift_by_one_record_leans_every_link_by_one_record():
    assert [*found("an extra file of 8 KiB").values()] == [False, *7 * [True]]
    assert leans("an extra file of 8 KiB") == {1}


def test_what_comes_before_the_file_more_is_found_and_nothing_behind_it():
    extra = of("shifted-archives", "in the middle", row="file", week=2, frame=1.0, tint=4)
    assert len(extra) == 1
    for x1, was_there in found("in the middle").items():
        assert was_there == (x1 + 1 <= extra[0]["x1"])


def test_equal_digits_are_equal_records_and_a_record_is_judged_only_when_it_has_come_whole():
    first = {row["text"] for row in of("shifted-archives", row="record", week=1)}
    for row in of("shifted-archives", "an extra file of 8 KiB", row="record", week=2):
        assert row["x2"] <= 8 * row["frame"]
        assert row["what"].startswith("in the table") == (row["text"] in first)


def test_boundaries_help_up_to_the_record_that_divides_them():
    assert values("shifted-archives", "files at multiples of 8 KiB")["ratio"] > 1.9
    assert values("shifted-archives", "the same in records of 128 KiB")["ratio"] == 1.0
    assert values("shifted-archives", "no archive")["ratio"] > 1.9


def test_clones_keep_an_update_each_and_dedup_keeps_it_once():
    v = values("cloned-images", "half is replaced")
    assert v["copies"] == 31
    assert v["cloned"] == 1 + 30 * v["update"] and v["dedup"] == 1 + v["update"]
    assert (v["entries"], v["shared"]) == (
        150,
        50,
    )  # dedup lists each block, a clone what is shared


def test_what_memory_does_not_hold_of_a_table_waits_for_disks():
    v, wide = values("removal-hours"), values("removal-hours", "twenty-four disks")
    assert v["hours_none"] == pytest.approx(80e6 / v["rate"])
    assert 80 < v["each"] < 150 and 80 < wide["each"] < 150  # what such a disk can do
    assert v["hours"] == pytest.approx(v["hours_none"] / 2, rel=0.05)
    bars = {row["table"]: row["hours"] for row in of("removal-hours", None, row="bar")}
    assert bars["nine tenths in memory"] == pytest.approx(v["hours_none"] / 10, rel=0.05)


def test_cells_of_a_table_add_up_to_its_size():
    rows, v = of("ddt-size", "8 KiB records", row="cell"), values("ddt-size", "8 KiB records")
    drawn = fsum(row["x2"] - row["x1"] for row in rows) / 32
    assert drawn == pytest.approx(v["table"] / v["memory"])
    assert v["table"] == 16 * values("ddt-size")["table"]


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
