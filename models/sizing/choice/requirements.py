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
from models.cli.user_file import text_of
from models.sizing.goods.tables import dollars
from models.sizing.pools.wants import Asked, Wants
from models.units import GB, TB, MiB, us

ASKED = "asked"
"""The table of the load, and its name in `Wants`."""
NO_LIMIT = ("inf", "none", "no limit")


class Key(NamedTuple):
    """A key of the requirements: its dimension, an example, and its limits in SI units."""

    dimension: str  # as in `models.units`, "dollars", "whole" or "yes"
    example: str
    least: float = 0.0
    most: float = math.inf
    inf: bool = False  # whether it may be without a limit


KEYS = {
    "usable": Key("bytes", "200TiB", 1 * GB, 100_000 * TB),
    "loss": Key("share", "0.01%", 0.0, 1.0),
    "budget": Key("dollars", "40000", 0.0, 1e9, inf=True),
    "rack": Key("number", "12", 0.0, 10_000, inf=True),
    "watts": Key("number", "1500", 0.0, 1e7, inf=True),
    "years": Key("number", "5", 0.1, 50.0),
    "while_resilvering": Key("yes", "true"),
    "recordsize": Key("whole bytes", "128KiB"),
    "ashift": Key("whole", "12", 9, 12),
    "compression": Key("number", "1.5", 1.0, 100.0),
    "fill": Key("share", "80%", 0.01, 0.95),
}
ASKED_KEYS = {
    "size": Key("whole bytes", "8KiB", 512, 16 * MiB),
    "reads": Key("share", "70%", 0.0, 1.0),
    "sync": Key("yes", "true"),
    "rate": Key("number", "1000", 0.0, 1e8),
    "p99": Key("time", "50ms", 1 * us, 1000.0, inf=True),
    "stream": Key("bytes a second", "2GB/s", 0.0, 1e13),
    "working_set": Key("share", "10%", 1e-6, 1.0),
}
PER_SECOND = re.compile(r"\s*([\d.]+(?:e\d+)?)\s*(?:/s|1/s|per second)\s*")


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
        try:
            return check_recordsize(number)
        except ValueError as error:
            raise ValueError(f"{error}") from None
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
    if about.dimension == "dollars":
        try:
            return dollars(value)
        except ValueError:
            raise ValueError(f"{key} must be {right(about)}, got {value!r:.40}") from None
    if key == "rate" and (match := PER_SECOND.fullmatch(value)):
        value = match[1]
    if key == "watts":
        value = re.sub(r"\s*W$", "", value)
    dimension = {"whole": "number", "whole bytes": "bytes"}.get(about.dimension, about.dimension)
    return parsed(key, value, dimension, about.example)


def right(about: Key) -> str:
    """Return what a requirement may be, in words."""
    kind = {
        "number": "a number",
        "dollars": "US dollars",
        "share": "a share",
        "time": "a time",
        "bytes a second": "bytes a second",
        "whole": "a whole number",
    }.get(about.dimension, "bytes")
    limits = {
        "bytes": "1 GB to 100,000 TB",
        "whole bytes": "512 B to 16 MiB",
        "bytes a second": "0 to 10,000 GB/s",
        "share": f"{100 * about.least:g} % to {100 * about.most:g} %",
        "time": "1 us to 1,000 s",
    }.get(about.dimension, f"{about.least:g} to {about.most:,.0f}")
    return f"{kind}, {limits}{', or inf' if about.inf else ''}, such as {about.example}"


def read(path: Path) -> Wants:
    """Return the requirements in a TOML file. Raise ValueError, in one line, for a file that cannot be
    read, that is no TOML, or that asks for something else."""
    text = text_of(path, "requirements, a TOML file")
    try:
        contents = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} must be TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ValueError(f"{path} must be requirements: it is nested too deeply") from None
    if not contents:
        raise ValueError(f'{path} must have a requirement, such as usable = "200TiB", got none')
    try:
        return wants_of(contents)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
