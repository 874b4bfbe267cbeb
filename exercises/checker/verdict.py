"""Represent the outcome of a check, with the outcome of each test."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from exercises.kit.exercise import Exercise


@dataclass
class TestOutcome:
    """The outcome of one test: a message with the call and its result, and advice if it failed."""

    id: str
    points: int
    outcome: str = "failed"  # or "passed"
    advice: str | None = None
    message: str | None = None
    guard: bool = False  # whether it also passes without a correct idea


@dataclass
class Verdict:
    """The outcomes of all tests of an exercise. A skipped test counts as failed."""

    exercise: str
    variant: int
    of: int  # the points of all tests
    tests: list[TestOutcome]
    error: dict[str, Any] | None = None  # {"message", "line", "field"} of the first error
    output: str = ""  # the text that the answer printed

    @classmethod
    def of_none(cls, exercise: Exercise, variant: int, error: dict[str, Any] | None = None) -> Self:
        """Return a verdict in which no test has passed yet."""
        guards = exercise.guards(variant)
        tests = [
            TestOutcome(test.id, test.points, guard=test.id in guards) for test in exercise.tests
        ]
        return cls(exercise.id, variant, exercise.points, tests, error)

    @property
    def points(self) -> int:
        """Return the points of the passed tests; 0 if only guards passed."""
        passed = [test for test in self.tests if test.outcome == "passed"]
        return 0 if all(test.guard for test in passed) else sum(test.points for test in passed)

    @property
    def passed(self) -> bool:
        """Return whether there are tests and all of them passed."""
        return bool(self.tests) and all(test.outcome == "passed" for test in self.tests)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict in the form of `schemas/verdict.schema.json`."""
        return {"passed": self.passed, "points": self.points, **asdict(self)}
