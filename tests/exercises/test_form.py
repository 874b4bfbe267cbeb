"""What a reader types into a field, what it means in SI, and the one line that says why it means
nothing."""

import json
from pathlib import Path

import pytest

from exercises.checker.check import check
from exercises.checker.filled_in import fields
from exercises.checker.in_page import InPage
from exercises.cli.prove import prove
from exercises.contents import get
from exercises.kit.form import BadAnswer, Choice, Number, Switch, in_ascii, read, starts, typed
from models.units import MB, KiB, ms
from tests.exercises.small import small_form

WAIT = Number("Mean wait", unit="ms", low=0.1 * ms, high=1.0)
RATE = Number("Rate", unit="writes a second", high=1e6)
SHARE = Number("Share", unit="%", high=1.0)
DISKS = Number("Disks", low=1, high=48, whole=True, start=4)
FORM = {
    "wait": WAIT,
    "why": Choice("Why?", {"turn": "it turns", "arm": "it moves"}),
    "safe": Switch("Safe"),
}


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        (WAIT, "8.3", 0.0083),
        (WAIT, " 8.3 ms", 0.0083),
        (WAIT, "8,3", 0.0083),
        (WAIT, "0.0083 s", 0.0083),
        (WAIT, "8300us", 0.0083),
        (WAIT, "8300 µs", 0.0083),
        (WAIT, "8300 μs", 0.0083),
        (WAIT, "8.3 MS", 0.0083),
        (WAIT, "8.3e0", 0.0083),
        (WAIT, 8.3, 0.0083),
        (RATE, "1,234", 1234),
        (RATE, "0,335", 0.335),
        (RATE, ",335", 0.335),
        (RATE, "0,3350", 0.335),
        (RATE, "1,3755", 1.3755),
        (RATE, "1.2k", 1200),
        (RATE, "118 writes a second", 118),
        (RATE, "1 write a second", 1),
        (RATE, "118 writes/s", 118),
        (RATE, "0", 0),
        (RATE, "1,234.5", 1234.5),
        (SHARE, "36 %", 0.36),
        (SHARE, "36%", 0.36),
        (SHARE, "36", 0.36),
        (DISKS, "12", 12),
        (DISKS, "12.0", 12),
        (WAIT, "0.0083 seconds", 0.0083),
        (SHARE, "36 percent", 0.36),
        (Number("Size", unit="KiB"), "8192 bytes", 8 * KiB),
        (RATE, "118 writes", 118),
        (RATE, "118/s", 118),
        (RATE, "37 085", 37085),
        (RATE, "37\u202f085 /s", 37085),
        (RATE, "118 writes per second", 118),
        (Number("Size", unit="KiB"), "1 MB", MB),
        (Number("Size", unit="KiB"), "1 mb", MB),
        (Number("Size", unit="KiB"), "8kib", 8 * KiB),
    ],
)
def test_a_number_is_understood_in_its_unit_or_the_one_it_names(field, text, value):
    assert field.read("x", text) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        (WAIT, "", "“Mean wait” is empty: type a number in ms"),
        (WAIT, "soon", "“Mean wait”: type a number in ms; “soon” is not one"),
        (WAIT, "nan", "“nan” is not one"),
        (WAIT, "inf", "“inf” is not one"),
        (WAIT, "-inf", "is not one"),
        (WAIT, "1e999", "is not one"),
        (WAIT, float("nan"), "“nan” is not one"),
        (WAIT, True, "is not one"),
        (WAIT, [1], "is not one"),
        (WAIT, None, "is not one"),
        (WAIT, "8 MB", "“8 MB” is not one. Valid units: ns, us, ms, s, min, h, d"),
        (
            Number("Flow", unit="MB/s"),
            "8 Mb/s",
            "type a number in MB/s; “8 Mb/s” is not one. Valid units: B/s, KB/s, MB/s, GB/s, KiB/s, MiB/s, GiB/s",
        ),
        (Number("Takes", unit="d"), "8 MB", "“Takes”: type a number in days; “8 MB” is not one"),
        (Number("Takes", unit="h", high=3600.0), "2", "“Takes” must be 0 to 1 hours; “2” is not"),
        (WAIT, "8.3.1", "is not one"),
        (WAIT, "1,2,3", "is not one"),
        (WAIT, "8 ms ms", "is not one"),
        (
            Number("Share", unit="%", high=1.0),
            "1,234",
            "“1,234” is not (a comma separates thousands: do you mean 1.234?)",
        ),
        (WAIT, "5000", "“Mean wait” must be 0.1 to 1,000 ms; “5000” is not"),
        (WAIT, "-1", "must be 0.1 to 1,000 ms"),
        (WAIT, "1" * 400, "is not one"),
        (RATE, "-1", "“Rate” must be 0 to 1,000,000 writes a second"),
        (RATE, "12 ms", "is not one"),
        (RATE, "12 reads", "is not one"),
        (RATE, "12 34", "is not one"),
        (RATE, "12 !", "is not one"),
        (RATE, "10**400", "is not one"),
        (DISKS, "2.5", "“Disks” must be a whole number; “2.5” is not"),
        (DISKS, "0", "“Disks” must be 1 to 48"),
        (
            Number("Flow", unit="MB/s", low=1.0, high=1e9),
            "0",
            "“Flow” must be more than 0 and at most 1,000 MB/s; “0” is not",
        ),
        (DISKS, "four", "type a whole number; “four” is not one"),
        (Number("Many"), "-3", "“Many” must be 0 or more"),
    ],
)
def test_what_is_no_number_is_refused_in_one_line_that_says_what_would_be(field, text, words):
    with pytest.raises(BadAnswer) as error:
        field.read("x", text)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
    assert error.value.field == "x"


@pytest.mark.parametrize("value", [0.0083, 0.25, 1 / 3, 0.1 * ms])
def test_what_is_typed_for_a_value_means_that_value(value):
    assert WAIT.read("x", WAIT.typed(value)) == pytest.approx(value, rel=1e-5)


def test_large_numbers_are_typed_without_an_exponent():
    assert RATE.typed(127_147.0) == "127147"
    assert Number("Bytes").typed(12_345_678_901.5) == "12345678902"
    assert DISKS.typed(12) == "12"


@pytest.mark.parametrize(
    ("raw", "field", "words"),
    [
        ({}, "wait", "2 fields are empty: “Mean wait” and “Why?”"),
        ({"wait": " ", "why": "arm"}, "wait", "“Mean wait” is empty"),
        ({"wait": "8", "why": ""}, "why", "“Why?”: choose one of the 2 options"),
        ({"wait": "8", "why": "heat"}, "why", "must be one of turn, arm; “heat” is not"),
        ({"wait": "8", "why": 3}, "why", "must be one of turn, arm"),
        ({"wait": "8", "why": "arm", "safe": "yes"}, "safe", "must be true or false"),
        (
            {"wait": "8", "other": 1},
            None,
            "this exercise has no field 'other'; it has wait, why, safe",
        ),
        (
            "def f(): pass",
            None,
            "must be a JSON object with the fields wait, why, safe; got a program",
        ),
        ([], None, "must be a JSON object with the fields"),
        (None, None, "must be a JSON object with the fields"),
    ],
)
def test_a_whole_answer_is_refused_at_its_first_wrong_field(raw, field, words):
    with pytest.raises(BadAnswer) as error:
        read(FORM, raw)
    assert words in str(error.value)
    assert error.value.field == field


def test_a_form_gives_si_and_keeps_the_readers_words():
    given = read(FORM, {"wait": "8.3", "why": "arm"})
    assert given == {"wait": pytest.approx(0.0083), "why": "arm", "safe": False}
    assert given.said("wait") == "8.3\N{NO-BREAK SPACE}ms"
    assert given.said("why") == "it moves"
    assert read(FORM, {"wait": "0.01 s", "why": "arm"}).said("wait") == "0.01 s"
    assert starts(FORM) == {"wait": "", "why": "", "safe": False}
    assert read(FORM, typed(FORM, {"wait": 0.0083, "why": "turn", "safe": True})) == {
        "wait": pytest.approx(0.0083),
        "why": "turn",
        "safe": True,
    }


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        (Number("Blocks", unit="blocks"), "1", "1 block"),
        (Number("Blocks", unit="blocks"), "2", "2 blocks"),
        (RATE, "1", "1 write a second"),
        (Number("Takes", unit="d"), "1", "1 day"),
        (WAIT, "1", "1 ms"),
        (Number("Rate", unit="a second"), "1", "1 a second"),
        (WAIT, "22210", "22,210 ms"),
        (DISKS, "1", "1"),
        (Number("Takes", unit="d"), "11", "11 days"),
        (RATE, "1234567", "1,234,567 writes a second"),
    ],
)
def test_a_value_is_said_with_its_unit(field, text, said):
    assert field.said(text).replace("\N{NO-BREAK SPACE}", " ") == said


def test_a_form_is_checked_by_the_same_tests_as_a_program(tmp_path):
    exercise = small_form(tmp_path)
    assert prove(exercise) == []
    verdict = check(exercise, {"turn": "4.17", "why": "arm", "safe": True}, InPage, 1)
    rpm = exercise.case(1)["rpm"]
    half = f"{30_000 / rpm:.2f} ms"
    verdict = check(exercise, {"turn": half, "why": "arm"}, InPage, 1)
    assert [test.message for test in verdict.tests] == [
        f"you said {half}, which is too small",
        "you chose “it moves”, but the evidence says otherwise",
    ]
    assert verdict.tests[0].advice == "that is half a turn: the mean wait"
    right = check(exercise, {"turn": f"{60 / rpm} s", "why": "platter"}, InPage, 1)
    assert (right.passed, right.points, right.variant) == (True, 3, 1)
    assert right.tests[0].message == f"at {rpm} turns a minute"
    empty = check(exercise, {}, InPage, 1)
    assert empty.error == {
        "message": "2 fields are empty: “One turn” and “Why?”",
        "line": None,
        "field": "turn",
    }
    assert empty.points == 0


def test_a_solution_is_typed_to_three_digits_and_whole_numbers_as_they_are():
    assert typed({"rate": RATE}, {"rate": 28_868.4}, digits=3) == {"rate": "28900"}
    assert [WAIT.typed(value, digits=3) for value in (0.0181107, 0.012, 1.234)] == [
        "18.1",
        "12",
        "1234",
    ]


TYPED = json.loads(Path(__file__).with_name("typed_numbers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("typed", TYPED)
def test_what_keyboards_and_phones_type_for_a_number_is_that_number(typed):
    assert in_ascii(typed) == TYPED[typed]


# Fields that a program fills in: numbers as they are typed, whatever else as it came.


PAGES = get("a-page-of-many-reads")


def test_a_number_is_typed_in_its_field_and_what_is_no_field_stays_as_it_came():
    code = "def answer(case):\n    return {'pages': 1.0, 'nothing': 3.5, 'words': 'ten'}\n"
    assert fields(PAGES, code, 1, InPage()) == {
        "pages": PAGES.form["pages"].typed(1.0),
        "nothing": 3.5,
        "words": "ten",
    }


def test_what_is_no_dict_stays_as_it_came():
    assert fields(PAGES, "def answer(case):\n    return [1, 2]\n", 1, InPage()) == [1, 2]
