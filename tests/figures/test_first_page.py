"""The two disks of the first page: what each has answered, and what of it is on its platter."""

import pytest

from figures.contents import get
from figures.index.two_promises import TURNS
from models.units import KiB
from tests.figures.runs import rows_of


@pytest.mark.parametrize("size", [8 * KiB, 128 * KiB])
def test_only_the_disk_that_answers_early_has_answers_that_are_not_on_its_platter(size):
    rows = rows_of("two-promises", size=size)
    turn = next(row["turn"] for row in rows if row["row"] == "access")
    writes = {
        way: [row for row in rows if row["row"] == "request" and row["place"] == way]
        for way in ("early", "safe")
    }
    for way, found in writes.items():
        ends = [row["safe"] for row in found]
        assert ends == sorted(ends) and ends
        passes = [row for row in rows if row["row"] == "access" and row["place"] == way]
        for row in found:
            assert any(each["reached"] < row["safe"] <= each["finish"] + 1e-9 for each in passes)
    assert all(row["safe"] == pytest.approx(row["told"]) for row in writes["safe"])
    assert TURNS - 1 <= len(writes["safe"]) - 1 <= TURNS  # a write a turn, and one not answered
    gaps = [b["told"] - a["told"] for a, b in zip(writes["safe"], writes["safe"][1:], strict=False)]
    assert all(turn < gap < 1.2 * turn for gap in gaps)
    assert all(row["told"] < row["safe"] for row in writes["early"])
    assert len(writes["early"]) > 3 * len(writes["safe"])


def test_what_is_lost_at_the_end_is_what_is_not_yet_on_the_platter():
    rows = rows_of("two-promises")
    found = get("two-promises").values(rows)
    until = next(row["until"] for row in rows if row["row"] == "machine")
    for way in ("early", "safe"):
        own = [row for row in rows if row["row"] == "request" and row["place"] == way]
        answered = [row for row in own if row["told"] <= until]
        assert found[f"{way}_answered"] == len(answered)
        assert found[f"{way}_lost"] == sum(row["safe"] > until for row in answered)
