"""Compute the fields of an answer with a program that defines `answer(case)`, as solutions do."""

from typing import Any

from exercises.kit.answer import Answer, Runner
from exercises.kit.exercise import Exercise
from exercises.kit.form import Form


def fields(exercise: Exercise, code: str, variant: int, runner: Runner) -> Any:
    """Run a program, and return the values of its `answer(case)` for a variant as a reader would
    type them.

    Raise AnswerError if the program fails. Values that do not fit the fields are returned
    unchanged, and the form will refuse them.
    """
    try:
        values = Answer(code, runner).answer(exercise.case(variant))
    finally:
        runner.close()
    if not isinstance(values, dict):
        return values
    return {name: _typed(exercise.form or {}, name, value) for name, value in values.items()}


def _typed(form: Form, name: str, value: Any) -> Any:
    if name not in form or isinstance(value, (str, bool)):
        return value
    try:
        return form[name].typed(value)
    except (TypeError, ValueError):
        return value
