"""Fields that a function fills in: a file with `def answer(case)`, as an exercise's solution has
it."""

from typing import Any

from exercises.kit.answer import Answer, Runner
from exercises.kit.exercise import Exercise
from exercises.kit.form import Form


def fields(exercise: Exercise, code: str, variant: int, runner: Runner) -> Any:
    """What `answer(case)` of the code returns for a variant, in SI, as a reader would have typed
    it.

    Raises AnswerError. Whatever the function returns that is no such field stays as it is: the form
    says what is wrong.
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
