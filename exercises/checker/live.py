"""Define the functions that the page calls. They take and return JSON text, and never raise."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from exercises.checker.hearing import MOST_ROUNDS, Hearing
from exercises.checker.limits import PATIENCE
from exercises.checker.verdict import TestOutcome, Verdict
from exercises.contents import get
from exercises.kit.exercise import Exercise, ExerciseTest, check_variant


def check(request: str) -> str:
    """Check the answer in a request {"exercise": id, "variant": number, "answer": program or
    fields, "said": a program's replies so far, "round": number}, and return the verdict. No program
    runs here: if it must first answer more calls, return them as {"ask", "limits"}
    (`schemas/check.schema.json`).

    If the request is not valid, names an unknown id or makes the checker fail, the verdict has an
    `error`.
    """
    from exercises.checker.check import check as run  # pytest is unpacked for the first check

    try:
        exercise, variant, wish = _wish(request)
        answer = wish["answer"]
        solution = exercise.solution(variant)
        heard = Hearing(
            str(solution), wish.get("said", {}), last=wish.get("round", 0) >= MOST_ROUNDS
        )
    except (ValueError, KeyError, TypeError) as error:
        return _failed("", 1, f"not a request for a check: {_line(error)}")
    try:
        verdict = run(exercise, answer, heard.runner, variant)
        return json.dumps(_ask(heard) if heard.open else verdict.to_json())
    except Exception as error:
        return _failed(exercise.id, variant, f"the tests did not run: {error}", exercise.tests)


def _ask(heard: Hearing) -> dict[str, Any]:
    limits = {
        "load": heard.limits.load,
        "call": heard.limits.call,
        "total": heard.limits.total,
        "tests": PATIENCE,
    }
    return {"ask": heard.open, "limits": limits}


def pose(request: str) -> str:
    """Return the texts and data of the variant in a request {"exercise", "variant"}: {"exercise",
    "variant", "blanks", "picture", "starter"}, or {"error": {"message"}}."""
    return _answered(
        request,
        lambda exercise, variant: {
            "exercise": exercise.id,
            "variant": variant,
            "blanks": exercise.blanks(variant),
            "picture": exercise.picture(variant),
            "starter": exercise.start(variant) if exercise.form is None else None,
        },
    )


def solve(request: str) -> str:
    """Return the reference solution for the variant in a request {"exercise", "variant"}:
    {"solution": program or fields}, or {"error": {"message"}}."""
    return _answered(request, lambda exercise, variant: {"solution": exercise.solution(variant)})


def sheet(request: str) -> str:
    """Return the class sheet for a request {"roster": text, "exercises": ids, "seed", "url"}:
    {"rows", "csv", "class_file"}, or {"faults"} with a line for each mistake. Nothing is stored."""
    from exercises.checker.class_wish import answered  # imported here so that figures load faster

    return json.dumps(answered(json.loads(request)))


def _answered(request: str, work: Callable[[Exercise, int], dict[str, Any]]) -> str:
    try:
        exercise, variant, _ = _wish(request)
        return json.dumps(work(exercise, variant))
    except Exception as error:
        return json.dumps({"error": {"message": _line(error)}})


def _wish(request: str) -> tuple[Exercise, int, dict[str, Any]]:
    """Return the exercise and the variant of a request, and the request as a dict. Raise
    ValueError, KeyError or TypeError if it is not valid."""
    wish = json.loads(request)
    return get(str(wish["exercise"])), check_variant(wish["variant"]), wish


def _line(error: BaseException) -> str:
    return str(error.args[0] if error.args else error)


def _failed(exercise: str, variant: int, message: str, tests: Iterable[ExerciseTest] = ()) -> str:
    error = {"message": message, "line": None, "field": None}
    outcomes = [TestOutcome(test.id, test.points) for test in tests]
    return json.dumps(
        Verdict(exercise, variant, sum(test.points for test in tests), outcomes, error).to_json()
    )
