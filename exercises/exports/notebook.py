"""What a test cell of an exported notebook calls: the exercise's own tests, on the answer that
stands in the notebook.

The answer runs in the notebook's own Python, beside the tests. This is for practice: it stops
accidents, not malice.
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
UNCOUNTED = "This holds, but it held before you began: its points count as soon as another test passes, too."


class NotYet(AssertionError):
    """A test that earns nothing. A notebook shows its words, and no traceback of ours."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class OutOfTime(BaseException):
    """Ends an answer; not an Exception, so that an answer's `except Exception` lets it by."""


def passes(id: str, variant: int, test: str, names: Mapping[str, Any]) -> None:
    """Raises NotYet, with what was asked, what came and what to look at, unless a test of an
    exercise counts for the answer among a notebook's names (its `globals()`)."""
    exercise = get(id)
    answer = (
        _program(exercise, variant, names["In"])
        if exercise.form is None
        else names.get(name_of(exercise))
    )
    if not answer:
        raise NotYet(f"no cell that has run holds an answer to {exercise.title}")
    try:
        verdict = _verdict(id, variant, encode(answer))
    except NotPlain as error:
        raise NotYet(f"the answer must be plain data: {error}") from None
    outcome = next(outcome for outcome in verdict.tests if outcome.id == test)
    if outcome.outcome == "failed":
        raise NotYet(_said(verdict, outcome))
    if not verdict.points:
        raise NotYet(UNCOUNTED)
    if outcome.message:
        print(outcome.message)


def _program(exercise: Exercise, variant: int, cells: Sequence[str]) -> str:
    """The last of the cells that have run which holds the answer: by its first line, or if that is
    gone, by a function."""
    functions = "|".join(re.findall(r"^def (\w+)", str(exercise.start(variant)), re.MULTILINE))
    for mark in (rf"^{re.escape(head_of(exercise))}", rf"^def (?:{functions})\b"):
        if found := [cell for cell in cells if re.search(mark, cell, re.MULTILINE)]:
            return found[-1]
    return ""


@lru_cache(maxsize=100)
def _verdict(id: str, variant: int, answer: str) -> Verdict:
    """What the tests say to an answer, asked for once: it depends on nothing else."""
    return check(get(id), decode(answer), InNotebook, variant)


def _said(verdict: Verdict, outcome: TestOutcome) -> str:
    """What a failed test says: what was asked and what came, what to look at; else what kept the
    answer from being tested."""
    lines = [text for text in (outcome.message, outcome.advice) if text]
    if verdict.error is not None and not outcome.message:
        where = f"line {verdict.error['line']}: " if verdict.error["line"] else ""
        lines = [f"{where}{verdict.error['message']}"]
    return "\n".join(lines)


class InNotebook(InPage):
    """The notebook's own interpreter, with the usual limits of time where the system can interrupt
    a program."""

    def load(self, code: str) -> str:
        """Runs the code. Raises Ended."""
        return _timed(LIMITS.load, LIMITS.late(None), super().load, code)

    def call(self, request: str) -> str:
        """Calls a function. Raises Ended."""
        return _timed(LIMITS.call, LIMITS.late(decode(request)["function"]), super().call, request)


def _timed(seconds: float, late: str, act: Callable[[str], str], what: str) -> str:
    """What `act` returns; it is interrupted again and again once the time is up."""
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        return act(what)
    rung = False

    def ring(signum: int, frame: FrameType | None) -> None:
        nonlocal rung
        rung = True
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    try:
        reply = act(what)
    except OutOfTime:
        reply = ""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if rung:
        raise Ended(late)
    return reply
