"""Read the typical wrong answers of an exercise from its `wrong.toml`.

Each table is named after a wrong answer. It contains the misconception (`believes`), the tests that
must fail (`fails`), and phrases of `advice`, one of which must be shown. It also contains the
program: either a whole `program`, or `edits` of `solution.py`, where each `was` occurs once in the
solution and becomes `is`.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class WrongAnswer:
    """A typical wrong answer: a misconception, the program it leads to, and how the tests must
    respond."""

    name: str
    believes: str
    code: str
    fails: tuple[str, ...]  # the ids of the tests that must fail, in their order
    advice: tuple[str, ...]  # phrases, one of which must be shown


def read_wrong(path: Path, solution: str) -> tuple[WrongAnswer, ...]:
    """Return the wrong answers in the order of the file; an empty tuple if there is no file. Raise
    ValueError with a one-line message if the file is not valid."""
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
    """Return the solution with all edits made. Raise ValueError with a one-line message if an edit
    is not valid."""
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
