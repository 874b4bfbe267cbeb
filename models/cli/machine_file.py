"""A machine as people name it: one of the catalogue, or a file that gives some of its constants
other values."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from models.catalogue.machines import MACHINES, machine
from models.catalogue.provenance import Constant
from models.cli.user_file import json_of
from models.devices.drive_spec import TABLES
from models.machine.order.names import full
from models.units import DIMENSIONS, day, dimension, factor, quantity, unit_of

HIGHEST = 2**53
"""Of a constant: above it neighbours are no longer told apart."""
LEAST, MOST = 1e-12, {"time": 1 * day, "bytes": 2.0**60, "share": 1e3}
"""Limits of a typed value, in SI: beyond them it is probably a typo."""


class Named(NamedTuple):
    """A machine of the catalogue, and those of its constants (SI) that are to have another value."""

    name: str
    changed: dict[str, Any]


def named(text: str) -> Named:
    """The machine called `text`, or in the file `text`, which ends in .json. Raises ValueError with
    one line."""
    if text in MACHINES:
        return Named(text, {})
    if not text.endswith(".json"):
        raise ValueError(
            f"unknown machine '{text}'; known: {', '.join(MACHINES)}, or a file NAME.json"
        )
    written = json_of(text, "machine", "a")
    try:
        return from_json(written)
    except ValueError as error:
        raise ValueError(f"{text}: {error}") from None


def from_json(value: Any) -> Named:
    """{"machine": NAME, "constants": {name: value}}, or as `describe NAME --json` prints it."""
    if (
        not isinstance(value, dict)
        or set(value) != {"machine", "constants"}
        or not isinstance(value["machine"], str)
    ):
        raise ValueError('wanted {"machine": NAME, "constants": {NAME: VALUE, ...}}')
    known, given = machine(value["machine"]), value["constants"]
    if isinstance(given, list):
        given = dict(map(listed, given))
    if not isinstance(given, dict):
        raise ValueError(
            f"constants must be {{NAME: VALUE, ...}}, or a list as `describe` prints it, got {given!r:.40}"
        )
    changed = {}
    for name, new in given.items():
        if name.rpartition(".")[2] in TABLES and "pool.disks.seek_track" in known:
            changed[f"pool.disks.{name.rpartition('.')[2]}"] = pairs(name, new)
            continue
        path = constant_of(name, value["machine"])
        if path not in known:
            raise ValueError(f"the {value['machine']} has no constant {path}; try `describe`")
        if (checked := constant(path, new, known[path])) != known[path].value:
            changed[path] = checked
    return Named(value["machine"], changed)


def constant_of(name: str, of: str, others: Iterable[str] = ()) -> str:
    """Return the dotted name of a constant of a machine, first of its disks, or a setting of an
    order, that `name` is short for. Raise ValueError, with the new name of one that was moved."""
    known = machine(of)
    found = [path for path in (name, f"pool.disks.{name}") if path in known][:1]
    found = found or [path for path in known if path.endswith(f".{name}")]
    if len(found) > 1:
        raise ValueError(f"{name:.40} is short for several: {', '.join(found)}; take one of them")
    return found[0] if found else full(name, others=others)


def listed(one: Any) -> tuple[str, Any]:
    """Name and value of a constant as `describe --json` prints it."""
    if not isinstance(one, dict) or not isinstance(one.get("name"), str) or "value" not in one:
        raise ValueError(
            f'a constant in a list must be {{"name": NAME, "value": VALUE, ...}}, got {one!r:.40}'
        )
    value, shown, unit = one["value"], one.get("shown"), str(one.get("unit", ""))
    if (
        isinstance(value, int | float)
        and isinstance(shown, int | float)
        and abs(shown * factor(unit) - value) > 1e-9 * abs(value)
    ):
        raise ValueError(
            f"value and shown of {one['name']} must agree, got {value:g} and {shown:g} {unit}".strip()
        )
    return one["name"], value


def pairs(name: str, new: Any) -> tuple[tuple[float, float], ...]:
    """A table of a drive, [[FROM, VALUE], ...], as SI."""
    leaf = name.rpartition(".")[2]
    if not isinstance(new, list) or not all(isinstance(row, list) and len(row) == 2 for row in new):
        first, second = TABLES[leaf]
        raise ValueError(f"{name} must be [[{first}, {second}], ...], got {new!r:.40}")
    return tuple(
        (measure(name, row[0], TABLES[leaf][0]), measure(name, row[1], TABLES[leaf][1]))
        for row in new
    )


def measure(name: str, new: Any, what: str) -> float:
    """A number (SI), or a text with a unit of what is meant."""
    if isinstance(new, str) and unit_of(new) in ("", *DIMENSIONS[what]):
        new = quantity(new)
    if isinstance(new, bool) or not isinstance(new, int | float):
        raise ValueError(f"{name} must be {what} here, got {new!r:.40}")
    return float(new)


def meant(name: str, text: str, what: str, example: str) -> float:
    """A text as a number (SI), whose unit, if it has one, is of what is meant."""
    if (
        "_" in text
        or not text.replace("µ", "u").isascii()
        or re.match(r"\s*-[0.]*(?![.0]*[1-9])", text)
    ):
        raise ValueError(
            f"{name} must be a number in digits 0-9, without _ or a sign, such as {example}, got {text!r:.40}"
        )
    try:
        value = quantity(text)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if (unit := unit_of(text)) and what not in (dimension(unit), f"a plain {dimension(unit)}"):
        raise ValueError(f"{name} must be {what}, such as {example}, got {text!r:.40}")
    most = MOST.get(what.removeprefix("a plain "), 1e12)
    if value < 0 or value > most or 0 < value < LEAST:
        raise ValueError(
            f"{name} must be {what}, 0 or {LEAST:g} to {most:g}, such as {example}, got {text!r:.40}"
        )
    return value


def constant(name: str, new: Any, known: Constant) -> Any:
    """A new value of a constant, as SI."""
    if isinstance(known.value, str):
        if not isinstance(new, str):
            raise ValueError(f"{name} must be a word such as '{known.value}', got {new!r:.40}")
        return new
    if isinstance(new, str):
        new = meant(
            name,
            new,
            dimension(known.unit),
            f"{known.value / factor(known.unit):g} {known.unit}".strip(),
        )
    if isinstance(new, bool) or not isinstance(new, int | float) or not 0 <= new <= HIGHEST:
        raise ValueError(f"{name} must be a number, 0 to 2**53, got {new!r:.40}")
    return new
