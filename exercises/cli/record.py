"""Check an object from an untrusted file against a JSON Schema, and refuse it in one line.

The extra keyword `wanted` of a schema describes in words what would be valid.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from models.cli.command_line import WrongUse

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema in `schemas/` that has this name."""
    path = SCHEMAS / f"{name}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def check(value: Any, form: dict[str, Any], where: str) -> None:
    """Raise WrongUse unless `value` fits the schema `form`. The message calls the value `where`."""
    error = next(_validator()(form).iter_errors(value), None)
    if error is not None:
        raise WrongUse(_line(error, where))


def shown(value: Any) -> str:
    """Return a value as short ASCII text for use in a message."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def refuse(where: str, wanted: str, value: Any) -> NoReturn:
    """Raise WrongUse with a message that names the value and says what would be valid."""
    raise WrongUse(f"{where} must be {wanted}, got {shown(value)}")


def at(where: str, name: str) -> str:
    """Return what a message calls the member `name` of the value at `where`."""
    return f"{where} {name}" if where.endswith(":") else f"{where}.{name}"


@cache
def _validator() -> Callable[..., Any]:
    """Return a validator class that is stricter than the standard: 2.0 is not an integer, strings
    have no lone surrogates, and a pattern must match the whole string."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    def pattern(_: Any, wanted: str, value: Any, __: Any) -> Iterator[ValidationError]:
        if isinstance(value, str) and not re.fullmatch(wanted, value):
            yield ValidationError("")

    types = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda _, value: type(value) is int,
            "number": lambda _, value: type(value) in (int, float),
            "string": lambda _, value: (
                isinstance(value, str) and not re.search("[\ud800-\udfff]", value)
            ),
        }
    )
    extend: Callable[..., Callable[..., Any]] = validators.extend
    return extend(Draft202012Validator, {"pattern": pattern}, type_checker=types)


def _line(error: Any, where: str) -> str:
    """Return a line that names the wrong value and says what would be valid."""
    while fitting := [one for one in error.context or () if _is_of_its_type(one, error)]:
        error = fitting[0]
    for name in error.absolute_path:
        where = at(where, str(name))
    value, limit, form = error.instance, error.validator_value, error.schema
    if error.validator == "additionalProperties":
        known = form["properties"]
        strange = next(name for name in value if name not in known)
        return f"{where} has a member {shown(strange)}; it may have: {', '.join(known)}"
    if error.validator == "required":
        return f"{where} has no member '{next(name for name in limit if name not in value)}'"
    if error.validator == "maxProperties":
        return f"{where} must have at most {limit} fields, got {len(value)}"
    if error.validator == "maxLength":
        return f"{where} must be at most {limit} characters long, got {len(value)}"
    if "propertyNames" in error.schema_path:
        return f"{where} has an entry {shown(value)}; an entry's name must be {_wanted(form)}"
    return f"{where} must be {_wanted(form)}, got {shown(value)}"


def _is_of_its_type(one: Any, error: Any) -> bool:
    """Return whether the error `one` comes from a branch of `oneOf` that allows values of this
    type."""
    branch = one.schema_path[0]
    return not any(
        other.validator == "type" and not other.path and other.schema_path[0] == branch
        for other in error.context
    )


def _wanted(form: dict[str, Any]) -> str:
    """Return words for what fits a schema."""
    if "wanted" in form:
        return str(form["wanted"])
    if "const" in form:
        return json.dumps(form["const"])
    kinds = {"integer": "a whole number", "number": "a number", "object": "an object in braces"}
    words: str = kinds.get(form["type"], form["type"])
    return words + (f" from {form['minimum']} to {form['maximum']}" if "maximum" in form else "")
