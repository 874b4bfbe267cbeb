"""Define the forms of answers that are not programs: their fields, the text typed into a field, and
its value in SI units.

A number is typed in the field's unit, or with another unit of the same quantity: "8.3", "8.3 ms",
"0.0083 s".
"""

import math
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

from models.units import FACTORS, alike

MINUS, NO_BREAK = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
WIDE = ord("\uff01") - ord("!")
OTHERWISE = {
    MINUS: "-",
    "\N{EN DASH}": "-",
    "\N{IDEOGRAPHIC FULL STOP}": ".",
    "\N{ARABIC DECIMAL SEPARATOR}": ".",
    "\N{ARABIC THOUSANDS SEPARATOR}": ",",
}
MANY = {"k": 1e3, "K": 1e3, "M": 1e6}  # suffixes that multiply a count
SPOKEN = {
    "byte": "B",
    "bytes": "B",
    "microseconds": "us",
    "milliseconds": "ms",
    "second": "s",
    "seconds": "s",
    "sec": "s",
    "minute": "min",
    "minutes": "min",
    "hour": "h",
    "hours": "h",
    "day": "d",
    "days": "d",
    "percent": "%",
    "per cent": "%",
}
WORDS = {
    "min": "minutes",
    "h": "hours",
    "d": "days",
}  # units that a field shows in words
LONGEST = 60  # maximum number of characters in a field


class BadAnswer(ValueError):
    """An answer that its form refuses. The message is one line; `field` names the wrong field
    (None: the whole answer is wrong)."""

    def __init__(self, field: str | None, message: str) -> None:
        super().__init__(message)
        self.field = field


class FormAnswer(dict[str, Any]):
    """The values of an answer's fields in SI units, by name. `form` is the form that was filled
    in."""

    def __init__(self, values: dict[str, Any], words: dict[str, str], form: "Form") -> None:
        super().__init__(values)
        self._words = words
        self.form = form

    def said(self, name: str) -> str:
        """Return the text that the reader typed or chose."""
        return self._words[name]


def _one_of(units: str) -> str:
    """Return a unit in words in the singular."""
    return re.sub(r"^(\w+)s\b", r"\1", units)


def _same(typed: str, unit: str) -> bool:
    """Return whether a typed unit is `unit` in upper or lower case. Mb (bits) is not MB (bytes)."""
    return typed.lower() == unit.lower() and not (
        "b" in typed and "B" in unit and typed != typed.lower()
    )


def _counts(typed: str, unit: str) -> bool:
    """Return whether typed words fit the unit of a count: "writes", "write" or "/s" fit "writes a
    second"."""
    known = {word.removesuffix("s") for word in re.findall(r"[a-z]+", unit.lower())} | {"per"}
    words = re.findall(r"[a-z]+|\S", typed.lower().replace("/s", " second "))
    return bool(words) and all(word.removesuffix("s") in known for word in words)


def in_ascii(text: str) -> str:
    """Return a typed number in ASCII, without a full stop at the end. Phones and keyboards produce
    digits of other scripts, full-width letters, various spaces and true minus signs."""
    signs = (
        str(unicodedata.decimal(sign))
        if unicodedata.category(sign) == "Nd"
        else " "
        if unicodedata.category(sign) == "Zs"
        else chr(ord(sign) - WIDE)
        if "\uff01" <= sign <= "\uff5e"
        else OTHERWISE.get(sign, sign)
        for sign in text
    )
    return "".join(signs).strip().rstrip(".").rstrip()


@dataclass(frozen=True)
class Number:
    """A field for a number. `unit` is one of `models.units`, or words for a count ("writes a
    second").

    `low` and `high` are the bounds of plausible values, and `start` is the initial value (None: the
    field is empty), all in SI units. `whole` means that only whole numbers are accepted.
    """

    label: str
    unit: str = ""
    low: float = 0.0
    high: float = 1e15
    whole: bool = False
    start: float | None = None
    help: str = ""

    @property
    def shown(self) -> str:
        """Return the unit as the field shows it."""
        return WORDS.get(self.unit, self.unit)

    @property
    def factor(self) -> float:
        """Return the size of the field's unit in SI units."""
        return FACTORS.get(self.unit, 1.0)

    @property
    def units(self) -> dict[str, float]:
        """Return the units that may be typed, each with its size in SI units; an empty dict for a
        count."""
        return alike(self.unit) if self.unit in FACTORS else {}

    def typed(self, value: float, digits: int = 0) -> str:
        """Return `value` (in SI units) as the text that a reader would type. It has six digits, or
        `digits` digits (0: six) unless it is a whole number."""
        shown = value / self.factor
        if self.whole or (abs(shown) >= 1e6 and float(shown).is_integer()):
            return f"{shown:.0f}"
        if digits and f"{shown:.6g}" != f"{shown:.0f}":
            shown = float(f"{shown:.{digits}g}")
        text = f"{shown:.6g}"
        return f"{shown:.0f}" if "e+" in text else text

    def said(self, raw: Any) -> str:
        """Return what the reader typed, with the field's unit added if it has none."""
        text = str(raw).strip()
        if re.fullmatch(r"\d{5,15}", text, re.ASCII):
            text = f"{int(text):,}"
        if re.search(r"[^\d\s.,+\-−]$", text) or not self.unit:
            return text
        one = text == "1" and (self.unit in WORDS or self.unit not in FACTORS)
        return f"{text}{NO_BREAK}{_one_of(self.shown) if one else self.shown}"

    def read(self, name: str, raw: Any) -> float:
        """Return the value of what was typed in SI units. Raise BadAnswer if it is not a plausible
        number."""
        text = in_ascii(str(raw)).replace("\N{GREEK SMALL LETTER MU}", "µ")
        if not text:
            raise BadAnswer(name, f"“{self.label}” is empty: {self._wanted('type')}")
        if isinstance(raw, bool) or not isinstance(raw, int | float | str) or len(text) > LONGEST:
            raise BadAnswer(
                name, f"“{self.label}”: {self._wanted('type')}; “{text[:30]}” is not one"
            )
        value = self._value(text)
        if value is None or not math.isfinite(value):
            raise BadAnswer(
                name,
                f"“{self.label}”: {self._wanted('type')}; “{text[:30]}” is not one{self._would_do(text)}",
            )
        if not self._plausible(value):
            comma = re.match(r"[+-]?\d{1,3},\d{3}(?![\d,.])", text)
            meant = (
                f" (a comma separates thousands: do you mean {comma[0].replace(',', '.')}?)"
                if comma and self._plausible(value / 1000)
                else ""
            )
            raise BadAnswer(
                name, f"“{self.label}” must be {self._range()}; “{text[:30]}” is not{meant}"
            )
        if self.whole and abs(value - round(value)) > 1e-9 * max(1.0, abs(value)):
            raise BadAnswer(name, f"“{self.label}” must be a whole number; “{text[:30]}” is not")
        return round(value) if self.whole else value

    def _plausible(self, value: float) -> bool:
        return self.low - 1e-9 * abs(self.low) <= value <= self.high + 1e-9 * abs(self.high)

    def _value(self, text: str) -> float | None:
        text = re.sub(r"(?<=\d)[ \u2009\u202f](?=\d{3}(?!\d))", "", text)  # 37 085
        match = re.fullmatch(r"([+-]?[\d.,]+(?:[eE][+-]?\d+)?)\s*(\D.*)?", text, re.ASCII)
        if not match:
            return None
        digits, unit = match[1], (match[2] or "").strip()
        if re.fullmatch(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?", digits):
            digits = digits.replace(",", "")
        elif digits.count(",") == 1 and "." not in digits:
            digits = digits.replace(
                ",", "."
            )  # a decimal comma; a thousands comma was handled above
        try:
            number = float(digits)
        except ValueError:
            return None
        unit = SPOKEN.get(unit.lower(), unit)
        if not unit or _same(unit, self.unit):
            return number * self.factor
        if not self.units:
            return (
                number * MANY[unit]
                if unit in MANY
                else number
                if _counts(unit, self.unit)
                else None
            )
        known = (
            unit
            if unit in self.units
            else next((name for name in self.units if _same(unit, name)), None)
        )
        return None if known is None else number * self.units[known]

    def _wanted(self, verb: str) -> str:
        kind = "a whole number" if self.whole else "a number"
        return f"{verb} {kind}{f' in {self.shown}' if self.units else f' ({self.shown})' if self.unit else ''}"

    def _would_do(self, text: str) -> str:
        """Return a hint that lists the valid units if another unit was typed; else an empty
        string."""
        if not self.units or not re.match(r"[+-]?\d[\d.,]*(?:[eE][+-]?\d+)?+\s*[^\W\d]", text):
            return ""
        once = {factor: unit for unit, factor in reversed(self.units.items())}
        return f". Valid units: {', '.join(reversed(once.values()))}"

    def _range(self) -> str:
        unit = f" {self.shown}" if self.unit else ""
        low, high = (f"{float(self.typed(end)):,.10g}" for end in (self.low, self.high))
        if "e-" in low:
            return (
                f"more than 0{unit}"
                if self.high >= 1e15
                else f"more than 0 and at most {high}{unit}"
            )
        return f"{low}{unit} or more" if self.high >= 1e15 else f"{low} to {high}{unit}"

    def to_json(self) -> dict[str, Any]:
        """Return the field as JSON data for the page, without its name."""
        return {
            "kind": "number",
            "label": self.label,
            "help": self.help,
            "unit": self.shown,
            "whole": self.whole,
            "start": "" if self.start is None else self.typed(self.start),
        }


@dataclass(frozen=True)
class Choice:
    """A field to choose one of `options`, which maps each value to its label."""

    label: str
    options: dict[str, str]
    start: str | None = None
    help: str = ""

    def typed(self, value: str, digits: int = 0) -> str:
        """Return the value unchanged."""
        return value

    def said(self, raw: Any) -> str:
        """Return the label of the chosen option."""
        return self.options[raw]

    def read(self, name: str, raw: Any) -> str:
        """Return the chosen value. Raise BadAnswer if it is not one of the options."""
        if raw == "":
            raise BadAnswer(
                name,
                f"“{self.label}”: choose one of the {len(self.options)} options",
            )
        if not isinstance(raw, str) or raw not in self.options:
            raise BadAnswer(
                name,
                f"“{self.label}” must be one of {', '.join(self.options)}; “{str(raw)[:30]}” is not",
            )
        return raw

    def to_json(self) -> dict[str, Any]:
        """Return the field as JSON data for the page, without its name."""
        options = [{"value": value, "label": label} for value, label in self.options.items()]
        return {
            "kind": "choice",
            "label": self.label,
            "help": self.help,
            "options": options,
            "start": self.start or "",
        }


@dataclass(frozen=True)
class Switch:
    """A field that is on or off."""

    label: str
    start: bool = False
    help: str = ""

    def typed(self, value: bool, digits: int = 0) -> bool:
        """Return the value unchanged."""
        return value

    def said(self, raw: Any) -> str:
        """Return "on" or "off"."""
        return "on" if raw else "off"

    def read(self, name: str, raw: Any) -> bool:
        """Return whether the switch is on. Raise BadAnswer if the value is not a bool."""
        if not isinstance(raw, bool):
            raise BadAnswer(name, f"“{self.label}” must be true or false; “{str(raw)[:30]}” is not")
        return raw

    def to_json(self) -> dict[str, Any]:
        """Return the field as JSON data for the page, without its name."""
        return {"kind": "switch", "label": self.label, "help": self.help, "start": self.start}


Field = Number | Choice | Switch
Form = dict[str, Field]


def read(form: Form, raw: Any) -> FormAnswer:
    """Return an answer with its fields in SI units. Raise BadAnswer with a one-line message that
    names all empty fields, or else the first wrong one."""
    if not isinstance(raw, dict):
        raise BadAnswer(
            None,
            f"an answer to this exercise must be a JSON object with the fields {', '.join(form)}; "
            f"got {'a program' if isinstance(raw, str) else type(raw).__name__}",
        )
    for name in raw:
        if name not in form:
            raise BadAnswer(
                None, f"this exercise has no field {str(name)[:30]!r}; it has {', '.join(form)}"
            )
    typed = starts(form) | raw
    empty = [name for name in form if isinstance(typed[name], str) and not typed[name].strip()]
    if len(empty) > 1:
        *first, last = (f"“{form[name].label}”" for name in empty)
        raise BadAnswer(empty[0], f"{len(empty)} fields are empty: {', '.join(first)} and {last}")
    values = {name: field.read(name, typed[name]) for name, field in form.items()}
    return FormAnswer(values, {name: field.said(typed[name]) for name, field in form.items()}, form)


def starts(form: Form) -> dict[str, Any]:
    """Return the initial value of each field, as it is typed."""
    return {name: field.to_json()["start"] for name, field in form.items()}


def typed(form: Form, values: dict[str, Any], digits: int = 0) -> dict[str, Any]:
    """Return the values of fields, given in SI units, as a reader would type them. Numbers have
    `digits` digits (0: six). Raise KeyError for a field that the form lacks."""
    return {name: form[name].typed(value, digits) for name, value in values.items()}
