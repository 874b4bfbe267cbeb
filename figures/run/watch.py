"""Follow a reader's code line by line, so that the page can show the line that is running (Python
3.12 and later)."""

import sys
from collections.abc import Iterator
from time import perf_counter
from types import CodeType, TracebackType
from typing import Any

REPORT_EVERY = 0.05
NAME = "reader"


class Watch:
    """A trace of the added code objects inside its `with` block. `line` is the line that ran last."""

    def __init__(self) -> None:
        self.line: int | None = None
        self.reported = 0.0
        self.posted: set[int] = set()  # lines that were posted at least once
        self.codes: set[CodeType] = set()
        self.monitoring = getattr(sys, "monitoring", None)
        self.active = False

    def add(self, code: CodeType) -> None:
        """Trace a code object and those inside it."""
        fresh = set(code_objects(code))
        self.codes |= fresh
        if self.active:
            self.listen(fresh, True)

    def __enter__(self) -> None:
        if self.monitoring is None or self.monitoring.get_tool(self.monitoring.DEBUGGER_ID):
            return
        tool, events = self.monitoring.DEBUGGER_ID, self.monitoring.events
        self.monitoring.use_tool_id(tool, NAME)
        self.monitoring.register_callback(tool, events.LINE, self.seen)
        self.monitoring.register_callback(tool, events.JUMP, self.jumped)
        self.active = True
        self.listen(self.codes, True)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.active and self.monitoring is not None:
            self.active = False
            self.listen(self.codes, False)
            self.monitoring.free_tool_id(self.monitoring.DEBUGGER_ID)

    def listen(self, codes: set[CodeType], on: bool) -> None:
        """Turn the events of some code objects on or off."""
        assert self.monitoring is not None
        events = self.monitoring.events.LINE | self.monitoring.events.JUMP if on else 0
        for code in codes:
            self.monitoring.set_local_events(self.monitoring.DEBUGGER_ID, code, events)

    def seen(self, code: CodeType, line: int) -> Any:
        """Record the line, and post it to the page now and then: the page cannot ask while the code
        runs."""
        self.line = line
        now = perf_counter()
        if line not in self.posted or now - self.reported > REPORT_EVERY:
            self.posted.add(line)
            self.reported = now
            tell_page(line)

    def jumped(self, code: CodeType, offset: int, destination: int) -> Any:
        """Record a jump as the current line again: a loop on one line causes no line events."""
        if self.line is not None:
            self.seen(code, self.line)


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_objects(constant)


def tell_page(line: int) -> None:
    """Send the line to the page, if there is one."""
    try:
        from js import reportLine
    except ImportError:
        return
    reportLine(line)
