"""Rows are flat and finite; whatever else run() gives is refused in one line that says what came."""

from math import inf, nan

import pytest

from figures.define.rows import MAX_ROWS, RowError, check_row, check_rows


def rows(produced):
    return [row for part in check_rows(produced) for row in part]


def test_rows_may_come_at_once_or_in_parts():
    wanted = [{"x": 1}, {"x": 2.5}, {"x": "three"}]
    assert rows(wanted) == wanted
    assert rows(iter(wanted)) == wanted
    assert rows(iter([wanted[:1], [], wanted[1:]])) == wanted
    assert rows([]) == []


@pytest.mark.parametrize(
    "value", [nan, inf, -inf, None, True, [1], {"a": 1}, (1,), 1 + 2j, b"x", object()]
)
def test_a_value_that_is_no_finite_number_or_text_is_refused(value):
    with pytest.raises(RowError, match=r"^[^\n]*'x' is [^\n]*$"):
        check_row({"x": value})


@pytest.mark.parametrize("row", [None, 3, "x", [1, 2], {1: 2}])
def test_a_row_is_a_dict_with_names(row):
    with pytest.raises(RowError, match=r"^[^\n]+$"):
        check_row(row)


@pytest.mark.parametrize(
    "produced",
    [None, 3, 2.5, "rows", {"x": 1}, [1, 2, 3], [[{"x": 1}]], iter([1]), iter(["x"]), iter([None])],
)
def test_what_is_no_list_of_rows_is_refused(produced):
    with pytest.raises(RowError, match=r"^run\(\) [^\n]+$"):
        rows(produced)


def test_the_rows_of_a_run_are_limited():
    assert len(rows([{"x": 1}] * MAX_ROWS)) == MAX_ROWS
    with pytest.raises(RowError, match=f"more than {MAX_ROWS} rows"):
        rows([{"x": 1}] for _ in range(MAX_ROWS + 1))


def test_a_whole_number_that_no_float_can_hold_is_not_finite():
    with pytest.raises(RowError):
        check_row({"x": 10**400})


def test_a_row_that_is_changed_after_it_was_given_stays_as_it_was():
    def run():
        row = {}
        for n in range(3):
            row["x"] = n
            yield row

    assert rows(run()) == [{"x": 0}, {"x": 1}, {"x": 2}]
