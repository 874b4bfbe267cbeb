"""Write a course for nbgrader 0.9: a folder in which its commands run, with one assignment per
variant."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from exercises.exports import cells, template
from exercises.exports.order import Order
from exercises.exports.package import build_wheel


def write(order: Order) -> None:
    """Write the course's settings, and `source/ASSIGNMENT/` with the notebook and its wheel for
    each variant."""
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
    """Return the source of an assignment. nbgrader removes the solutions, and gives a test cell's
    points if it raises nothing."""
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
    """Return the metadata of a cell for nbgrader."""
    return {
        "schema_version": 3,
        "grade_id": name,
        "grade": grade,
        "solution": solution,
        "locked": not solution,
        "task": False,
        **more,
    }
