"""A wrong number that comes from a mix-up of units is told so, and only one that surely does."""

import pytest

from exercises.checker.in_page import InPage
from exercises.kit.answer import Answer
from exercises.kit.expect import Advised, expect, near, number, value
from exercises.kit.form import Number, read
from models.units import KiB, MiB, ms

SIZE = Number("Size", unit="KiB")
RATE = Number("Rate", unit="MB/s")
WAIT = Number("Wait", unit="ms")
DAYS = Number("It takes", unit="d")
SHARE = Number("Share", unit="%")
WRITES = Number("Writes", unit="writes a second")
TIMES = Number("Times")


def advice(field, text, wanted, within=0.02, slips=None):
    with pytest.raises(Advised) as error:
        near(read({"x": field}, {"x": text}), "x", wanted, within, slips)
    return error.value.advice


def taken(right, said):
    return f"These digits would be right in {right}; they were taken as {said}."


@pytest.mark.parametrize(
    ("field", "text", "wanted", "said"),
    [
        (SIZE, "8 KB", 8 * KiB, taken("KiB", "KB")),
        (SIZE, "8192", 8 * KiB, taken("bytes", "KiB")),
        (SIZE, "8 MiB", 8 * KiB, taken("KiB", "MiB")),
        (SIZE, "8", 8 * MiB, taken("MiB", "KiB")),
        (RATE, "0.032", 31.9e6, taken("GB/s", "MB/s")),
        (RATE, "32000", 32e6, taken("KB/s", "MB/s")),
        (WAIT, "0.0083", 8.3 * ms, taken("s", "ms")),
        (WAIT, "8.3 seconds", 8.3 * ms, taken("ms", "s")),
        (WAIT, "8300", 8.3 * ms, taken("µs", "ms")),
        (DAYS, "36", 36 * 3600.0, taken("hours", "days")),
        (SIZE, "64", 8 * KiB, "This is 8 times too large: have you mixed up bits and bytes?"),
        (RATE, "4", 32e6, "This is 8 times too small: have you mixed up bits and bytes?"),
        (
            SIZE,
            "4096",
            8 * KiB,
            "This is 512 times too large: have you mixed up bytes and sectors of 512 bytes?",
        ),
        (
            SHARE,
            "0.36",
            0.36,
            "This is 100 times too small: a number without a unit is in per cent.",
        ),
        (TIMES, "140", 1.4, "This is 100 times too large: the field is not in per cent."),
        (
            WRITES,
            "7200",
            120.0,
            "This is 60 times too large: have you mixed up seconds and minutes?",
        ),
        (
            WRITES,
            "0.12",
            120.0,
            "This is about a thousand times too small: did you use the same unit for all numbers?",
        ),
        (
            TIMES,
            "1024",
            1.0,
            "This is about a thousand times too large: did you use the same unit for all numbers?",
        ),
    ],
)
def test_a_mix_up_of_units_is_named(field, text, wanted, said):
    assert advice(field, text, wanted) == said


@pytest.mark.parametrize(
    ("field", "text", "wanted", "within"),
    [
        (SIZE, "16", 8 * KiB, 0.02),
        (SIZE, "8.25 KB", 8 * KiB * 1.05, 0.02),
        (RATE, "36", 32e6, 0.1),
        (RATE, "0.036", 32e6, 0.1),
        (SIZE, "66", 8 * KiB, 0.02),
        (WRITES, "960", 120.0, 0.02),
        (WAIT, "0", 8.3 * ms, 0.02),
        (TIMES, "-1000", 1.0, 0.02),
        (TIMES, "0.014", 1.4, 0.02),
    ],
)
def test_what_may_have_other_reasons_is_not(field, text, wanted, within):
    given = Number(field.label, field.unit, low=-1e9)
    assert advice(given, text, wanted, within) is None


def test_two_mistakes_that_lead_to_much_the_same_number_are_both_told():
    slips = {
        4.1 * ms: "Half a turn.",
        4.11 * ms: "The mean.",
        2.0 * ms: "A quarter.",
        4.15 * ms: "The third.",
    }
    said = advice(WAIT, "4.11", 8.3 * ms, slips=slips)
    assert said.startswith("The mean. ")
    assert said.endswith(" Half a turn.")
    assert advice(WAIT, "2.01", 8.3 * ms, slips=slips) == "A quarter."


def test_the_tolerance_of_the_question_counts_where_the_factor_is_large():
    assert advice(RATE, "0.0335", 32e6, within=0.1) == taken("GB/s", "MB/s")
    assert advice(RATE, "0.0335", 32e6, within=0.02) is None


def test_a_slip_of_the_exercise_goes_first():
    assert advice(SIZE, "8192", 8 * KiB, slips={8 * MiB: "of its own"}) == "of its own"


@pytest.mark.parametrize(
    ("code", "times"),
    [
        ("n", None),
        ("1000 * n / 3", "a thousand times too large"),
        ("n / 3000", "a thousand times too small"),
        ("1e6 * n / 3", "a million times too large"),
    ],
)
def test_a_program_that_is_right_but_for_a_thousand_is_told_so(code, times):
    answer = Answer(f"def f(n): return {code}", InPage())
    with pytest.raises(Advised) as error:
        expect(answer, "f", 5 / 3, n=5)
    assert error.value.advice is None if times is None else times in error.value.advice


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        ("round(n / 3, 2)", True),
        ("round(n / 3)", True),
        ("int(n / 3)", True),
        ("n / 3 + 0.002", False),
        ("round(n / 3, 2) + 1", False),
    ],
)
def test_a_program_that_rounds_what_is_right_is_told_so(code, is_told):
    with pytest.raises(Advised) as error:
        expect(Answer(f"def f(n): return {code}", InPage()), "f", 500 / 3, n=500)
    assert ("right except for rounding" in (error.value.advice or "")) is is_told


def test_a_count_may_be_a_thousand_times_too_large_by_chance():
    with pytest.raises(Advised) as error:
        expect(Answer("def f(n): return 1000 * n", InPage()), "f", 5, n=5)
    assert error.value.advice is None


def test_a_missing_return_is_asked_for_where_nothing_came():
    answer = Answer("def f(n): n", InPage())
    for asks, words in (
        (lambda: number(answer, "f", n=1), "a number"),
        (lambda: value(answer, "f", list, n=1), "a list"),
    ):
        with pytest.raises(
            Advised, match=rf"f\(n=1\) gave nothing \(None\); it should return {words}$"
        ) as error:
            asks()
        assert "Is a `return` missing, or never reached?" in error.value.advice


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("[1]", "a number", "should return: a number."),
        ("True", "a number", "`int()` turns True and False into 1 and 0"),
        ("1", "a list", "should return: a list."),
        ("'1'", "a number", "should return: a number."),
    ],
)
def test_of_a_value_of_another_kind_nothing_is_said_but_that(code, kind, words):
    answer = Answer(f"def f(x):\n    return {code}", InPage())
    with pytest.raises(Advised) as error:
        number(answer, "f", x=1) if kind == "a number" else value(answer, "f", list, x=1)
    assert f"it should return {kind}" in str(error.value)
    assert words in error.value.advice


def test_an_answer_may_use_up_what_it_is_given():
    answer = Answer("def f(rows): return [rows.pop()[0] for _ in range(len(rows))]", InPage())
    rows = [[1], [2]]
    assert value(answer, "f", list, rows=rows) == [2, 1]
    assert rows == [[1], [2]]
