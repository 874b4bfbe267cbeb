"""Run the tests of an exercise from the test cells of an exported notebook.

The answer runs in the same Python as the notebook and the tests. This is meant for practice: it
prevents accidents, not cheating.
"""

import re
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import FrameType
from typing import Any

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.checker.limits import USUAL
from exercises.checker.verdict import TestOutcome, Verdict
from exercises.contents import get
from exercises.kit.answer import Ended
from exercises.kit.cell_names import head_of, name_of
from exercises.kit.exercise import Exercise
from exercises.kit.plain import NotPlain, decode, encode

LIMITS = USUAL
UNCOUNTED = "This test passes, but it also passes on the starter: its points count once another test passes."


class NotYet(AssertionError):
    """A test that earns no points. The notebook shows the message without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class OutOfTime(BaseException):
    """An answer that has used up its time. It is not an Exception, so that `except Exception` in an
    answer does not catch it."""


def passes(id: str, variant: int, test: str, names: Mapping[str, Any]) -> None:
    """Raise NotYet with a message and advice unless the answer earns the points of a test. `names`
    is the notebook's namespace, `globals()`."""
    exercise = get(id)
    answer = (
        _program(exercise, variant, names["In"])
        if exercise.form is None
        else names.get(name_of(exercise))
    )
    if not answer:
        raise NotYet(f"no cell with an answer to {exercise.title} has run yet")
    try:
        verdict = _verdict(id, variant, encode(answer))
    except NotPlain as error:
        raise NotYet(f"the answer must be plain data: {error}") from None
    outcome = next(outcome for outcome in verdict.tests if outcome.id == test)
    if outcome.outcome == "failed":
        raise NotYet(_failure_text(verdict, outcome))
    if not verdict.points:
        raise NotYet(UNCOUNTED)
    if outcome.message:
        print(outcome.message)


def _program(exercise: Exercise, variant: int, cells: Sequence[str]) -> str:
    """Return the last cell that was run and holds the answer. It is recognised by its first line;
    if no cell has that line, by a function that it defines."""
    functions = "|".join(re.findall(r"^def (\w+)", str(exercise.start(variant)), re.MULTILINE))
    for mark in (rf"^{re.escape(head_of(exercise))}", rf"^def (?:{functions})\b"):
        if found := [cell for cell in cells if re.search(mark, cell, re.MULTILINE)]:
            return found[-1]
    return ""


@lru_cache(maxsize=100)
def _verdict(id: str, variant: int, answer: str) -> Verdict:
    """Return the verdict on an answer. It depends only on the arguments, so it is cached."""
    return check(get(id), decode(answer), InNotebook, variant)


def _failure_text(verdict: Verdict, outcome: TestOutcome) -> str:
    """Return the message and the advice of a failed test, or the error because of which the answer
    could not be tested."""
    lines = [text for text in (outcome.message, outcome.advice) if text]
    if verdict.error is not None and not outcome.message:
        where = f"line {verdict.error['line']}: " if verdict.error["line"] else ""
        lines = [f"{where}{verdict.error['message']}"]
    return "\n".join(lines)


class InNotebook(InPage):
    """A Runner in the notebook's own interpreter. The usual time limits hold where the system can
    interrupt a program."""

    def load(self, code: str) -> str:
        """Run the code, and return the reply as JSON text. Raise Ended if it takes too long."""
        return _timed(LIMITS.load, LIMITS.late(None), super().load, code)

    def call(self, request: str) -> str:
        """Call a function, and return the reply as JSON text. Raise Ended if it takes too long."""
        return _timed(LIMITS.call, LIMITS.late(decode(request)["function"]), super().call, request)


def _timed(seconds: float, late: str, act: Callable[[str], str], argument: str) -> str:
    """Return `act(argument)`. When the time is up, interrupt it, again and again if it goes on, and
    raise Ended with the message `late`."""
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        return act(argument)
    rung = False

    def ring(signum: int, frame: FrameType | None) -> None:
        nonlocal rung
        rung = True
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    try:
        reply = act(argument)
    except OutOfTime:
        reply = ""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if rung:
        raise Ended(late)
    return reply
