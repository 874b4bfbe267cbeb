"""An exercise: read from its folder, and handed to the page as JSON.

A folder holds `prompt.md` (a title, the question, and hints under `## Hint 1` ...), `starter.py` (runs, and
is wrong), `solution.py`, `test_NAME.py` (pytest; every test has `points` and `advice`) and `wrong/*.py`
(common misconceptions).
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures.edition import EDITION


class NotAnExercise(ValueError):
    """A folder that holds no exercise; the message names what is missing, in one line."""


@dataclass(frozen=True)
class ExerciseTest:
    """One test function: what it is worth and what is said when it fails."""

    id: str
    points: int
    advice: str


@dataclass(frozen=True)
class WrongAnswer:
    """A misconception: the tests that must fail for it, and a piece of the advice that must be shown."""

    name: str
    code: str
    fails: tuple[str, ...]
    advice: str


@dataclass(frozen=True)
class Exercise:
    """A question with starter, solution, hints, tests and wrong answers. Texts are markdown."""

    id: str
    chapter: str | None
    title: str
    prompt: str
    hints: tuple[str, ...]
    starter: str
    solution: str
    tests: tuple[ExerciseTest, ...]
    test_file: Path
    wrong: tuple[WrongAnswer, ...]

    @property
    def points(self) -> int:
        """The points of all tests together."""
        return sum(test.points for test in self.tests)

    def to_json(self) -> dict[str, Any]:
        """The exercise as the page reads it (`schemas/exercise.schema.json`); markdown becomes HTML."""
        from markdown_it import MarkdownIt  # only where a book is built: a page's interpreter has none

        html = MarkdownIt("commonmark").enable("table").render
        return {
            "id": self.id,
            "chapter": self.chapter,
            "title": self.title,
            "prompt": html(self.prompt),
            "starter": self.starter,
            "solution": self.solution,
            "hints": [html(hint) for hint in self.hints],
            "points": self.points,
            "tests": [{"id": test.id, "points": test.points} for test in self.tests],
            "edition": EDITION,
        }


def read(folder: Path, chapter: str | None = None) -> Exercise:
    """The exercise in `folder`; its id is the folder's name with hyphens. Raises NotAnExercise."""
    folder = folder.resolve()
    test_file = folder / f"test_{folder.name}.py"
    title, prompt, hints = _prompt(folder / "prompt.md")
    return Exercise(
        id=folder.name.replace("_", "-"),
        chapter=chapter,
        title=title,
        prompt=prompt,
        hints=hints,
        starter=_text(folder / "starter.py"),
        solution=_text(folder / "solution.py"),
        tests=_tests(test_file),
        test_file=test_file,
        wrong=tuple(_wrong_answer(path) for path in sorted(folder.glob("wrong/*.py"))),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise NotAnExercise(f"{path.parent} holds no exercise: there is no file {path.name}") from None
    except UnicodeDecodeError:
        raise NotAnExercise(f"{path} must be UTF-8 text") from None


def _module(path: Path) -> ast.Module:
    try:
        return ast.parse(_text(path))
    except SyntaxError as error:
        raise NotAnExercise(f"{path}, line {error.lineno}: {error.msg}") from None


def _prompt(path: Path) -> tuple[str, str, tuple[str, ...]]:
    """Title, question and hints."""
    title, _, body = _text(path).partition("\n")
    if not title.startswith("# "):
        raise NotAnExercise(f"{path} must begin with a title, '# ...'")
    prompt, *hints = re.split(r"^## Hint \d+\n", body, flags=re.MULTILINE)
    return title[2:].strip(), prompt.strip(), tuple(hint.strip() for hint in hints)


def _tests(path: Path) -> tuple[ExerciseTest, ...]:
    """The test functions in the order of the file, with the literals of their marks `points` and `advice`."""
    tests = []
    for function in _module(path).body:
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            marks = {
                mark.func.attr: ast.literal_eval(mark.args[0])
                for mark in function.decorator_list
                if isinstance(mark, ast.Call)
                and isinstance(mark.func, ast.Attribute)
                and mark.func.attr in ("points", "advice")
            }
            if marks.keys() != {"points", "advice"}:
                raise NotAnExercise(f"{path}: {function.name} must have the marks points(n) and advice('...')")
            tests.append(ExerciseTest(function.name, **marks))
    return tuple(tests)


def _wrong_answer(path: Path) -> WrongAnswer:
    """A file whose docstring lists test ids under `fails:` and has a line `advice: words to be shown`."""
    head = ast.get_docstring(_module(path)) or ""
    fails, advice = (
        re.search(r"^fails:((?:\s+test_\w+)+)$", head, re.MULTILINE),
        re.search(r"^advice: (.+)$", head, re.MULTILINE),
    )
    if fails is None or advice is None:
        raise NotAnExercise(f"the docstring of {path} must list tests under 'fails:' and have a line 'advice: ...'")
    return WrongAnswer(path.stem, _text(path), tuple(fails[1].split()), advice[1].strip())
