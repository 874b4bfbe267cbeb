"""The commands `grade` and `class` of `python -m exercises`."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from exercises.grading.class_file import ClassFile, read_class
from models.cli.command_line import CommandResult, Parser, WrongUse

CLASS_FILE = Path("class.toml")
Whole = Callable[[str, int, int], Callable[[str], int]]


def add_to(commands: "argparse._SubParsersAction[Parser]", whole: Whole) -> None:
    """Adds both; `whole` makes the type of an option that is a whole number of a name, from a
    lowest to a highest."""
    grader = commands.add_parser(
        "grade", help="for instructors: grade all that a class has handed in"
    )
    grader.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        type=Path,
        help="a folder, or a zip, of answer files, or of a folder a student with programs, fields, notebooks",
    )
    grader.add_argument(
        "--out", metavar="FOLDER", type=Path, required=True, help="where the grades and reports go"
    )
    grader.add_argument(
        "--class",
        metavar="FILE",
        dest="class_file",
        type=Path,
        help="roster, exercises, variants, due date (default: class.toml, if it is here)",
    )
    grader.add_argument(
        "--student",
        metavar="ID",
        action="append",
        default=[],
        help="grade only this student, and again",
    )
    grader.add_argument(
        "--exercise",
        metavar="ID",
        action="append",
        default=[],
        help="grade only this exercise, and again",
    )
    grader.add_argument("--fresh", action="store_true", help="draw the inputs of the tests anew")
    grader.add_argument(
        "--force", action="store_true", help="write over what somebody else has written"
    )
    grader.add_argument(
        "--dolos", action="store_true", help="make zips for Dolos, too, which looks for copies"
    )
    where = grader.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        metavar="N",
        type=whole("the number of jobs", 1, 999),
        default=_cores(),
        help="answers that are judged at a time (default: as many as there are cores)",
    )
    where.add_argument(
        "--dask", metavar="ADDRESS", help="judge on a Dask cluster, like tcp://host:8786"
    )
    grader.set_defaults(run=_grade)
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
        help="exercises and variants (default: class.toml, if it is here)",
    )
    lister.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="where the sheet goes, .csv or .html (default: class-sheet.csv and class-sheet.html)",
    )
    lister.add_argument(
        "--url",
        metavar="ADDRESS",
        help="where the class finds the book, like https://host/storage/; --new needs it",
    )
    lister.add_argument(
        "--new", action="store_true", help="write a class file to begin with, if there is none"
    )
    lister.add_argument(
        "--exercise",
        metavar="ID",
        action="append",
        default=[],
        help="of the new class file (default: all of the book)",
    )
    lister.add_argument("--force", action="store_true", help="write over files that are there")
    lister.set_defaults(run=_class)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _class_file(named: Path | None) -> ClassFile:
    return read_class(named or CLASS_FILE) if named or CLASS_FILE.is_file() else ClassFile()


def _grade(options: argparse.Namespace) -> CommandResult:
    try:
        from exercises.grading.batch import Batch, grade
        from exercises.grading.workers import Cluster, Processes, Workers
    except ModuleNotFoundError as error:
        raise WrongUse(
            f"to grade needs the package {error.name}: pip install jinja2 nbformat pebble tqdm"
        ) from None
    workers: Workers = Cluster(options.dask) if options.dask else Processes(options.jobs)
    return grade(
        Batch(
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
