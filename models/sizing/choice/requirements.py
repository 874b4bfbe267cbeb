"""What a buyer wants, read from TOML or from what a page sends."""

import math
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from models.check import check_recordsize, shown
from models.cli.machine_file import parsed
from models.cli.typed import shown_in
from models.cli.user_file import text_of
from models.sizing.goods.tables import dollars
from models.sizing.pools.wants import Asked, Wants
from models.units import GB, TB, MiB, unit_of, us

ASKED = "asked"
"""The table of the load, and its name in `Wants`."""
NO_LIMIT = ("inf", "none", "no limit")


class Key(NamedTuple):
    """A key of the requirements: what it says, its dimension, an example, and its limits in SI units."""

    text: str
    dimension: str  # as in `models.units`, "dollars", "whole" or "yes"
    example: str
    least: float = 0.0
    most: float = math.inf
    inf: bool = False  # whether it may be without a limit


KEYS = {
    "usable": Key(
        "bytes that zfs list shows as available in the empty pool, less what smaller records waste",
        "bytes",
        "200TiB",
        1 * GB,
        100_000 * TB,
    ),
    "loss": Key("chance of losing data within `years`", "share", "0.01%", 0.0, 1.0),
    "budget": Key("dollars, with power over `years`", "dollars", "40000", 0.0, 1e9, inf=True),
    "rack": Key("rack units of head and shelves", "number", "12", 0.0, 10_000, inf=True),
    "watts": Key("power of the whole, busy", "number", "1500", 0.0, 1e7, inf=True),
    "years": Key("years of power and of the chance of loss", "number", "5", 0.1, 50.0),
    "while_resilvering": Key("the load is served while a disk is replaced, too", "yes", "true"),
    "recordsize": Key(
        "of the file system, a power of two, 512 B to 1 MiB (the machine has none of OpenZFS's 2 to 16 MiB)",
        "whole bytes",
        "128KiB",
        512,
        1 * MiB,
    ),
    "ashift": Key("9 or 12: sectors of 512 bytes or 4 KiB", "whole", "12", 9, 12),
    "compression": Key("bytes of data for each byte stored", "number", "1.5", 1.0, 100.0),
    "fill": Key("share of the pool that is full when it is judged", "share", "80%", 0.01, 0.95),
}
ASKED_KEYS = {
    "size": Key("bytes of a request", "whole bytes", "8KiB", 512, 16 * MiB),
    "reads": Key("share of the requests that read; the others write", "share", "70%", 0.0, 1.0),
    "sync": Key("writes are safe on disk before they are answered", "yes", "true"),
    "rate": Key(
        "requests a second, whether or not others are answered", "number", "1000", 0.0, 1e8
    ),
    "p99": Key(
        "time within which 99 in 100 are answered", "time", "50ms", 1 * us, 1000.0, inf=True
    ),
    "stream": Key(
        "bytes a second of one sequential read; 0: none", "bytes a second", "2GB/s", 0.0, 1e13
    ),
    "working_set": Key("share of the data that requests touch", "share", "10%", 1e-6, 1.0),
}
WITH_UNIT = {"bytes": "B", "whole bytes": "B", "time": "s", "bytes a second": "B/s"}
"""Dimensions of which a text needs a unit, and the unit of `models.setting`."""
UNITS = {
    "rate": {"/s": 1.0, "1/s": 1.0, "per second": 1.0},
    "watts": {"W": 1.0, "kW": 1000.0},
    "rack": {"U": 1.0},
    "years": {"years": 1.0, "year": 1.0},
}
"""Units that plain numbers may have."""


def wants_of(contents: object) -> Wants:
    """Return the requirements that a mapping holds, as TOML or a page gives it: {"usable": "200TiB", ...,
    "asked": {"size": "8KiB", ...}}. What is not given is as in `Wants`. Raise ValueError, in one line
    with the key, its value, and what would be right, for anything else."""
    if not isinstance(contents, Mapping):
        raise ValueError(f"requirements must be keys with values, got {shown(contents)}")
    given = dict(contents)
    asked = given.pop(ASKED, {})
    if not isinstance(asked, Mapping):
        raise ValueError(f"{ASKED} must be a table, [{ASKED}], got {shown(asked)}")
    for key in given:
        if key not in KEYS:
            raise unknown(key, "")
    for key in asked:
        if key not in ASKED_KEYS:
            raise unknown(key, ASKED)
    load = Asked(**{key: value_of(key, value, ASKED_KEYS[key]) for key, value in asked.items()})
    return Wants(
        **{key: value_of(key, value, KEYS[key]) for key, value in given.items()}, asked=load
    )


def unknown(key: object, table: str) -> ValueError:
    """Return the error for a key that is not known in a table, with the nearest that is."""
    own, other = (ASKED_KEYS, KEYS) if table else (KEYS, ASKED_KEYS)
    name = f"{table}.{key}" if table else f"{key}"
    if key in other:
        right, got = ("above", "within") if table else ("within", "outside")
        return ValueError(f"{key!s:.40} must be {right} [{ASKED}], got it {got}")
    near = get_close_matches(str(key), [*own, *other, *([] if table else [ASKED])], n=1)
    hint = f"; perhaps {near[0]}" if near else f"; known: {', '.join(own)}"
    return ValueError(f"unknown requirement {name!r:.60}{hint}")


def value_of(key: str, value: object, about: Key) -> Any:
    """Return the value of a requirement in SI units. Raise ValueError if it is not allowed."""
    if about.dimension == "yes":
        if not isinstance(value, bool):
            raise ValueError(f"{key} must be true or false, got {shown(value)}")
        return value
    if value is None and about.inf:  # as a page writes it
        return math.inf
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{key} must be {right(about)}, got {shown(value)}")
    if about.inf and (value == math.inf or str(value).strip().lower() in NO_LIMIT):
        return math.inf
    number = number_of(key, value, about)
    if about.dimension.startswith("whole"):
        if number != int(number):
            raise ValueError(
                f"{key} must be a whole number, such as {about.example}, got {value!r:.40}"
            )
        number = int(number)
    if key == "recordsize":
        return check_recordsize(number)
    if key == "ashift" and number not in (9, 12):
        raise ValueError(f"ashift must be 9 or 12, got {value!r:.40}")
    if not about.least <= number <= about.most:
        raise ValueError(f"{key} must be {right(about)}, got {value!r:.40}")
    return number


def number_of(key: str, value: float | str, about: Key) -> float:
    """Return a number in SI units from a number or its text with a unit."""
    if not isinstance(value, str):
        if not math.isfinite(value):
            raise ValueError(f"{key} must be {right(about)}, got {value}")
        return value
    dimension = {"whole": "number", "whole bytes": "bytes"}.get(about.dimension, about.dimension)
    try:
        if dimension == "dollars":
            return dollars(value)
        text, times = value, 1.0
        found = re.fullmatch(r"\s*([\d.]+(?:e\d+)?)\s*(\S.*?)\s*", value)
        if found and found[2] in UNITS.get(key, {}):
            text, times = found[1], UNITS[key][found[2]]
        number = times * parsed(key, text, dimension, about.example)
    except ValueError:
        raise ValueError(f"{key} must be {right(about)}, got {value!r:.40}") from None
    if number and about.dimension in WITH_UNIT and not unit_of(value):
        raise ValueError(f"{key} must have a unit, such as {about.example}, got {value!r:.40}")
    return number


def in_words(wants: Wants) -> dict[str, str]:
    """Return the requirements as people write them, by key."""
    values = {**vars(wants), **vars(wants.asked)}
    return {
        key: shown_in(values[key], WITH_UNIT.get(about.dimension, about.dimension))
        if about.dimension not in ("number", "dollars") or values[key] == math.inf
        else f"{values[key]:,.10g}{'/s' * (key == 'rate')}"
        for key, about in (KEYS | ASKED_KEYS).items()
    }


def right(about: Key) -> str:
    """Return what a requirement may be, in words."""
    kind = {
        "number": "a number",
        "dollars": "US dollars",
        "share": f"a {about.text.partition(';')[0]}",
        "time": "a time",
        "bytes a second": "bytes a second",
        "whole": "a whole number",
    }.get(about.dimension, "bytes")
    limits = {
        "bytes": "1 GB to 100,000 TB",
        "whole bytes": f"{shown_in(about.least, 'B')} to {shown_in(about.most, 'B')}",
        "bytes a second": "0 to 10,000 GB/s",
        "share": f"{100 * about.least:g} % to {100 * about.most:g} %",
        "time": "1 us to 1,000 s",
    }.get(about.dimension, f"{about.least:g} to {about.most:,.0f}")
    return f"{kind}, {limits}{', or inf' if about.inf else ''}, such as {about.example}"


def contents_of(path: Path) -> dict[str, Any]:
    """Return what a TOML file of requirements holds. Raise ValueError, in one line, for a file that
    cannot be read, is empty, or is no TOML."""
    text = text_of(path, "requirements, a TOML file")
    try:
        contents = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} must be TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ValueError(f"{path} must be requirements: it is nested too deeply") from None
    if not contents:
        raise ValueError(f'{path} must have a requirement, such as usable = "200TiB", got none')
    return contents


def read(path: Path) -> Wants:
    """Return the requirements in a TOML file. Raise ValueError, in one line, for a file that cannot be
    read, that is no TOML, or that asks for something else."""
    return wants_in(path, contents_of(path))


def wants_in(path: Path, contents: Mapping[str, Any]) -> Wants:
    """Return the requirements in the contents of a file. Raise ValueError, in one line, if it asks for
    something else."""
    try:
        return wants_of(contents)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
