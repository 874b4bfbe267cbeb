"""Answers in a notebook: a cell whose metadata name an exercise holds the answer to it."""

import ast
import json
import logging
import warnings
from pathlib import PurePath
from typing import Any

from exercises.cli.answer_file import Given, fields, program, record_of
from exercises.cli.record import shown
from exercises.kit.exercise import Exercise, check_variant
from models.cli.command_line import WrongUse

OURS = "where_the_time_goes"
"""The member of a cell's metadata that says what it answers: {"exercise": id, "variant": number}; nbgrader's is its
`grade_id`."""


def answers(text: str, path: PurePath) -> dict[str, tuple[str, int | None]]:
    """The text of the cells that answer something, and the variant if they name one, by the id that they give.

    Raises WrongUse if this is no notebook.
    """
    import nbformat

    logging.getLogger("traitlets").setLevel(logging.CRITICAL)  # it prints what is wrong with a notebook
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cells = nbformat.reads(text, as_version=4).cells
            found = [(*_named(cell), cell.source) for cell in cells if cell.cell_type == "code"]
    except Exception as error:  # of a notebook that is none, nbformat may raise anything
        why = " ".join(str(error).split())[:100]
        raise WrongUse(f"{path} is no notebook that can be read: {type(error).__name__} {why}".rstrip()) from None
    given: dict[str, tuple[str, int | None]] = {}
    for id, variant, source in found:
        if isinstance(id, str) and isinstance(source, str):
            before = given.get(id, ("", None))
            given[id] = (f"{before[0]}\n{source}".lstrip("\n"), before[1] or variant)
    return given


def _named(cell: Any) -> tuple[Any, int | None]:
    own = cell.metadata.get(OURS)
    if isinstance(own, dict):
        return own.get("exercise"), check_variant(own["variant"]) if "variant" in own else None
    nbgrader = cell.metadata.get("nbgrader")
    if isinstance(nbgrader, dict) and nbgrader.get("solution") is not False:
        return nbgrader.get("grade_id"), None
    return None, None


def understood(source: str, exercise: Exercise, path: PurePath, variant: int | None) -> Given:
    """A cell as an answer: a program, or fields, as JSON or as a dict of Python that stands there. Raises WrongUse."""
    given = program(source, path) if exercise.form is None else fields(_literal(source, path), path)
    return given._replace(variant=variant)


def _literal(source: str, path: PurePath) -> dict[str, Any]:
    """The last dict that a cell writes down; the cell is not run."""
    try:
        found = json.loads(source)
    except (ValueError, RecursionError):
        try:
            values = [getattr(step, "value", None) for step in ast.parse(source).body]
            found = ast.literal_eval([value for value in values if isinstance(value, ast.Dict)][-1])
        except (SyntaxError, ValueError, IndexError, TypeError, MemoryError, RecursionError):
            found = None
    try:
        if isinstance(found, dict):
            return record_of(json.dumps(found), path)
    except (TypeError, ValueError):
        pass
    raise WrongUse(f"{path}: the cell must hold the fields of the answer in braces, got {shown(source.strip())}")
