"""Check an answer: run the exercise's pytest file against it and report which tests passed."""

import contextlib
import io
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from exercises.checker.limits import ENDLESS, PATIENCE, STOPPED
from exercises.checker.verdict import Verdict
from exercises.kit import form
from exercises.kit.answer import Answer, AnswerError, Ended, Runner, RunnerFailed
from exercises.kit.exercise import Exercise, RawAnswer
from exercises.kit.expect import Advised
from exercises.kit.form import BadAnswer, FormAnswer

USELESS: dict[type[BaseException], str] = {
    OverflowError: "the answer gave a number too large for the test to compute with; check its units",
    ZeroDivisionError: "the answer gave 0 where the test divides by it; it should give a number other than 0",
    Exception: "the test could not use what the answer gave: it is not of the form that the question asks for",
}
"""Messages for values of an answer on which a test's own arithmetic fails."""
PHASES = 3  # set-up, call and tear-down: pytest reports each of a test that ran to its end
IDLE = (
    "cacheprovider faulthandler unraisableexception threadexception junitxml pastebin doctest logging setuponly setupplan "
    "stepwise warnings monkeypatch recwarn unittest legacypath subtests debugging tmpdir"
).split()
"""Plugins of pytest that no exercise uses; without them a check takes half the time."""


class Watch:
    """A pytest plugin: the fixtures of an exercise's tests, and a record of their outcomes."""

    def __init__(
        self,
        exercise: Exercise,
        answer: str | FormAnswer,
        runner: Callable[[], Runner],
        variant: int,
        seed: str,
    ) -> None:
        self.exercise, self.given, self.runner, self.variant, self.seed = (
            exercise,
            answer,
            runner,
            variant,
            seed,
        )
        self.collected: Counter[str] = Counter()  # cases of each test function
        self.good: Counter[str] = Counter()  # phases of them that passed
        self.messages: dict[str, str | None] = {}
        self.advice: dict[str, str | None] = {}
        self.notes: dict[str, list[str]] = {}
        self.outputs: dict[str, str] = {}
        self.error: AnswerError | None = None  # the first
        self.faults: set[str] = set()  # each is reported once
        self.ended = 0  # tests in which the answer ended
        self.failure: RunnerFailed | None = None
        self.broken = ""  # why the test file could not be read
        self.interrupted = False  # by the user

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note that the user interrupted the run."""
        self.interrupted = (
            type(excinfo.value) is KeyboardInterrupt
        )  # a session that ends by itself has a kind of its own

    @pytest.fixture
    def answer(self, request: pytest.FixtureRequest) -> Iterator[Answer | FormAnswer]:
        """The answer: its program, loaded again for each test, or its fields in SI."""
        if not isinstance(self.given, str):
            yield self.given
            return
        if self.failure is not None:
            raise self.failure
        if self.ended == PATIENCE:
            raise AnswerError(STOPPED)
        runner = self.runner()
        try:
            yield Answer(self.given, runner)
        finally:
            self.outputs[request.function.__name__] = runner.output()
            runner.close()

    @pytest.fixture
    def rng(self, request: pytest.FixtureRequest) -> random.Random:
        """The source of a test's inputs: the same for the same variant, test and seed."""
        return random.Random(f"{self.variant} {request.node.name} {self.seed}".rstrip())

    @pytest.fixture
    def case(self) -> dict[str, Any]:
        """The givens of the variant."""
        return self.exercise.case(self.variant)

    @pytest.fixture
    def note(self, request: pytest.FixtureRequest) -> Callable[[str], None]:
        """Add a remark about the answer, which is shown even if the test passes."""
        return self.notes.setdefault(_function(request.node), []).append

    def pytest_configure(self, config: pytest.Config) -> None:
        """Register the marks of an exercise's tests."""
        config.addinivalue_line("markers", "points(n): what the test is worth")
        config.addinivalue_line("markers", "advice(text): what to look at when the test fails")
        config.addinivalue_line("markers", "guard: it passes without a right idea, too")

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object]
    ) -> None:
        """Note why the test file could not be read."""
        if isinstance(node, pytest.Collector) and call.excinfo is not None:
            words = (
                (str(call.excinfo.value).strip().splitlines() or [""])[-1].removeprefix("E").strip()
            )
            wrapped = isinstance(call.excinfo.value, pytest.Collector.CollectError)
            self.broken = words if wrapped else f"{call.excinfo.typename}: {words}"

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count the cases of each test function before any of them runs."""
        self.collected.update(_function(item) for item in session.items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note each phase that passed, and the message of the first that failed."""
        report = yield
        self.good[_function(item)] += report.passed and not hasattr(report, "wasxfail")
        if call.excinfo is not None:
            self._note(_function(item), call.excinfo.value)
        return report

    def _note(self, test: str, error: BaseException) -> None:
        if isinstance(error, RunnerFailed):
            self.failure = error
        elif isinstance(error, AnswerError):
            reported = (
                error.fault in self.faults or self.error is None
            )  # the first is the verdict's own error
            self.error = self.error or error
            self.faults.add(error.fault)
            self.ended += isinstance(error, Ended)
            if test not in self.messages:
                self.advice[test] = None  # there is no value on which to advise
            self.messages.setdefault(test, None if reported else str(error))
        elif isinstance(error, AssertionError):
            if isinstance(error, Advised) and error.advice and test not in self.messages:
                self.advice[test] = error.advice
            self.messages.setdefault(test, str(error))
        else:
            self.messages.setdefault(test, USELESS.get(type(error), USELESS[Exception]))


def check(
    exercise: Exercise,
    answer: RawAnswer,
    runner: Callable[[], Runner],
    variant: int = 1,
    seed: str = "",
) -> Verdict:
    """Run the tests of `exercise` against `answer` (a program, each test in a new runner, or fields
    as they were typed) on the inputs of `variant`. For marks, a `seed` draws inputs that differ from
    those of the page and the command line.

    Raise RunnerFailed if our own machinery failed; this says nothing about the answer.
    """
    verdict = Verdict.of_none(exercise, variant)
    try:
        given = _understood(exercise, answer)
        if isinstance(given, str):
            verdict.output = _load_once(given, runner())
    except BadAnswer as error:
        verdict.error = {"message": str(error), "line": None, "field": error.field}
        return verdict
    except AnswerError as error:
        verdict.error = {"message": error.message, "line": error.line, "field": None}
        return verdict
    watch = Watch(exercise, given, runner, variant, seed)
    _run_pytest(exercise, watch)
    if watch.error is not None:
        fault = watch.error.fault
        if not fault.endswith(ENDLESS):
            fault = fault.partition(": ")[0]  # the rest may show inputs drawn for marks
        verdict.error = {
            "message": fault if seed else watch.error.message,
            "line": watch.error.line,
            "field": None,
        }
    for outcome, test in zip(verdict.tests, exercise.tests, strict=True):
        cases = watch.collected[test.id]
        if cases and watch.good[test.id] == PHASES * cases:
            outcome.outcome = "passed"
            outcome.message = "; ".join(watch.notes.get(test.id, [])) or None
        else:
            outcome.advice = watch.advice.get(test.id, exercise.advice(test, variant))
            outcome.message = watch.messages.get(test.id)
    shown = [watch.outputs.get(test.id, "") for test in verdict.tests if test.outcome == "failed"]
    verdict.output = next(
        (text for text in shown if text), next(iter(watch.outputs.values()), verdict.output)
    )
    return verdict


def _understood(exercise: Exercise, answer: RawAnswer) -> str | FormAnswer:
    """Return the program, or the fields in SI. Raise BadAnswer."""
    fields = exercise.form
    if fields is not None:
        return form.read(fields, answer)
    if not isinstance(answer, str):
        raise BadAnswer(
            None, f"an answer to {exercise.id} is a program, got {type(answer).__name__}"
        )
    return answer


def _load_once(code: str, runner: Runner) -> str:
    """Return the text that the code prints while it loads. Raise AnswerError if it does not load."""
    try:
        Answer(code, runner)
        return runner.output()
    finally:
        runner.close()


def _run_pytest(exercise: Exercise, watch: Watch) -> None:
    """Run the exercise's test file and nothing else that pytest might find: settings, conftest,
    plugins."""
    options = [
        "-c",
        os.devnull,
        f"--rootdir={exercise.test_file.parent}",
        f"--confcutdir={exercise.test_file.parent}",  # no settings from the folders above
        "--noconftest",
        "--disable-plugin-autoload",
        *(word for name in IDLE for word in ("-p", f"no:{name}")),
        "--tb=no",  # unread, and slower than the tests
        "--capture=no",
        "--assert=plain",
        "--import-mode=importlib",
        "--strict-markers",
        str(exercise.test_file),
    ]
    said = io.StringIO()
    kept = {
        name: os.environ.pop(name)
        for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
        if name in os.environ
    }
    sys.modules.pop(
        exercise.test_file.stem, None
    )  # pytest would reuse the module of an earlier run
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = pytest.main(options, plugins=[watch])
    finally:
        os.environ.update(kept)
    if watch.interrupted:
        raise KeyboardInterrupt
    if watch.failure is not None:
        raise watch.failure
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        why = watch.broken or " ".join(said.getvalue().split())[-400:]
        raise RunnerFailed(f"the tests of {exercise.id} did not run: {why}")


def _function(item: pytest.Item) -> str:
    return getattr(item, "originalname", None) or item.name
