"""Call the functions of an answer from a test: `answer.f(x, y=1)` sends JSON to the interpreter
where the answer runs, and reads its reply as JSON.

A list or dict that a test passes is copied. Changes that the call made in the copy are written back
into the test's own object, as if the object had been shared. (An object passed twice becomes two
copies, and the last one is kept.) Tests compare floats with a tolerance (`exercises.kit.expect`).
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from exercises.kit.plain import NotPlain, decode, encode


class AnswerError(Exception):
    """A call that gave no value: the answer raised, ended, took too long, or returned a value that
    is not plain JSON."""

    def __init__(self, message: str, line: int | None = None, fault: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line  # a line of the reader's code, counted from 1; None if unknown
        self.fault = fault or message  # the message without the inputs of the call


class Ended(AnswerError):
    """An answer that no longer runs, because it took too long or ended itself."""


class RunnerFailed(Exception):
    """A failure of the runner, which says nothing about the answer."""


class Runner(Protocol):
    """An interpreter that runs one answer. It returns replies of the answer, never a score."""

    def load(self, code: str) -> str:
        """Run the code, and return {"value": null} or {"error": {"message", "line"}} as JSON
        text."""

    def call(self, request: str) -> str:
        """Call a function, and return its reply as JSON text, both in the format of
        `Namespace.call`. Raise AnswerError if there is no reply."""

    def output(self) -> str:
        """Return the text that the answer has printed so far."""

    def close(self) -> None:
        """End the answer's program."""


class Answer:
    """An answer whose functions are attributes. A call returns the function's value, and raises
    AnswerError if there is no plain value."""

    def __init__(self, code: str, runner: Runner) -> None:
        self._runner = runner
        _reply(runner.load(code), {"value": object})

    def __getattr__(self, function: str) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            request = encode({"function": function, "args": list(args), "kwargs": kwargs})
            reply = _reply(
                self._runner.call(request), {"value": object, "args": list, "kwargs": dict}
            )
            _write_back(args, reply["args"])
            _write_back(kwargs.values(), reply["kwargs"].values())
            return reply["value"]

        return call


def _reply(text: str, form: dict[str, type]) -> dict[str, Any]:
    """Return the reply in `text`, which may be forged, as a dict with the members and types of
    `form`. Raise AnswerError if it is an error or has another form."""
    try:
        reply = decode(text)
    except NotPlain as error:
        raise AnswerError(f"the answer's reply is not plain JSON: {error}") from None
    if isinstance(reply, dict) and isinstance(reply.get("error"), dict):
        line = reply["error"].get("line")
        raise AnswerError(
            str(reply["error"].get("message"))[:400], line if type(line) is int else None
        )
    if not isinstance(reply, dict) or not all(
        name in reply and isinstance(reply[name], kind) for name, kind in form.items()
    ):
        raise AnswerError(f"the answer's reply must have the members {', '.join(form)}")
    return reply


def _write_back(passed: Iterable[Any], left: Iterable[Any]) -> None:
    """Copy the contents that lists and dicts have after a call (`left`) into the objects that were
    passed to it."""
    for own, new in zip(passed, left, strict=False):
        if isinstance(own, list) and isinstance(new, list):
            own[:] = new
        elif isinstance(own, dict) and isinstance(new, dict):
            own.clear()
            own.update(new)
