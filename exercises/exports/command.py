"""`python -m exercises export`: what it takes, and what it says it has written."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from exercises.contents import get, ids
from exercises.exports.order import Order
from models.cli.command_line import CommandResult, Parser, WrongUse

GRADERS = {
    "nbgrader": "nbgrader",
    "otter": "otter",
    "gradescope": "gradescope",
    "ci": "pull_requests",
}
"""The file that writes each export; it is read when it is asked for, for a reader has not all the packages it needs."""


def add(
    commands: "argparse._SubParsersAction[Parser]",
    variant: Callable[[str], int],
    exercise: Callable[[str], Path],
) -> None:
    """Adds the command; `variant` and `exercise` read its arguments."""
    exporter = commands.add_parser("export", help="for instructors: exercises for another grader")
    exporter.add_argument(
        "grader", choices=GRADERS, help="for whom; ci: a class that hands in by pull request"
    )
    exporter.add_argument(
        "out", metavar="OUT", type=Path, help="a folder to write into, new or empty"
    )
    exporter.add_argument(
        "folders",
        metavar="EXERCISE",
        type=exercise,
        nargs="*",
        help="an exercise's id (default: those of the class file, else all)",
    )
    which = exporter.add_mutually_exclusive_group()
    which.add_argument(
        "--variant",
        "--variants",
        dest="variants",
        metavar="N",
        type=variant,
        nargs="+",
        help="whose givens to take; each makes an assignment of its own (default: 1)",
    )
    which.add_argument(
        "--class",
        dest="class_file",
        metavar="FILE",
        type=Path,
        help="gradescope, ci: who is in the class, and which variants each student is asked",
    )
    exporter.set_defaults(run=run)


def run(options: argparse.Namespace) -> CommandResult:
    """Writes an export. Raises WrongUse with one line."""
    order, grader = _order(options), options.grader
    if order.class_file is not None and grader in ("nbgrader", "otter"):
        raise WrongUse(
            f"{grader} asks all students the same variant: name it with --variant, without --class"
        )
    if order.class_file is None and grader == "ci":
        raise WrongUse(
            "ci makes a folder a student: --class names the class file, and `python -m exercises class` makes one"
        )
    try:
        order.out.mkdir(parents=True, exist_ok=True)
        if any(order.out.iterdir()):
            raise WrongUse(
                f"{order.out} is not empty, and nothing is overwritten: name a new folder"
            )
        import_module(f"exercises.exports.{GRADERS[grader]}").write(order)
    except OSError as error:
        raise WrongUse(f"cannot write {error.filename or order.out}: {error.strerror}") from None
    count = "1 exercise" if len(order.exercises) == 1 else f"{len(order.exercises)} exercises"
    return CommandResult(
        f"{count} for {grader} in {order.out}; {order.out / 'README.md'} says how it goes on"
    )


def _order(options: argparse.Namespace) -> Order:
    class_file = None
    if options.class_file:
        from exercises.grading.class_file import read_class

        class_file = read_class(options.class_file)
    chosen = [folder.name.replace("_", "-") for folder in options.folders] or list(
        (class_file and class_file.assignments) or ids()
    )
    try:
        exercises = [get(id) for id in dict.fromkeys(chosen)]
    except KeyError as error:
        raise WrongUse(error.args[0]) from None
    return Order(options.out, exercises, list(dict.fromkeys(options.variants or [1])), class_file)
