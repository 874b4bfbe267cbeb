"""A verdict is the list of expected tests that passed."""

import re

import pytest

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.checker.limits import ENDLESS, STOPPED, Limits
from exercises.kit.answer import RunnerFailed
from exercises.sandbox.deno import Sandbox
from tests.exercises.small import RIGHT, TESTS, WRONG, small_exercise

pytestmark = pytest.mark.slow  # each check starts processes of its own

ONE = "test_small_numbers_double"
ALL = [ONE, "test_any_number_doubles"]


@pytest.fixture(params=["here", "in the sandbox"])
def runner(request):
    with Sandbox() as box:
        yield InPage if request.param == "here" else box.runner


def passed(verdict):
    return [test.id for test in verdict.tests if test.outcome == "passed"]


def test_a_right_answer_passes_and_a_wrong_one_gets_advice(double, runner):
    right, wrong = check(double, RIGHT, runner), check(double, WRONG, runner)
    assert (right.passed, right.points, right.of, right.error) == (True, 3, 3, None)
    assert (wrong.passed, wrong.points, wrong.error) == (False, 0, None)
    assert wrong.tests[0].advice.startswith("add it to itself")
    assert wrong.tests[0].message == "double(n=2) gave 2, which is too small"


def test_the_verdict_comes_out_the_same_for_both_runners(double):
    code = "def double(n):\n    print('n', n)\n    return 4"
    with Sandbox() as box:
        assert check(double, code, InPage).to_json() == check(double, code, box.runner).to_json()


def test_another_variant_asks_for_other_numbers(double):
    first, again, other = (
        check(double, WRONG, InPage, seed).tests[1].message for seed in (1, 1, 2)
    )
    assert first == again != other
    assert check(double, WRONG, InPage).tests[1].message == first  # where none is named


def test_a_seed_asks_for_other_numbers_in_the_same_variant_each_time_the_same(double):
    plain, first, again, other = (
        check(double, WRONG, InPage, 1, seed).tests[1].message
        for seed in ("", "autumn", "autumn", "spring")
    )
    assert first == again
    assert len({plain, first, other}) == 3


def test_an_answer_that_knows_the_inputs_of_the_page_does_not_pass_with_a_seed(double):
    asked = int(re.search(r"n=(\d+)", check(double, WRONG, InPage).tests[1].message)[1])
    learnt = f"def double(n):\n    return {{2: 4, {asked}: {2 * asked}}}.get(n, 0)"
    assert check(double, learnt, InPage).passed
    assert passed(check(double, learnt, InPage, 1, "autumn")) == [ONE]


@pytest.mark.parametrize("code", ["def double(n):\n    while True: pass", "while True: pass"])
def test_a_loop_without_end_fails(double, code):
    with Sandbox(Limits(load=0.8, call=0.3)) as box:
        verdict = check(double, code, box.runner)
    assert passed(verdict) == []
    assert ENDLESS in verdict.error["message"]


def test_one_test_that_ends_the_process_costs_only_itself(double):
    with Sandbox() as box:
        verdict = check(
            double,
            "import os\ndef double(n):\n    return 2 * n if n == 2 else os._exit(0)",
            box.runner,
        )
    assert passed(verdict) == [ONE]


@pytest.mark.parametrize("mark", ["skip", "xfail"])
def test_a_skipped_or_excused_test_is_not_passed(tmp_path, mark):
    exercise = small_exercise(
        tmp_path,
        TESTS.replace("@pytest.mark.points(1)", f"@pytest.mark.{mark}\n@pytest.mark.points(1)"),
    )
    assert ONE not in passed(check(exercise, RIGHT, InPage))


def test_a_test_that_is_never_reached_is_not_passed(tmp_path):
    tests = TESTS.replace(
        '    expect(answer, "double", 4, n=2)', '    pytest.exit("enough", returncode=0)'
    )
    exercise = small_exercise(tmp_path, tests)
    assert passed(check(exercise, RIGHT, InPage)) == []


def test_a_test_with_several_cases_passes_only_if_all_do(tmp_path):
    many = TESTS.replace(
        "@pytest.mark.points(1)", "@pytest.mark.parametrize('k', [2, 3])\n@pytest.mark.points(1)"
    )
    exercise = small_exercise(
        tmp_path,
        many.replace('"double", 4, n=2', '"double", 2 * k, n=k').replace("(answer)", "(answer, k)"),
    )
    assert passed(check(exercise, RIGHT, InPage)) == ALL
    assert (
        passed(
            check(
                exercise,
                "def double(n):\n    return 4 if n == 2 else 2 * n if n > 3 else 0",
                InPage,
            )
        )
        == ALL[1:]
    )


def test_settings_and_plugins_around_do_not_change_a_verdict(double, monkeypatch):
    folder = double.test_file.parent
    (folder / "conftest.py").write_text(
        "def pytest_collection_modifyitems(items):\n    items.clear()\n"
    )
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --collect-only\n")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    monkeypatch.chdir(folder)
    assert check(double, RIGHT, InPage).passed
    assert not check(double, WRONG, InPage).passed


def test_tests_that_cannot_be_read_are_our_failure(double):
    double.test_file.write_text("import nothing_of_that_name\n" + TESTS)
    with pytest.raises(RunnerFailed, match="nothing_of_that_name"):
        check(double, RIGHT, InPage)


def test_advice_is_for_values_that_came(double):
    verdict = check(double, "def double(n):\n    return 1 // 0 if n == 2 else n", InPage)
    assert "ZeroDivisionError" in verdict.error["message"]
    assert verdict.tests[0].advice is None
    assert verdict.tests[1].advice.startswith("try a larger one")


def test_tests_without_a_value_in_time_are_not_waited_for_again_and_again(tmp_path):
    third = """

@pytest.mark.points(1)
@pytest.mark.advice("a third test that would wait as long as the first two have waited")
def test_three_doubles(answer):
    expect(answer, "double", 6, n=3)
"""
    exercise = small_exercise(tmp_path, TESTS + third)
    with Sandbox(Limits(call=0.3)) as box:
        verdict = check(exercise, "def double(n):\n    while True: pass", box.runner)
    assert [test.message for test in verdict.tests] == [
        None,
        None,
        STOPPED,
    ]
    assert (
        verdict.error["message"] == "double(n=2) gave no value in 0.3 s: is there an endless loop?"
    )


FAULTS = {
    "def double(n):\n    return double(n)": "double(n=2) gave no value: a function calls itself endlessly (RecursionError)",
    "def double(n):\n    return 1 // 0": "double(n=2) gave no value: ZeroDivisionError: integer division or modulo by zero. "
    "This line divides by 0: which of its values can be 0?",
    "def double():\n    return 4": "double(n=2) takes 0 arguments, but is called with 1",
    "def double(n):\n    return n * float('nan')": "double(n=2) must return plain data: a number must be finite, got nan",
    "def twice(n):\n    return 2 * n": "the answer has no function named double; it has twice",
}


@pytest.mark.parametrize(("code", "said"), FAULTS.items(), ids=range(len(FAULTS)))
def test_what_is_wrong_with_the_whole_program_is_said_once(double, code, said):
    verdict = check(double, code, InPage)
    assert verdict.error["message"] == said
    assert [(test.outcome, test.message, test.advice) for test in verdict.tests] == [
        ("failed", None, None)
    ] * 2


def test_another_fault_of_another_test_is_said_with_it(double):
    verdict = check(double, "def double(n):\n    return 1 // 0 if n == 2 else [] + n", InPage)
    assert "ZeroDivisionError" in verdict.error["message"]
    assert verdict.tests[0].message is None
    assert "TypeError" in verdict.tests[1].message


@pytest.mark.parametrize(
    ("code", "tests", "points"),
    [
        ("def double(n):\n    return 4", [ONE], 0),
        ("# mine\n\ndef double(mine):\n    return 4 if mine else 4", [ONE], 0),
        ("def double(n):\n    return 2 * n if n > 2 else 0", ALL[1:], 2),
        (RIGHT, ALL, 3),
    ],
    ids=["unchanged", "called otherwise", "the guard broken", "right"],
)
def test_a_guard_counts_only_for_who_passes_something_else(tmp_path, code, tests, points):
    verdict = check(small_exercise(tmp_path), code, InPage)
    assert (passed(verdict), verdict.points, verdict.of) == (tests, points, 3)
    assert [test.guard for test in verdict.tests] == [True, False]


@pytest.mark.parametrize(
    ("arithmetic", "words"),
    [
        ("int(1e308 * 10 * answer.double(1))", "a number too large"),
        ("1 / (answer.double(1) - 2)", "gave 0 where the test divides"),
        ("answer.double(1)['x']", "does not have the form that the question asks for"),
    ],
)
def test_where_a_tests_own_arithmetic_fails_plain_words_say_so(double, arithmetic, words):
    double.test_file.write_text(TESTS.replace("    expect(", f"    {arithmetic}\n    expect(", 1))
    message = next(test.message for test in check(double, RIGHT, InPage).tests if test.message)
    assert words in message
    assert "Error" not in message
