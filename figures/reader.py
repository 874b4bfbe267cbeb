"""A reader's own code: where it is, what it prints, and where it went wrong."""
import io
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from types import CodeType
from typing import Any

FILENAME = "<your code>"
KEEP = 20_000
LIMIT = 1_000_000
REPORT_EVERY = 0.05


class OutputError(RuntimeError):
    """The code printed too much."""


class Output(io.TextIOBase):
    """Standard output of a run: the first 20,000 characters are kept; above a million the run ends."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.length = 0

    def write(self, text: str) -> int:
        """Take what was printed. Raises OutputError above the limit."""
        room = KEEP - self.length
        if room > 0:
            self.kept.append(text[:room])
        self.length += len(text)
        if self.length > LIMIT:
            raise OutputError(f"the code printed more than {LIMIT:,} characters; print less, or give rows instead")
        return len(text)

    def text(self) -> str:
        """What was kept."""
        return "".join(self.kept) + (f"\n(and {self.length - KEEP:,} characters more)" if self.length > KEEP else "")


def line_of(error: BaseException) -> int | None:
    """The line of the reader's code at which an error arose."""
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILENAME]
    return lines[-1] if lines else None


class ReaderCode:
    """Code that defines `run`. `line` is the line it was last seen at (Python 3.12 and later)."""

    def __init__(self, text: str):
        self.text = text
        self.line: int | None = None
        self.reported = 0.0
        self.codes: set[CodeType] = set()

    def define(self, context: dict[str, Any]) -> Callable[..., Any]:
        """Execute the code in a copy of `context` and return its `run`. Raises what the code raises."""
        code = compile(self.text, FILENAME, "exec")
        namespace = {**context, "__name__": "your_code"}
        self.codes = set(code_objects(code))
        self.watch(True)
        exec(code, namespace)
        run = namespace.get("run")
        if not callable(run) or run is context.get("run"):
            raise NameError("the code must define a function run(...); it defines none")
        return run

    def seen(self, code: CodeType, line: int) -> Any:
        """Remember the line, and tell the page now and then, for the page cannot ask while the code runs."""
        self.line = line
        now = perf_counter()
        if now - self.reported > REPORT_EVERY:
            self.reported = now
            tell_page(line)

    def jumped(self, code: CodeType, offset: int, destination: int) -> Any:
        """A loop went round: its line is unchanged, only time has passed."""
        if self.line is not None:
            self.seen(code, self.line)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Follow the reader's lines while a step runs."""
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is None:
            yield
            return
        tool = monitoring.DEBUGGER_ID
        monitoring.use_tool_id(tool, "reader")
        monitoring.register_callback(tool, monitoring.events.LINE, self.seen)
        monitoring.register_callback(tool, monitoring.events.JUMP, self.jumped)
        self.watch(True)
        try:
            yield
        finally:
            self.watch(False)
            monitoring.free_tool_id(tool)

    def watch(self, on: bool) -> None:
        """Turn the reporting of lines of the reader's code objects on or off."""
        monitoring = getattr(sys, "monitoring", None)
        if monitoring is None or monitoring.get_tool(monitoring.DEBUGGER_ID) != "reader":
            return
        events = monitoring.events.LINE | monitoring.events.JUMP if on else 0
        for code in self.codes:
            monitoring.set_local_events(monitoring.DEBUGGER_ID, code, events)


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """A code object and all those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant)


def tell_page(line: int) -> None:
    """Say where the reader's code is, if there is a page to hear it."""
    try:
        from js import reportLine
    except ImportError:
        return
    reportLine(line)
