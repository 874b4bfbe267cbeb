"""Every exercise of the book: its solution passes, its starter does not, and each wrong answer fails as it says."""

import ast
import doctest
import subprocess
import sys

import pytest

from exercises.answer import InPage
from exercises.check import check
from exercises.contents import EXERCISES, get
from exercises.define import NotAnExercise, read
from tests.exercises.small import TESTS, small_exercise

pytestmark = pytest.mark.slow   # each check starts processes of its own

WRONG = [(exercise, wrong) for exercise in EXERCISES for wrong in exercise.wrong]
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


@each_exercise
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_solution_passes_for_any_seed(exercise, seed):
    verdict = check(exercise, exercise.solution, InPage, seed)
    assert verdict.passed, [test for test in verdict.tests if test.outcome == "failed"]


@each_exercise
def test_the_starter_runs_and_is_wrong(exercise):
    verdict = check(exercise, exercise.starter, InPage)
    assert verdict.error is None
    assert verdict.points < verdict.of / 2


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("exercise", "wrong"), WRONG, ids=[f"{e.id}-{w.name}" for e, w in WRONG])
def test_a_wrong_answer_fails_the_tests_that_it_names_and_no_other(exercise, wrong, seed):
    verdict = check(exercise, wrong.code, InPage, seed)
    failed = [test for test in verdict.tests if test.outcome == "failed"]
    assert [test.id for test in failed] == list(wrong.fails)
    assert any(wrong.advice in test.advice for test in failed)
    assert verdict.error is None
    assert all(" gave " in test.message for test in failed)


@each_exercise
def test_each_test_can_fail(exercise):
    assert {name for wrong in exercise.wrong for name in wrong.fails} == {test.id for test in exercise.tests}


@each_exercise
def test_pytest_collects_the_tests_that_the_verdict_expects(exercise):
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--noconftest", "-p", "no:cacheprovider"]
    command += ["-W", "ignore::pytest.PytestUnknownMarkWarning", "-o", "addopts=", str(exercise.test_file)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = [line.split("::")[1] for line in listing.splitlines() if "::" in line]
    assert [name.split("[")[0] for name in found] == [test.id for test in exercise.tests]


@each_exercise
def test_the_examples_of_the_prompt_hold_for_the_solution(exercise):
    names = {}
    exec(exercise.solution, names)
    code = exercise.prompt.replace("```python\n", "").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(code, names, exercise.id, "prompt.md", 0)
    said = []
    results = doctest.DocTestRunner().run(examples, out=said.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(said)


@each_exercise
def test_hints_open_one_by_one_and_the_solution_is_short(exercise):
    assert len(exercise.hints) >= 3
    assert len([line for line in exercise.solution.splitlines() if line.strip()]) <= 15
    wanted, offered = (
        [(f.name, [a.arg for a in f.args.args]) for f in ast.parse(code).body if isinstance(f, ast.FunctionDef)]
        for code in (exercise.solution, exercise.starter)
    )
    assert wanted == offered


@each_exercise
def test_no_message_tells_the_value_that_was_wanted(exercise):
    names = {}
    exec(exercise.solution, names)
    for test in check(exercise, exercise.starter, InPage).tests:
        if test.message:
            asked = test.message.split(" gave ")[0]
            assert f"{eval(asked, names):.4g}" not in test.message.split(" gave ")[1]


def test_an_unknown_id_names_those_there_are():
    with pytest.raises(KeyError, match="there is no exercise 'missing'; there are: missed-revolution"):
        get("missing")


@pytest.mark.parametrize("name", ["prompt.md", "starter.py", "solution.py", "test_double.py"])
def test_a_folder_with_a_file_missing_is_no_exercise(double, name):
    (double.test_file.parent / name).unlink()
    with pytest.raises(NotAnExercise, match=f"there is no file {name}"):
        read(double.test_file.parent)


def test_a_test_without_points_or_a_wrong_answer_without_its_head_is_refused(tmp_path, double):
    with pytest.raises(NotAnExercise, match="must have the marks points"):
        small_exercise(tmp_path / "other", TESTS.replace("@pytest.mark.points(1)\n", ""))
    (double.test_file.parent / "wrong" / "same.py").write_text('"""Gives it back."""\n')
    with pytest.raises(NotAnExercise, match="must list tests under 'fails:'"):
        read(double.test_file.parent)
