"""The page's own interpreter says of every answer what this one says: a variant of every exercise,
and bad answers."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from exercises.checker import live
from exercises.contents import exercises, get
from tests.conftest import sample
from tests.exercises.verdicts import verdict
from tests.pyodide.test_equal import same

ROOT = Path(__file__).resolve().parents[2]
VARIANT = 1
PATIENCE = 900  # s; a busy machine checks all in this time
HAIR = 2e-5  # of numbers in a message, which shows six digits of them
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")

ALL = exercises()
FORM = next((exercise for exercise in ALL if exercise.kind == "predict"), None)
PROGRAM = get("missed-revolution")
EXERCISES = sample(
    ALL, [one for one in ALL if one in (*sample(ALL, 1, lambda one: one.kind), FORM, PROGRAM)]
)
CALLS = "def write_time(size, rpm, rate, host_delay):\n"
BAD = {
    "broken": "def write_time(size rpm):\n    pass",
    "exit": "import sys\nsys.exit(0)",
    "hard exit": "import os\nos._exit(0)",
    "a long sum": "x = " + "+".join(["1"] * 20_000),
    "exit in a call": "import os\ndef write_time(*inputs):\n    raise SystemExit(0)",
    "skip": "import pytest\ndef write_time(*inputs):\n    pytest.skip('later')",
    "flood": "def write_time(*inputs):\n    while True:\n        print('x' * 100)",
    "recursion": "def write_time(*inputs):\n    return write_time()",
    "tuple": "def write_time(*inputs):\n    return (1, 2)",
    "not a number": "def write_time(*inputs):\n    return float('nan')",
    "too large a number": "def write_time(*inputs):\n    return 10 ** 400",
    "missing": "x = 1",
    "other arguments": "def write_time(size):\n    return 1",
    "words": CALLS + "    return 'soon'\ndef writes_per_second(*inputs):\n    pass",
    "division": CALLS + "    return size / 0",
    "import": "import no_such_module",
    "nothing": "",
    "zero byte": "x = 1\0",
    "half a letter": "x = '\ud800'",
    "fields": {"wait": "8.3 ms"},
    "a list": [],
}

pytestmark = [pytest.mark.slow, pytest.mark.timeout(PATIENCE + 60)]
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


def answers(exercise, variant):
    """What is answered to a variant, by name: what begins, what is right, and the first of what is
    wrong."""
    wrong = exercise.wrong[0]
    return {
        "the starter": exercise.start(variant),
        "the solution": exercise.solution(variant),
        wrong.name: exercise.wrong_answer(wrong, variant),
    }


def bad_fields(exercise):
    """Answers that a form refuses, by name."""
    good = exercise.solution(1)
    first = next(iter(good))
    bad = {value: {**good, first: value} for value in ("", "NaN", "soon", "-inf", "1e999", "1.2.3")}
    bad |= {"none": {}, "a truth value": {**good, first: True}, "one more": {**good, "more": "1"}}
    return {**bad, "a program": "x = 1"}


def request(exercise, variant, **more):
    return json.dumps({"exercise": exercise.id, "variant": variant, **more})


def all_calls():
    """(key, function, argument); what is bad stands among the rest, which must not be touched by
    it."""
    calls = []
    for exercise in EXERCISES:
        if exercise is PROGRAM:
            calls += [
                ((exercise.id, name), "check", request(exercise, 1, answer=code))
                for name, code in BAD.items()
            ]
        if exercise is FORM:
            calls += [
                ((exercise.id, name), "check", request(exercise, 1, answer=fields))
                for name, fields in bad_fields(exercise).items()
            ]
        calls.append(((exercise.id, "pose"), "pose", request(exercise, VARIANT)))
        calls.append(((exercise.id, "solve"), "solve", request(exercise, VARIANT)))
        calls += [
            ((exercise.id, name), "check", request(exercise, VARIANT, answer=answer))
            for name, answer in answers(exercise, VARIANT).items()
        ]
    return calls


def started(calls, place):
    """An interpreter that makes calls one after the other; its replies go to a file."""
    asked = [
        {"module": "exercises.checker.live", "name": name, "argument": argument}
        for _, name, argument in calls
    ]
    (place / "calls").write_text(json.dumps(asked), encoding="utf-8")
    with (
        (place / "calls").open() as calls_,
        (place / "said").open("w") as said,
        (place / "trouble").open("w") as trouble,
    ):
        command = ["node", "tests/pyodide/interpreter.mjs"]
        return subprocess.Popen(command, stdin=calls_, stdout=said, stderr=trouble, cwd=ROOT)


def here(name, argument):
    """What this interpreter says; a verdict that other tests have asked for is not found again."""
    wish = json.loads(argument)
    if name == "check" and isinstance(wish["answer"], str | dict):
        said = json.dumps(verdict(get(wish["exercise"]), wish["answer"], wish["variant"]).to_json())
    else:
        said = getattr(live, name)(argument)
    return json.loads(said)


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """(what this interpreter says, what the page's says), by key."""
    for needed in (ROOT / "node_modules" / "pyodide", ROOT / ".cache" / "wheels"):
        if not needed.is_dir():
            pytest.fail(f"{needed.relative_to(ROOT)} is missing: run make")
    calls = all_calls()
    place = tmp_path_factory.mktemp("interpreter")
    process = started(calls, place)
    try:
        ours = {key: here(name, argument) for key, name, argument in calls}
        assert process.wait(PATIENCE) == 0, (place / "trouble").read_text()[-2000:]
    finally:
        process.kill()
        process.wait()
    replies = (place / "said").read_text(encoding="utf-8").splitlines()
    return {
        key: (ours[key], json.loads(json.loads(line)["reply"]))
        for (key, _, _), line in zip(calls, replies, strict=True)
    }


def alike(one, other):
    """Equal, but for numbers in texts that differ by a hair."""
    if isinstance(one, str) and isinstance(other, str):
        numbers = [
            [float(number.replace(",", "")) for number in NUMBER.findall(text)]
            for text in (one, other)
        ]
        return NUMBER.sub("#", one) == NUMBER.sub("#", other) and all(
            a == b or abs(a - b) <= HAIR * max(abs(a), abs(b))
            for a, b in zip(*numbers, strict=True)
        )
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other


def test_texts_are_alike_if_their_numbers_differ_by_a_hair_and_nothing_else_does():
    assert alike("f(1) gave 1.23456e-05, too large", "f(1) gave 1.23457e-05, too large")
    assert not alike("f(1) gave 1.2345, too large", "f(1) gave 1.2347, too large")
    assert not alike("f(1) gave 1.2345, too large", "f(1) gave 1.2345, too small")
    assert not alike({"points": 1}, {"points": 2})
    assert not alike("1 and 2", "1")


@each_exercise
def test_every_verdict_is_that_of_the_command_line_and_the_solution_passes(said, exercise):
    for key, (ours, there) in said.items():
        if key[0] == exercise.id and key[1] not in ("pose", "solve"):
            assert alike(there, ours), (key, there, ours)
    assert said[exercise.id, "the solution"][1]["passed"]
    assert not said[exercise.id, "the starter"][1]["passed"]


@each_exercise
def test_the_question_and_the_solution_are_the_same_in_the_page(said, exercise):
    ours, there = said[exercise.id, "pose"]
    assert "error" not in there
    assert (there["blanks"], there["starter"]) == (ours["blanks"], ours["starter"])
    assert same(there["picture"], ours["picture"])
    ours, there = said[exercise.id, "solve"]
    assert alike(there["solution"], ours["solution"])


@pytest.mark.parametrize(
    ("name", "words", "line"),
    [
        ("broken", "SyntaxError", 1),
        ("exit", "sys.exit", 2),
        ("hard exit", "ended the", 2),
        ("a long sum", "too long or too deeply nested for Python", None),
        ("exit in a call", "sys.exit", 3),
        ("skip", "later", 3),
        ("flood", "at most 100,000 characters", 3),
        ("recursion", "calls itself endlessly", 2),
        ("tuple", "got a tuple", 1),
        ("not a number", "a number must be finite, got nan", 1),
        ("too large a number", "an integer must lie between", 1),
        ("missing", "no function named write_time", None),
        ("other arguments", "takes 1 argument (size), but is called with 4", 1),
        ("division", "ZeroDivisionError", 2),
        ("import", "No module named 'no_such_module'", 1),
        ("nothing", "no function named write_time", None),
        ("zero byte", "null byte", None),
        ("half a letter", "surrogates not allowed", None),
        ("fields", "must be a program, got dict", None),
        ("a list", "must be a program, got list", None),
    ],
)
def test_a_bad_answer_is_an_error_with_the_readers_line(said, name, words, line):
    told = said[PROGRAM.id, name][1]
    assert told["points"] == 0
    assert words in told["error"]["message"]
    assert told["error"]["line"] == line
    assert len(told["output"]) <= 20_000


def test_a_value_of_the_wrong_kind_is_told_in_the_tests_message(said):
    told = said[PROGRAM.id, "words"][1]
    assert told["error"] is None
    assert "gave a string, 'soon'; it should return a number" in told["tests"][0]["message"]


@pytest.mark.skipif(FORM is None, reason="no exercise asks for a number")
def test_fields_that_the_form_refuses_are_an_error_and_no_test_runs(said):
    for name in bad_fields(FORM):
        told = said[FORM.id, name][1]
        assert told["points"] == 0, name
        assert "\n" not in told["error"]["message"]
        assert all(
            test["outcome"] == "failed" and test["message"] is None for test in told["tests"]
        )
