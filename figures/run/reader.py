"""A reader's own code: running it, its output, and the line of its errors."""

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
    """Standard output of a run. It keeps the first 20,000 characters, and ends the run after a
    million."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.length = 0

    def write(self, text: str) -> int:
        """Add printed text and return its length. Raise OutputError if more than a million
        characters were printed in all."""
        room = KEEP - self.length
        if room > 0:
            self.kept.append(text[:room])
        self.length += len(text)
        if self.length > LIMIT:
            raise OutputError(
                f"the code printed more than {LIMIT:,} characters; print less, or return rows"
            )
        return len(text)

    def text(self) -> str:
        """Return the text that was kept, and how much more there was."""
        return "".join(self.kept) + (
            f"\n(and {self.length - KEEP:,} characters more)" if self.length > KEEP else ""
        )


def line_of(error: BaseException) -> int | None:
    """Return the line of the reader's code that raised an error, or None."""
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
        """Execute the code in a copy of `context` and return its `run`. Errors of the code are not
        caught."""
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
        function: Callable[..., Any] = run
        return function
