"""Columns of rows, and what is counted of millions of numbers: `columns.json` has the cases that a page's own reader
must answer alike (`web/test/columns.test.ts`)."""

import json
from array import array
from math import nan
from pathlib import Path

import pytest

from models.measured.kit.columns import Keys, Shape, columns_of
from models.measured.kit.many import cells, edge, facts, ordered, weighted

CASES = json.loads((Path(__file__).parent / "columns.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_rows_become_columns(case):
    places = {name: tuple(place) for name, place in case["places"].items()}
    shape = Shape(
        case["separator"], case["least"], case["most"], places, case["by"], case["per"], Keys()
    )
    found = columns_of(case["text"].encode(), shape)
    assert (found.rows, found.odd, found.back) == (case["rows"], case["odd"], case["back"])
    assert {name: list(column) for name, column in found.numbers.items()} == case["numbers"]
    assert {name: [list(codes), words] for name, (codes, words) in found.words.items()} == case[
        "words"
    ]
    assert {
        key: {name: list(column) for name, column in group.items()}
        for key, group in found.groups.items()
    } == case["groups"]


def test_a_field_more_and_one_less_are_not_even():
    found = columns_of(b"1,2,3\n4,5\n6,7,8,9", Shape(",", 3, 3, {"last": (2, "number")}))
    assert (found.rows, found.odd, list(found.numbers["last"])) == (1, [1, 2], [3])


def test_keys_of_some_bytes_each_are_numbered():
    keys = Keys()
    assert list(keys.codes_of(b"ababcdab", 2)) == [0, 0, 1, 0]
    assert (list(keys.codes_of(b"efcd", 2)), keys.known) == ([2, 1], 3)


@pytest.mark.parametrize("times", [[0, 0.5, 1, 9], [9, 1, 0.5, 0]])
def test_cells_are_counted_in_any_order_of_times(times):
    values = {0: 1, 0.5: 1.2, 1: 1.25, 9: 2}
    one = 0x3FF0 >> 2
    found = cells(array("d", times), array("d", [values[t] for t in times]), 0.0, 1.0, 2)
    assert found == [(0, one, 2), (1, one + 1, 1), (1, one + 4, 1)]
    assert [edge(one + k) for k in range(5)] == [1, 1.25, 1.5, 1.75, 2]


def test_extremes_and_sum_of_many_numbers():
    assert facts(array("d", [1, 1e100, 1, -1e100])) == (-1e100, 1e100, 2, False)
    assert facts(array("d", [-1, -1, 0.5])) == (-1, 0.5, -1.5, True)


def test_a_weighted_sum_passes_over_what_is_no_number():
    values = array("d", [1, nan, 3])
    assert weighted(values) == (2, 4, 2)
    assert weighted(values, array("d", [2, 5, 4])) == (2, 14, 6)


def test_numbers_are_ordered_and_their_own_order_stays():
    values = array("d", [3, 1, 2.5])
    assert list(ordered(values)) == [1, 2.5, 3] and list(values) == [3, 1, 2.5]
