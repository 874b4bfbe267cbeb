"""The page's check, in this interpreter: JSON in, a verdict out, whatever the answer does."""

import json

import pytest

from exercises.checker.live import check, pose, solve
from exercises.contents import get
from tests.exercises.hearing import heard

SOLUTION = get("missed-revolution").solution(1)


def verdict_on(code):
    return heard("missed-revolution", code)


def test_the_solution_passes_and_a_second_check_is_independent_of_the_first():
    assert verdict_on(SOLUTION)["passed"]
    assert not verdict_on("x = 1")["passed"]
    assert verdict_on(SOLUTION)["passed"]


@pytest.mark.parametrize(
    ("code", "words", "line"),
    [
        ("def write_time(size rpm):\n    pass", "SyntaxError", 1),
        ("import sys\nsys.exit()", "sys.exit", 2),
        ("raise SystemExit(0)", "sys.exit", 1),
        ("import os\ndef write_time(*inputs):\n    os._exit(0)", "ended the program", 3),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", 1),
        (
            "def write_time(*inputs):\n    while True:\n        print('x' * 100)",
            "at most 100,000 characters",
            3,
        ),
        ("def write_time(*inputs):\n    return (1, 2)", "got a tuple", 1),
        (
            "\ndef write_time(size):\n    return 1",
            "takes 1 argument (size), but is called with 4",
            2,
        ),
        ("def write_time(*inputs):\n    return 'a' + inputs[0]", "TypeError", 2),
        ("x = 1", "no function named write_time", None),
        (
            "x = " + "+".join(["1"] * 20_000),
            "too long or too deeply nested for Python: compute it in steps",
            None,
        ),
        ("x = [" + "-1.5e-3, " * 9_000 + "]", "no function named write_time", None),
        (
            "def write_tim():\n    pass",
            "no function named write_time; it has write_tim",
            None,
        ),
        (
            "def write_time(*inputs):\n    return float('nan')",
            "must return plain data: a number must be finite, got nan",
            1,
        ),
        ({"wait": 1}, "must be a program, got dict", None),
        (None, "must be a program, got NoneType", None),
        ("def write_time(*inputs):\n    import sys\n    sys.exit(0)", "sys.exit", 3),
        ("def write_time(*inputs):\n    return write_time()", "calls itself endlessly", 2),
    ],
)
def test_a_broken_answer_is_an_error_with_the_readers_line(code, words, line):
    verdict = verdict_on(code)
    assert not verdict["passed"]
    assert words in verdict["error"]["message"]
    assert verdict["error"]["line"] == line
    assert len(verdict["output"]) <= 20_000


def test_a_value_of_the_wrong_kind_is_told_in_the_tests_message():
    verdict = verdict_on(
        "def write_time(*inputs):\n    return 'soon'\ndef writes_per_second(*inputs):\n    pass"
    )
    assert verdict["error"] is None
    assert "gave a string, 'soon'; it should return a number" in verdict["tests"][0]["message"]


@pytest.mark.parametrize(
    "request_text",
    [
        "",
        "[]",
        "{}",
        '{"exercise": "none", "variant": 1, "answer": ""}',
        "null",
        '{"exercise": "missed-revolution", "answer": ""}',
        '{"exercise": "missed-revolution", "variant": 0, "answer": ""}',
        '{"exercise": "missed-revolution", "variant": true, "answer": ""}',
    ],
)
def test_a_request_of_another_form_is_an_error_and_no_exception(request_text):
    verdict = json.loads(check(request_text))
    assert not verdict["passed"]
    assert "not a request for a check" in verdict["error"]["message"]


def test_a_failure_of_our_own_is_a_verdict_with_an_error(monkeypatch):
    import exercises.checker.check

    def broken(*_):
        raise TypeError("'NoneType' object is not callable")

    monkeypatch.setattr(exercises.checker.check.pytest, "main", broken)
    assert "the tests did not run" in verdict_on(SOLUTION)["error"]["message"]


def test_a_variant_is_posed_and_solved():
    wish, exercise = (
        json.dumps({"exercise": "missed-revolution", "variant": 7}),
        get("missed-revolution"),
    )
    assert json.loads(pose(wish)) == {
        "exercise": "missed-revolution",
        "variant": 7,
        "blanks": exercise.blanks(7),
        "starter": exercise.start(7),
        "picture": None,
    }
    assert json.loads(solve(wish)) == {"solution": exercise.solution(7)}


@pytest.mark.parametrize("ask", [pose, solve])
@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"exercise": "none", "variant": 1}, "there is no exercise 'none'"),
        (
            {"exercise": "missed-revolution", "variant": 1_000_000},
            "a whole number from 1 to 999,999",
        ),
        ({"exercise": "missed-revolution", "variant": 1.5}, "a whole number from 1 to 999,999"),
        ({}, "exercise"),
    ],
)
def test_what_cannot_be_posed_is_one_line(ask, wish, words):
    message = json.loads(ask(json.dumps(wish)))["error"]["message"]
    assert words in message
    assert "\n" not in message
