"""Checks an answer: runs the exercise's own pytest file against it and says which of its tests
passed."""

import contextlib
import io
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest

from exercises.checker.limits import ENDLESS, PATIENCE
from exercises.checker.verdict import Verdict
from exercises.kit import form
from exercises.kit.answer import Answer, AnswerError, Ended, Runner, RunnerFailed
from exercises.kit.exercise import Exercise, RawAnswer
from exercises.kit.expect import Advised
from exercises.kit.form import BadAnswer, Given

USELESS: dict[type[BaseException], str] = {
    OverflowError: "what came is too large a number for the test to work with; look at the units of what was asked for",
    ZeroDivisionError: "what came is 0 somewhere, and the test divides by it; a number other than 0 was asked for",
    Exception: "the test could not use what came: it is not what the question asks for, or holds something else inside",
}
"""What is said where a test's own arithmetic fails on what an answer gave."""
PHASES = 3  # set-up, call and tear-down: what pytest reports of a test that ran to its end
IDLE = (
    "cacheprovider faulthandler unraisableexception threadexception junitxml pastebin doctest logging setuponly setupplan "
    "stepwise warnings monkeypatch recwarn unittest legacypath subtests debugging tmpdir"
).split()
"""Plugins of pytest that an exercise has no use for; without them a check takes half the time."""


class Watch:
    """A pytest plugin: gives the fixtures of an exercise's tests, and notes what became of each
    test function."""

    def __init__(
        self,
        exercise: Exercise,
        answer: str | Given,
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
        self.faults: set[str] = set()  # each is told once
        self.ended = 0  # tests in which it did
        self.failure: RunnerFailed | None = None
        self.broken = ""  # why the test file could not be read
        self.interrupted = False  # by who runs the tests

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note that the run was interrupted, and did not just end."""
        self.interrupted = (
            type(excinfo.value) is KeyboardInterrupt
        )  # a session that ends by itself has a kind of its own

    @pytest.fixture
    def answer(self, request: pytest.FixtureRequest) -> Iterator[Answer | Given]:
        """The answer: its program loaded anew for each test, or its fields in SI."""
        if not isinstance(self.given, str):
            yield self.given
            return
        if self.failure is not None:
            raise self.failure
        if self.ended == PATIENCE:
            raise AnswerError(
                f"from here on no test was run: in {PATIENCE} the answer took too long, or ended itself"
            )
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
        """Says something about the answer also where the test passes."""
        return self.notes.setdefault(_function(request.node), []).append

    def pytest_configure(self, config: pytest.Config) -> None:
        """Registers the marks of an exercise's tests."""
        config.addinivalue_line("markers", "points(n): what the test is worth")
        config.addinivalue_line("markers", "advice(text): what to look at when the test fails")
        config.addinivalue_line("markers", "guard: it passes without a right idea, too")

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object]
    ) -> None:
        """Notes what kept the test file from being read."""
        if isinstance(node, pytest.Collector) and call.excinfo is not None:
            words = (
                (str(call.excinfo.value).strip().splitlines() or [""])[-1].removeprefix("E").strip()
            )
            wrapped = isinstance(call.excinfo.value, pytest.Collector.CollectError)
            self.broken = words if wrapped else f"{call.excinfo.typename}: {words}"

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Counts the cases of each test function before any of them runs."""
        self.collected.update(_function(item) for item in session.items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Notes each phase that passed, and the words of the first that did not."""
        report = yield
        self.good[_function(item)] += report.passed and not hasattr(report, "wasxfail")
        if call.excinfo is not None:
            self._note(_function(item), call.excinfo.value)
        return report

    def _note(self, test: str, error: BaseException) -> None:
        if isinstance(error, RunnerFailed):
            self.failure = error
        elif isinstance(error, AnswerError):
            told = (
                error.fault in self.faults or self.error is None
            )  # the first is the verdict's own error
            self.error = self.error or error
            self.faults.add(error.fault)
            self.ended += isinstance(error, Ended)
            if test not in self.messages:
                self.advice[test] = (
                    None  # advice on a value would speak of something that never came
                )
            self.messages.setdefault(test, None if told else str(error))
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
    """Runs the tests of `exercise` against `answer` (a program, each test in a new runner, or
    fields as they were typed) on the inputs of `variant`. A `seed` draws other inputs than those
    that the page and the command line use, from the same givens: for marks.

    Raises RunnerFailed where our own machinery failed, which says nothing about the answer.
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
            fault = fault.partition(": ")[
                0
            ]  # what follows may hold inputs that were drawn for marks
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


def _understood(exercise: Exercise, answer: RawAnswer) -> str | Given:
    """The program, or the fields in SI. Raises BadAnswer."""
    fields = exercise.form
    if fields is not None:
        return form.read(fields, answer)
    if not isinstance(answer, str):
        raise BadAnswer(
            None, f"an answer to {exercise.id} is a program, got {type(answer).__name__}"
        )
    return answer


def _load_once(code: str, runner: Runner) -> str:
    """What the code prints when it is loaded. Raises AnswerError if it cannot be."""
    try:
        Answer(code, runner)
        return runner.output()
    finally:
        runner.close()


def _run_pytest(exercise: Exercise, watch: Watch) -> None:
    """Runs the exercise's test file and nothing else that pytest might find: settings, conftest,
    plugins."""
    options = [
        "-c",
        os.devnull,
        f"--rootdir={exercise.test_file.parent}",
        f"--confcutdir={exercise.test_file.parent}",  # the folders above hold nothing of it
        "--noconftest",
        "--disable-plugin-autoload",
        *(word for name in IDLE for word in ("-p", f"no:{name}")),
        "--tb=no",  # nobody reads them, and they take longer than the tests
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
    )  # pytest would take what another run has left there
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
