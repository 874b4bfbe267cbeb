"""Parts that all the book's command lines share: exit codes, one-line errors, tables."""

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
"""Most characters in a line of a table whose last column is text."""


class WrongUse(Exception):
    """An error that the user can correct; the text says how."""


class CommandResult(NamedTuple):
    """The output of a command, and its exit code."""

    text: str
    code: int = DONE


class Parser(argparse.ArgumentParser):
    """A parser that raises WrongUse for errors and refuses abbreviated options.

    Each command sets the default `run`, a function from options to a CommandResult."""

    def __init__(self, **options: Any):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """Raise WrongUse with this message."""
        raise WrongUse(f"{message}; try --help")

    def print_help(self, file: object = None) -> None:
        """Print the help to standard output."""
        say(self.format_help())


def run(
    name: str, parser: Parser, arguments: Sequence[str] | None, *mistakes: type[Exception]
) -> int:
    """Run the command that the arguments name, and return its exit code.

    The default arguments are those of the process. Errors that the user can correct (WrongUse,
    `mistakes`, unusable files and output) become one line on standard error, after `name`."""
    expected: tuple[type[Exception], ...] = (WrongUse, frame.NoOutput, *mistakes)
    code = READER_LEFT
    try:
        given = sys.argv[1:] if arguments is None else arguments
        if bad := next((each for each in given if "\0" in each), None):
            raise WrongUse(f"an argument must not contain NUL, got {bad!r:.40}")
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
    """Raise WrongUse for a named pipe, which may never be filled, and for a device, which may
    never end. /dev/stdin and <(...) are allowed."""
    kind = special(path)
    if kind == "pipe" or (kind == "device" and path != Path("/dev/stdin")):
        raise WrongUse(f"{path} must be a file, got a {kind}")


def special(path: Path) -> str:
    """Return "folder", "device" or "pipe" (a named one) for a path that is one, else ""."""
    if path.is_dir():
        return "folder"
    if path.is_char_device() or path.is_block_device():
        return "device"
    pipe = path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc"))
    return "pipe" if pipe else ""


def table(rows: Sequence[Sequence[str]], sides: str) -> str:
    """Return rows as an aligned table. sides: `<` (left) or `>` (right) for each column. A last
    column that is aligned left is wrapped."""
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
