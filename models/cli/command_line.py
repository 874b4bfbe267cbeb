"""What the book's command lines share: exit codes, wrong use as one line on standard error, tables."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple, NoReturn

from models.cli import frame
from models.cli.frame import READER_LEFT, WRONG_USE, one_line, say, warn

__all__ = [
    "DONE",
    "FAILED",
    "WIDTH",
    "WRONG_USE",
    "CommandResult",
    "Parser",
    "WrongUse",
    "one_line",
    "run",
    "say",
    "table",
    "warn",
]
DONE, FAILED = 0, 1
WIDTH = 110
"""Characters of a line of a table whose last column is text."""


class WrongUse(Exception):
    """Something that the user can put right; the text says what."""


class CommandResult(NamedTuple):
    """What a command has to say, and its exit code."""

    text: str
    code: int = DONE


class Parser(argparse.ArgumentParser):
    """argparse whose errors are WrongUse, and that takes no shortened options. Each command sets
    the default `run`: options -> CommandResult."""

    def __init__(self, **options: Any):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise WrongUse(f"{message}; try --help")

    def print_help(self, file: Any = None) -> None:
        say(self.format_help())


def run(
    name: str, parser: Parser, arguments: Sequence[str] | None, *mistakes: type[Exception]
) -> int:
    """Run the command that the arguments (default: the process's own) name; return the exit code.

    WrongUse and `mistakes` are what the user can put right, as are files that cannot be used, and
    an output that cannot be written: one line behind `name` on standard error."""
    expected: tuple[type[Exception], ...] = (WrongUse, frame.NoOutput, *mistakes)
    code = READER_LEFT
    try:
        given = sys.argv[1:] if arguments is None else arguments
        if odd := next((each for each in given if "\0" in each), None):
            raise WrongUse(f"an argument must hold no NUL, got {odd!r:.40}")
        options = parser.parse_args(given)
        for path in (one for one in vars(options).values() if isinstance(one, Path)):
            plain(path)
        if sys.stdout is None:  # before the work, not after it
            say("")
        text, code = options.run(options)
        frame.checked_for_signals()
        say(text)
    except frame.ReaderLeft:
        pass
    except (KeyboardInterrupt, OSError) as error:
        return frame.failed(name, error)
    except expected as error:
        return frame.failed(name, error, str(error))
    except RuntimeError as error:  # as pathlib says it before Python 3.13
        if "Symlink loop" not in str(error):
            raise
        return frame.failed(name, error, str(error))
    return code


def plain(path: Path) -> None:
    """Raise WrongUse for a pipe with a name, which nobody may fill, and for a device, which may
    never end; /dev/stdin and <(...) are taken."""
    if path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc")):
        raise WrongUse(f"{path} is a pipe, and a file is wanted")
    if (path.is_char_device() or path.is_block_device()) and path != Path("/dev/stdin"):
        raise WrongUse(f"{path} is a device, and a file is wanted")


def table(rows: Sequence[Sequence[str]], sides: str) -> str:
    """Rows under each other, each column to its side, `<` or `>`; text in a last column to the left
    is folded."""
    if sides[-1] == ">":
        rows = [[*row, ""] for row in rows]
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    room = max(20, WIDTH - sum(widths) - 2 * len(widths))
    lines = []
    for row in rows:
        fields = [
            f"{field:{side}{width}}" for field, side, width in zip(row, sides, widths, strict=False)
        ]
        folded = [
            part
            for line in row[-1].splitlines()
            for part in wrap(line, room, break_on_hyphens=False)
        ]
        lines.append("  ".join([*fields, *folded[:1]]).rstrip())
        lines += [" " * (sum(widths) + 2 * len(widths)) + part for part in folded[1:]]
    return "\n".join(lines)
