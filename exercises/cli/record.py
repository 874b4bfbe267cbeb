"""Composable checks of untrusted JSON, which refuse a value with one line."""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from models.cli.command_line import WrongUse

Test = Callable[[Any, str], None]
"""Takes a value and its location in words; raises WrongUse if the value is not of the form."""


def shown(value: Any) -> str:
    """Return a value for a message: ASCII only and short."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def refuse(where: str, wanted: str, value: Any) -> NoReturn:
    """Raise WrongUse with the wanted form and the value."""
    raise WrongUse(f"{where} must be {wanted}, got {shown(value)}")


def text_of(most: int, form: str = r"[\s\S]*", wanted: str = "text") -> Test:
    """Return a test for text of at most `most` characters that matches the pattern `form`."""

    def test(value: Any, where: str) -> None:
        if not isinstance(value, str):
            refuse(where, wanted, value)
        if len(value) > most:
            raise WrongUse(f"{where} must be at most {most} characters long, got {len(value)}")
        if not re.fullmatch(form, value) or re.search("[\ud800-\udfff]", value):
            refuse(where, wanted, value)

    return test


def whole(low: int, high: int) -> Test:
    """Return a test for a whole number."""

    def test(value: Any, where: str) -> None:
        if type(value) is not int or not low <= value <= high:
            refuse(where, f"a whole number from {low} to {high}", value)

    return test


def number(low: float, high: float) -> Test:
    """Return a test for a number."""

    def test(value: Any, where: str) -> None:
        if type(value) not in (int, float) or not low <= value <= high:
            refuse(where, f"a number from {low:g} to {high:g}", value)

    return test


def braces(value: Any, where: str) -> None:
    """Test for an object with any members."""
    if not isinstance(value, dict):
        refuse(where, "an object in braces", value)


def record(optional: tuple[str, ...] = (), **members: Test) -> Test:
    """Return a test for an object with exactly these members; some are `optional`."""

    def test(value: Any, where: str) -> None:
        braces(value, where)
        for name in value:
            if name not in members:
                raise WrongUse(
                    f"{where} has a member {shown(name)}; it may have: {', '.join(members)}"
                )
        for name, form in members.items():
            if name in value:
                form(value[name], at(where, name))
            elif name not in optional:
                raise WrongUse(f"{where} has no member '{name}'")

    return test


def entries(form: Test, names: str, otherwise: str) -> Test:
    """Return a test for an object whose names match a pattern; `otherwise` describes one that does
    not."""

    def test(value: Any, where: str) -> None:
        braces(value, where)
        for name in value:
            if not re.fullmatch(names, name):
                raise WrongUse(f"{where} has an entry {shown(name)}, which is {otherwise}")
            form(value[name], at(where, name))

    return test


def at(where: str, name: str) -> str:
    """Return the location of a member of the object at `where`."""
    return f"{where} {name}" if where.endswith(":") else f"{where}.{name}"
