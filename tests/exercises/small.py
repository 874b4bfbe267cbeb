"""Small exercises of their own for tests of the checker: a program `double(n)`, and the fields of a
form."""

from pathlib import Path

from exercises.kit.exercise import Exercise, read

TESTS = """
import pytest
from exercises.kit.expect import expect


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice("add it to itself: two and two make the double of two")
def test_small_numbers_double(answer):
    expect(answer, "double", 4, n=2)


@pytest.mark.points(2)
@pytest.mark.advice("try a larger one, and look at how far the double is from it")
def test_any_number_doubles(answer, rng):
    n = rng.randint(10, 1000)
    expect(answer, "double", 2 * n, n=n)
"""
RIGHT = "def double(n):\n    return 2 * n\n"
WRONG = "def double(n):\n    return n\n"
MISCONCEPTIONS = """
[more]
believes = "One more."
fails = ["test_small_numbers_double", "test_any_number_doubles"]
advice = ["add it to itself"]
edits = [{ was = "2 * n", is = "n + 1" }]

[same]
believes = "Gives it back."
fails = ["test_small_numbers_double", "test_any_number_doubles"]
advice = ["add it to itself"]
program = "def double(n):\\n    return n\\n"

[thrice]
believes = "Three times."
fails = ["test_small_numbers_double", "test_any_number_doubles"]
advice = ["how far the double is"]
edits = [{ was = "2 *", is = "3 *" }]
"""
PROMPT = """# Double

Write `double(n)`.

```python
>>> double(2)
4
```

## Hint 1

Twice.

## Hint 2

Two times.

## Why

Because two ones are two.
"""
TIMES = '''"""A number, so many times."""

KIND = "write"


def case(rng):
    by = rng.one_of([2, 3, 5, 7])
    return {"name": rng.one_of(["double", "grown"]), "by": by, "shown": str(2 * by)}
'''
FIELDS = '''"""A turn of the platter, and what is lost with it."""
from exercises.kit.form import Choice, Number, Switch
from models.units import ms

KIND = "predict"
FORM = {
    "turn": Number("One turn", unit="ms", low=0.1 * ms, high=1.0),
    "disks": Number("Disks", low=1, high=48, whole=True, start=4),
    "why": Choice("Why?", {"platter": "it turns", "arm": "it moves"}),
    "safe": Switch("Cache off"),
}


def case(rng):
    return {"rpm": rng.choice([5400, 7200, 15000])}
'''
FIELD_TESTS = """
import pytest
from exercises.kit.expect import choose, near


@pytest.mark.points(2)
@pytest.mark.advice("a minute has sixty seconds: how long is one of so many turns?")
def test_the_turn_takes_its_time(answer, case, note):
    note(f"at {case['rpm']} turns a minute")
    near(answer, "turn", 60 / case["rpm"], within=0.05, slips={30 / case["rpm"]: "that is half a turn: the mean wait"})


@pytest.mark.points(1)
@pytest.mark.advice("look at what moves while the host thinks, and at what stands still")
def test_the_reason_is_named(answer):
    choose(answer, "why", "platter", slips={"arm": "the arm stays on its track"})
"""


FIELD_MISCONCEPTIONS = """
[arm]
believes = "The arm."
fails = ["test_the_reason_is_named"]
advice = ["the arm stays"]
edits = [{ was = "platter", is = "arm" }]

[half]
believes = "Half a turn."
fails = ["test_the_turn_takes_its_time"]
advice = ["that is half a turn"]
edits = [{ was = "60", is = "30" }]
"""


def write(folder: Path, files: dict[str, str]) -> Exercise:
    """Writes an exercise's files and reads it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read(folder)


def small_exercise(folder: Path, tests: str = TESTS) -> Exercise:
    """Writes the exercise `double` into `folder` and reads it."""
    return write(
        folder / "double",
        {
            "prompt.md": PROMPT,
            "question.py": '"""Twice a number."""\n\nKIND = "write"\n',
            "starter.py": WRONG,
            "solution.py": RIGHT,
            "test_double.py": tests,
            "wrong.toml": MISCONCEPTIONS,
        },
    )


def small_own(folder: Path) -> Exercise:
    """Writes the exercise `times`, in which each variant asks for another function, into `folder`
    and reads it."""
    tests = (
        TESTS.replace('"double", 4, n=2', 'case["name"], 2 * case["by"], n=2')
        .replace('"double", 2 * n', 'case["name"], case["by"] * n')
        .replace("(answer)", "(answer, case)")
        .replace("(answer, rng)", "(answer, case, rng)")
        .replace("add it to itself", "add it up {{by}} times")
    )
    files = {
        "prompt.md": PROMPT.replace("double", "{{name}}").replace("4\n", "{{shown}}\n"),
        "question.py": TIMES,
        "test_times.py": tests,
        "starter.py": WRONG.replace("double", "{{name}}"),
        "solution.py": RIGHT.replace("double", "{{name}}").replace("2", "{{by}}"),
        "wrong.toml": MISCONCEPTIONS.replace("add it to itself", "add it up")
        .replace("double(n)", "{{name}}(n)")
        .replace("2 *", "{{by}} *")
        .replace("3 *", "({{by}} + 1) *")
        .replace("n + 1", "n + 1 / {{by}}"),
    }
    return write(folder / "times", files)


def small_form(folder: Path) -> Exercise:
    """Writes the exercise `turning`, whose answer is a form, into `folder` and reads it."""
    right = "def answer(case):\n    return {'turn': 60 / case['rpm'], 'disks': 4, 'why': 'platter', 'safe': True}\n"
    return write(
        folder / "turning",
        {
            "prompt.md": PROMPT.replace(
                "Write `double(n)`.", "The disk makes {{rpm:,}} turns a minute."
            ),
            "question.py": FIELDS,
            "solution.py": right,
            "test_turning.py": FIELD_TESTS,
            "wrong.toml": FIELD_MISCONCEPTIONS,
        },
    )
