"""Every exercise of the book holds what it promises, on two variants (on more in the page's
interpreter), and `prove` sees each way in which one does not."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.cli.prove import VARIANTS, form_of, prove, variant_of
from exercises.contents import CHAPTERS, QUESTIONS, exercises, folder, get, ids
from exercises.kit.exercise import NotAnExercise, read
from exercises.kit.kinds import KINDS, PROGRAMS
from exercises.kit.wrong import edited
from tests.conftest import of_all, sample
from tests.exercises.small import TESTS, small_exercise
from tests.exercises.verdicts import verdict

pytestmark = pytest.mark.slow  # each check starts processes of its own


@of_all("id", ids())
def test_an_exercise_is_whole(id):
    assert list(form_of(get(id))) == []


@pytest.mark.parametrize("id", sample(ids(), ids()[::4]))
def test_starter_fails_solution_passes_and_each_wrong_answer_is_caught(id):
    assert list(variant_of(get(id), 1, verdict)) == []  # `make prove` takes a hundred others


@pytest.mark.parametrize("id", sample(ids(), ids()[::4]))
def test_another_variant_asks_something_else(id):
    exercise = get(id)
    if exercise.kind in PROGRAMS:
        messages = [
            [test.message for test in verdict(exercise, exercise.start(v), v).tests] for v in (1, 2)
        ]
        assert messages[0] != messages[1]
    else:
        assert len({str(exercise.case(variant)) for variant in VARIANTS}) > 1


@of_all("id", ids())
def test_a_program_is_short(id):
    for variant in VARIANTS if get(id).kind in PROGRAMS else ():
        assert len([line for line in get(id).solution(variant).splitlines() if line.strip()]) <= 45


def test_no_message_tells_the_value_that_was_wanted():
    exercise = get("missed-revolution")
    names = {}
    exec(exercise.solution(1), names)
    for test in check(exercise, exercise.start(1), InPage).tests:
        if test.message:
            asked = test.message.split(" gave ")[0]
            assert f"{eval(asked, names):.4g}" not in test.message.split(" gave ")[1]


def test_every_chapter_has_three_exercises_of_its_own_and_the_book_all_kinds():
    few = {chapter for chapter, names in CHAPTERS.items() if len(names) < 3}
    assert few <= {"benchmarks"}  # one prediction after the other
    assert len(ids()) == len(set(ids())) >= 45
    assert {exercise.kind for exercise in exercises()} == set(KINDS)


def test_every_folder_is_listed():
    folders = {path.parent for path in QUESTIONS.rglob("prompt.md")}
    assert folders == {folder(chapter, name) for chapter in CHAPTERS for name in CHAPTERS[chapter]}
    assert {path.name for path in QUESTIONS.iterdir()} == {
        chapter.replace("-", "_") for chapter in CHAPTERS
    }


def test_the_listing_is_that_of_pytest():
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "--noconftest",
        "-p",
        "no:cacheprovider",
    ]
    command += ["-W", "ignore::pytest.PytestUnknownMarkWarning", "-o", "addopts="]
    files = [str(exercise.test_file) for exercise in exercises()]
    listing = subprocess.run(
        [*command, "--import-mode=importlib", *files], capture_output=True, text=True, check=True
    ).stdout
    lines = [line.split("[")[0].split("::") for line in listing.splitlines() if "::" in line]
    found = [(Path(file).name, test) for file, test in lines]
    listed = [
        (exercise.test_file.name, test.id) for exercise in exercises() for test in exercise.tests
    ]
    assert list(dict.fromkeys(found)) == listed


def test_an_unknown_id_names_those_there_are():
    with pytest.raises(
        KeyError, match=r"there is no exercise 'missing'; there are: .*missed-revolution"
    ):
        get("missing")
    with pytest.raises(KeyError, match="there is no exercise 'missed_revolution'"):
        get("missed_revolution")


@pytest.mark.parametrize(
    "name", ["prompt.md", "question.py", "starter.py", "solution.py", "test_double.py"]
)
def test_a_folder_with_a_file_missing_is_no_exercise(double, name):
    (double.test_file.parent / name).unlink()
    with pytest.raises(NotAnExercise, match=f"there is no file {name}"):
        read(double.test_file.parent)


def test_a_test_without_points_is_refused(tmp_path):
    with pytest.raises(NotAnExercise, match="must have the marks points"):
        small_exercise(tmp_path, TESTS.replace("@pytest.mark.points(1)\n", ""))


def test_a_wrong_answer_is_the_solution_with_its_edits_or_a_program_of_its_own(double):
    programs = {wrong.name: wrong.code for wrong in double.wrong}
    assert programs == {
        "more": "def double(n):\n    return n + 1\n",
        "same": "def double(n):\n    return n\n",
        "thrice": "def double(n):\n    return 3 * n\n",
    }
    assert edited("a b c", [{"was": "c", "is": "d"}, {"was": "a", "is": ""}]) == " b d"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('was = "2 * n"', 'was = "2 * m"', "more edits '2 \\* m', which solution.py has 0 times"),
        ('was = "2 * n"', 'was = "n"', "more edits 'n', which solution.py has 3 times, not once"),
        (
            'is = "n + 1" }',
            'is = "n + 1" }, { was = "n * 2", is = "" }',
            "more edits 'n \\* 2', which solution.py has 0 times",
        ),
        (
            'is = "n + 1" }',
            'is = "n + 1" }, { was = "return 2", is = "" }',
            r"more edits '2 \* n', which overlaps another of its edits",
        ),
        ('is = "n + 1"', 'to = "n + 1"', "more needs edits { was = '...', is = '...' }"),
        ('was = "2 * n"', 'was = ""', "more needs edits { was = '...', is = '...' }"),
        (
            "[thrice]\nbelieves",
            "[thrice]\nbelief",
            "thrice needs believes, fails, advice, and edits",
        ),
        ('advice = ["how', 'advice = "how', "Unclosed|wrong.toml"),
        ("program =", "solution =", "same needs believes, fails, advice, and edits or a program"),
        ("program =", "edits = []\nprogram =", "same has both edits and a program"),
        ("program =", "points = 1\nprogram =", "same has an unknown key 'points'"),
        ("[same]", "[more]", "wrong.toml: "),
    ],
)
def test_wrong_answers_that_are_not_of_their_form_are_refused_in_one_line(double, old, new, words):
    path = double.test_file.parent / "wrong.toml"
    text = path.read_text()
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(NotAnExercise, match=words) as caught:
        read(double.test_file.parent)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('KIND = "write"', 'KIND = "guess"', "one of write, mend, predict, read, choose"),
        ('KIND = "write"', "", "must have a line KIND"),
    ],
)
def test_a_question_without_a_kind_is_refused(double, old, new, words):
    path = double.test_file.parent / "question.py"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(NotAnExercise, match=words):
        read(double.test_file.parent)


def test_a_sound_exercise_proves(double):
    assert prove(double) == []


def spoilt(exercise, **changes):
    return "; ".join(prove(replace(exercise, **changes), range(1, 2)))


def test_what_does_not_hold_is_told(double):
    first = double.wrong[0]
    assert "needs 3 wrong answers, it has 1" in spoilt(double, wrong=(first,))
    assert "no wrong answer fails test_any_number_doubles" in spoilt(
        double, wrong=(replace(first, fails=first.fails[:1]),) * 3
    )
    assert "2 to 5 hints, it has 0" in spoilt(double, hints=())
    assert "the solution does not pass: test_small_numbers_double: double(n=2) gave 2" in spoilt(
        double, solution_code=double.starter
    )
    assert "the start passes all tests" in spoilt(double, starter=double.solution_code)
    assert "the starter does not run: ZeroDivisionError" in spoilt(
        double, starter="def double(n): return n\n1 / 0\n"
    )
    assert "starter and solution take different arguments in double" in spoilt(
        double, starter="def double(m): return m\n"
    )
    assert "fails nothing; it names" in spoilt(
        double, wrong=(replace(first, code=double.solution_code),) * 3
    )
    assert "it names test_small_numbers_double" in spoilt(
        double, wrong=(replace(first, fails=first.fails[:1]),) * 3
    )
    assert "and not 'add three'" in spoilt(
        double, wrong=(replace(first, advice=("add three",)),) * 3
    )
    assert "which is not a test" in spoilt(
        double, wrong=(replace(first, fails=("test_more",)),) * 3
    )
    assert "the question shows no example" in spoilt(double, prompt="Write it.")
    assert "an example of the question fails" in spoilt(
        double, prompt=double.prompt.replace("4\n", "5\n")
    )
    assert "the blank {{rpm}} names 'rpm', which case() does not return" in spoilt(
        double, why="At {{rpm}} turns."
    )


GUARD, LAST = "@pytest.mark.guard\n", "@pytest.mark.points(2)\n"


def test_what_passes_without_an_idea_must_be_a_guard(tmp_path):
    first = "test_small_numbers_double, which must be marked as a guard"
    plain = small_exercise(tmp_path / "plain", TESTS.replace(GUARD, ""))
    assert f"a program that knows only the question's example passes {first}" in spoilt(plain)
    assert f"the start passes {first}" in spoilt(plain, starter="def double(n):\n    return 4\n")
    none = (
        "\n\n@pytest.mark.points(1)\n@pytest.mark.advice('Twice a half is one, whatever it is a half of.')\n"
        "def test_half_doubled(answer):\n    assert answer.double(0.5) == 1\n"
    )
    zero = small_exercise(tmp_path / "zero", TESTS + none)
    assert "`return 1` passes test_half_doubled, which must be marked as a guard" in spoilt(zero)


def test_a_guard_may_be_one_only_in_some_variants(tmp_path):
    exercise = small_exercise(tmp_path, TESTS.replace(GUARD, "@pytest.mark.guard(sign=[-1])\n"))
    question = exercise.test_file.parent / "question.py"
    question.write_text(
        question.read_text() + "def case(rng):\n    return {'sign': rng.choice([-1, 1])}\n"
    )
    for variant in range(1, 9):
        assert exercise.guards(variant) == (
            {"test_small_numbers_double"} if exercise.case(variant)["sign"] == -1 else set()
        )


@pytest.mark.parametrize("id", ids())
def test_a_start_earns_nothing_whatever_it_is_dressed_in(id):
    exercise = get(id)
    start = exercise.start(3)
    if isinstance(start, str):
        start = "\n\n# mine\n\n" + start + "\n\nmine = 1\n"
    assert verdict(exercise, start, 3).points == 0
