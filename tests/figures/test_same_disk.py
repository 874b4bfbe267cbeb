"""The book's first picture runs what the chapter on the missed turn runs."""

import pytest

from figures.contents import get
from figures.index.same_disk import MIDDLE, SIZE
from tests.figures.runs import rows_of


def test_its_ufs_file_is_the_middle_one_of_the_chapters():
    rows = rows_of("ufs-sync")
    middle = next(row for row in rows if row["row"] == "middle")
    assert middle["place"] - 1 == MIDDLE
    assert get("same-disk").values(rows_of("same-disk"))["ufs_one"] == pytest.approx(
        middle["app"] / SIZE, rel=0.02
    )


def test_its_64_programs_are_the_chapters():
    many = get("shared-flush").values(rows_of("shared-flush"))["writes"]
    assert get("same-disk").values(rows_of("same-disk"))["zfs_64"] == pytest.approx(many, rel=1e-6)


def test_its_three_longest_bars_are_the_three_that_were_fitted():
    bars = sorted(
        (row["writes"] for row in rows_of("same-disk") if row["row"] == "way"), reverse=True
    )
    v = get("same-disk").values(rows_of("same-disk"))
    assert bars[:3] == [v["raw_cached"], v["zfs_ignored"], v["zfs_64"]]
    assert v["near_off"] < 0.01 < v["many_off"]
