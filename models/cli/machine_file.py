"""A machine of the catalogue by name, or a file that changes some of its constants."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from models.catalogue.machines import MACHINES, machine
from models.catalogue.provenance import Constant
from models.cli.user_file import json_of
from models.devices.drive_spec import TABLES
from models.machine.order.names import full, several
from models.units import DIMENSIONS, day, dimension, factor, quantity, unit_of

HIGHEST = 2**53
"""Largest value of a constant. Above it a float cannot tell neighbouring integers apart."""
LEAST, MOST = 1e-12, {"time": 1 * day, "bytes": 2.0**60, "share": 1e3}
"""Limits of a typed value, in SI units. A value outside them is probably a typo."""
A_VALUE = {
    "time": "a time",
    "bytes": "a number of bytes",
    "bytes a second": "bytes per second",
    "rate": "a rate",
    "share": "a share",
    "turns": "a number of turns",
    "number": "a number without a unit",
}
"""Names of the dimensions in errors."""


class NamedMachine(NamedTuple):
    """A machine of the catalogue, and the constants that get another value (in SI units)."""

    name: str
    changed: dict[str, object]


def named(text: str) -> NamedMachine:
    """Return the machine called `text`, or described by the file `text` (NAME.json). Raise
    ValueError if there is no such machine, or the file is wrong."""
    if text in MACHINES:
        return NamedMachine(text, {})
    if not text.endswith(".json"):
        raise ValueError(
            f"unknown machine '{text}'; known: {', '.join(MACHINES)}, or a file NAME.json"
        )
    contents = json_of(text, "a machine")
    try:
        return from_json(contents)
    except ValueError as error:
        raise ValueError(f"{text}: {error}") from None


def from_json(value: object) -> NamedMachine:
    """Return the machine that a file describes, in the form {"machine": NAME, "constants": {name:
    value}} or as `describe NAME --json` prints it. Raise ValueError if it has another form or a
    value that is not allowed."""
    if (
        not isinstance(value, dict)
        or set(value) != {"machine", "constants"}
        or not isinstance(value["machine"], str)
    ):
        raise ValueError('a file must be {"machine": NAME, "constants": {NAME: VALUE, ...}}')
    known, constants = machine(value["machine"]), value["constants"]
    if isinstance(constants, list):
        constants = dict(map(name_and_value, constants))
    if not isinstance(constants, dict):
        raise ValueError(
            "constants must be {NAME: VALUE, ...}, or a list as `describe` prints it, got "
            f"{constants!r:.40}"
        )
    changed: dict[str, object] = {}
    for name, new in constants.items():
        leaf = name.rpartition(".")[2]
        if leaf in TABLES and "pool.disks.seek_track" in known:
            changed[f"pool.disks.{leaf}"] = pairs(name, new)
            continue
        path = constant_of(name, value["machine"])
        if path not in known:
            raise ValueError(
                f"constant must be one that `describe {value['machine']}` prints, got {path}"
            )
        if (checked := constant(path, new, known[path])) != known[path].value:
            changed[path] = checked
    return NamedMachine(value["machine"], changed)


def constant_of(name: str, owner: str, others: Iterable[str] = ()) -> str:
    """Return the dotted name that `name` is short for: a constant of the machine `owner`, first of
    its disks, or else a setting of an order.

    others: further names to suggest for a misspelling. Raise ValueError if no constant or setting,
    or more than one, has this name; for a former name the error has the present one."""
    known = machine(owner)
    found = [path for path in (name, f"pool.disks.{name}") if path in known][:1]
    found = found or [path for path in known if path.endswith(f".{name}")]
    if len(found) > 1:
        raise several(name, found)
    return found[0] if found else full(name, others=others)


def name_and_value(entry: object) -> tuple[str, object]:
    """Return the name and value of a constant as `describe --json` prints it. Raise ValueError if
    it has another form, or value and shown differ."""
    if (
        not isinstance(entry, dict)
        or not isinstance(entry.get("name"), str)
        or "value" not in entry
    ):
        raise ValueError(
            f'a constant in a list must be {{"name": NAME, "value": VALUE, ...}}, got {entry!r:.40}'
        )
    value, shown, unit = entry["value"], entry.get("shown"), str(entry.get("unit", ""))
    if (
        isinstance(value, int | float)
        and isinstance(shown, int | float)
        and abs(shown * factor(unit) - value) > 1e-9 * abs(value)
    ):
        raise ValueError(
            f"value and shown of {entry['name']} must agree, got {value:g} and {shown:g} {unit}".strip()
        )
    return entry["name"], value


def pairs(name: str, new: object) -> tuple[tuple[float, float], ...]:
    """Return a table of a drive, [[FROM, VALUE], ...], in SI units. Raise ValueError if it has
    another form or a value that is not allowed."""
    first, second = TABLES[name.rpartition(".")[2]]
    if not isinstance(new, list) or not all(isinstance(row, list) and len(row) == 2 for row in new):
        raise ValueError(f"{name} must be [[{first}, {second}], ...], got {new!r:.40}")
    return tuple((measure(name, row[0], first), measure(name, row[1], second)) for row in new)


def measure(name: str, new: object, what: str) -> float:
    """Return a number in SI units. what: the dimension of its unit, if it is a text with one. Raise
    ValueError if it is not a number, or its unit has another dimension."""
    if isinstance(new, str) and unit_of(new) in ("", *DIMENSIONS[what]):
        new = quantity(new)
    if isinstance(new, bool) or not isinstance(new, int | float):
        raise ValueError(f"{name} must be {A_VALUE[what]} here, got {new!r:.40}")
    return float(new)


def parsed(name: str, text: str, what: str, example: str) -> float:
    """Return the number that a text gives, in SI units.

    what: the dimension it must have, a key of A_VALUE, which also sets its limits. name, example:
    for the error. Raise ValueError if the text is not a number, has a unit of another dimension, or
    is outside the limits."""
    if (
        "_" in text
        or not text.replace("µ", "u").isascii()
        or re.match(r"\s*-[0.]*(?![.0]*[1-9])", text)
    ):
        raise ValueError(
            f"{name} must be a number in digits 0-9, without _ or a sign, such as {example}, got {text!r:.40}"
        )
    try:
        value = quantity(in_units(text, what))
    except ValueError:
        right = A_VALUE[what].replace("without a unit", "").strip()
        raise ValueError(f"{name} must be {right}, such as {example}, got {text!r:.40}") from None
    if (unit := unit_of(in_units(text, what))) and dimension(unit) != what:
        raise ValueError(f"{name} must be {A_VALUE[what]}, such as {example}, got {text!r:.40}")
    most = MOST.get(what, 1e12)
    if value < 0 or value > most or 0 < value < LEAST:
        raise ValueError(
            f"{name} must be {A_VALUE[what]}, 0 or {LEAST:g} to {most:g} in SI units, such as {example}, got {text!r:.40}"
        )
    return value


def in_units(text: str, what: str) -> str:
    """Return a text with the units of fio and ZFS in ours: 8k is 8KiB, 10Gbit/s is 1.25e9B/s; petabytes
    are terabytes."""
    if what == "bytes" and (match := re.fullmatch(r"\s*([\d.]+)\s*P(i?)B\s*", text)):
        return f"{float(match[1]) * (1024 if match[2] else 1000):.15g}T{match[2]}B"
    if what == "bytes" and (match := re.fullmatch(r"\s*([\d.]+)\s*([kKmMgGtT])i?", text)):
        return f"{match[1]}{match[2].upper()}iB"
    if what == "bytes a second" and (
        match := re.fullmatch(r"\s*([\d.]+)\s*([kMG])(?:[bB]it|b|bE)(?:/s|ps)?", text)
    ):
        return f"{float(match[1]) / 8:.12g}{match[2].replace('k', 'K')}B/s"
    if what == "rate" and (match := re.fullmatch(r"\s*([\d.]+)\s*(?:/s|iops|IOPS)", text)):
        return match[1]
    return text


def constant(name: str, new: object, known: Constant) -> float | str:
    """Return a new value for a constant, in SI units. Raise ValueError if it has another form or is
    not allowed."""
    if isinstance(known.value, bool):
        if not isinstance(new, bool):
            raise ValueError(f"{name} must be true or false, got {new!r:.40}")
        return new
    if isinstance(known.value, str):
        if not isinstance(new, str):
            raise ValueError(f"{name} must be a word such as '{known.value}', got {new!r:.40}")
        return new
    if isinstance(new, str):
        example = f"{known.value / factor(known.unit):g} {known.unit}".strip()
        new = parsed(name, new, dimension(known.unit), example)
    if isinstance(new, bool) or not isinstance(new, int | float) or not 0 <= new <= HIGHEST:
        raise ValueError(f"{name} must be a number, 0 to 2**53, got {new!r:.40}")
    return new
