"""Runs of a figure for a page, step by step: `start`, then `step` until done. Requests and answers
are JSON.

A reader's own code runs here, too. Any error that it raises becomes a one-line message with the
line number in the reader's code.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from figures.contents import get
from figures.define.figure import Figure
from figures.define.params import ParameterError, check_seed
from figures.define.rows import Row, RowError, Rows
from figures.run.reader import Output, ReaderCode, line_of


class LiveRun:
    """A run of a figure for the page, computed step by step."""

    def __init__(self, request: dict[str, Any]):
        self.figure: Figure = get(request["figure"])
        params = request.get("params") or {}
        if not isinstance(params, dict):
            raise ParameterError(
                "params", f"params must be an object of names and values, got {params!r}"
            )
        self.params = self.figure.settings(params)
        self.seed = check_seed(self.figure.seed if request.get("seed") is None else request["seed"])
        self.code = ReaderCode(request["code"]) if request.get("code") is not None else None
        self.rows: Rows = []
        self.parts: Iterator[list[Row]] | None = None
        self.output = Output()
        self.fresh: Rows = []
        self.seconds = 0.0

    def step(self, budget: float) -> dict[str, Any]:
        """Compute for about `budget` seconds. Return the new rows, whether they are the last, the
        milliseconds so far, what the code printed and, at the end, the result."""
        begun = time.perf_counter()
        fresh = self.fresh = []
        done = False
        with redirect_stdout(self.output), redirect_stderr(self.output):
            if self.parts is None:
                run = self.code.define(self.figure.run.__globals__) if self.code else None
                self.parts = self.figure.increments(self.params, self.seed, run)
            while not done:
                part = next(self.parts, None)
                done = part is None
                fresh += part or []
                if time.perf_counter() - begun >= budget:
                    break
            self.rows += fresh
            answer: dict[str, Any] = {"rows": fresh, "done": done}
            if done:
                answer["result"] = self.result()
        self.seconds += time.perf_counter() - begun
        answer["ms"] = round(self.seconds * 1000, 3)
        answer["output"] = self.output.text()
        return answer

    def result(self) -> dict[str, Any]:
        try:
            return self.figure.result(self.params, self.seed, self.rows, own=self.code is not None)
        except Exception as error:
            if not self.code:
                raise
            raise RowError(
                f"the rows are drawn, but the sentence and the numbers under the figure could not be computed from them "
                f"({type(error).__name__}: {error}); they need the same columns as those of the figure's own run()"
            ) from error


session: LiveRun | None = None


def failure(error: BaseException) -> dict[str, Any]:
    """Return an error as the page shows it: kind, message (one line), line of the reader's code,
    and parameter."""
    reader = session.code if session else None
    try:
        words = str(error) or "no message"
    except Exception:
        words = "its message cannot be read"
    line = line_of(error) or (reader.watch.line if reader else None)
    if isinstance(error, ParameterError):
        kind, text, line = "parameter", str(error), None
    elif isinstance(error, KeyError) and reader is None:
        kind, text = "parameter", str(error.args[0])
    elif isinstance(error, RowError):
        kind, text = "code" if reader else "model", str(error)
    elif isinstance(error, MemoryError):
        kind, text = (
            "code" if reader else "model",
            "this needs more memory than the page has for it",
        )
    elif isinstance(error, SyntaxError):
        kind, text = "code", f"{type(error).__name__}: {error.msg}"
    else:
        kind, text = "code" if reader else "model", f"{type(error).__name__}: {words}"
    param = error.param if isinstance(error, ParameterError) else None
    return {"kind": kind, "message": " ".join(text.split())[:400], "line": line, "param": param}


def start(request: str) -> str:
    """Begin a run ({"figure", "params", "seed", "code"}), which replaces an earlier one. Return
    {"ok": true}, or the error."""
    global session
    session = None
    try:
        session = LiveRun(json.loads(request))
        return json.dumps({"ok": True})
    except BaseException as error:
        return json.dumps({"error": failure(error)})


def step(budget: float) -> str:
    """Return the next rows, or the error. An error or the end closes the run."""
    global session
    if session is None:
        message = "nothing is running; start a figure first"
        return json.dumps(
            {"error": {"kind": "model", "message": message, "line": None, "param": None}}
        )
    running = session
    try:
        if running.code:
            with running.code.watch:
                answer = running.step(budget)
        else:
            answer = running.step(budget)
        if answer["done"]:
            session = None
        return json.dumps(answer, allow_nan=False)
    except BaseException as error:
        described = failure(error)
        session = None
        sys.last_value = None
        rows = running.fresh if isinstance(error, RowError) else []
        return json.dumps({"error": described, "rows": rows, "output": running.output.text()})
