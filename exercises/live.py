"""The page's way in: JSON text in, a verdict as JSON text out, whatever the answer does."""

import json

from exercises.answer import InPage
from exercises.contents import get
from exercises.verdict import Verdict


def check(request: str) -> str:
    """Checks {"exercise": id, "code": text} here and returns a verdict. Never raises an Exception.

    A request that is not of that form, an unknown id and a failure of our own (or of an answer that broke the
    interpreter it shares with us) come back as a verdict's `error`.
    """
    from exercises.check import check as run  # pytest is unpacked at a page's first check

    try:
        wish = json.loads(request)
        exercise, code = get(wish["exercise"]), str(wish["code"])
    except (ValueError, KeyError, TypeError) as error:
        return _failed("", f"not a request for a check: {error.args[0] if error.args else error}")
    try:
        return json.dumps(run(exercise, code, InPage).to_json())
    except Exception as error:
        return _failed(exercise.id, f"the tests did not run: {error}")


def _failed(exercise: str, message: str) -> str:
    return json.dumps(Verdict(exercise, 0, [], {"message": message, "line": None}).to_json())
