"""Checks an answer: runs the exercise's own pytest file against it and says which of its tests passed."""

import contextlib
import io
import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator

import pytest

from exercises.answer import Answer, AnswerError, Runner, RunnerFailed
from exercises.define import Exercise
from exercises.verdict import Outcome, Verdict

PHASES = 3  # set-up, call and tear-down: what pytest reports of a test that ran to its end


class Watch:
    """A pytest plugin: gives the fixtures `answer` and `rng`, and notes what became of each test function."""

    def __init__(self, code: str, runner: Callable[[], Runner], seed: int) -> None:
        self.code, self.runner, self.seed = code, runner, seed
        self.collected: Counter[str] = Counter()  # cases of each test function
        self.good: Counter[str] = Counter()  # phases of them that passed
        self.messages: dict[str, str] = {}
        self.outputs: dict[str, str] = {}
        self.error: AnswerError | None = None  # the first
        self.failure: RunnerFailed | None = None

    @pytest.fixture
    def answer(self, request: pytest.FixtureRequest) -> Iterator[Answer]:
        """The answer, loaded anew for each test."""
        runner = self.runner()
        try:
            yield Answer(self.code, runner)
        finally:
            self.outputs[request.function.__name__] = runner.output()
            runner.close()

    @pytest.fixture
    def rng(self, request: pytest.FixtureRequest) -> random.Random:
        """The source of a test's inputs: the same for the same seed and test."""
        return random.Random(f"{self.seed} {request.node.name}")

    def pytest_configure(self, config: pytest.Config) -> None:
        """Registers the marks of an exercise's tests."""
        config.addinivalue_line("markers", "points(n): what the test is worth")
        config.addinivalue_line("markers", "advice(text): what to look at when the test fails")

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
            self.error = self.error or error
            self.messages.setdefault(test, str(error))
        elif isinstance(error, AssertionError):
            self.messages.setdefault(test, str(error))
        else:
            self.messages.setdefault(test, f"the test could not use what came: {type(error).__name__}: {error}")


def check(exercise: Exercise, code: str, runner: Callable[[], Runner], seed: int = 1) -> Verdict:
    """Runs the tests of `exercise` against `code`, each in a new runner, on inputs drawn from `seed`.

    Raises RunnerFailed where our own machinery failed, which says nothing about the answer.
    """
    verdict = Verdict(exercise.id, exercise.points, [Outcome(test.id, test.points) for test in exercise.tests])
    try:
        verdict.output = _load_once(code, runner())
    except AnswerError as error:
        verdict.error = {"message": error.message, "line": error.line}
        return verdict
    watch = Watch(code, runner, seed)
    _run_pytest(exercise, watch)
    if watch.error is not None:
        verdict.error = {"message": watch.error.message, "line": watch.error.line}
    for outcome, test in zip(verdict.tests, exercise.tests, strict=True):
        cases = watch.collected[test.id]
        if cases and watch.good[test.id] == PHASES * cases:
            outcome.outcome = "passed"
        else:
            outcome.advice = test.advice
            outcome.message = watch.messages.get(test.id)
    shown = [watch.outputs.get(test.id, "") for test in verdict.tests if test.outcome == "failed"]
    verdict.output = next((text for text in shown if text), next(iter(watch.outputs.values()), verdict.output))
    return verdict


def _load_once(code: str, runner: Runner) -> str:
    """What the code prints when it is loaded. Raises AnswerError if it cannot be."""
    try:
        Answer(code, runner)
        return runner.output()
    finally:
        runner.close()


def _run_pytest(exercise: Exercise, watch: Watch) -> None:
    """Runs the exercise's test file and nothing else that pytest might find: settings, conftest, plugins."""
    options = [
        "-c",
        os.devnull,
        f"--rootdir={exercise.test_file.parent}",
        "--noconftest",
        "--disable-plugin-autoload",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:faulthandler",
        "--capture=no",
        "--assert=plain",
        "--import-mode=importlib",
        "--strict-markers",
        str(exercise.test_file),
    ]
    said = io.StringIO()
    kept = {name: os.environ.pop(name) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS") if name in os.environ}
    sys.modules.pop(exercise.test_file.stem, None)  # pytest would take what another run has left there
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = pytest.main(options, plugins=[watch])
    finally:
        os.environ.update(kept)
    if watch.failure is not None:
        raise watch.failure
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RunnerFailed(f"the tests of {exercise.id} did not run: {' '.join(said.getvalue().split())[-400:]}")


def _function(item: pytest.Item) -> str:
    return getattr(item, "originalname", None) or item.name
