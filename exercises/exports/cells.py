"""Build the cells of a notebook with exercises: for each the question, its picture and hints, the
answer, and a cell per test."""

import base64
import json
from collections.abc import Callable, Sequence
from typing import Any

import nbformat
from nbformat import NotebookNode

from exercises.cli.text_report import in_words
from exercises.exports import question
from exercises.kit.cell_names import head_of, name_of
from exercises.kit.exercise import Exercise, ExerciseTest

INTRO = """# Exercises

From *Where the Time Goes*. The tests are a package of Python. Before the first run, and only once, run this in a cell of
its own: `%pip install pytest ./{wheel}`

Your answer to an exercise is what stands in **its own cell, and nothing else**: functions of your own, constants and imports
belong there as well. Each test cell shows the call, its result and advice. {grader} runs your answer and the tests
in the same Python, so a mark from here shows who practised, but does not prevent cheating.
"""
BEGIN, END = "# BEGIN SOLUTION", "# END SOLUTION"
"""Marks between which nbgrader and otter remove the solution."""


CellMaker = Callable[..., NotebookNode]
text: CellMaker = nbformat.v4.new_markdown_cell
raw: CellMaker = nbformat.v4.new_raw_cell
_code: CellMaker = nbformat.v4.new_code_cell
_notebook: CellMaker = nbformat.v4.new_notebook
_writes: Callable[[NotebookNode], str] = nbformat.writes


def code(source: str, **metadata: Any) -> NotebookNode:
    """Return a code cell with this source and metadata."""
    return _code(source, metadata=metadata)


def question_cells(exercise: Exercise, variant: int) -> list[NotebookNode]:
    """Return the cells of a question: the prompt, the picture if there is one, and the hints."""
    made = [text(question.prompt(exercise, variant))]
    drawn = question.picture(exercise, variant)
    if drawn is not None:
        alt, svg = drawn
        attached = (
            {"picture.svg": {"image/svg+xml": base64.b64encode(svg.encode()).decode()}}
            if svg
            else {}
        )
        made.append(
            text(
                f"![{alt}](attachment:picture.svg)" if svg else f"*The picture:* {alt}",
                attachments=attached,
            )
        )
    return [*made, text(question.hints(exercise, variant))]


def answer(exercise: Exercise, variant: int, **metadata: Any) -> NotebookNode:
    """Return the cell of an answer: what it begins with, and the solution between two marks, where
    graders remove it. The metadata name the exercise and the variant."""
    start, solution = exercise.start(variant), exercise.solution(variant)
    if isinstance(start, str) or isinstance(solution, str):
        lines = [head_of(exercise), str(start).rstrip(), "", BEGIN, str(solution).rstrip(), END]
    else:
        begin = f"{name_of(exercise)} = {{"
        lines = [begin]
        for name, field in (exercise.form or {}).items():
            lines += [
                *(f"    # {line}" for line in question.field_lines(field)),
                _line(name, start[name]),
            ]
        lines += [
            "}",
            BEGIN,
            begin,
            *(_line(name, value) for name, value in solution.items()),
            "}",
            END,
        ]
    return code(
        "\n".join(lines),
        where_the_time_goes={"exercise": exercise.id, "variant": variant},
        **metadata,
    )


def _line(name: str, value: Any) -> str:
    return f'    "{name}": {value if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)},'


def test(
    exercise: Exercise, variant: int, one: ExerciseTest, names: str = "globals()"
) -> list[str]:
    """Return the lines of the cell for the test `one`. `names` is the expression that gives the
    notebook's namespace in that cell."""
    points = "1 point" if one.points == 1 else f"{one.points} points"
    return [
        f"# {in_words(one.id).capitalize()} ({points})",
        "from exercises.exports.notebook import passes",
        f'passes("{exercise.id}", {variant}, "{one.id}", {names})',
    ]


def notebook(cells: Sequence[NotebookNode]) -> str:
    """Return the text of a notebook of these cells. The cells are numbered, so that the same
    exercises always give the same file."""
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    return _writes(
        _notebook(
            cells=list(cells), metadata={"kernelspec": kernel, "language_info": {"name": "python"}}
        )
    )
