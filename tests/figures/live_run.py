"""A figure's run in steps, as the page drives it; every answer is checked against its schema."""

import json

from figures.contents import get
from figures.run import live
from tests.figures.runs import validate


def start(figure="missed-turn", **request):
    """The answer to a start."""
    answer = json.loads(live.start(json.dumps({"figure": figure, **request})))
    validate("result", answer, "started")
    return answer


def step(budget=0.05):
    """The answer to one step."""
    answer = json.loads(live.step(budget))
    validate("result", answer, "stepped")
    return answer


def finish():
    """(all rows, the last answer)."""
    rows = []
    while True:
        answer = step()
        rows += answer.get("rows", [])
        if answer.get("done", True):
            return rows, answer


def run(figure="missed-turn", **request):
    """The rows and the last answer of a whole run."""
    assert start(figure, **request) == {"ok": True}
    return finish()


def failure(code, figure="missed-turn"):
    """The error of a reader's code."""
    answer = run(figure, code=code)[1]
    assert "error" in answer, answer.get("rows", [])[:3]
    return answer["error"]


def own_code(figure, *changes):
    """A figure's own code with some texts replaced."""
    code = get(figure).code()
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    return code
