"""What a test says about an answer: what was asked, what came, and whether it was too small or too large."""

import math
from typing import Any

from exercises.answer import Answer, AnswerError
from exercises.form import Given

WORDS = {bool: "a truth value", int: "a number", float: "a number", str: "a string", list: "a list", dict: "a dict"}


class Advised(AssertionError):
    """A failure with advice of its own, which is shown instead of the test's: for a mistake that is recognised."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


def expect(answer: Answer, function: str, wanted: float, within: float = 1e-6, **inputs: Any) -> None:
    """Calls `function` with the inputs, in their order, and compares its number with `wanted`.

    `within` is relative to `wanted`; 1e-12 absolute is always allowed. Raises AssertionError with what was
    asked and what came, but not what was wanted; AnswerError if nothing came at all.
    """
    got = number(answer, function, **inputs)
    if not math.isclose(got, wanted, rel_tol=within, abs_tol=1e-12):
        raise AssertionError(
            f"{asked(function, inputs)} gave {got:.6g}, which is too {'large' if got > wanted else 'small'}"
        )


def number(answer: Answer, function: str, **inputs: Any) -> float:
    """The number that `function` returns for the inputs, in their order. Raises AssertionError if it is none."""
    got = _call(answer, function, inputs)
    if isinstance(got, bool) or not isinstance(got, (int, float)):
        raise AssertionError(f"{asked(function, inputs)} gave {_kind(got)}; a number was asked for")
    return got


def value(answer: Answer, function: str, kind: type, **inputs: Any) -> Any:
    """The list, dict, string or truth value that `function` returns for the inputs, in their order.

    Raises AssertionError if it is not of that kind.
    """
    got = _call(answer, function, inputs)
    if type(got) is not kind:
        raise AssertionError(f"{asked(function, inputs)} gave {_kind(got)}; {WORDS[kind]} was asked for")
    return got


def near(answer: Given, field: str, wanted: float, within: float, slips: dict[float, str] | None = None) -> None:
    """Compares a field with `wanted` (SI); `within` is relative.

    slips: numbers that a known mistake leads to, with the advice for it; the nearest within 2 % is taken. Raises Advised.
    """
    got = answer[field]
    if math.isclose(got, wanted, rel_tol=within, abs_tol=1e-12):
        return
    close = [slip for slip in slips or {} if math.isclose(got, slip, rel_tol=0.02, abs_tol=1e-12)]
    advice = (slips or {})[min(close, key=lambda slip: abs(slip - got))] if close else None
    raise Advised(f"you said {answer.said(field)}, which is too {'large' if got > wanted else 'small'}", advice)


def choose(answer: Given, field: str, wanted: str | list[str], slips: dict[str, str] | None = None) -> None:
    """Compares a chosen option with the right one (or ones); slips: advice for those who chose another. Raises Advised."""
    got = answer[field]
    if got not in ([wanted] if isinstance(wanted, str) else wanted):
        raise Advised(f"you chose “{answer.said(field)}”, and the evidence says otherwise", (slips or {}).get(got))


def asked(function: str, inputs: dict[str, Any]) -> str:
    """The call as a reader would write it, numbers to six digits, long lists cut."""
    return f"{function}({', '.join(f'{name}={_short(given)}' for name, given in inputs.items())})"


def _call(answer: Answer, function: str, inputs: dict[str, Any]) -> Any:
    try:
        return getattr(answer, function)(*inputs.values())
    except AnswerError as error:
        raise type(error)(f"{asked(function, inputs)} gave no value: {error.message}", error.line) from None


def _short(given: Any) -> str:
    if isinstance(given, float):
        return f"{given:.6g}"
    if isinstance(given, list):
        return f"[{', '.join(map(_short, given[:8]))}{f', ... {len(given)} in all' if len(given) > 8 else ''}]"
    if isinstance(given, dict):
        return f"{{{', '.join(f'{name!r}: {_short(item)}' for name, item in given.items())}}}"
    return repr(given)


def _kind(value: Any) -> str:
    if value is None:
        return "nothing (None): is a return missing?"
    return f"{WORDS[type(value)]}, {str(value)[:60]!r}"
