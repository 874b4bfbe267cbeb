"""A question of its own in each variant: starter, solution and advice are the variant's, and a
copied solution fails."""

import random

import pytest

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.cli.prove import prove
from exercises.cli.prove_folder import proof
from exercises.contents import exercises
from exercises.kit.exercise import MOST_VARIANTS, read
from tests.conftest import sample
from tests.exercises.small import small_own
from tests.exercises.test_command_line import run, said_by

OWN = [exercise for exercise in exercises() if exercise.form is None and exercise.own]
PAIRS = 5


def variant_where(exercise, **given):
    return next(
        variant
        for variant in range(2, 99)
        if exercise.case(variant) | given == exercise.case(variant)
    )


def test_programs_and_advice_are_filled_for_their_variant(tmp_path):
    exercise = small_own(tmp_path)
    other = variant_where(exercise, name="grown", by=5)
    assert prove(exercise, [1, 2, 3, other]) == []
    assert exercise.own
    assert exercise.start(1) == "def double(n):\n    return n\n"
    assert exercise.solution(other) == "def grown(n):\n    return 5 * n\n"
    failed = check(exercise, exercise.start(other), InPage, other).tests[0]
    assert failed.advice.startswith("add it up 5 times")
    assert failed.message == "grown(n=2) gave 2, which is too small"
    assert check(exercise, exercise.solution(other), InPage, other).passed
    assert not check(exercise, exercise.solution(1), InPage, other).passed


def test_an_exercise_of_one_question_has_none_of_its_own_whatever_the_inputs(double):
    assert not double.own
    assert double.start(1) == double.start(7)


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        ("starter.py", "{{name}}", "{{nane}}", "names 'nane', which case() does not return"),
        ("solution.py", "{{by}} * n", "{{by}} * n + 1", "the solution does not pass"),
        ("prompt.md", "{{shown}}", "4", "an example of the question fails"),
        ("wrong.toml", "n + 1", "n + {", "the wrong answer more does not run: SyntaxError"),
    ],
)
def test_what_does_not_hold_in_some_variant_is_told_with_its_number(
    tmp_path, path, old, new, words
):
    exercise = small_own(tmp_path)
    folder = exercise.test_file.parent
    other = variant_where(exercise, name="grown", by=5)
    text = (folder / path).read_text()
    assert old in text
    (folder / path).write_text(text.replace(old, new))
    said = "; ".join(proof(folder, [other]).problems)
    assert f"variant {other}: " in said
    assert words in said
    assert read(folder).wrong


def test_the_start_of_a_variant_can_be_had_and_the_files_of_the_folder_are_checked_in_any(
    tmp_path, capsys
):
    exercise = small_own(tmp_path)
    folder = exercise.test_file.parent
    other = variant_where(exercise, name="grown", by=5)
    assert said_by(capsys, "show", folder, "--variant", other, "--start") == (
        0,
        exercise.start(other),
        "",
    )
    assert f"--variant {other} --start`" in said_by(capsys, "show", folder, "--variant", other)[1]
    for file, code in (("solution.py", 0), ("starter.py", 1)):
        assert (
            said_by(capsys, "check", folder, "--answer", folder / file, "--variant", other)[0]
            == code
        )
    mine = tmp_path / "mine.py"
    mine.write_text(exercise.solution(other))
    assert said_by(capsys, "check", folder, "--answer", mine, "--variant", other)[0] == 0
    assert said_by(capsys, "check", folder, "--answer", mine)[0] == 1


@pytest.mark.slow
def test_what_a_form_begins_with_is_an_answer_file_of_its_fields(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(run("show", "what-to-buy-for-reads", "--start").stdout)
    assert (
        run("check", "what-to-buy-for-reads", "--answer", file).stdout
        == run("check", "what-to-buy-for-reads").stdout
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "exercise", sample(OWN, 1, lambda one: one.chapter), ids=lambda one: one.id
)
def test_a_copied_solution_of_another_variant_does_not_pass(exercise):
    rng = random.Random(exercise.id)
    pairs = [rng.sample(range(1, MOST_VARIANTS + 1), 2) for _ in range(PAIRS)]
    copied = [
        check(exercise, exercise.solution(mine), InPage, theirs).passed for mine, theirs in pairs
    ]
    assert sum(copied) <= 1
