"""The answers in what was handed in."""

import io
import itertools
import json
import textwrap
import zipfile
from dataclasses import replace
from datetime import timedelta

import nbformat
import pytest

from exercises.contents import get
from exercises.exports import cells
from exercises.grading.class_file import ClassFile
from exercises.grading.files import MOST_FILES, entries
from exercises.grading.notices import superseded
from exercises.grading.students import Class, Student
from exercises.grading.submissions import COPIES, LATE, WHOSE, Reader, read_arrivals
from models.cli.command_line import WrongUse
from tests.grading.classes import DUE, FORM, OTHER_FORM, PROGRAM, page, put, right

ADA, BOB = Student("s1", "Ada Lovelace"), Student("s2", "Bob Bell")
GIVEN = {"four_lines_of_iostat": right()}
PYTHON = "def write_time():\n    return 1\n"


def read(folder, told=None, wanted=(FORM, PROGRAM, OTHER_FORM), members=(ADA, BOB)):
    return Reader(Class(members), told or ClassFile(), wanted).read(entries(folder, None))


def notebook(*cells):
    """A notebook of cells: source and metadata."""
    return nbformat.writes(
        nbformat.v4.new_notebook(
            cells=[
                nbformat.v4.new_code_cell(source, metadata=metadata) for source, metadata in cells
            ]
        )
    )


def test_an_answer_file_a_program_and_fields_are_answers(tmp_path):
    put(tmp_path / "s1.json", page("Ada", **GIVEN, missed_revolution=(PYTHON, 7)))
    put(tmp_path / "s2" / "missed_revolution.py", PYTHON)
    put(tmp_path / "s2" / "four-lines-of-iostat.json", right())
    found = read(tmp_path)
    assert {
        key: (one.content.answer, one.content.variant) for key, one in found.answers.items()
    } == {
        ("s1", FORM): (right(), 1),
        ("s1", PROGRAM): (PYTHON, 7),
        ("s2", PROGRAM): (PYTHON, None),
        ("s2", FORM): (right(), None),
    }
    assert (found.unmatched, found.not_taken, found.others) == ([], [], [])


def test_cells_of_a_notebook_are_answers(tmp_path):
    ours = {"where_the_time_goes": {"exercise": FORM, "variant": 9}}
    put(
        tmp_path / "s1" / "hand-in.ipynb",
        notebook(
            ("import os", {}),
            (f"answer = {right()!r}", ours),
            ("x = 1", {"where_the_time_goes": {"exercise": PROGRAM}}),
            ("y = 2", {"where_the_time_goes": {"exercise": "missed_revolution"}}),
        ),
    )
    put(
        tmp_path / "s2" / "ps1" / "hand-in.ipynb",
        notebook(
            (PYTHON, {"nbgrader": {"grade_id": PROGRAM, "solution": True}}),
            ("assert 0", {"nbgrader": {"grade_id": OTHER_FORM, "solution": False}}),
        ),
    )
    found = read(tmp_path)
    assert {
        key: (one.content.answer, one.content.variant) for key, one in found.answers.items()
    } == {
        ("s1", FORM): (right(), 9),
        ("s1", PROGRAM): ("y = 2", None),
        ("s2", PROGRAM): (PYTHON, None),
    }


def test_the_cells_that_the_book_exports_are_answers(tmp_path):
    made = [
        cells.answer(get(id), 9, nbgrader={"grade_id": id, "solution": True})
        for id in (FORM, PROGRAM)
    ]
    made[0].source += "\n# YOUR CODE HERE\nraise NotImplementedError()"
    put(tmp_path / "s1" / "exercises.ipynb", cells.notebook(made))
    found = {key: one.content for key, one in read(tmp_path).answers.items()}
    assert found["s1", FORM].answer == right(variant=9)
    assert found["s1", PROGRAM].answer == made[1].source
    assert {given.variant for given in found.values()} == {9}


def test_two_cells_of_one_exercise_are_one_answer(tmp_path):
    cell = {"where_the_time_goes": {"exercise": PROGRAM}}
    put(tmp_path / "s1" / "x.ipynb", notebook(("x = 1", cell), ("y = 2", cell)))
    assert read(tmp_path).answers["s1", PROGRAM].content.answer == "x = 1\ny = 2"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "nope",
        "[" * 9000,
        '{"nbformat": 99}',
        '{"nbformat": 4, "nbformat_minor": 5, "cells": [3]}',
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}',
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code"}]}',
    ],
)
def test_a_notebook_that_is_none_is_a_line(tmp_path, text):
    put(tmp_path / "s1" / "x.ipynb", text)
    ((student, line),) = read(tmp_path).not_taken
    assert student == "s1"
    assert line.startswith("s1/x.ipynb ")
    assert "\n" not in line


@pytest.mark.parametrize(
    "source",
    [
        "1 + 1",
        "answer = open('x')",
        "{'a': (1, 2)}",
        "{1: 2}",
        "x = {'a': 10 ** 999}",
        "'" * 9,
        "answer = {'a': " + "9" * 5000 + "}",
    ],
)
def test_a_cell_that_holds_no_fields_is_no_answer_and_is_not_run(tmp_path, source):
    put(
        tmp_path / "s1" / "x.ipynb", notebook((source, {"where_the_time_goes": {"exercise": FORM}}))
    )
    assert "s1/x.ipynb" in read(tmp_path).answers["s1", FORM].refused


def test_the_latest_arrival_counts_and_the_other_is_listed(tmp_path):
    put(tmp_path / "s1" / "b.json", page("Ada", **GIVEN), DUE - timedelta(hours=2))
    put(
        tmp_path / "s1" / "a.json",
        page("Ada", four_lines_of_iostat={}, missed_revolution="x = 1"),
        DUE - timedelta(hours=3),
    )
    found = read(tmp_path)
    assert str(found.answers["s1", FORM].file) == "s1/b.json"
    assert [(one.exercise, str(one.file)) for one in found.others] == [(FORM, "s1/a.json")]
    assert str(found.answers["s1", PROGRAM].file) == "s1/a.json"


def test_who_signs_with_anothers_name_takes_nobodys_place(tmp_path):
    put(tmp_path / "s2.json", page("", **GIVEN), DUE - timedelta(hours=5))
    put(tmp_path / "mine.json", page("Bob Bell", four_lines_of_iostat={}), DUE - timedelta(hours=1))
    found = read(tmp_path)
    assert str(found.answers["s2", FORM].file) == "s2.json"
    assert [str(one.file) for one in found.others] == ["mine.json"]
    put(tmp_path / "s1.json", page("Bob Bell", **GIVEN))
    assert read(tmp_path).answers["s1", FORM].flags == ((WHOSE, 'the file is signed "Bob Bell"'),)


def test_names_that_canvas_gives_are_understood(tmp_path):
    put(tmp_path / "lovelaceada_late_12_34_missed_revolution-1.py", PYTHON)
    put(tmp_path / "bellbob_13_35_four-lines-of-iostat (2).json", right())
    found = read(tmp_path)
    assert found.answers["s1", PROGRAM].flags == ((LATE, "Canvas marks it as late"),)
    assert found.answers["s2", FORM].content.answer == right()


def test_what_is_no_answer_is_a_line_with_its_student_and_the_rest_goes_on(tmp_path):
    put(tmp_path / "s1" / "answer.py", PYTHON)
    put(tmp_path / "s1" / "missed_revolution.json", {"write_time": 1})
    put(tmp_path / "s1" / "four_lines_of_iostat.py", "def answer(case):\n    return case\n")
    put(tmp_path / "s1" / "old.json", {"v": 1, "exercises": {}})
    put(tmp_path / "s1" / "cut.json", '{"v": 2, "edition')
    put(tmp_path / "s1" / "latin.py", b"# \xe4")
    put(tmp_path / "s1" / "more.json", page("Ada", **GIVEN, **{f"no_{n}": "x" for n in range(99)}))
    put(tmp_path / "zoe.json", page("Zoe", **GIVEN))
    put(tmp_path / "s2" / "four_lines_of_iostat.json", {"x y": "1"})
    found = read(tmp_path)
    said = dict(line.split(" ", 1) for student, line in found.not_taken if student == "s1")
    assert said.pop("s1/more.json").startswith('names unknown exercises: "no-0, no-1')
    assert said == {
        "s1/answer.py": "must be named after an exercise, like four-lines-of-iostat.py",
        "s1/missed_revolution.json:": "the answer must be a program, missed-revolution.py",
        "s1/four_lines_of_iostat.py:": "the answer must be a JSON file of fields, four-lines-of-iostat.json",
        "s1/old.json": "is an answer file of an older version: load it in the book's page and save it again",
        "s1/cut.json": "is not an answer file: not JSON: Unterminated string starting at character 9; was it cut off?",
        "s1/latin.py": "must be UTF-8 text; byte 2 is not",
    }
    assert found.answers["s1", FORM].content.answer == right()
    assert found.unmatched == ['zoe.json: "Zoe" matches no student in the roster']
    assert 'has an entry "x y"' in found.answers["s2", FORM].refused


def test_a_damaged_answer_leaves_the_others_of_the_file(tmp_path):
    file = page("Ada", **GIVEN, missed_revolution=PYTHON)
    file["exercises"][PROGRAM]["hints"] = -1
    put(tmp_path / "s1.json", file)
    found = read(tmp_path)
    assert found.answers["s1", FORM].content.answer == right()
    assert (
        "hints must be a whole number from 0 to 20, got -1" in found.answers["s1", PROGRAM].refused
    )


def test_an_exercise_that_was_only_looked_at_was_not_handed_in(tmp_path):
    file = page("Ada", **GIVEN, missed_revolution=PYTHON)
    del file["exercises"][PROGRAM]["answer"]
    file["exercises"][PROGRAM]["solutions"] = {"1": "2026-12-01T09:00:00Z"}
    put(tmp_path / "s1.json", file)
    assert list(read(tmp_path).answers) == [("s1", FORM)]
    file["exercises"][PROGRAM]["others"] = {"7": PYTHON}
    put(tmp_path / "s1.json", file)
    assert (
        "answers to other variants, for --variant: 7"
        in read(tmp_path).answers["s1", PROGRAM].refused
    )


def test_only_what_the_class_is_asked_is_taken(tmp_path):
    put(tmp_path / "s1.json", page("Ada", **GIVEN, missed_revolution=PYTHON))
    assert list(read(tmp_path, wanted=[FORM]).answers) == [("s1", FORM)]
    assert len(read(tmp_path, wanted=None).answers) == 2


def test_without_a_roster_a_lone_program_is_nobodys(tmp_path):
    put(tmp_path / "missed_revolution.py", PYTHON)
    put(tmp_path / "ada" / "missed_revolution.py", PYTHON)
    found = read(tmp_path, members=None)
    assert list(found.answers) == [("ada", PROGRAM)]
    assert "must be in a student's folder" in found.not_taken[0][1]


def test_a_list_says_when_what_came(tmp_path):
    put(tmp_path / "in" / "s1.json", page("Ada", **GIVEN))
    put(tmp_path / "in" / "s2" / "old.json", page("Bob", **GIVEN))
    put(tmp_path / "in" / "s2" / "new.json", page("Bob", four_lines_of_iostat={}))
    lines = (
        "file,id,time\n,S1,2026-12-03T10:00:00Z\ns2/old.json,,2026-12-02T10:00:00+00:00\n"
        "s2/new.json,,2026-12-01T10:00:00Z\n"
    )
    told = ClassFile(arrivals=put(tmp_path / "arrivals.csv", lines))
    found = read(tmp_path / "in", told)
    assert [one.arrived.day for one in found.answers.values()] == [2, 3]
    assert str(found.answers["s2", FORM].file) == "s2/old.json"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id,time\ns1,soon\n", 'line 2: time must be like 2026-12-01T18:00:00, got "soon"'),
        ("id\ns1\n", "got null"),
        ("id,time\n,2026-12-01\n", "line 2: the row must have a file or a student's id"),
        (b"\xff", "is not a CSV file in UTF-8"),
    ],
)
def test_a_mistake_in_the_list_of_arrivals_is_one_line(tmp_path, text, words):
    with pytest.raises(WrongUse, match=r"arrivals\.csv") as caught:
        read_arrivals(put(tmp_path / "arrivals.csv", text), None)
    assert words in str(caught.value)


HERS, OTHERS = Student("s1", "Ada Lovelace", canvas_id="501"), Student("s2", "Bob Bell")
WAYS = {
    "the platform's number": ("lovelaceada_501_100_answers.json", ""),
    "a folder": ("s1/answers.json", ""),
    "an id": ("s1.json", ""),
    "a name that a platform shows": ("Ada Lovelace_9_assignsubmission_file_/answers.json", ""),
    "a file's name": ("answers-Ada-Lovelace.json", ""),
    "a file's beginning": ("s1-answers.json", ""),
    "a folder in a zip": ("upload.zip", ""),
    "a signature": ("answers.json", "Ada Lovelace"),
}
RANK = dict(zip(WAYS, (5, 4, 4, 3, 2, 2, 2, 1), strict=True))


def hand_in(folder, way, answer, time):
    """Hand in an answer file in one of the ways."""
    name, signed = WAYS[way]
    content = page(signed, four_lines_of_iostat=answer)
    if name.endswith(".zip"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as zipped:
            zipped.writestr("s1/answers.json", json.dumps(content))
        content = packed.getvalue()
    put(folder / name, content, time)


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(WAYS, 2)))
def test_weaker_evidence_of_whose_a_file_is_never_takes_the_place_of_stronger(
    tmp_path, first, second
):
    outstanding = {"1": first, "2": second}
    for text, way in outstanding.items():
        hand_in(
            tmp_path, way, {"outstanding": text, "cause": "alone"}, DUE + timedelta(hours=int(text))
        )
    has_number = "the platform's number" in (first, second)
    found = read(tmp_path, members=(HERS if has_number else replace(HERS, canvas_id=""), OTHERS))
    counts = found.answers["s1", FORM]
    strongest = second if RANK[second] >= RANK[first] else first
    assert outstanding[counts.content.answer["outstanding"]] == strongest
    if RANK[first] != RANK[second]:
        weaker = WAYS[first if strongest == second else second][0].removesuffix(".zip")
        told = [flag.text for flag in counts.flags if flag.head == WHOSE] + found.unmatched
        assert any(text.startswith(weaker) for text in told), told


@pytest.mark.parametrize("numbers", [("123", "777"), ("777", "123")])
def test_of_two_numbers_that_show_one_name_the_first_that_came_is_taken_for_hers(tmp_path, numbers):
    for hours, number in enumerate(numbers):
        answer = {"outstanding": str(hours), "cause": "alone"}
        time = DUE + timedelta(hours=hours)
        put(
            tmp_path / f"lovelaceada_{number}_1_answers.json",
            page(four_lines_of_iostat=answer),
            time,
        )
    counts = read(tmp_path).answers["s1", FORM]
    assert counts.content.answer["outstanding"] == "0"
    first, second = numbers
    assert [flag.text for flag in counts.flags] == [
        f"lovelaceada_{second}_1_answers.json is left out: two users show this name, and {first} came before {second}"
    ]


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        *(
            (f"{{}}{copy}.py", "{}.py")
            for copy in (
                " (1)",
                "(2)",
                "-1",
                "_1",
                " 2",
                " [1]",
                " copy",
                " - Copy",
                " \N{EN DASH} Kopie",
                " copy 2",
                " - Copy (2)",
                " (1) (1)",
                " copie",
            )
        ),
        ("Copy of {}.py", "{}.py"),
        ("{} (10).py", "{} (9).py"),
        ("{} (1) (1).py", "{} (1).py"),
        ("{} (2).py", "{} (1) (1).py"),
        ("lovelaceada_5_90_{}-1.py", "lovelaceada_5_100_{}.py"),
        ("lovelaceada_late_5_90_{}-2.py", "lovelaceada_5_91_{}-1.py"),
    ],
)
@pytest.mark.parametrize("seconds", [0, -2])
def test_of_copies_that_came_together_the_newer_counts_and_a_remark_says_so(
    tmp_path, newer, older, seconds
):
    newer, older = (name.format("missed_revolution") for name in (newer, older))
    put(tmp_path / "s1" / newer, "new = 1\n", DUE + timedelta(seconds=seconds))
    put(tmp_path / "s1" / older, "old = 1\n", DUE)
    found = read(tmp_path)
    counts = found.answers["s1", PROGRAM]
    assert counts.content.answer == "new = 1\n"
    why = "its number makes it the newer copy, as both came within seconds"
    assert superseded(found) == [f"s1, {PROGRAM}: s1/{older} is replaced by s1/{newer}, as {why}"]
    assert (COPIES, f"s1/{newer} counts and not s1/{older}: {why}") in counts.flags


def test_what_came_clearly_later_counts_whatever_it_is_called(tmp_path):
    put(tmp_path / "s1" / "missed_revolution (1).py", "old = 1\n", DUE - timedelta(hours=1))
    put(tmp_path / "s1" / "missed_revolution.py", "new = 1\n", DUE)
    assert read(tmp_path).answers["s1", PROGRAM].content.answer == "new = 1\n"


COOKIE = "# -*- coding: {} -*-\nname = 'Jörg'\n"


def test_a_program_may_name_its_encoding(tmp_path):
    for number, encoding in enumerate(("latin-1", "cp1252", "utf-8")):
        put(
            tmp_path / f"s{number}" / "missed_revolution.py",
            COOKIE.format(encoding).encode(encoding),
        )
    put(tmp_path / "s3" / "missed_revolution.py", COOKIE.format("klingon").encode())
    found = read(tmp_path, members=[Student(f"s{number}", f"S {number}") for number in range(4)])
    assert ["Jörg" in one.content.answer for one in found.answers.values()] == [True] * 3
    assert found.not_taken == [
        ("s3", "s3/missed_revolution.py must name an encoding that Python knows, got klingon")
    ]


PARTS = str(get(PROGRAM).solution(7))
HEAD = cells.head_of(get(PROGRAM)) + "\n"
TEST_CELL = (
    f'from exercises.exports.notebook import passes\npasses("{PROGRAM}", 7, "test_x", globals())'
)
OURS = {"where_the_time_goes": {"exercise": PROGRAM, "variant": 7}}


@pytest.mark.parametrize(
    "cells_of",
    [
        [(PARTS, OURS)],
        [("!pip install numpy\n" + PARTS, OURS)],
        [("%matplotlib inline\nimport math?\n" + PARTS, OURS)],
        [("%%time\n" + PARTS, OURS)],
        [("%time x = 1\n" + PARTS + "\nx", OURS)],
        [(textwrap.indent(PARTS, "    "), OURS)],
        [("In [1]: " + PARTS.replace("\n", "\n   ...: "), OURS)],
        [(">>> " + PARTS.replace("\n", "\n... "), OURS)],
        [(PARTS + "\nlatency?", OURS)],
        [(PARTS + "\nfiles = !ls\nx = %sql select", OURS)],
        [("!ls \\\n  -l\n" + PARTS, OURS)],
        [(HEAD + PARTS, {})],
        [(PARTS, {}), (TEST_CELL, {})],
        [(get(PROGRAM).start(7), {}), (PARTS, {}), (TEST_CELL, {})],
        [("# moved below", OURS), (PARTS, {})],
        [(HEAD + "x = 1", {}), (HEAD + PARTS, {})],
        [("!ls", {}), (HEAD + PARTS, {}), ("%%bash\ndef latency", {})],
    ],
    ids=str,
)
def test_what_passes_in_a_notebook_is_taken_from_it_as_it_would_run(tmp_path, cells_of):
    put(tmp_path / "s1" / "work.ipynb", notebook(*cells_of))
    given = read(tmp_path).answers["s1", PROGRAM].content
    names: dict[str, object] = {}
    exec(given.answer, names)
    assert {"latency", "writes_in_ten_seconds"} <= names.keys() or "write_time" in names, (
        given.answer
    )


def test_a_notebook_of_large_outputs_is_read_without_them(tmp_path):
    printed = nbformat.v4.new_output("stream", text="x" * 12_000_000)
    cell = nbformat.v4.new_code_cell(PARTS, metadata=OURS, outputs=[printed])
    put(tmp_path / "s1" / "work.ipynb", nbformat.writes(nbformat.v4.new_notebook(cells=[cell])))
    assert read(tmp_path).answers["s1", PROGRAM].content.answer == PARTS


@pytest.mark.parametrize(
    "name", ["s1-x", "answers-Ada-Lovelace", "up", "Ada Lovelace_9_assignsubmission_file_/x"]
)
def test_whoever_only_claims_to_be_a_student_cannot_use_up_her_budget(tmp_path, name):
    put(tmp_path / "s1" / "answers.json", page("Ada", **GIVEN))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        for number in range(MOST_FILES + 1):
            zipped.writestr(f"s1/{number}.py", "x")
    put(tmp_path / f"{name}.zip", packed.getvalue())
    members = Class([ADA, BOB])
    found = Reader(members, ClassFile(), [FORM]).read(entries(tmp_path, None, members.account))
    assert list(found.answers) == [("s1", FORM)]
    assert f"more than {MOST_FILES} files" in found.not_taken[0][1]


def test_an_answer_that_is_less_surely_hers_than_her_others_is_flagged(tmp_path):
    put(tmp_path / "s1" / "missed_revolution.py", PYTHON)
    put(tmp_path / "answers-Ada-Lovelace.json", page("Ada", **GIVEN))
    put(tmp_path / "s2" / "Ada Lovelace.json", page("", **GIVEN))
    found = {key: [flag.text for flag in one.flags] for key, one in read(tmp_path).answers.items()}
    assert found == {
        ("s1", PROGRAM): [],
        ("s2", FORM): [],
        ("s1", FORM): ["only its own name, or that of a zip's folder, says whose it is"],
    }


def test_definitions_that_an_answer_uses_from_other_cells_come_with_it(tmp_path):
    answer = "def write_time(size):\n    return helper(size) + OFFSET"
    others = [
        "%matplotlib inline\nimport math as m\nBASE = 2",
        "def helper(x):\n    return 0",
        "BASE, OFFSET = 3, 4\nprint(unused)",
        "def helper(x, names=['a']):\n    return m.floor(x) + BASE + len(names)",
        "size = slow()\ndef unused():\n    pass",
        "this is no Python",
    ]
    made = [
        *((cell, {}) for cell in others),
        (answer, {"where_the_time_goes": {"exercise": PROGRAM}}),
    ]
    put(tmp_path / "s1" / "work.ipynb", notebook(*made))
    program = read(tmp_path).answers["s1", PROGRAM].content.answer
    names = {}
    exec(program, names)
    assert names["write_time"](1.5) == 1 + 3 + 1 + 4
    assert not {"unused", "slow", "print", "size"} & set(program.replace("(size)", "").split())
    assert program.endswith(answer)


def test_an_answer_without_names_of_other_cells_stays_as_it_is(tmp_path):
    answer = (
        "import math\n\ndef write_time(x):\n    helper = math.floor(x)  # mine\n    return helper"
    )
    cells = [
        ("def helper():\n    pass", {}),
        (answer, {"where_the_time_goes": {"exercise": PROGRAM}}),
    ]
    put(tmp_path / "s1" / "work.ipynb", notebook(*cells))
    assert read(tmp_path).answers["s1", PROGRAM].content.answer == answer


def test_names_that_another_cell_imports_with_a_star_come_with_it(tmp_path):
    answer = "def write_time(x):\n    return floor(x)"
    cells = [("from math import *", {}), (answer, {"where_the_time_goes": {"exercise": PROGRAM}})]
    put(tmp_path / "s1" / "work.ipynb", notebook(*cells))
    assert read(tmp_path).answers["s1", PROGRAM].content.answer == f"from math import *\n{answer}"
