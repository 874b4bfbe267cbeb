"""Define the commands `grade`, `items` and `class` of `python -m exercises`."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from exercises.grading.class_file import ClassFile, read_class
from models.cli.command_line import CommandResult, Parser, WrongUse
from models.jobs.here import cores

if TYPE_CHECKING:
    from exercises.grading.batch import Batch

CLASS_FILE = Path("class.toml")
Whole = Callable[[str, int, int], Callable[[str], int]]


def add_to(commands: "argparse._SubParsersAction[Parser]", whole: Whole) -> None:
    """Add the commands to `commands`. `whole(name, least, most)` returns an argument type for a
    whole number within these limits."""
    _add_grade(commands, whole)
    _add_items(commands, whole)
    _add_class(commands)


def _add_grade(commands: "argparse._SubParsersAction[Parser]", whole: Whole) -> None:
    grader = commands.add_parser("grade", help="for instructors: grade the submissions of a class")
    _add_batch(grader, whole)
    grader.add_argument(
        "--student",
        metavar="ID",
        action="append",
        default=[],
        help="grade this student again, and no other (repeatable)",
    )
    grader.add_argument(
        "--exercise",
        metavar="ID",
        action="append",
        default=[],
        help="grade this exercise again, and no other (repeatable)",
    )
    grader.add_argument("--fresh", action="store_true", help="draw new inputs for the tests")
    grader.add_argument(
        "--force",
        action="store_true",
        help="overwrite files that were edited or not written by this command",
    )
    grader.add_argument(
        "--dolos", action="store_true", help="also write zips for Dolos, a plagiarism detector"
    )
    grader.set_defaults(run=_grade)


def _add_items(commands: "argparse._SubParsersAction[Parser]", whole: Whole) -> None:
    reporter = commands.add_parser(
        "items",
        help="for instructors: how each exercise works in a class: facility, discrimination, wrong answers",
    )
    _add_batch(reporter, whole)
    reporter.set_defaults(
        run=_items, student=[], exercise=[], fresh=False, force=False, dolos=False
    )


def _add_batch(grader: Parser, whole: Whole) -> None:
    """Add the arguments that say what is graded, by which class file, where, and into which
    folder."""
    grader.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        type=Path,
        help="a folder or zip with answer files, or with one folder per student that holds programs, fields or notebooks",
    )
    grader.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        required=True,
        help="the folder for the grades and reports",
    )
    grader.add_argument(
        "--class",
        metavar="FILE",
        dest="class_file",
        type=Path,
        help="the class file: roster, exercises, variants, due dates (default: class.toml in this folder, if there is one)",
    )
    where = grader.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        metavar="N",
        type=whole("the number of jobs", 1, 999),
        default=cores(),
        help="how many answers to judge at a time (default: the number of cores)",
    )
    where.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="address of a Dask cluster that judges the answers, like tcp://host:8786",
    )


def _add_class(commands: "argparse._SubParsersAction[Parser]") -> None:
    lister = commands.add_parser(
        "class", help="for instructors: the links of each student's variants"
    )
    lister.add_argument(
        "roster", metavar="ROSTER", type=Path, help="a CSV file with the columns id and name"
    )
    lister.add_argument(
        "--class",
        metavar="FILE",
        dest="class_file",
        type=Path,
        help="the class file: exercises and variants (default: class.toml in this folder, if there is one)",
    )
    lister.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="the sheet to write, .csv or .html (default: class-sheet.csv and class-sheet.html)",
    )
    lister.add_argument(
        "--url",
        metavar="ADDRESS",
        help="address of the book for the class, like https://host/storage/; required with --new",
    )
    lister.add_argument("--new", action="store_true", help="write a new class file first")
    lister.add_argument(
        "--exercise",
        metavar="ID",
        action="append",
        default=[],
        help="an exercise for the new class file (repeatable; default: all exercises of the book)",
    )
    lister.add_argument("--force", action="store_true", help="overwrite existing files")
    lister.set_defaults(run=_class)


def _class_file(named: Path | None) -> ClassFile:
    return read_class(named or CLASS_FILE) if named or CLASS_FILE.is_file() else ClassFile()


def _grade(options: argparse.Namespace) -> CommandResult:
    with _packages():
        from exercises.grading.batch import grade
    return grade(_batch(options))


def _items(options: argparse.Namespace) -> CommandResult:
    with _packages():
        from exercises.grading.items.command import items
    return items(_batch(options))


@contextmanager
def _packages() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        raise WrongUse(
            f"grading needs the package {error.name}: pip install jinja2 nbformat pebble tqdm"
        ) from None


def _batch(options: argparse.Namespace) -> "Batch":
    with _packages():
        from exercises.grading.batch import Batch
        from exercises.grading.judge import cluster, processes
    workers = cluster(options.dask) if options.dask else processes(options.jobs)
    return Batch(
        options.submissions,
        options.out,
        _class_file(options.class_file),
        workers,
        options.student,
        options.exercise,
        options.fresh,
        options.force,
        options.dolos,
    )


def _class(options: argparse.Namespace) -> CommandResult:
    from exercises.grading.sheet import make

    return make(
        options.roster,
        options.class_file or CLASS_FILE,
        options.out,
        options.url,
        options.new,
        options.exercise,
        options.force,
    )
