"""What a test says about an answer: what was asked, what came, and whether it was too small or too large."""

import math
from typing import Any

from exercises.answer import Answer, AnswerError


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
    try:
        got = getattr(answer, function)(*inputs.values())
    except AnswerError as error:
        raise AnswerError(f"{asked(function, inputs)} gave no value: {error.message}", error.line) from None
    if isinstance(got, bool) or not isinstance(got, (int, float)):
        raise AssertionError(f"{asked(function, inputs)} gave {_kind(got)}; a number was asked for")
    return got


def asked(function: str, inputs: dict[str, Any]) -> str:
    """The call as a reader would write it, numbers to six digits."""
    shown = (
        f"{name}={value:.6g}" if isinstance(value, float) else f"{name}={value!r}" for name, value in inputs.items()
    )
    return f"{function}({', '.join(shown)})"


def _kind(value: Any) -> str:
    if value is None:
        return "nothing (None): is a return missing?"
    words = {bool: "a truth value", str: "a string", list: "a list", dict: "a dict"}
    return f"{words[type(value)]}, {str(value)[:60]!r}"
