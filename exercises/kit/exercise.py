"""Read the folder of an exercise, and write its JSON for the page.

A folder contains `prompt.md` (a title, the question, hints under `## Hint 1` ..., the explanation
under `## Why`), `question.py`, `solution.py`, `test_NAME.py` (pytest; every test has `points` and
`advice`, and some are a `guard`) and `wrong.toml` (typical wrong answers). If the answer is a
program, the folder also contains `starter.py`, which runs and is wrong.

`question.py` defines `KIND`, the `FORM` of an answer that is not a program, the givens `case(rng)`
of a variant, a condition `sound(case)` that they must meet, and their `picture`. Texts, advice and
programs may contain blanks, which the givens fill.
"""

import ast
import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from exercises.kit import blanks, form
from exercises.kit.draw import Chance, until_sound
from exercises.kit.kinds import KINDS, PROGRAMS
from exercises.kit.wrong import WrongAnswer, read_wrong
from figures.define.edition import EDITION

MOST_VARIANTS = 999_999

RawAnswer = str | dict[str, Any]  # the text of a program, or the fields as they were typed


class NotAnExercise(ValueError):
    """A folder that is not a valid exercise. The message says in one line what is wrong."""


CODE = re.compile(r"<(pre|code|kbd|samp|math)(?=[\s>])(?![^>]*translate=)")


@dataclass(frozen=True)
class ExerciseTest:
    """A test function: its points, its advice on failure, and whether it is a guard."""

    id: str
    points: int
    advice: str
    guard: dict[str, list[Any]] | None = None
    """The givens of the variants in which the test is a guard, {}: all variants; None: no
    variant."""


@dataclass(frozen=True)
class Exercise:
    """A question with its starter, solution, hints, tests and wrong answers. Texts are markdown.
    Texts and programs may contain blanks."""

    id: str
    chapter: str | None
    kind: str
    title: str
    prompt: str
    hints: tuple[str, ...]
    why: str
    starter: str | None  # the program that a reader begins with; None for a form
    solution_code: str
    tests: tuple[ExerciseTest, ...]
    test_file: Path
    wrong: tuple[WrongAnswer, ...]

    @property
    def points(self) -> int:
        """Return the sum of the points of all tests."""
        return sum(test.points for test in self.tests)

    @property
    def package(self) -> str:
        """Return the name of the package that contains the exercise's modules, as its tests import
        them."""
        return ".".join(("exercises", "questions", *self.test_file.parent.parts[-2:]))

    @cached_property
    def question(self) -> ModuleType:
        """Return the module of `question.py`. Raise NotAnExercise if it cannot be imported."""
        path = self.test_file.parent / "question.py"
        name = f"{self.package}.question"
        known = sys.modules.get(name)
        if known is not None and Path(known.__file__ or "") == path:
            return known
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # the tests import it by this name
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise NotAnExercise(f"{path}: {type(error).__name__}: {error}") from None
        return module

    @property
    def form(self) -> form.Form | None:
        """Return the form of an answer: its fields by name. Return None if the answer is a
        program."""
        return None if self.kind in PROGRAMS else self.question.FORM

    def case(self, variant: int) -> dict[str, Any]:
        """Return the givens of a variant as plain data: the first ones drawn that are sound.

        Raise ValueError if no sound givens are found.
        """
        draw = getattr(self.question, "case", None)
        if draw is None:
            return {}
        rng = Chance(variant)
        return until_sound(lambda: draw(rng), getattr(self.question, "sound", lambda case: True))

    @cached_property
    def own(self) -> bool:
        """Return whether each variant has a question of its own. Otherwise only the inputs of the
        tests differ."""

        parts: list[Callable[[int], Any]] = [self.blanks, self.start, self.picture]
        if self.form is None:
            parts.insert(0, self.solution)
        return any(part(variant) != part(1) for part in parts for variant in range(2, 8))

    def start(self, variant: int) -> RawAnswer:
        """Return what a reader begins with in a variant: the starter, or the initial values of the
        fields."""
        return (
            form.starts(self.form or {})
            if self.starter is None
            else blanks.program(self.starter, self.case(variant))
        )

    def guards(self, variant: int) -> set[str]:
        """Return the ids of the tests that the starter of a variant passes. They earn points only
        if another test passes, too."""
        case = self.case(variant) if any(test.guard for test in self.tests) else {}
        return {
            test.id
            for test in self.tests
            if test.guard is not None
            and all(case[name] in among for name, among in test.guard.items())
        }

    def solution(self, variant: int) -> RawAnswer:
        """Return the reference solution for a variant as a reader would type it. Numbers in fields
        have three digits."""
        return self._as_typed(self.solution_code, variant, digits=3)

    def wrong_answer(self, wrong: WrongAnswer, variant: int) -> RawAnswer:
        """Return a wrong answer for a variant as a reader would type it."""
        return self._as_typed(wrong.code, variant)

    def _as_typed(self, code: str, variant: int, digits: int = 0) -> RawAnswer:
        if self.form is None:
            return blanks.program(code, self.case(variant))
        names: dict[str, Any] = {"__name__": "answer"}
        exec(compile(code, f"{self.test_file.parent.name}/answer", "exec"), names)
        return form.typed(self.form, names["answer"](self.case(variant)), digits)

    def blanks(self, variant: int) -> dict[str, str]:
        """Return the texts that fill the blanks in the question, the hints and the explanation, by
        blank. Raise ValueError if a blank is not valid."""
        return blanks.filled(self.case(variant), blanks.keys(self.prompt, *self.hints, self.why))

    def advice(self, test: ExerciseTest, variant: int) -> str:
        """Return the advice of a test for a variant, with its blanks filled."""
        return blanks.plain(
            test.advice, blanks.filled(self.case(variant), blanks.keys(test.advice))
        )

    def picture(self, variant: int) -> dict[str, Any] | None:
        """Return the picture of a variant, {"panels", "rows", "alt"}; None if there is none."""
        draw = getattr(self.question, "picture", None)
        return None if draw is None else draw(self.case(variant))

    def to_json(self) -> dict[str, Any]:
        """Return the exercise as JSON data for the page (`schemas/exercise.schema.json`). Markdown
        is rendered as HTML, blanks are filled for variant 1, and a picture is given by its panels
        and rows."""
        from markdown_it import MarkdownIt  # installed where the book is built, not in the page

        from exercises.kit.set_up import pressed

        texts = self.blanks(1)
        markdown = MarkdownIt("commonmark", {"typographer": True}).enable(["table", "smartquotes"])
        render = pressed(markdown, self.chapter).render

        def html(text: str) -> str:
            return blanks.marked(untranslated(render(text)), texts)

        fields = self.form
        return {
            "id": self.id,
            "chapter": self.chapter,
            "title": self.title,
            "kind": self.kind,
            "prompt": html(self.prompt),
            "hints": [html(hint) for hint in self.hints],
            "why": html(self.why),
            "form": None
            if fields is None
            else [{"name": n, **printed(field.to_json())} for n, field in fields.items()],
            "starter": self.start(1) if fields is None else None,
            "solution": self.solution(1) if fields is None else None,
            "points": self.points,
            "tests": [{"id": test.id, "points": test.points} for test in self.tests],
            "edition": EDITION,
            "own": self.own,
            "blanks": texts,
            "picture": self.picture(1),
        }


def untranslated(html: str) -> str:
    """Return HTML with its code marked, so that translators leave the code alone."""
    return CODE.sub(r'<\1 translate="no"', html)


def printed(field: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON data of a field with typographic apostrophes in its label, help and
    options."""
    words: list[str] = [name for name in ("label", "help") if name in field]
    typeset = {name: field[name].replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") for name in words}
    options = (
        {"options": [printed(option) for option in field["options"]]} if "options" in field else {}
    )
    return {**field, **typeset, **options}


def check_variant(variant: Any) -> int:
    """Return `variant` as an int. Raise ValueError with a one-line message if it is not the number
    of a variant."""
    if (
        isinstance(variant, bool)
        or not isinstance(variant, int)
        or not 1 <= variant <= MOST_VARIANTS
    ):
        raise ValueError(
            f"a variant must be a whole number from 1 to {MOST_VARIANTS:,}, got {str(variant)[:40]!r}"
        )
    return variant


def read(folder: Path, chapter: str | None = None) -> Exercise:
    """Return the exercise in `folder`, whose id is the name of the folder with hyphens. Raise
    NotAnExercise if the folder is not valid."""
    folder = folder.resolve()
    test_file = folder / f"test_{folder.name}.py"
    title, prompt, hints, why = _prompt(folder / "prompt.md")
    kind = _kind(folder / "question.py")
    solution = _text(folder / "solution.py")
    try:
        wrong = read_wrong(folder / "wrong.toml", solution)
    except ValueError as error:
        raise NotAnExercise(str(error)) from None
    return Exercise(
        id=folder.name.replace("_", "-"),
        chapter=chapter,
        kind=kind,
        title=title,
        prompt=prompt,
        hints=hints,
        why=why,
        starter=_text(folder / "starter.py") if kind in PROGRAMS else None,
        solution_code=solution,
        tests=_tests(test_file),
        test_file=test_file,
        wrong=wrong,
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise NotAnExercise(
            f"{path.parent} is not an exercise: there is no file {path.name}"
        ) from None
    except UnicodeDecodeError as error:
        raise NotAnExercise(f"{path} must be UTF-8 text; byte {error.start} is not") from None


def _module(path: Path) -> ast.Module:
    try:
        return ast.parse(_text(path))
    except SyntaxError as error:
        raise NotAnExercise(f"{path}, line {error.lineno}: {error.msg}") from None


def _kind(path: Path) -> str:
    """Return the KIND that a question names as a literal, without running the question."""
    for step in _module(path).body:
        if (
            isinstance(step, ast.Assign)
            and [ast.unparse(name) for name in step.targets] == ["KIND"]
            and isinstance(step.value, ast.Constant)
            and step.value.value in KINDS
        ):
            return str(step.value.value)
    raise NotAnExercise(f'{path} must have a line KIND = "..." with one of {", ".join(KINDS)}')


def _prompt(path: Path) -> tuple[str, str, tuple[str, ...], str]:
    """Return the title, the question, the hints and the explanation."""
    title, _, body = _text(path).partition("\n")
    if not title.startswith("# "):
        raise NotAnExercise(f"{path} must begin with a title, '# ...', got {title[:40]!r}")
    body, _, why = body.partition("\n## Why\n")
    prompt, *hints = re.split(r"^## Hint \d+\n", body, flags=re.MULTILINE)
    if not why.strip():
        raise NotAnExercise(f"{path} must end with the explanation, '## Why'")
    return title[2:].strip(), prompt.strip(), tuple(hint.strip() for hint in hints), why.strip()


def _tests(path: Path) -> tuple[ExerciseTest, ...]:
    """Return the tests in the order of the file, with the values of their marks `points`, `advice`
    and `guard`."""
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
                raise NotAnExercise(
                    f"{path}: {function.name} must have the marks points(n) and advice('...'), "
                    f"got {', '.join(sorted(marks)) or 'neither'}"
                )
            tests.append(ExerciseTest(function.name, **marks, guard=_guard(function)))
    if not tests:
        raise NotAnExercise(
            f"{path} has no test: a function test_... with the marks points(n) and advice('...')"
        )
    return tuple(tests)


def _guard(function: ast.FunctionDef) -> dict[str, list[Any]] | None:
    """Return the keywords of a test's mark `guard`, {} if it has none: with `guard(fault=["late",
    "early"])` the test is a guard only in variants with such a `fault`. Return None if there is no
    such mark."""
    for mark in function.decorator_list:
        call = mark if isinstance(mark, ast.Call) else ast.Call(mark, [], [])
        if isinstance(call.func, ast.Attribute) and call.func.attr == "guard":
            return {str(key.arg): ast.literal_eval(key.value) for key in call.keywords}
    return None
