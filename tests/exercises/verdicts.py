"""This interpreter's verdicts on answers to the book's exercises, each found once for all tests that look at it."""

import json
from functools import cache

from exercises.answer import InPage
from exercises.check import check
from exercises.contents import get
from exercises.define import Exercise, RawAnswer
from exercises.verdict import Verdict


@cache
def found(id: str, answer: str, variant: int) -> Verdict:
    """The verdict on an answer, which is given as JSON."""
    return check(get(id), json.loads(answer), InPage, variant)


def verdict(exercise: Exercise, answer: RawAnswer, variant: int) -> Verdict:
    """The verdict on an answer to an exercise of the book."""
    return found(exercise.id, json.dumps(answer), variant)
