"""nbgrader's own commands on an exported course: what is released, the marks, the feedback."""

import csv
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import nbformat
import pytest

from exercises.__main__ import main
from exercises.contents import get
from tests.conftest import sample
from tests.exercises.exports.sample import ANSWERS, IDS, NAME, VARIANT, hand_in, marks, run

pytestmark = pytest.mark.slow
KINDS = sample(list(ANSWERS), ["right", "wrong"])
GRADED = """
select student.id, base.name, grade.auto_score
from grade join base_cell base on base.id = grade.cell_id join submitted_notebook notebook on notebook.id = grade.notebook_id
join submitted_assignment given on given.id = notebook.assignment_id join student on student.id = given.student_id
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory, installed):
    """A course that was released, handed in by a student for each sort of answer, graded and sent
    back."""
    folder = tmp_path_factory.mktemp("course")
    assert main(["export", "nbgrader", str(folder), *IDS, "--variant", str(VARIANT)]) == 0
    site = installed(folder)
    run(folder, site, "nbgrader", "generate_assignment", NAME, "--create")
    released = folder / "release" / NAME / f"{NAME}.ipynb"
    for kind in KINDS:
        hand_in(released, [kind] * len(IDS), folder / "submitted" / kind / NAME / f"{NAME}.ipynb")
    for command in (["autograde", NAME], ["export"], ["generate_feedback", NAME]):
        run(folder, site, "nbgrader", *command)
    return SimpleNamespace(folder=folder, released=released)


def test_what_is_released_holds_the_start_and_no_solution(course):
    cells = nbformat.read(course.released, as_version=4).cells
    answers = [cell.source for cell in cells if "where_the_time_goes" in cell.metadata]
    for id, answer in zip(IDS, answers, strict=True):
        exercise = get(id)
        assert "SOLUTION" not in answer and "raise" not in answer
        if exercise.form is None:
            assert (
                exercise.start(VARIANT).strip() in answer
                and exercise.solution(VARIANT).strip() not in answer
            )


def test_each_exercise_has_the_marks_of_our_own_check(course):
    with closing(sqlite3.connect(course.folder / "gradebook.db")) as book:
        graded = book.execute(GRADED).fetchall()
    given = {(kind, id): 0.0 for kind in KINDS for id in IDS}
    for kind, cell, score in graded:
        given[kind, cell.partition("-test_")[0]] += score
    assert given == {(kind, id): marks(kind, id) for kind in KINDS for id in IDS}


def test_the_exported_table_has_the_sums(course):
    with (course.folder / "grades.csv").open(newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {kind: float(row["score"]) for kind, row in rows.items()} == {
        kind: sum(marks(kind, id) for id in IDS) for kind in KINDS
    }
    assert {float(row["max_score"]) for row in rows.values()} == {sum(get(id).points for id in IDS)}


def test_the_feedback_says_what_came_and_what_to_look_at(course):
    page = (course.folder / "feedback" / "wrong" / NAME / f"{NAME}.html").read_text(
        encoding="utf-8"
    )
    for id in IDS:
        assert any(words in page for words in get(id).wrong[0].advice), id
    assert "most recent call last" not in page
