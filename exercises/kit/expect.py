"""Compare the values of an answer in tests. Messages show the call and its result, and say whether
the result is too small or too large."""

import math
import re
from copy import deepcopy
from decimal import Decimal
from typing import Any

from exercises.kit.answer import Answer, AnswerError
from exercises.kit.form import SPOKEN, FormAnswer, Number
from models.units import FACTORS

WORDS = {
    bool: "a truth value",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "a dict",
}
OR_ELSE = " Or another mistake, which leads to almost the same number here: "
NO_RETURN = "Is a `return` missing, or never reached? Without it the function's result is lost."


class Advised(AssertionError):
    """A failed comparison. For a recognised mistake it has its own advice, which replaces the
    test's."""

    def __init__(self, message: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.advice = advice


def expect(
    answer: Answer, function: str, wanted: float, within: float = 1e-6, **inputs: Any
) -> None:
    """Call `function` with `inputs`, in this order, and compare the number that it returns with
    `wanted`.

    `within` is the tolerance relative to `wanted`; a difference of 1e-12 is always allowed. Raise
    AssertionError with the call and its result, but without `wanted`, if they differ; AnswerError
    if there is no result.
    """
    got = number(answer, function, **inputs)
    if not math.isclose(got, wanted, rel_tol=within, abs_tol=1e-12):
        raise Advised(
            f"{asked(function, inputs)} gave {digits(got)}, which is too {'large' if got > wanted else 'small'}",
            _a_thousand_times(got, wanted) or _rounded(got, wanted),
        )


def number(answer: Answer, function: str, **inputs: Any) -> float:
    """Call `function` with `inputs`, in this order, and return the resulting number. Raise
    AssertionError if it is not a number."""
    got = _call(answer, function, inputs)
    if isinstance(got, bool) or not isinstance(got, (int, float)):
        raise _of_another_kind(got, "a number", function, inputs)
    return got


def value(answer: Answer, function: str, kind: type, **inputs: Any) -> Any:
    """Call `function` with `inputs`, in this order, and return the resulting list, dict, string or
    bool.

    Raise AssertionError if it has another type than `kind`.
    """
    got = _call(answer, function, inputs)
    if type(got) is not kind:
        raise _of_another_kind(got, WORDS[kind], function, inputs)
    return got


def near(
    answer: FormAnswer,
    field: str,
    wanted: float,
    within: float,
    slips: dict[float, str] | None = None,
) -> None:
    """Compare a field with `wanted` (in SI units), with a tolerance `within` relative to `wanted`.
    Raise Advised if they differ.

    `slips` maps values that known mistakes give to advice. The advice of the two slips nearest to
    the answer, at most 2 % away, is shown. If there are none, advice is shown about a mix-up of
    units that would explain the answer.
    """
    got = answer[field]
    if math.isclose(got, wanted, rel_tol=within, abs_tol=1e-12):
        return
    known = slips or {}
    close = sorted(
        (slip for slip in known if math.isclose(got, slip, rel_tol=0.02, abs_tol=1e-12)),
        key=lambda slip: abs(slip - got),
    )
    advice = (
        OR_ELSE.join(known[slip] for slip in close[:2])
        if close
        else mixed_up(answer, field, wanted, within)
    )
    raise Advised(
        f"you said {answer.said(field)}, which is too {'large' if got > wanted else 'small'}",
        advice,
    )


def mixed_up(answer: FormAnswer, name: str, wanted: float, within: float) -> str | None:
    """Return a sentence about the mix-up of units that explains an answer; None if that is not
    certain.

    The answer must be wrong by the factor of the mix-up to within 1 %, or within 0.5 % if the
    factor is close to 1, since so small a difference may have other reasons. From a factor of 60 on
    it is enough that the answer would pass without the mix-up.
    """
    field, got = answer.form[name], answer[name]
    if not isinstance(field, Number) or got * wanted <= 0:
        return None
    behind = re.sub(r"^[^a-zA-Zµ%]*", "", answer.said(name))
    behind = SPOKEN.get(behind.lower(), behind)
    unit = behind if behind in field.units else field.unit
    size: float = FACTORS.get(unit, 1.0)
    lacking: float = wanted / got

    def fits(factor: float) -> bool:
        apart = max(factor, 1 / factor)
        return abs(lacking / factor - 1) <= (
            0.005 if apart < 2 else 0.01 if apart < 60 else max(0.01, within)
        )

    others = [other for other, worth in field.units.items() if worth != size and fits(worth / size)]
    if others:  # prefer GB to GiB if the reader typed MB
        meant = min(
            others, key=lambda other: (other != "B" and ("i" in other) != ("i" in unit), len(other))
        )
        return (
            f"These digits would be right in {_spoken(meant)}; they were taken as {_spoken(unit)}."
        )
    larger = "large" if lacking < 1 else "small"
    found = next(
        (factor for factor in (8, 60, 100, 512, 1000, 1024) if fits(factor) or fits(1 / factor)),
        None,
    )
    data = unit.removesuffix("/s") in ("B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB")
    if found == 8 and data:
        return f"This is 8 times too {larger}: have you mixed up bits and bytes?"
    if found == 512 and data:
        return f"This is 512 times too {larger}: have you mixed up bytes and sectors of 512 bytes?"
    if found == 60 and "second" in field.unit:
        return f"This is 60 times too {larger}: have you mixed up seconds and minutes?"
    if found == 100 and (unit == "%" or (not unit and lacking < 1)):
        counts = (
            "a number without a unit is in per cent"
            if unit == "%"
            else "the field is not in per cent"
        )
        return f"This is 100 times too {larger}: {counts}."
    if found in (1000, 1024):
        return f"This is about a thousand times too {larger}: did you use the same unit for all numbers?"
    return None


def _spoken(unit: str) -> str:
    """Return the name of a unit as a sentence uses it."""
    return {"B": "bytes", "min": "minutes", "h": "hours", "d": "days", "us": "µs"}.get(unit, unit)


def _a_thousand_times(got: float, wanted: float) -> str | None:
    """Return advice for a number that is wrong by a factor of a thousand or a million; None for
    other numbers."""
    if float(wanted).is_integer():  # for a count such a factor may be a coincidence
        return None
    for factor, times in ((1e3, "a thousand"), (1e6, "a million")):
        if math.isclose(got, wanted * factor, rel_tol=1e-6) or math.isclose(
            got * factor, wanted, rel_tol=1e-6
        ):
            return (
                f"That is {times} times too {'large' if got > wanted else 'small'}, and otherwise right: look in the "
                "question for the units of the arguments of your function and of the value that it should return."
            )
    return None


def _rounded(got: float, wanted: float) -> str | None:
    """Return advice for a number that is wrong only because it is rounded; None for other
    numbers."""
    cut = {int(wanted), *(round(wanted, places) for places in range(9))}
    if got not in cut or not math.isclose(got, wanted, rel_tol=0.01):
        return None
    return "Your number is right except for rounding. Return it unrounded."


def choose(
    answer: FormAnswer, field: str, wanted: str | list[str], slips: dict[str, str] | None = None
) -> None:
    """Compare a chosen option with the right one, or the right ones. `slips` maps wrong options to
    advice. Raise Advised if the choice is wrong."""
    got = answer[field]
    if got not in ([wanted] if isinstance(wanted, str) else wanted):
        raise Advised(
            f"you chose “{answer.said(field)}”, but the evidence says otherwise",
            (slips or {}).get(got),
        )


def asked(function: str, inputs: dict[str, Any]) -> str:
    """Return a call as a reader would write it. Numbers have six digits, and long lists are cut."""
    return f"{function}({', '.join(f'{name}={_short(value)}' for name, value in inputs.items())})"


def _call(answer: Answer, function: str, inputs: dict[str, Any]) -> Any:
    try:
        return getattr(answer, function)(
            *deepcopy(list(inputs.values()))
        )  # an answer may change its arguments
    except AnswerError as error:
        message, call = error.message, asked(function, inputs)
        if message.startswith(f"{function} "):
            message = call + message.removeprefix(function)
        elif not message.startswith("the answer has no function"):
            message = f"{call} gave no value: {message}"
        raise type(error)(message, error.line, error.message) from None


def digits(value: float) -> str:
    """Return a number with six digits, and with an exponent only if it is very small or large."""
    text = f"{value:.6g}"
    return f"{Decimal(text):f}" if "e" in text and 1e-9 <= abs(value) < 1e15 else text


def _short(given: Any) -> str:
    if isinstance(given, float):
        return digits(given)
    if isinstance(given, list):
        return f"[{', '.join(map(_short, given[:8]))}{f', ... {len(given)} in all' if len(given) > 8 else ''}]"
    if isinstance(given, dict):
        return f"{{{', '.join(f'{name!r}: {_short(item)}' for name, item in given.items())}}}"
    return repr(given)


def _of_another_kind(got: Any, wanted: str, function: str, inputs: dict[str, Any]) -> Advised:
    """Return the failure of a test for a value of the wrong type, with advice about the type."""
    if got is None:
        return Advised(
            f"{asked(function, inputs)} gave nothing (None); it should return {wanted}",
            NO_RETURN,
        )
    advice = f"Read in the question what this function should return: {wanted}."
    if isinstance(got, bool) and wanted == WORDS[int]:
        advice += " (`int()` turns True and False into 1 and 0.)"
    return Advised(
        f"{asked(function, inputs)} gave {WORDS[type(got)]}, {str(got)[:60]!r}; it should return {wanted}",
        advice,
    )
