"""A verdict is the list of expected tests that passed, and attacks on it score nothing."""

import pytest

from exercises.checker.check import check
from exercises.checker.child_process import ChildProcess, Limits
from exercises.checker.in_page import InPage
from exercises.kit.answer import RunnerFailed
from tests.exercises.small import RIGHT, TESTS, WRONG, small_exercise

pytestmark = pytest.mark.slow   # each check starts processes of its own

ONE = "test_small_numbers_double"
ALL = [ONE, "test_any_number_doubles"]


def quick():
    return ChildProcess(Limits(call=0.5, total=5.0, memory=256 * 2**20))


def passed(verdict):
    return [test.id for test in verdict.tests if test.outcome == "passed"]


@pytest.mark.parametrize("runner", [InPage, ChildProcess])
def test_a_right_answer_passes_and_a_wrong_one_gets_advice(double, runner):
    right, wrong = check(double, RIGHT, runner), check(double, WRONG, runner)
    assert (right.passed, right.points, right.of, right.error) == (True, 3, 3, None)
    assert (wrong.passed, wrong.points, wrong.error) == (False, 0, None)
    assert wrong.tests[0].advice.startswith("add it to itself")
    assert wrong.tests[0].message == "double(n=2) gave 2, which is too small"


def test_the_verdict_comes_out_the_same_for_both_runners(double):
    code = "def double(n):\n    print('n', n)\n    return 4"
    assert check(double, code, InPage).to_json() == check(double, code, ChildProcess).to_json()


def test_another_seed_asks_for_other_numbers(double):
    first, again, other = (check(double, WRONG, InPage, seed).tests[1].message for seed in (1, 1, 2))
    assert first == again != other
    assert check(double, WRONG, InPage).tests[1].message == first       # where none is named


ATTACKS = {
    "exit at once": "import sys\nsys.exit(0)",
    "exit in a call": "import os\ndef double(n):\n    os._exit(0)",
    "exit quietly later": "import atexit, os\natexit.register(os._exit, 0)\ndef double(n): return n",
    "skip": "import pytest\ndef double(n):\n    pytest.skip('later')",
    "xfail": "import pytest\ndef double(n):\n    pytest.xfail('known')",
    "pytest.exit": "import pytest\ndef double(n):\n    pytest.exit('done', returncode=0)",
    "equal to all": "class Any(int):\n    def __eq__(self, other): return True\ndef double(n): return Any(0)",
    "float of all": "class Any:\n    def __float__(self): return 4.0\ndef double(n): return Any()",
    "a truth value": "def double(n): return True",
    "a number in words": "def double(n): return str(2 * n)",
    "nan": "def double(n): return float('nan')",
    "infinite": "def double(n): return float('inf')",
    "nothing": "def double(n): 2 * n",
    "no function": "x = 1",
    "not callable": "double = 4",
    "recursion": "def double(n): return double(n)",
    "flood": "def double(n):\n    while True: print('x' * 1000)",
    "patched tests": "import builtins, math, pytest\nmath.isclose = lambda *a, **k: True\n"
    "builtins.isinstance = lambda *a: True\npytest.main = None\ndef double(n): return n",
    "forged reply": "import os\nfor p in range(3, 20):\n    try: os.write(p, b'1\\n' * 9)\n    except OSError: pass",
}


@pytest.mark.parametrize("code", ATTACKS.values(), ids=ATTACKS)
def test_an_attack_scores_nothing(double, code):
    verdict = check(double, code, quick)
    assert passed(verdict) == []
    assert verdict.points == 0


@pytest.mark.parametrize("code", ["def double(n):\n    while True: pass", "while True: pass"])
def test_a_loop_without_end_fails(double, code):
    def impatient():
        return ChildProcess(Limits(load=0.8, call=0.3))

    verdict = check(double, code, impatient)
    assert passed(verdict) == []
    assert "a loop without end?" in verdict.error["message"]


def test_one_test_that_ends_the_process_costs_only_itself(double):
    verdict = check(double, "import os\ndef double(n):\n    return 2 * n if n == 2 else os._exit(0)", quick)
    assert passed(verdict) == [ONE]


@pytest.mark.parametrize("mark", ["skip", "xfail"])
def test_a_skipped_or_excused_test_is_not_passed(tmp_path, mark):
    exercise = small_exercise(
        tmp_path, TESTS.replace("@pytest.mark.points(1)", f"@pytest.mark.{mark}\n@pytest.mark.points(1)")
    )
    assert ONE not in passed(check(exercise, RIGHT, InPage))


def test_a_test_that_is_never_reached_is_not_passed(tmp_path):
    tests = TESTS.replace('    expect(answer, "double", 4, n=2)', '    pytest.exit("enough", returncode=0)')
    exercise = small_exercise(tmp_path, tests)
    assert passed(check(exercise, RIGHT, InPage)) == []


def test_a_test_with_several_cases_passes_only_if_all_do(tmp_path):
    many = TESTS.replace("@pytest.mark.points(1)", "@pytest.mark.parametrize('k', [2, 3])\n@pytest.mark.points(1)")
    exercise = small_exercise(
        tmp_path, many.replace('"double", 4, n=2', '"double", 2 * k, n=k').replace("(answer)", "(answer, k)")
    )
    assert passed(check(exercise, RIGHT, InPage)) == ALL
    assert (
        passed(check(exercise, "def double(n):\n    return 4 if n == 2 else 2 * n if n > 3 else 0", InPage)) == ALL[1:]
    )


def test_settings_and_plugins_around_do_not_change_a_verdict(double, monkeypatch):
    folder = double.test_file.parent
    (folder / "conftest.py").write_text("def pytest_collection_modifyitems(items):\n    items.clear()\n")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --collect-only\n")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    monkeypatch.chdir(folder)
    assert check(double, RIGHT, InPage).passed
    assert not check(double, WRONG, InPage).passed


def test_tests_that_cannot_be_read_are_our_failure(double):
    double.test_file.write_text("import nothing_of_that_name\n" + TESTS)
    with pytest.raises(RunnerFailed, match="nothing_of_that_name"):
        check(double, RIGHT, InPage)


def test_a_python_that_cannot_start_is_our_failure(double, monkeypatch):
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(RunnerFailed, match="cannot run an answer"):
        check(double, RIGHT, ChildProcess)


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
    verdict = check(exercise, "def double(n):\n    while True: pass", lambda: ChildProcess(Limits(call=0.3)))
    assert [test.message for test in verdict.tests] == [
        None, None, "from here on no test was run: 2 had got no value in time"]
    assert verdict.error["message"] == "double(n=2) gave no value in 0.3 s: a loop without end?"


FAULTS = {
    "def double(n):\n    return double(n)": "double(n=2) gave no value: a function calls itself without end (RecursionError)",
    "def double(n):\n    return 1 // 0": "double(n=2) gave no value: ZeroDivisionError: integer division or modulo by zero. "
                                         "What the line divides by is 0 there: which of its values can be 0?",
    "def double():\n    return 4": "double(n=2) takes 0 arguments and is called with 1",
    "def double(n):\n    return n * float('nan')": "double(n=2) must return plain data: a number must be finite, got nan",
    "def twice(n):\n    return 2 * n": "there is no function named double in the answer; it has twice",
}


@pytest.mark.parametrize(("code", "said"), FAULTS.items(), ids=range(len(FAULTS)))
def test_what_is_wrong_with_the_whole_program_is_said_once(double, code, said):
    verdict = check(double, code, InPage)
    assert verdict.error["message"] == said
    assert [(test.outcome, test.message, test.advice) for test in verdict.tests] == [("failed", None, None)] * 2


def test_another_fault_of_another_test_is_said_with_it(double):
    verdict = check(double, "def double(n):\n    return 1 // 0 if n == 2 else [] + n", InPage)
    assert "ZeroDivisionError" in verdict.error["message"]
    assert verdict.tests[0].message is None
    assert "TypeError" in verdict.tests[1].message
