"""Run a program in this interpreter: one of the book's own, or a reader's in an interpreter without
tests."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from exercises.checker.namespace import Namespace
from figures.run.watch import Watch


@contextmanager
def _no_hard_exit() -> Iterator[None]:
    """Turn `os._exit` into `sys.exit`, so that an answer cannot end the tests silently."""
    leave = os._exit
    os._exit = sys.exit  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit = leave


class InPage:
    """A Runner in this interpreter. The program can reach everything else in the interpreter."""

    def __init__(self) -> None:
        self._namespace = Namespace()
        self._watch = Watch()
        self._namespace.loaded = self._watch.add

    def load(self, code: str) -> str:
        """Run the code in a namespace of its own, and return the reply as JSON text."""
        with self._watch, _no_hard_exit():
            return self._namespace.load(code)

    def call(self, request: str) -> str:
        """Call one of the program's functions, and return the reply as JSON text."""
        with self._watch, _no_hard_exit():
            return self._namespace.call(request)

    def output(self) -> str:
        """Return the text that the program has printed."""
        return self._namespace.output.text

    def close(self) -> None:
        """Clear the namespace, since its functions and names refer to each other."""
        self._namespace.names.clear()
