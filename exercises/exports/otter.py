"""Write notebooks that `otter assign` of otter-grader 7 reads: a notebook for each variant, with a
question for each exercise."""

from exercises.exports import cells, template
from exercises.exports.order import Order
from exercises.exports.package import build_wheel
from exercises.kit.cell_names import name_of
from exercises.kit.exercise import Exercise, ExerciseTest

SETTINGS = """# ASSIGNMENT CONFIG
# For the instructor: otter runs answers and tests in one Python. Marks that count need the book's own grader (README.md).
name: {name}
generate: true
run_tests: true
check_all_cell: true
export_cell:
  pdf: false
tests:
  ok_format: false
files:
  - {wheel}
requirements:
  - ipykernel
  - pytest>=9.2
  - /autograder/source/files/{wheel}
"""


def write(order: Order) -> None:
    """Write a notebook for each variant, and the wheel that the notebooks need."""
    wheel = build_wheel(order.out, order.exercises)
    for variant in order.variants:
        name = template.assignment(variant)
        (order.out / f"{name}.ipynb").write_text(
            _notebook(name, order, variant, wheel.name), encoding="utf-8"
        )
    template.copy(
        "otter", order.out, wheel=wheel.name, assignment=template.assignment(order.variants[0])
    )


def _notebook(name: str, order: Order, variant: int, wheel: str) -> str:
    made = [
        cells.raw(SETTINGS.format(name=name, wheel=wheel)),
        cells.text(cells.INTRO.format(wheel=wheel, grader="otter")),
    ]
    for exercise in order.exercises:
        made += [
            cells.raw(f"# BEGIN QUESTION\nname: {name_of(exercise)}\npoints: {exercise.points}"),
            *cells.question_cells(exercise, variant),
            cells.raw("# BEGIN SOLUTION"),
            cells.answer(exercise, variant),
            cells.raw("# END SOLUTION"),
            cells.raw("# BEGIN TESTS"),
            *(cells.code(_test(exercise, variant, test)) for test in exercise.tests),
            cells.raw("# END TESTS"),
            cells.raw("# END QUESTION"),
        ]
    return cells.notebook(made)


def _test(exercise: Exercise, variant: int, test: ExerciseTest) -> str:
    """Return the source of a test cell: its settings for otter, and a function that takes the
    notebook's namespace."""
    lines = cells.test(exercise, variant, test, "env")
    return "\n".join(
        [
            '""" # BEGIN TEST CONFIG',
            "hidden: false",
            f"points: {test.points}",
            '""" # END TEST CONFIG',
            f"def {test.id}(env):",
            *(f"    {line}" for line in lines),
        ]
    )
