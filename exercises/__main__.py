"""The command line `python -m exercises list | show | check | prove | new | grade | items |
class | export`."""

from models.cli import frame

frame.begin("exercises", __name__)

import argparse
import difflib
import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from exercises import contents
from exercises.checker.filled_in import fields
from exercises.checker.in_page import InPage
from exercises.checker.verdict import Verdict
from exercises.cli import answer_file, new
from exercises.cli.prove import VARIANTS
from exercises.cli.prove_folder import complete, of_author, proofs
from exercises.cli.text_report import (
    as_json,
    is_other,
    question,
    start,
    summary,
    verdict_json,
    verdict_lines,
)
from exercises.exports import command as export
from exercises.grading import commands as of_class
from exercises.kit.answer import AnswerError, Runner, RunnerFailed
from exercises.kit.blanks import program
from exercises.kit.exercise import MOST_VARIANTS, Exercise, NotAnExercise, RawAnswer
from exercises.kit.kinds import KINDS
from exercises.sandbox.deno import Sandbox
from figures.define.edition import EDITION
from models.cli import command_line
from models.cli.command_line import (
    DONE,
    FAILED,
    CommandResult,
    Parser,
    WrongUse,
    one_line,
    say,
    table,
    warn,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, and return its exit code: 0 if it is done or the answer passed, 1 if the
    answer failed, 2 for wrong use or an internal failure."""
    return command_line.run("exercises", _parser(), arguments, NotAnExercise)


def _whole_number(name: str, low: int, high: int) -> Callable[[str], int]:
    """Return an argument type that reads a whole number from `low` to `high`. `name` is what its
    message calls the number."""

    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text, re.ASCII) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"{name} must be a whole number from {low} to {high:,}, got {text[:40]!r}"
            )
        return int(text)

    return read


_VARIANT = _whole_number("a variant", 1, MOST_VARIANTS)


def _parser() -> Parser:
    parser = Parser(
        prog="python -m exercises",
        description="The book's exercises, and checks of answers to them.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    lister = commands.add_parser(
        "list",
        help="list the exercises in reading order, each marked own (each variant has its own question) or same",
    )
    lister.set_defaults(run=_list)
    shower = commands.add_parser("show", help="show the question of a variant")
    shower.add_argument(
        "folder", metavar="FOLDER", type=_folder, help="the exercise: its folder or its id"
    )
    shower.add_argument(
        "--variant", metavar="N", type=_VARIANT, default=1, help="the variant (default: 1)"
    )
    shower.add_argument("--start", action="store_true", help="print only the starter of an answer")
    shower.set_defaults(run=_show)
    checker, prover = _add_check(commands), _add_prove(commands)
    for command in (lister, checker, prover):
        command.add_argument("--json", action="store_true", help="print JSON")
    maker = commands.add_parser(
        "new", help="for authors: make the folder of a new exercise, with blanks to fill in"
    )
    maker.add_argument(
        "name",
        metavar="NAME",
        help="the exercise's name: words joined by underscores or hyphens, like missed_revolution",
    )
    maker.add_argument(
        "--kind", choices=KINDS, default="write", help="the kind of exercise (default: write)"
    )
    maker.add_argument(
        "--chapter",
        metavar="PAGE",
        choices=contents.CHAPTERS,
        required=True,
        help="the page of the book that shows the exercise, like synchronous-writes",
    )
    maker.set_defaults(
        run=lambda options: CommandResult(new.make(options.name, options.kind, options.chapter))
    )
    of_class.add_to(commands, _whole_number)
    export.add(commands, _VARIANT, _folder)
    return parser


def _add_check(commands: "argparse._SubParsersAction[Parser]") -> Parser:
    checker = commands.add_parser("check", help="check an answer")
    checker.add_argument(
        "folder", metavar="FOLDER", type=_folder, help="the exercise: its folder or its id"
    )
    checker.add_argument(
        "--answer",
        metavar="FILE",
        type=Path,
        help="a program (.py), the page's answer file, or a JSON object of fields (default: the starter)",
    )
    checker.add_argument(
        "--variant",
        metavar="N",
        type=_VARIANT,
        help="the variant (default: that of the answer file, or 1)",
    )
    checker.add_argument(
        "--any-edition",
        action="store_true",
        help="accept an answer file that was saved in another edition of the book",
    )
    checker.set_defaults(run=_check)
    return checker


def _add_prove(commands: "argparse._SubParsersAction[Parser]") -> Parser:
    prover = commands.add_parser(
        "prove",
        help="for authors: check that the starter fails, the solution passes and the tests catch wrong answers",
    )
    prover.add_argument(
        "folders",
        metavar="FOLDER",
        type=_folder,
        nargs="*",
        help="the exercises: their folders or their ids",
    )
    prover.add_argument("--all", action="store_true", help="prove all exercises of the book")
    which = prover.add_mutually_exclusive_group()
    count = _whole_number("the number of variants", 1, MOST_VARIANTS)
    which.add_argument(
        "--variants",
        metavar="N",
        type=count,
        default=len(VARIANTS),
        help="prove variants 1 to N (default: 5)",
    )
    which.add_argument(
        "--variant", metavar="V", type=_VARIANT, nargs="+", help="prove these variants"
    )
    which.add_argument(
        "--random",
        metavar="N",
        type=count,
        help="prove N random variants of each exercise",
    )
    prover.add_argument(
        "--seed",
        metavar="S",
        type=_whole_number("a seed", 1, 999_999_999),
        help="the seed from which --random draws variants (default: 1)",
    )
    prover.add_argument(
        "--jobs",
        metavar="N",
        type=_whole_number("the number of jobs", 1, 999),
        default=os.cpu_count() or 1,
        help="how many exercises to prove at the same time (default: the number of cores)",
    )
    prover.set_defaults(run=_prove)
    return prover


def _folder(text: str) -> Path:
    """Return the folder of an exercise from its path, id or name."""
    if not text:
        raise argparse.ArgumentTypeError("an exercise must be a folder or an id, got ''")
    if Path(text).exists() or not re.fullmatch("[a-z][a-z0-9_-]*", text):
        return Path(text)
    for prompt in contents.QUESTIONS.glob(f"*/{text.replace('-', '_')}/prompt.md"):
        return prompt.parent
    id = text.replace("_", "-")
    near = (
        difflib.get_close_matches(id, contents.ids(), n=3)
        or [one for one in contents.ids() if id in one][:3]
    )
    hint = f"perhaps {' or '.join(near)}" if near else "`list` prints all ids"
    raise argparse.ArgumentTypeError(f"there is no exercise {text}; {hint}")


def _list(options: argparse.Namespace) -> CommandResult:
    """Return the list of all exercises, with a line for each folder that is broken."""
    found: list[dict[str, object]] = []
    rows: list[list[str]] = []
    titles: list[str] = []
    broken: list[str] = []
    for chapter, names in contents.CHAPTERS.items():
        for name in names:
            id = name.replace("_", "-")
            try:
                exercise = contents.get(id)
                with of_author(contents.folder(chapter, name)):
                    record = summary(exercise)
            except NotAnExercise as error:
                broken.append(f"{id}  {chapter}  broken: {one_line(str(error))}")
                found.append({"id": id, "chapter": chapter, "error": one_line(str(error))})
            else:
                found.append(record)
                rows.append(
                    [
                        id,
                        chapter,
                        exercise.kind,
                        "own" if exercise.own else "same",
                        f"{exercise.points} points",
                        f"guessing {100 * record['chance']:.0f} %"
                        if record["chance"] is not None
                        else "",
                    ]
                )
                titles.append(exercise.title)
    heads = table(rows, "<<<<><").splitlines() if rows else []
    lines = [*(f"{head}  {title}" for head, title in zip(heads, titles, strict=True)), *broken]
    return CommandResult(
        as_json(found) if options.json else "\n".join(lines), FAILED if broken else DONE
    )


def _show(options: argparse.Namespace) -> CommandResult:
    exercise = complete(options.folder)
    with of_author(options.folder):
        return CommandResult((start if options.start else question)(exercise, options.variant))


def _check(options: argparse.Namespace) -> CommandResult:
    exercise = complete(options.folder)
    answer = (
        None
        if options.answer is None
        else answer_file.read(options.answer, exercise, options.variant, options.any_edition)
    )
    with of_author(options.folder):
        own = options.answer is None or options.answer.resolve().is_relative_to(
            exercise.test_file.parent
        )
        verdict = _judged(exercise, answer, options.variant, own)
    variant = verdict.variant
    if answer is not None and answer.handed_in is not None:
        _warn(options.answer, answer, answer.handed_in.edition, variant)
    text = (
        as_json(verdict_json(verdict, answer))
        if options.json
        else "\n".join(verdict_lines(verdict, answer))
    )
    return CommandResult(text, DONE if verdict.passed and not is_other(verdict, answer) else FAILED)


def _judged(
    exercise: Exercise, found: answer_file.FileAnswer | None, variant: int | None, own: bool
) -> Verdict:
    """Return the verdict on an answer; on the starter if `found` is None. `own` means that the
    answer is a file in the folder of the exercise."""
    if found is None:
        return _verdict(exercise, exercise.start(variant or 1), variant or 1, own)
    variant = variant or found.variant or 1
    if found.is_program and isinstance(found.answer, str):
        if exercise.form is not None:
            return _filled_in(exercise, found.answer, variant, own)
        if own:
            return _verdict(exercise, program(found.answer, exercise.case(variant)), variant, own)
    return _verdict(exercise, found.answer, variant, own)


def _warn(file: Path, found: answer_file.FileAnswer, edition: str, variant: int) -> None:
    """Warn with a line each if the answer belongs to another edition or to another variant."""
    if edition != EDITION:
        other = f"{file} was saved in another edition of the book, {edition!a}"
        warn(
            f"exercises: {other}; its answer is checked against the question of this one, {EDITION}"
        )
    if found.variant != variant:
        other = f"{file} holds no answer to variant {variant}"
        warn(
            f"exercises: {other}; its answer to variant {found.variant} is checked against {variant}"
        )


@contextmanager
def _place(own: bool) -> Iterator[Callable[[], Runner]]:
    """Yield a function that makes runners: in this process if the program is the exercise's `own`,
    else in a sandbox."""
    try:
        with Sandbox() as sandbox:
            yield InPage if own else sandbox.runner
    except RunnerFailed as error:
        raise WrongUse(f"{error}; this says nothing about the answer") from None


def _verdict(exercise: Exercise, answer: RawAnswer, variant: int, own: bool) -> Verdict:
    """Return the verdict of the exercise's tests on an answer."""
    from exercises.checker.check import check  # pytest takes long to import

    with _place(own) as runner:
        return check(exercise, answer, runner, variant)


def _filled_in(exercise: Exercise, code: str, variant: int, own: bool) -> Verdict:
    """Run a program that computes the fields of an answer, and return the verdict on them. Only an
    exercise's own programs can import its question."""
    try:
        with _place(own) as runner:
            filled = fields(exercise, code, variant, runner())
    except AnswerError as error:
        return Verdict.of_none(
            exercise, variant, {"message": error.message, "line": error.line, "field": None}
        )
    return _verdict(exercise, filled, variant, own)


def _prove(options: argparse.Namespace) -> CommandResult:
    folders = list(options.folders)
    if options.all:
        folders += [
            contents.folder(chapter, name)
            for chapter, names in contents.CHAPTERS.items()
            for name in names
        ]
    if not folders:
        raise WrongUse("name the exercises to prove, or use --all")
    if options.seed is not None and options.random is None:
        raise WrongUse("--seed needs --random")
    for folder in folders:
        if not folder.is_dir():
            raise WrongUse(f"there is no folder {folder}")

    def variants(folder: Path) -> Sequence[int]:
        if options.random is None:
            return options.variant or range(1, options.variants + 1)
        rng = random.Random(f"{options.seed or 1} {folder.resolve().name}")
        return rng.sample(range(1, MOST_VARIANTS + 1), options.random)

    done = []
    for proved in proofs(folders, variants, options.jobs):
        done.append(proved)
        if not options.json:
            say("\n".join(proved.lines()))
    bad = sum(bool(proved.problems) for proved in done)
    end = f"{len(done) - bad} of {len(done)} hold"
    return CommandResult(
        as_json([proved.to_json() for proved in done]) if options.json else end,
        FAILED if bad else DONE,
    )


if __name__ == "__main__":
    frame.end(main())
