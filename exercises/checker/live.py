"""The page's way in: JSON text in, JSON text out, whatever the answer does."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from exercises.checker import harmless
from exercises.checker.in_page import InPage
from exercises.checker.verdict import TestOutcome, Verdict
from exercises.contents import get
from exercises.kit.exercise import Exercise, ExerciseTest, check_variant


def check(request: str) -> str:
    """Checks {"exercise": id, "variant": number, "answer": program or fields} here and returns a verdict. Never raises
    an Exception.

    A request that is not of that form, an unknown id and a failure of our own (or of an answer that broke the
    interpreter it shares with us) come back as a verdict's `error`.
    """
    from exercises.checker.check import check as run  # pytest is unpacked at a page's first check

    try:
        exercise, variant, wish = _wish(request)
        answer = wish["answer"]
    except (ValueError, KeyError, TypeError) as error:
        return _failed("", 1, f"not a request for a check: {_line(error)}")
    try:
        return json.dumps(run(exercise, answer, InPage, variant).to_json())
    except Exception as error:
        return _failed(exercise.id, variant, f"the tests did not run: {error}", exercise.tests)


def is_harmless(request: str) -> str:
    """"true" if the program of a request for a check surely leaves the interpreter as it was, else "false"."""
    try:
        answer = json.loads(request)["answer"]
        return json.dumps(not isinstance(answer, str) or harmless.is_harmless(answer))
    except Exception:
        return "false"


def pose(request: str) -> str:
    """What a variant puts into the question: {"exercise", "variant", "blanks", "picture"} or {"error": {"message"}}."""
    return _answered(request, lambda exercise, variant: {
        "exercise": exercise.id, "variant": variant,
        "blanks": exercise.blanks(variant), "picture": exercise.picture(variant)})


def solve(request: str) -> str:
    """The reference solution for a variant: {"solution": program or fields} or {"error": {"message"}}."""
    return _answered(request, lambda exercise, variant: {"solution": exercise.solution(variant)})


def _answered(request: str, work: Callable[[Exercise, int], dict[str, Any]]) -> str:
    try:
        exercise, variant, _ = _wish(request)
        return json.dumps(work(exercise, variant))
    except Exception as error:
        return json.dumps({"error": {"message": _line(error)}})


def _wish(request: str) -> tuple[Exercise, int, dict[str, Any]]:
    """Exercise and variant of a request, and the request. Raises ValueError, KeyError, TypeError."""
    wish = json.loads(request)
    return get(str(wish["exercise"])), check_variant(wish["variant"]), wish


def _line(error: BaseException) -> str:
    return str(error.args[0] if error.args else error)


def _failed(exercise: str, variant: int, message: str, tests: Iterable[ExerciseTest] = ()) -> str:
    error = {"message": message, "line": None, "field": None}
    outcomes = [TestOutcome(test.id, test.points) for test in tests]
    return json.dumps(Verdict(exercise, variant, sum(test.points for test in tests), outcomes, error).to_json())
