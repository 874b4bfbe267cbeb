"""Fields computed by a file with `def answer(case)`, like an exercise's solution."""

from typing import Any

from exercises.kit.answer import Answer, Runner
from exercises.kit.exercise import Exercise
from exercises.kit.form import Form


def fields(exercise: Exercise, code: str, variant: int, runner: Runner) -> Any:
    """Return what `answer(case)` of the code returns for a variant, in SI, as a reader would have
    typed it.

    Raise AnswerError. Values that are not fields stay unchanged, so that the form refuses them.
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
