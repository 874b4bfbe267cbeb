"""The proxy: what a test may pass, what comes back, and what an error says, for both runners."""

import pytest

from exercises.checker.in_page import InPage
from exercises.kit.answer import Answer, AnswerError
from exercises.kit.plain import NotPlain
from exercises.sandbox.deno import Sandbox

CODE = """\
import math

def add(a, b=1):
    return a + b

def sort(numbers):
    numbers.sort()
    numbers.append(99)

def fill(record):
    record["new"] = [1]

def give(what):
    return {"nan": math.nan, "tuple": (1, 2), "set": {1}, "keys": {1: 2}, "huge": 2**60,
            "true": True, "none": None}[what]

def divide(a):
    return helper(a)

def helper(a):
    return 1 / a

def spoil(numbers):
    numbers.append({1, 2})
"""
DEFINED = {
    name: CODE[: CODE.index(f"def {name}")].count("\n") + 1 for name in ("give", "spoil", "helper")
}


@pytest.fixture(scope="module")
def box():
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture(params=["here", "in the sandbox"])
def runner(request, box):
    runner = InPage() if request.param == "here" else box.runner()
    yield runner
    runner.close()


@pytest.fixture
def answer(runner):
    return Answer(CODE, runner)


def test_values_go_in_by_place_or_name(answer):
    assert answer.add(2) == 3
    assert answer.add(2, b=0.5) == 2.5
    assert answer.add([1], b=[2]) == [1, 2]


def test_changed_arguments_come_back_in_the_tests_own_objects(answer):
    numbers, record = [3, 1, 2], {"old": 0}
    answer.sort(numbers)
    answer.fill(record=record)
    assert numbers == [1, 2, 3, 99]
    assert record == {"old": 0, "new": [1]}


def test_a_truth_value_stays_one(answer):
    assert answer.give("true") is True
    assert answer.give("none") is None


@pytest.mark.parametrize("what", ["nan", "tuple", "set", "keys", "huge"])
def test_a_return_value_that_is_not_plain_is_an_error_at_the_function(answer, what):
    with pytest.raises(AnswerError, match="give must return plain data") as error:
        answer.give(what)
    assert error.value.line == DEFINED["give"]


def test_an_argument_left_in_a_form_that_is_not_plain_is_an_error(answer):
    with pytest.raises(AnswerError, match=r"must leave only plain data .* got set") as error:
        answer.spoil([])
    assert error.value.line == DEFINED["spoil"]


def test_a_test_cannot_pass_what_is_not_plain(answer):
    with pytest.raises(NotPlain, match="tuple"):
        answer.add((1, 2))


def test_an_exception_names_the_readers_own_line(answer):
    with pytest.raises(AnswerError, match=r"^ZeroDivisionError: division by zero\. ") as error:
        answer.divide(0)
    assert error.value.line == DEFINED["helper"] + 1


def test_a_missing_function_is_named(answer):
    with pytest.raises(AnswerError, match="no function named subtract"):
        answer.subtract(1, 2)


@pytest.mark.parametrize(
    ("code", "words", "line"),
    [
        ("x = 1\ndef f(:\n", "SyntaxError", 2),
        ("def f():\nreturn 1", "IndentationError", 2),
        ("x = 1\n\nraise ValueError('no\\ngood')", "ValueError: no good", 3),
        ("import sys\nsys.exit(0)", "sys.exit", 2),
        ("def f():\n    return f()\nf()", "calls itself endlessly", 2),
        ("x = input()", "an answer cannot ask for input", 1),
        ("x = " + "+".join(["1"] * 20_000), "too long or too deeply nested for Python", None),
        ("x = 1\0", "null byte", None),
        (
            "class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E",
            "answer.E: <exception",
            4,
        ),
        ("while True:\n    print('flood')", "at most 100,000 characters", 2),
        (
            "import sys\ntry:\n    sys.stderr.write('x' * 130_000)\nexcept Exception:\n    pass",
            "at most",
            3,
        ),
    ],
)
def test_code_that_cannot_be_loaded_is_one_line_with_its_place(runner, code, words, line):
    with pytest.raises(AnswerError, match=words) as error:
        Answer(code, runner)
    assert error.value.line == line
    assert "\n" not in error.value.message


def test_what_is_printed_is_kept(runner):
    answer = Answer("print('loaded')\ndef f():\n    print('called')\n    return 1", runner)
    answer.f()
    assert runner.output() == "loaded\ncalled\n"
