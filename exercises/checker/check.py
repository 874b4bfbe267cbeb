"""Check an answer: run the exercise's pytest file against it, and report which tests passed."""

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
    Exception: "the test could not use the answer's value: it does not have the form that the question asks for",
}
"""Messages for values that make a test's own arithmetic fail, by the exception that it raises."""
PHASES = 3  # of each completed test: set-up, call and tear-down
IDLE = (
    "cacheprovider faulthandler unraisableexception threadexception junitxml pastebin doctest logging setuponly setupplan "
    "stepwise warnings monkeypatch recwarn unittest legacypath subtests debugging tmpdir"
).split()
"""Plugins of pytest that no exercise uses. Without them a check takes half the time."""


class Watch:
    """A pytest plugin that has the fixtures of an exercise's tests and records their outcomes."""

    def __init__(
        self,
        exercise: Exercise,
        answer: str | FormAnswer,
        runner: Callable[[], Runner],
        variant: int,
        seed: str,
    ) -> None:
        self.exercise, self.submitted, self.runner = exercise, answer, runner
        self.variant, self.seed = variant, seed
        self.collected: Counter[str] = Counter()  # number of cases by test function
        self.good: Counter[str] = Counter()  # number of phases that passed, by test function
        self.messages: dict[str, str | None] = {}
        self.advice: dict[str, str | None] = {}
        self.notes: dict[str, list[str]] = {}
        self.outputs: dict[str, str] = {}
        self.error: AnswerError | None = None  # the first error
        self.faults: set[str] = set()  # faults already reported
        self.ended = 0  # number of tests in which the answer ended
        self.failure: RunnerFailed | None = None
        self.broken = ""  # why the test file could not be read
        self.interrupted = False  # whether the user interrupted the run

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Record that the user interrupted the run."""
        self.interrupted = type(excinfo.value) is KeyboardInterrupt  # not pytest's own subclass

    @pytest.fixture
    def answer(self, request: pytest.FixtureRequest) -> Iterator[Answer | FormAnswer]:
        """Yield the answer: a program's functions, loaded again for each test, or its fields in SI
        units."""
        if not isinstance(self.submitted, str):
            yield self.submitted
            return
        if self.failure is not None:
            raise self.failure
        if self.ended == PATIENCE:
            raise AnswerError(STOPPED)
        runner = self.runner()
        try:
            yield Answer(self.submitted, runner)
        finally:
            self.outputs[request.function.__name__] = runner.output()
            runner.close()

    @pytest.fixture
    def rng(self, request: pytest.FixtureRequest) -> random.Random:
        """Return the random generator for a test's inputs, seeded by the variant, the test and the
        seed."""
        return random.Random(f"{self.variant} {request.node.name} {self.seed}".rstrip())

    @pytest.fixture
    def case(self) -> dict[str, Any]:
        """Return the givens of the variant."""
        return self.exercise.case(self.variant)

    @pytest.fixture
    def note(self, request: pytest.FixtureRequest) -> Callable[[str], None]:
        """Return a function that adds a remark about the answer. The remark is shown even if the
        test passes."""
        return self.notes.setdefault(_function(request.node), []).append

    def pytest_configure(self, config: pytest.Config) -> None:
        """Register the marks that the tests of exercises use."""
        config.addinivalue_line("markers", "points(n): the points of the test")
        config.addinivalue_line("markers", "advice(text): advice shown when the test fails")
        config.addinivalue_line("markers", "guard: the test also passes without a correct idea")

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object]
    ) -> None:
        """Record why the test file could not be read."""
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
        """Record each phase that passed, and the message of the first phase that failed."""
        report = yield
        self.good[_function(item)] += report.passed and not hasattr(report, "wasxfail")
        if call.excinfo is not None:
            self._note(_function(item), call.excinfo.value)
        return report

    def _note(self, test: str, error: BaseException) -> None:
        if isinstance(error, RunnerFailed):
            self.failure = error
        elif isinstance(error, AnswerError):
            reported = error.fault in self.faults or self.error is None  # it is in the verdict
            self.error = self.error or error
            self.faults.add(error.fault)
            self.ended += isinstance(error, Ended)
            if test not in self.messages:
                self.advice[test] = None  # there is no advice on an answer without a value
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
    """Run the exercise's tests on an answer, and return the verdict. The answer is a program, which
    runs in a new runner for each test, or fields as they were typed. The tests use the inputs of
    `variant`. For marks, `seed` draws inputs that differ from those of the page and the command
    line.

    Raise RunnerFailed if the checker itself failed; this says nothing about the answer.
    """
    verdict = Verdict.of_none(exercise, variant)
    try:
        submitted = _understood(exercise, answer)
        if isinstance(submitted, str):
            verdict.output = _load_once(submitted, runner())
    except BadAnswer as error:
        verdict.error = {"message": str(error), "line": None, "field": error.field}
        return verdict
    except AnswerError as error:
        verdict.error = {"message": error.message, "line": error.line, "field": None}
        return verdict
    watch = Watch(exercise, submitted, runner, variant, seed)
    _run_pytest(exercise, watch)
    if watch.error is not None:
        fault = watch.error.fault
        if not fault.endswith(ENDLESS):
            fault = fault.partition(": ")[0]  # the rest may contain inputs of graded tests
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
    """Return the answer as the tests use it: a program as it is, fields in SI units. Raise
    BadAnswer if it does not fit the exercise's form."""
    fields = exercise.form
    if fields is not None:
        return form.read(fields, answer)
    if not isinstance(answer, str):
        raise BadAnswer(
            None, f"an answer to {exercise.id} must be a program, got {type(answer).__name__}"
        )
    return answer


def _load_once(code: str, runner: Runner) -> str:
    """Load a program, and return the text that it prints. Raise AnswerError if loading fails."""
    try:
        Answer(code, runner)
        return runner.output()
    finally:
        runner.close()


def _run_pytest(exercise: Exercise, watch: Watch) -> None:
    """Run the exercise's test file with the plugin `watch`, and without settings, conftest files or
    other plugins. Raise RunnerFailed if the tests did not run."""
    options = [
        "-c",
        os.devnull,
        f"--rootdir={exercise.test_file.parent}",
        f"--confcutdir={exercise.test_file.parent}",  # no settings from the folders above
        "--noconftest",
        "--disable-plugin-autoload",
        *(word for name in IDLE for word in ("-p", f"no:{name}")),
        "--tb=no",  # nobody reads them, and they are slow
        "--capture=no",
        "--assert=plain",
        "--import-mode=importlib",
        "--strict-markers",
        str(exercise.test_file),
    ]
    printed = io.StringIO()
    kept = {
        name: os.environ.pop(name)
        for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
        if name in os.environ
    }
    sys.modules.pop(
        exercise.test_file.stem, None
    )  # pytest would reuse the module of an earlier run
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = pytest.main(options, plugins=[watch])
    finally:
        os.environ.update(kept)
    if watch.interrupted:
        raise KeyboardInterrupt
    if watch.failure is not None:
        raise watch.failure
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        why = watch.broken or " ".join(printed.getvalue().split())[-400:]
        raise RunnerFailed(f"the tests of {exercise.id} did not run: {why}")


def _function(item: pytest.Item) -> str:
    return getattr(item, "originalname", None) or item.name
