"""The command line: `python -m exercises list`, `python -m exercises check FOLDER`."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from exercises.contents import exercises
from exercises.define import Exercise, NotAnExercise, read
from exercises.verdict import Verdict
from models import command_line
from models.command_line import DONE, FAILED, Outcome, Parser, WrongUse

MAX_ANSWER = 100_000  # bytes of an answer file


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command. Returns 0: done, passed; 1: the answer failed; 2: wrong use or a failure of ours."""
    return command_line.run("exercises", _parser(), arguments, NotAnExercise)


def _parser() -> Parser:
    parser = Parser(prog="python -m exercises", description="The book's exercises, and checks of answers to them.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    lister = commands.add_parser("list", help="list the exercises in reading order")
    lister.add_argument("--json", action="store_true", help="as JSON")
    lister.set_defaults(run=_list)
    checker = commands.add_parser("check", help="check an answer")
    checker.add_argument("folder", metavar="FOLDER", type=Path, help="the exercise, like exercises/missed_revolution")
    checker.add_argument("--answer", metavar="FILE", type=Path, help="the answer (default: the exercise's starter.py)")
    checker.add_argument("--json", action="store_true", help="the verdict as JSON")
    checker.set_defaults(run=_check)
    return parser


def _list(options: argparse.Namespace) -> Outcome:
    if options.json:
        return Outcome(json.dumps([_summary(exercise) for exercise in exercises()], indent=2))
    return Outcome("\n".join(
        f"{exercise.id}  {exercise.chapter}  {exercise.points} points  {exercise.title}" for exercise in exercises()
    ))


def _summary(exercise: Exercise) -> dict[str, object]:
    return {
        "id": exercise.id,
        "chapter": exercise.chapter,
        "title": exercise.title,
        "folder": f"exercises/{exercise.test_file.parent.name}",
        "points": exercise.points,
        "tests": [{"id": test.id, "points": test.points} for test in exercise.tests],
    }


def _check(options: argparse.Namespace) -> Outcome:
    from exercises.answer import RunnerFailed
    from exercises.check import check
    from exercises.child_process import ChildProcess

    exercise = read(options.folder)
    code = exercise.start() if options.answer is None else read_answer(options.answer)
    try:
        verdict = check(exercise, code, ChildProcess)
    except RunnerFailed as error:
        raise WrongUse(f"{error}; this says nothing about the answer") from None
    text = json.dumps(verdict.to_json(), indent=2) if options.json else "\n".join(_lines(verdict))
    return Outcome(text, DONE if verdict.passed else FAILED)


def read_answer(path: Path) -> str:
    """The text of an answer file. Raises WrongUse with one line if it cannot be one."""
    try:
        if path.is_dir():
            raise WrongUse(f"{path} is a folder, an answer is a Python file")
        if not path.exists():
            raise WrongUse(f"there is no file {path}")
        if not path.is_file():
            raise WrongUse(f"{path} is no regular file")
        if path.stat().st_size > MAX_ANSWER:
            raise WrongUse(f"an answer must be at most {MAX_ANSWER} bytes, {path} has {path.stat().st_size}")
        code = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise WrongUse(f"{path} must be UTF-8 text, byte {error.start} is not") from None
    if not code.strip():
        raise WrongUse(f"{path} is empty")
    return code


def _lines(verdict: Verdict) -> list[str]:
    """A verdict for people: each test; under a failed one what was asked, what came, what to look at."""
    lines = [f"{verdict.exercise}: {verdict.points} of {verdict.of} points"]
    if verdict.error is not None:
        where = f"line {verdict.error['line']}: " if verdict.error["line"] else ""
        lines.append(f"  error: {where}{verdict.error['message']}")
    for test in verdict.tests:
        lines.append(f"  {test.outcome}  {test.id} ({test.points})")
        lines += [f"          {text}" for text in (test.message, test.advice) if text]
    if verdict.output:
        lines += ["  the answer printed:", *(f"    {line}" for line in verdict.output.splitlines())]
    return lines


if __name__ == "__main__":
    sys.exit(main())
