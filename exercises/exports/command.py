"""Define the command `python -m exercises export`."""

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
"""The module that writes the export for each grader. It is imported only when it is needed, since
readers may lack its packages."""


def add(
    commands: "argparse._SubParsersAction[Parser]",
    variant: Callable[[str], int],
    exercise: Callable[[str], Path],
) -> None:
    """Add the command to `commands`. `variant` and `exercise` are argument types: for the number of
    a variant and the folder of an exercise."""
    exporter = commands.add_parser(
        "export", help="for instructors: export exercises to another grader"
    )
    exporter.add_argument(
        "grader",
        choices=GRADERS,
        help="the grader; ci is for a class that hands in by pull request",
    )
    exporter.add_argument(
        "out", metavar="OUT", type=Path, help="the folder to write into, new or empty"
    )
    exporter.add_argument(
        "folders",
        metavar="EXERCISE",
        type=exercise,
        nargs="*",
        help="ids of exercises (default: those of the class file, or all)",
    )
    which = exporter.add_mutually_exclusive_group()
    which.add_argument(
        "--variant",
        "--variants",
        dest="variants",
        metavar="N",
        type=variant,
        nargs="+",
        help="the variants to export, each as an assignment (default: 1)",
    )
    which.add_argument(
        "--class",
        dest="class_file",
        metavar="FILE",
        type=Path,
        help="for gradescope and ci: the class file with the roster and the variant of each student",
    )
    exporter.set_defaults(run=run)


def run(options: argparse.Namespace) -> CommandResult:
    """Write an export, and return a line that says where it is. Raise WrongUse with a one-line
    message if it cannot be written."""
    order, grader = _order(options), options.grader
    if order.class_file is not None and grader in ("nbgrader", "otter"):
        raise WrongUse(
            f"{grader} gives all students the same variant: use --variant instead of --class"
        )
    if order.class_file is None and grader == "ci":
        raise WrongUse(
            "ci needs --class FILE: the class file says whose folders to make; `python -m exercises class` writes one"
        )
    try:
        order.out.mkdir(parents=True, exist_ok=True)
        if any(order.out.iterdir()):
            raise WrongUse(f"{order.out} must be a new or empty folder, got one that holds files")
        import_module(f"exercises.exports.{GRADERS[grader]}").write(order)
    except OSError as error:
        raise WrongUse(f"cannot write {error.filename or order.out}: {error.strerror}") from None
    count = "1 exercise" if len(order.exercises) == 1 else f"{len(order.exercises)} exercises"
    return CommandResult(
        f"{count} for {grader} in {order.out}; {order.out / 'README.md'} says what to do next"
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
