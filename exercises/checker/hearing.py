"""Run the tests in one interpreter and the answer in another one, as the page does. The answer's
interpreter receives only messages.

The tests cannot wait for a message, so they run in several rounds. In the first round the reference
solution stands in for the answer, and its calls are recorded. The page then makes the same calls to
the answer, and the tests run again on the answer's replies. If they now make other calls, as some
tests do for a wrong answer, the solution stands in for the answer once more and another round
follows.
"""

import json
from collections.abc import Callable
from typing import Any, TypedDict

from exercises.checker.harmless import is_harmless
from exercises.checker.in_page import InPage
from exercises.checker.limits import AFTER, GONE, USUAL, Limits
from exercises.checker.namespace import is_too_long
from exercises.kit.answer import AnswerError, Ended, Runner
from exercises.kit.plain import decode

MOST_ROUNDS = 12


class Said(TypedDict):
    """The replies of an answer in one test, as the page collected them."""

    asked: list[str]  # the calls that the tests made
    replies: list[list[str]]  # [reply, text printed so far], for loading and then for each call
    ended: str | None  # "late" or "gone" if it stopped answering
    line: int | None  # the last line that the answer is known to have reached


class Hearing:
    """One check in rounds: the answer's replies so far, and the calls that it still has to
    answer."""

    def __init__(
        self, solution: str, said: dict[str, Said], limits: Limits = USUAL, last: bool = False
    ) -> None:
        self.solution, self.said, self.limits, self.last = solution, said, limits, last
        self.count = 0
        self.open: dict[str, list[str]] = {}  # a test's calls up to the first one without a reply

    def runner(self) -> Runner:
        """Return a runner for the next test. The tests come in the same order in every round."""
        self.count += 1
        return StandIn(self, str(self.count))


class StandIn:
    """A Runner that repeats the answer's replies in one test. Where a call has no reply, the
    solution replies."""

    def __init__(self, hearing: Hearing, test: str) -> None:
        self._hearing, self._test = hearing, test
        self._said = hearing.said.get(test)
        self._asked: list[str] = []
        self._printed = ""
        self._solution: InPage | None = None
        self._over = False

    def load(self, code: str) -> str:
        """Return the reply to loading the code, as JSON text."""
        return self._next(None)

    def call(self, request: str) -> str:
        """Return the reply to a call, as JSON text. Raise AnswerError if the answer ended before
        it."""
        self._asked.append(request)
        return self._next(decode(request)["function"])

    def output(self) -> str:
        """Return the text that the answer has printed so far."""
        return self._printed

    def close(self) -> None:
        """Do nothing: no program runs here."""

    def _next(self, function: str | None) -> str:
        count = len(self._asked)
        said = self._said
        if self._over:
            raise AnswerError(AFTER)
        if self._solution is not None or said is None or said["asked"][:count] != self._asked:
            return self._supposed()
        if count < len(said["replies"]):
            reply, self._printed = said["replies"][count]
            return reply
        if not said["ended"]:
            return self._supposed()
        self._over = True
        late = self._hearing.limits.late(function)
        raise Ended(late if said["ended"] == "late" else GONE, said["line"])

    def _supposed(self) -> str:
        """Return the solution's reply, and record that the answer still has to reply. Raise
        AnswerError in the last round."""
        if self._hearing.last:
            raise AnswerError(
                "the answer returns different values for the same call; it must not depend on chance or time"
            )
        self._hearing.open[self._test] = self._asked
        calls = self._asked[-1:]
        if self._solution is None:
            self._solution, calls = InPage(), self._asked
            reply = self._solution.load(self._hearing.solution)
        for call in calls:
            reply = self._solution.call(call)
        return reply


def interview(request: str, tell: Callable[[str], Any]) -> str:
    """Load an answer and make the calls of `request`, {"code", "tests": [[call, ...], ...]}, each
    test in its own namespace. Return "true" when all are made.

    Pass each reply to `tell` at once, as JSON [test, reply, text printed so far]: first for loading
    the code, then for each call. Before any code runs, pass true if the code certainly leaves the
    interpreter unchanged, else false.
    """
    wish = json.loads(request)
    tell(json.dumps(not is_too_long(wish["code"]) and is_harmless(wish["code"])))
    for test, calls in enumerate(wish["tests"]):
        runner = InPage()
        for call in [None, *calls]:
            reply = runner.load(wish["code"]) if call is None else runner.call(call)
            tell(json.dumps([test, reply, runner.output()]))
        runner.close()
    return "true"
