"""A reader's own code: where it is, what it prints, and where it went wrong."""

import io
import traceback
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from figures.run.watch import Watch

FILENAME = "<your code>"
KEEP = 20_000
LIMIT = 1_000_000


class OutputError(RuntimeError):
    """The code printed too much."""


class Output(io.TextIOBase):
    """Standard output of a run: the first 20,000 characters are kept; above a million the run
    ends."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.length = 0

    def write(self, text: str) -> int:
        """Add printed text. Raise OutputError above the limit."""
        room = KEEP - self.length
        if room > 0:
            self.kept.append(text[:room])
        self.length += len(text)
        if self.length > LIMIT:
            raise OutputError(
                f"the code printed more than {LIMIT:,} characters; print less, or give rows instead"
            )
        return len(text)

    def text(self) -> str:
        """The text that was kept."""
        return "".join(self.kept) + (
            f"\n(and {self.length - KEEP:,} characters more)" if self.length > KEEP else ""
        )


def line_of(error: BaseException) -> int | None:
    """Return the line of the reader's code that raised an error."""
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == FILENAME
    ]
    return lines[-1] if lines else None


class ReaderCode:
    """Code that defines `run`, and the watch that follows its lines."""

    def __init__(self, text: str):
        self.text = text
        self.watch = Watch()

    def define(self, context: dict[str, Any]) -> Callable[..., Any]:
        """Execute the code in a copy of `context` and return its `run`. Raise what the code
        raises."""
        code = compile(self.text, FILENAME, "exec")
        tables = {
            name: deepcopy(value)
            for name, value in context.items()
            if isinstance(value, dict | list | set)
        }
        namespace = {**context, **tables, "__name__": "your_code"}
        self.watch.add(code)
        exec(code, namespace)
        run = namespace.get("run")
        if not callable(run) or run is context.get("run"):
            raise NameError("the code must define a function run(...); it defines none")
        return run
