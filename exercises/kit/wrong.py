"""Read the typical wrong answers of an exercise from its `wrong.toml`.

Each table is named after its answer. It contains the misconception (`believes`), the tests that
must fail (`fails`), phrases of `advice` of which one must be shown, and the program: `edits` of
`solution.py` (each `was` occurs once in the solution and becomes `is`), or a whole `program`.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class WrongAnswer:
    """A typical wrong answer: a misconception and how the tests respond to it."""

    name: str
    believes: str
    code: str
    fails: tuple[str, ...]  # the ids of the tests that must fail, in their order
    advice: tuple[str, ...]  # one of these must be shown


def read_wrong(path: Path, solution: str) -> tuple[WrongAnswer, ...]:
    """Return the wrong answers in file order, none if there is no file. Raise ValueError with one
    line if it is not valid."""
    if not path.is_file():
        return ()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return tuple(_wrong_answer(path, name, table, solution) for name, table in tables.items())


def _wrong_answer(path: Path, name: str, table: Any, solution: str) -> WrongAnswer:
    try:
        match table:
            case {"believes": str(), "fails": [str(), *_], "advice": [str(), *_], "program": str()}:
                code = table["program"]
            case {
                "believes": str(),
                "fails": [str(), *_],
                "advice": [str(), *_],
                "edits": [*edits],
            }:
                code = edited(solution, edits)
            case _:
                raise ValueError("needs believes, fails, advice, and edits or a program")
        if extra := table.keys() - {"believes", "fails", "advice", "edits", "program"}:
            raise ValueError(f"has an unknown key {min(extra)!r}")
        if {"edits", "program"} <= table.keys():
            raise ValueError("has both edits and a program")
    except ValueError as error:
        raise ValueError(f"{path}: the wrong answer {name} {error}") from None
    return WrongAnswer(name, table["believes"], code, tuple(table["fails"]), tuple(table["advice"]))


def edited(solution: str, edits: list[Any]) -> str:
    """Return the solution with all edits made. Raise ValueError with one line if an edit is not
    valid."""
    spans = []
    for edit in edits:
        match edit:
            case {"was": str(was), "is": str(new), **rest} if was and not rest:
                pass
            case _:
                raise ValueError(f"needs edits {{ was = '...', is = '...' }}, got {edit!r:.80}")
        if (times := solution.count(was)) != 1:
            raise ValueError(f"edits {was!r:.80}, which solution.py has {times} times, not once")
        spans.append((solution.index(was), was, new))
    code, end = "", 0
    for start, was, new in sorted(spans):
        if start < end:
            raise ValueError(f"edits {was!r:.80}, which overlaps another of its edits")
        code += solution[end:start] + new
        end = start + len(was)
    return code + solution[end:]
