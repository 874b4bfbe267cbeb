"""Tests in one interpreter, the answer in another that only messages reach, as in the page.

The tests cannot wait for a message, so they run more than once. First the reference solution stands
in for the answer, and what the tests ask of it is noted. The page puts the same questions to the
answer, test by test, and the tests run again on what it said. Where they then ask something else
(of a wrong answer some ask more) the solution stands in again, and so on.
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
    """What an answer said in one test, as the page gives it."""

    asked: list[str]  # the calls that it was asked for
    replies: list[
        list[str]
    ]  # the reply, and the text printed so far: to its loading, then to each call, as far as it came
    ended: str | None  # "late" or "gone" where it stopped answering before the end
    line: int | None  # where it was last seen


class Hearing:
    """One check: what the answer has said so far, and what it must still be asked."""

    def __init__(
        self, solution: str, said: dict[str, Said], limits: Limits = USUAL, last: bool = False
    ) -> None:
        self.solution, self.said, self.limits, self.last = solution, said, limits, last
        self.count = 0
        self.open: dict[
            str, list[str]
        ] = {}  # the calls of each test that are not answered yet, and those before them

    def runner(self) -> Runner:
        """The answer's stand-in for the next test; tests come in the same order each time."""
        self.count += 1
        return StandIn(self, str(self.count))


class StandIn:
    """A Runner that repeats what the answer said in a test, and lets the solution speak where it
    was not asked yet."""

    def __init__(self, hearing: Hearing, test: str) -> None:
        self._hearing, self._test = hearing, test
        self._said = hearing.said.get(test)
        self._asked: list[str] = []
        self._printed = ""
        self._solution: InPage | None = None
        self._over = False

    def load(self, code: str) -> str:
        """What the loading of the answer gave."""
        return self._next(None)

    def call(self, request: str) -> str:
        """What a call gave. Raises AnswerError where the answer ended before."""
        self._asked.append(request)
        return self._next(decode(request)["function"])

    def output(self) -> str:
        """What the answer had printed by then."""
        return self._printed

    def close(self) -> None:
        """Nothing runs here."""

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
        """What the solution gives; the answer is still to be asked."""
        if self._hearing.last:
            raise AnswerError("the answer gives other values each time that it is asked the same")
        self._hearing.open[self._test] = self._asked
        calls = self._asked[-1:]
        if self._solution is None:
            self._solution, calls = InPage(), self._asked
            reply = self._solution.load(self._hearing.solution)
        for call in calls:
            reply = self._solution.call(call)
        return reply


def interview(request: str, tell: Callable[[str], Any]) -> str:
    """The answer's side: {"code", "tests": [[call, ...], ...]}, each test in names of its own. Each
    reply goes to `tell` at once, as JSON [test, reply, text printed so far]: to the loading of the
    code, then to each call. Before any of it runs, `tell` gets true if it surely leaves the
    interpreter as it was, else false."""
    wish = json.loads(request)
    tell(json.dumps(not is_too_long(wish["code"]) and is_harmless(wish["code"])))
    for test, calls in enumerate(wish["tests"]):
        runner = InPage()
        for call in [None, *calls]:
            reply = runner.load(wish["code"]) if call is None else runner.call(call)
            tell(json.dumps([test, reply, runner.output()]))
        runner.close()
    return "true"
