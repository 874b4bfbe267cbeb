"""What the class's page tells: how the points are spread, what went wrong most often, who is alike."""

import itertools
import random
import re
from collections import Counter

import pytest

from exercises.contents import get
from exercises.grading.alike import ALIKE, groups, shingles, tokens
from exercises.grading.marks import GRADED, Mark, Sheet
from exercises.grading.reach import reaches
from exercises.grading.students import Student
from exercises.grading.summary import overviews, side_by_side
from tests.grading.classes import FORM, PROGRAM, right

EXERCISE = get(FORM)
SOLUTION = get(PROGRAM).solution(1)
OTHER = """
def write_time(size, rpm, rate, host_delay):
    turn = 60.0 / rpm
    late = math.fmod(host_delay, turn)
    gone = [late, turn - late][bool(late > turn * 1e-5)]
    return sum([size / rate, {True: 0, False: gone}[gone == late]])

writes_per_second = lambda *given: pow(given[-1] + write_time(*given), -1)
"""


def mark(
    number, passed=(), state=GRADED, answer=None, variant=1, advice="look again", exercise=EXERCISE
):
    tests = [
        {
            "id": test.id,
            "points": test.points,
            "outcome": "passed" if test.id in passed else "failed",
            "advice": None if test.id in passed else advice,
            "message": f"came {number}",
        }
        for test in exercise.tests
    ]
    earned = sum(test.points for test in exercise.tests if test.id in passed)
    verdict = {"tests": tests, "points": earned, "of": exercise.points, "error": None}
    student = Student(f"s{number}", f"Student {number}")
    return Mark(
        student,
        exercise,
        state,
        "",
        1.0,
        variant,
        earned,
        verdict if state == GRADED else None,
        answer=answer,
    )


def alike(programs, start="", least=ALIKE):
    return groups({id: (program, start) for id, program in programs.items()}, least)


def overview(*marks):
    (one,) = overviews([Sheet(mark.student, [mark]) for mark in marks])
    return one


def test_points_are_counted_in_bands_that_hold_everybody():
    every = [test.id for test in EXERCISE.tests]
    one = overview(
        mark(0, every),
        mark(1, every),
        mark(2),
        mark(3, state="nothing"),
        mark(4, every[:1]),
        mark(5, state="refused"),
    )
    counts = {bar.words: bar.count for bar in one.bands}
    assert (counts["all"], counts["no point"], counts["nothing handed in"]) == (2, 2, 1)
    assert sum(counts.values()) == 6
    assert one.graded == 4
    assert [(bar.count, bar.of) for bar in one.tests] == [(3, 4), (2, 4)]
    share = EXERCISE.tests[0].points / EXERCISE.points
    assert one.mean == pytest.approx(100 * (2 + share) / 4)


def test_the_advice_that_most_students_got_comes_first_and_each_counts_once():
    one = overview(mark(0, advice="rare"), mark(1, advice="often"), mark(2, advice="often"))
    assert [
        (mistake.count, mistake.advice, len(mistake.tests), mistake.example)
        for mistake in one.mistakes
    ] == [(2, "often", 2, "came 1"), (1, "rare", 2, "came 0")]


def test_a_copy_is_found_whatever_its_names_comments_and_spaces():
    renamed = re.sub(r"\bturn\b", "once", SOLUTION).replace("wait", "pause")
    copy = "# mine\n" + renamed.replace(" / ", "/").replace("60", "60.0")
    compile(copy, "copy", "exec")
    assert copy.split() != SOLUTION.split()
    (group,) = alike({"ada": SOLUTION, "bob": copy, "eve": OTHER})
    assert (group.students, group.pair, group.likeness) == (["ada", "bob"], ("ada", "bob"), 1.0)
    assert tokens("x = 1 # y") == tokens("ab=2\n\n")


def test_what_the_start_gives_to_all_makes_nobody_alike():
    start = SOLUTION + OTHER
    programs = {"ada": start + "\nx = [1, 2, 3]", "bob": start + "\ny = {4: 5}", "eve": start}
    assert alike(programs, start) == []
    assert alike(programs)[0].students == ["ada", "bob", "eve"]


def test_who_copies_a_copy_is_of_the_group():
    lines = SOLUTION.splitlines()
    programs = {
        "ada": SOLUTION,
        "bob": SOLUTION + "\nx = [1, 2, 3]",
        "eve": SOLUTION + "\nx = [1, 2, 3]\ny = max(4, 5)",
    }
    (group,) = alike(programs, least=0.85)
    assert group.students == ["ada", "bob", "eve"]
    assert group.pair == ("bob", "eve")
    assert 0.85 < group.likeness < 1
    assert alike({"ada": "\n".join(lines[:3]), "bob": OTHER}) == []


@pytest.mark.parametrize(
    "program", ["", "(", "x = '", "\x00", "\tx\n y", "def f(:\n", "𝒳 = 1\n" * 50, "x" * 90_000]
)
def test_a_program_that_cannot_be_read_is_compared_as_far_as_it_goes(program):
    assert isinstance(alike({"ada": program, "bob": program, "eve": SOLUTION}), list)
    assert reaches(program) == []


def test_the_same_numbers_for_other_variants_are_told_unless_all_are_right():
    every = [test.id for test in EXERCISE.tests]
    typed = {name: "12345" if isinstance(value, str) else value for name, value in right().items()}
    same = overview(
        mark(0, answer=typed),
        mark(1, every, answer=typed, variant=2),
        mark(2, answer=typed, state="nothing"),
    )
    assert [pair.group.students for pair in same.alike] == [["s0", "s1", "s2"]]
    assert (
        overview(mark(0, every, answer=typed), mark(1, every, answer=typed, variant=2)).alike == []
    )
    assert overview(mark(0, answer=typed), mark(1, answer=typed)).alike == []


def test_two_programs_stand_side_by_side_line_by_line():
    assert side_by_side(["a", "  b", "c"], ["a", "b", "x", "y"]) == [
        ("a", "a", True),
        ("  b", "b", True),
        ("c", "x", False),
        ("", "y", False),
    ]


def test_what_a_program_reaches_for_is_named():
    program = "import os, math\nfrom sys import modules\nopen('x')\n().__class__.__subclasses__()"
    assert sorted(reaches(program)) == ["__class__", "__subclasses__", "open", "os", "sys"]
    assert reaches(SOLUTION) == reaches(OTHER) == []
    assert reaches("\n".join(f"import m{n}" for n in range(9)))[-1] == "3 more"


def test_programs_are_compared_as_if_each_were_compared_with_each():
    rng = random.Random(39)
    words = "a + - * / ( ) [ ] if else for in , : 1 while not".split()
    bases = [[rng.choice(words) for _ in range(80)] for _ in range(4)]
    programs = {}
    for n in range(60):
        text = list(rng.choice(bases))
        for _ in range(rng.choice([0, 0, 1, 2, 4])):
            text[rng.randrange(len(text))] = rng.choice(words)
        programs[f"s{n:02}"] = (" ".join(text), "")
    own = {id: shingles(program) for id, (program, _) in programs.items()}
    common = Counter(shingle for one in own.values() for shingle in one)
    telling = {id: {shingle for shingle in one if common[shingle] <= 30} for id, one in own.items()}
    found = {frozenset(group.students): group for group in groups(programs)}
    assert len(found) > 1
    for first, second in itertools.combinations(programs, 2):
        both, all = telling[first] & telling[second], telling[first] | telling[second]
        likeness = 1.0 if own[first] == own[second] else len(both) / len(all) if all else 0.0
        if likeness >= ALIKE:
            (group,) = (group for ids, group in found.items() if first in ids)
            assert second in group.students
            assert (-group.likeness, group.pair) <= (-likeness, (first, second))
