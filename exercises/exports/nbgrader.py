"""Write a course for nbgrader 0.9: a folder in which nbgrader's commands run, with an assignment
for each variant."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from exercises.exports import cells, template
from exercises.exports.order import Order
from exercises.exports.package import build_wheel


def write(order: Order) -> None:
    """Write the settings of the course, and for each variant `source/ASSIGNMENT/` with a notebook
    and the wheel that it needs."""
    with tempfile.TemporaryDirectory() as temporary:
        wheel = build_wheel(Path(temporary), order.exercises)
        for variant in order.variants:
            name = template.assignment(variant)
            folder = order.out / "source" / name
            folder.mkdir(parents=True)
            shutil.copy(wheel, folder)
            (folder / f"{name}.ipynb").write_text(
                _notebook(order, variant, wheel.name), encoding="utf-8"
            )
    template.copy(
        "nbgrader", order.out, wheel=wheel.name, assignment=template.assignment(order.variants[0])
    )


def _notebook(order: Order, variant: int, wheel: str) -> str:
    """Return the text of a variant's notebook with solutions. nbgrader removes these, and gives the
    points of a test cell if the cell raises nothing."""
    made = [cells.text(cells.INTRO.format(wheel=wheel, grader="nbgrader"))]
    for exercise in order.exercises:
        made += cells.question_cells(exercise, variant)
        made.append(cells.answer(exercise, variant, nbgrader=_cell(exercise.id, solution=True)))
        for test in exercise.tests:
            source = "\n".join(cells.test(exercise, variant, test))
            graded = _cell(f"{exercise.id}-{test.id}", grade=True, points=test.points)
            made.append(cells.code(source, nbgrader=graded))
    return cells.notebook(made)


def _cell(name: str, grade: bool = False, solution: bool = False, **more: Any) -> dict[str, Any]:
    """Return the metadata that tell nbgrader what a cell is for."""
    return {
        "schema_version": 3,
        "grade_id": name,
        "grade": grade,
        "solution": solution,
        "locked": not solution,
        "task": False,
        **more,
    }
