"""The page's check of an answer, under the page's own interpreter."""

import json
import subprocess
from pathlib import Path

import pytest

from exercises.answer import InPage
from exercises.check import check
from exercises.contents import EXERCISES, get

ROOT = Path(__file__).resolve().parents[2]
EXERCISE = get("missed-revolution")
ANSWERS = {
    "solution": EXERCISE.solution,
    "starter": EXERCISE.starter,
    "broken": "def write_time(size rpm):\n    pass",
    "exit": "import sys\nsys.exit(0)",
    "exit in a call": "import os\ndef write_time(*inputs):\n    raise SystemExit(0)",
    "skip": "import pytest\ndef write_time(*inputs):\n    pytest.skip('later')",
    "flood": "def write_time(*inputs):\n    while True:\n        print('x' * 100)",
    "recursion": "def write_time(*inputs):\n    return write_time()",
    "tuple": "def write_time(*inputs):\n    return (1, 2)",
    "missing": "x = 1",
    "solution again": EXERCISE.solution,
}

pytestmark = pytest.mark.slow


def under_pyodide(calls):
    """The replies of calls of `module.name(argument)`, one after the other in one interpreter, and their times (ms)."""
    for needed in (ROOT / "node_modules" / "pyodide", ROOT / ".cache" / "wheels"):
        if not needed.is_dir():
            pytest.fail(f"{needed.relative_to(ROOT)} is missing: run make")
    done = subprocess.run(
        ["node", "tests/pyodide/interpreter.mjs"],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def verdicts():
    answers = [(EXERCISE.id, name, code) for name, code in ANSWERS.items()]
    answers += [(exercise.id, exercise.id, exercise.solution) for exercise in EXERCISES]
    requests = [json.dumps({"exercise": id, "code": code}) for id, _, code in answers]
    replies = under_pyodide([{"module": "exercises.live", "name": "check", "argument": text} for text in requests])
    return {
        name: json.loads(reply["reply"]) | {"ms": reply["ms"]}
        for (_, name, _), reply in zip(answers, replies, strict=True)
    }


@pytest.mark.parametrize("name", ["solution", "solution again", *(exercise.id for exercise in EXERCISES)])
def test_a_solution_passes_before_and_after_all_that_goes_wrong(verdicts, name):
    assert verdicts[name]["passed"]


def test_the_starters_verdict_is_that_of_the_command_line(verdicts):
    here = check(EXERCISE, EXERCISE.starter, InPage).to_json()
    assert {name: verdicts["starter"][name] for name in here} == here


@pytest.mark.parametrize(
    ("name", "words", "line"),
    [
        ("broken", "SyntaxError", 1),
        ("exit", "sys.exit", 2),
        ("exit in a call", "sys.exit", 3),
        ("skip", "later", 3),
        ("flood", "at most 20000 characters", 3),
        ("recursion", "calls itself without end", 2),
        ("tuple", "got a tuple", 1),
        ("missing", "no function named write_time", None),
    ],
)
def test_a_broken_answer_is_an_error_with_the_readers_line(verdicts, name, words, line):
    assert verdicts[name]["points"] == 0
    assert words in verdicts[name]["error"]["message"]
    assert verdicts[name]["error"]["line"] == line


def test_a_later_check_is_quick(verdicts):
    assert verdicts["solution again"]["ms"] < 1000
