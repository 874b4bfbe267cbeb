"""A small exercise of its own for tests of the checker: `double(n)`."""

from pathlib import Path

from exercises.define import Exercise, read

TESTS = """
import pytest
from exercises.expect import expect


@pytest.mark.points(1)
@pytest.mark.advice("add it to itself")
def test_small_numbers_double(answer):
    expect(answer, "double", 4, n=2)


@pytest.mark.points(2)
@pytest.mark.advice("try a larger one")
def test_any_number_doubles(answer, rng):
    n = rng.randint(10, 1000)
    expect(answer, "double", 2 * n, n=n)
"""
RIGHT = "def double(n):\n    return 2 * n\n"
WRONG = "def double(n):\n    return n\n"


def small_exercise(folder: Path, tests: str = TESTS) -> Exercise:
    """Writes the exercise into `folder`/double and reads it."""
    folder = folder / "double"
    (folder / "wrong").mkdir(parents=True)
    (folder / "prompt.md").write_text("# Double\n\nWrite `double(n)`.\n\n## Hint 1\n\nTwice.\n")
    (folder / "starter.py").write_text(WRONG)
    (folder / "solution.py").write_text(RIGHT)
    (folder / "test_double.py").write_text(tests)
    (folder / "wrong" / "same.py").write_text(
        f'"""Gives it back.\n\nfails:\n    test_small_numbers_double\nadvice: itself\n"""\n{WRONG}'
    )
    return read(folder)
