"""What the book's command lines share: exit codes, wrong use as one line on standard error, tables."""
import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from textwrap import wrap
from typing import Any, NamedTuple, NoReturn

DONE, FAILED, WRONG_USE = 0, 1, 2
LONGEST = 400
"""Characters of an error; what was typed or read may be long."""
WIDTH = 100
"""Characters of a line of a table whose last column is text."""


class WrongUse(Exception):
    """Something that the user can put right; the text says what."""


class CommandResult(NamedTuple):
    """What a command has to say, and its exit code."""

    text: str
    code: int = DONE


class Parser(argparse.ArgumentParser):
    """argparse whose errors are WrongUse, and that takes no shortened options. Each command sets the default `run`:
    options -> CommandResult."""

    def __init__(self, **options: Any):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{message}; try --help")


def run(name: str, parser: Parser, arguments: Sequence[str] | None, *mistakes: type[Exception]) -> int:
    """Run the command that the arguments (default: the process's own) name; return the exit code.

    WrongUse and `mistakes` are what the user can put right: one line behind `name` on standard error."""
    expected: tuple[type[Exception], ...] = (WrongUse, *mistakes)
    code = DONE
    try:
        options = parser.parse_args(arguments)
        text, code = options.run(options)
        print(text, flush=True)
    except expected as error:
        print(f"{name}: {one_line(str(error))}", file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:                 # whoever reads has seen enough
        with suppress(BrokenPipeError):
            sys.stdout.close()
    return code


def one_line(text: str) -> str:
    """The text without line breaks, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST - 3]}..."


def table(rows: Sequence[Sequence[str]], sides: str) -> str:
    """Rows under each other, each column to its side, `<` or `>`; text in a last column to the left is folded."""
    if sides[-1] == ">":
        rows = [[*row, ""] for row in rows]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    room = max(20, WIDTH - sum(widths) - 2 * len(widths))
    lines = []
    for row in rows:
        fields = [f"{field:{side}{width}}" for field, side, width in zip(row, sides, widths, strict=False)]
        folded = [part for line in row[-1].splitlines() for part in wrap(line, room, break_on_hyphens=False)]
        lines.append("  ".join([*fields, *folded[:1]]).rstrip())
        lines += [" " * (sum(widths) + 2 * len(widths)) + part for part in folded[1:]]
    return "\n".join(lines)
