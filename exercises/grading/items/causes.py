"""Say in words what was answered: the option that was taken, the known mistake that leads to a
number, or how far the number is from the right one.

A job is {"exercise", "variant", "answer", "full": whether it earned all points, "failed": the tests
that it failed}. Its outcome is {"given", "right": words by field, "variant": facts by name}.
"""

from math import isclose
from typing import Any

from exercises import contents
from exercises.cli.text_report import in_words
from exercises.kit import form
from exercises.kit.exercise import Exercise
from exercises.kit.form import BadAnswer, Choice, Field, Number
from models.jobs.workers import Job, Outcome

SAME = 0.01
"""Relative difference up to which a number is the one that a mistake leads to: answers are typed with
two or three digits."""
RIGHT = "right"
READ = ("predict", "read")  # kinds whose fields have one right value each
TESTS = "Tests that fail"  # stands for a field where the answer as a whole is judged


def explain(job: Job) -> Outcome:
    """Return what was answered and what is right, in words by field, and facts about the
    variant."""
    exercise, variant = contents.get(job["exercise"]), job["variant"]
    case = exercise.case(variant)
    facts = {
        name: value
        for name, value in case.items()
        if isinstance(value, str | int | float)
        and not isinstance(value, bool)
        and "\n" not in str(value)
    }
    if exercise.kind not in READ or exercise.form is None:
        given = RIGHT if job["full"] else _failure(exercise, job["failed"])
        return {"given": {TESTS: given}, "right": {TESTS: RIGHT}, "variant": facts}
    right = form.read(exercise.form, exercise.solution(variant))
    typed = form.starts(exercise.form) | job["answer"]
    wrong = {} if job["full"] else _wrong(exercise, variant)
    outcome: Outcome = {"given": {}, "right": {}, "variant": facts}
    for name, field in exercise.form.items():
        value = right[name] if job["full"] else _read(field, name, typed[name])
        outcome["right"][field.label] = _words(field, right[name], right[name], {})
        outcome["given"][field.label] = (
            f"not an answer: “{str(typed[name])[:20]}”"
            if value is None
            else _words(field, value, right[name], {text: one[name] for text, one in wrong.items()})
        )
    return outcome


def options(exercise: Exercise) -> dict[str, list[str]]:
    """Return the options of each field to choose from, by the field's label."""
    fields = (exercise.form or {}).values() if exercise.kind in READ else ()
    return {field.label: [*field.options.values()] for field in fields if isinstance(field, Choice)}


def _read(field: Field, name: str, typed: Any) -> Any:
    try:
        return field.read(name, typed)
    except BadAnswer:
        return None


def _wrong(exercise: Exercise, variant: int) -> dict[str, dict[str, Any]]:
    """Return the fields of the known wrong answers, by what they believe."""
    assert exercise.form is not None
    found = {}
    for one in exercise.wrong:
        try:
            fields = form.read(exercise.form, exercise.wrong_answer(one, variant))
        except BadAnswer:
            continue
        found[one.believes] = dict(fields)
    return found


def _words(field: Field, value: Any, right: Any, wrong: dict[str, Any]) -> str:
    if isinstance(field, Choice):
        return field.options[value]
    if not isinstance(field, Number):
        return "on" if value else "off"
    if isclose(value, right, rel_tol=SAME):
        return RIGHT
    for text, other in wrong.items():
        if isclose(value, other, rel_tol=SAME):
            return text
    if not right or not value:
        return field.said(field.typed(value))
    return f"about {float(f'{value / right:.1g}'):g} × the right value"


def _failure(exercise: Exercise, failed: list[str]) -> str:
    """Return the known mistakes that fail just these tests; else the tests."""
    known = [one.believes for one in exercise.wrong if sorted(one.fails) == sorted(failed)]
    if known:
        return " Or: ".join(known)
    if len(failed) == len(exercise.tests):
        return "none passes"
    return "; ".join(in_words(id) for id in failed)
