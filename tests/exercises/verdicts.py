"""This interpreter's verdicts on answers to the book's exercises, each found once for all tests
that look at it."""

import json
from functools import cache

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.checker.verdict import Verdict
from exercises.contents import get
from exercises.kit.exercise import Exercise, RawAnswer


@cache
def found(id: str, answer: str, variant: int) -> Verdict:
    """The verdict on an answer, which is given as JSON."""
    return check(get(id), json.loads(answer), InPage, variant)


def verdict(exercise: Exercise, answer: RawAnswer, variant: int) -> Verdict:
    """The verdict on an answer to an exercise of the book."""
    return found(exercise.id, json.dumps(answer), variant)
