"""A program in this interpreter: one of our own, or a reader's where no tests are."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from exercises.checker.namespace import Namespace
from figures.run.watch import Watch


@contextmanager
def _no_hard_exit() -> Iterator[None]:
    """Makes an exit of the process one of the answer, for else the tests end with it, and nobody
    says why."""
    leave = os._exit
    os._exit = sys.exit  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit = leave


class InPage:
    """A Runner here: the program can reach whatever else is in the interpreter."""

    def __init__(self) -> None:
        self._namespace = Namespace()
        self._watch = Watch()
        self._namespace.loaded = self._watch.add

    def load(self, code: str) -> str:
        """Runs the code in a namespace of its own."""
        with self._watch, _no_hard_exit():
            return self._namespace.load(code)

    def call(self, request: str) -> str:
        """Calls a function of it."""
        with self._watch, _no_hard_exit():
            return self._namespace.call(request)

    def output(self) -> str:
        """What it printed."""
        return self._namespace.output.text

    def close(self) -> None:
        """Nothing of a namespace runs on, and what it holds is given back: its functions and names
        hold each other."""
        self._namespace.names.clear()
