"""Settings as text: values with units, and the help of every setting."""

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from math import inf
from textwrap import fill
from types import UnionType
from typing import TypeAlias, get_args

from models.check import limits, one_of
from models.cli.machine_file import A_VALUE, pairs, parsed
from models.devices.drive_spec import TABLES
from models.head.pcie import Card
from models.machine.order import ORDERS
from models.machine.order.also import LOADS as LOAD_WORDS
from models.machine.order.also import MEANT, SETTINGS, parts_called
from models.machine.order.log_device import KINDS as DEVICES
from models.machine.order.names import PATHS
from models.machine.order.order import FOLLOWS, HEADS, WITH_DISKS
from models.machine.order.parts import COMPRESSIONS, SECTIONS
from models.setting import Dataclass, Setting, settings
from models.units import FACTORS, quantity, rpm, unit_of

Value: TypeAlias = (
    float | str | tuple[tuple[float, float], ...] | tuple[float, float] | tuple[Card, ...] | None
)
Kinds: TypeAlias = frozenset[object]
"""The types that a value may have."""
EXAMPLES = {
    "": ("number", "4"),
    "s": ("time", "1 ms"),
    "B": ("bytes", "8 KiB"),
    "B/s": ("bytes a second", "100 MB/s"),
    "1/s": ("rate", "450 1/s"),
    "rpm": ("rate", "7200 rpm"),
    "share": ("share", "50 %"),
}
"""The dimension of a unit, and an example. A number without a unit is allowed too."""
EXAMPLES_OF = {
    "network.port_rate": "10 Gbit/s",
    "nfs.stable": "0, 1 or 2",
    "pool.ashift": "9 or 12",
    "pool.disks.capacity": "12 TB",
}
"""Examples for single settings."""
CHOICES = {
    "head.model": ", ".join(HEADS),
    "log.device.kind": ", ".join(DEVICES),
    "pool.ashift": "9, 12",
    "pool.disks.model": ", ".join(WITH_DISKS),
    "cache.held": "two shares, such as 40 %/30 %",
    "filesystem.compression": f"{', '.join(COMPRESSIONS)}, or on for lz4; zstd-3 and other levels "
    "are as without a level",
    "filesystem.recordsize": "a power of two, 512 B to 1 MiB",
}
"""The possible values of settings that others check, for the help."""
UNSURE = (
    ("time", r"\s*([\d.]+)\s*m", "{0}min or {0}ms"),
    ("bytes", r"\s*([\d.]+)\s*([kKMGT])b", "{0}{1}B or {0}{1}iB"),
    ("capacity", r"\s*([\d.]+)\s*([kKmMgGtT])", "{0}{1}B or {0}{1}iB"),
)
"""The dimension or last name of a setting, values that may mean two things, and these."""
YES, NO = "yes true on 1".split(), "no false off 0".split()
SWITCH = {**dict.fromkeys(YES, True), **dict.fromkeys(NO, False)}
SCALES = {
    "s": ("s", "ms", "us", "ns"),
    "B": ("TB", "GB", "TiB", "GiB", "MiB", "KiB", "MB", "B"),
    "B/s": ("GB/s", "MB/s", "MiB/s", "B/s"),
    "rpm": ("rpm",),
    "1/s": ("1/s",),
}
"""Units for display: a value is shown in the first one that makes it a round number."""


def kinds_of(cls: type[Dataclass]) -> dict[str, Kinds]:
    """Return the types of the settings of a dataclass that can be written as text, by name."""
    about = settings(cls)
    return {
        one.name: frozenset(get_args(one.type) if isinstance(one.type, UnionType) else (one.type,))
        for one in fields(cls)
        if one.name in about and about[one.name].typed
    }


KINDS = {
    f"{section}.{name}": kinds
    for section, cls in SECTIONS.items()
    for name, kinds in kinds_of(cls).items()
}
"""The types of an order's settings by dotted name; those that can be set only in Python are left out."""


def value_of(name: str, text: str, about: Setting, kinds: Kinds) -> Value:
    """Return the value of a setting from its text: a word, yes or no, a number with a unit, or a
    table; `none` if the setting may be None. Raise ValueError if the text is not allowed for this
    setting."""
    try:
        return _value_of(name, text, about, kinds)
    except ValueError as error:
        raise ValueError(f"{error}; {MEANT[name]}" if name in MEANT else str(error)) from None


def _value_of(name: str, text: str, about: Setting, kinds: Kinds) -> Value:
    if not text.strip():
        raise ValueError(f"{name} must have a value, got {text!r}")
    if text == "none" and type(None) in kinds:
        return None
    if bool in kinds:
        if text not in SWITCH:
            raise ValueError(f"{name} must be yes or no, got {text!r:.40}")
        return SWITCH[text]
    if str in kinds:
        if not about.words:
            return text.lower()
        word = {"raidz": "raidz1", "draid": "draid1"}.get(text.lower(), text.lower())
        if name == "filesystem.compression":
            word = "lz4" if word == "on" else re.sub(r"^(gzip|zstd)-(fast-)?\d{1,4}$", r"\1", word)
        one_of(name, word if word in about.words else text, about.words)
        return word
    if name.rpartition(".")[2] in TABLES:
        return table_of(name, text)
    if name == "cache.held":
        return shares_of(name, text)
    dimension, example = EXAMPLES[about.unit][0], example_of(name, about)
    for what, pattern, right in UNSURE:
        if what in (dimension, name.rpartition(".")[2]) and (match := re.fullmatch(pattern, text)):
            both = right.format(*map(str.upper, match.groups()))
            raise ValueError(f"{name} must be {both}, got {text!r:.40}")
    if re.match(r"\s*-\s*[\d.]", text) and about.least >= 0:
        raise ValueError(f"{name} must be {range_of(about)}, got {text!r:.40}")
    value = parsed(name, text, dimension, example)
    if about.unit == "rpm" and not unit_of(text) and value >= 1000:
        value *= rpm  # 7200 is 7200 rpm: no disk turns 1000 times a second
    if not about.least <= value <= about.most or not about.above < value or value >= about.below:
        such = f", such as {example}" if about.unit else ""
        share = f", which is {100 * value:g} %" if about.unit == "share" and "%" not in text else ""
        raise ValueError(f"{name} must be {range_of(about)}{such}, got {text!r:.40}{share}")
    if name == "network.cards":
        if value != int(value):
            raise ValueError(f"{name} must be a whole number of cards, got {text!r:.40}")
        return (Card(),) * int(value)
    return int(value) if value == int(value) and float not in kinds else value


def shares_of(name: str, text: str) -> tuple[float, float]:
    """Return two shares from their text, "40 %/30 %". Raise ValueError if they are not two."""
    parts = text.split("/")
    if len(parts) != 2:
        raise ValueError(f"{name} must be two shares, such as 40 %/30 %, got {text!r:.40}")
    memory, flash = (parsed(name, part, "share", "40 %/30 %") for part in parts)
    return memory, flash


def example_of(name: str, about: Setting) -> str:
    """Return a value that a setting can have, as people write it."""
    example = EXAMPLES_OF.get(name, EXAMPLES[about.unit][1])
    if name in EXAMPLES_OF or about.least <= quantity(example) <= about.most:
        return example
    return shown_in(max(about.least, min(quantity(example), about.most)), about.unit)


def range_of(about: Setting) -> str:
    """Return the limits of a setting as people write them, such as "3600 rpm to 15000 rpm"."""
    write = partial(shown_in, unit=about.unit)
    if about.least > -inf and about.most < inf:
        return f"{write(about.least)} to {write(about.most)}"
    return limits(about.least, about.most, about.above, about.below, "", write)


def table_of(name: str, text: str) -> tuple[tuple[float, float], ...]:
    """Return a table of a drive from its text, [[FROM, VALUE], ...]. Raise ValueError if it is not
    a list of pairs of numbers."""
    try:
        rows = pairs(name, json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        rows = ()
    if not rows:
        raise ValueError(
            f"{name} must be a list of pairs, such as [[0, 2e8], [1e12, 1e8]], got {text!r:.40}"
        )
    return rows


def shown_in(value: object, unit: str) -> str:
    """Return a value as people write it, such as 8 KiB, 0.5 ms, 50 %, yes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value:
        return value
    if isinstance(value, tuple):
        cards = all(isinstance(one, Card) for one in value)
        return f"{len(value)}" if cards else "/".join([shown_in(one, unit) for one in value])
    if not isinstance(value, int | float):
        return "none"
    if value == inf or (value >= 2.0**60 and unit == "B"):
        return "no limit"
    if value == 0:
        return "0"
    if unit == "share":
        return f"{100 * value:g} %"
    for scale in SCALES.get(unit, ()):
        size = value / FACTORS[scale]
        if size >= 1 and abs(size - round(size, 2)) < 1e-9 * size:
            return f"{size:g} {scale}"
    if unit in ("s", "B", "B/s"):
        scales = [one for one in SCALES[unit] if value >= FACTORS[one]] or [SCALES[unit][-1]]
        return f"{value / FACTORS[scales[0]]:.3g} {scales[0]}"
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def default_of(path: str) -> str:
    """Return the default of an order's setting, or the default of each order if they differ."""
    found: dict[str, list[str]] = {}
    for machine, order in ORDERS.items():
        found.setdefault(shown_in(order.value(path), PATHS[path].unit), []).append(machine)
    if len(found) == 1:
        return next(iter(found))
    return "; ".join(f"{', '.join(machines)}: {value}" for value, machines in found.items())


def follows(path: str) -> str:
    """Return what the default of a setting is derived from, or "" if it is a constant."""
    section = path.rpartition(".")[0]
    return FOLLOWS.get(path, FOLLOWS.get(f"{section}.*", "") if path != f"{section}.kind" else "")


def help_text(loads: Mapping[str, type[Dataclass]], of: str = "") -> str:
    """Return the help of every setting, grouped by part and by load. of: one part, with those in it,
    or one load, instead of all. Raise ValueError if there is none of this name."""
    loads = {name: cls for name, cls in loads.items() if not of or of in name.split(", ")}
    own = parts_called(of)
    within = tuple(f"{part}." for part in own)
    parts = [one for one in SECTIONS if not of or one in own or one.startswith(within)]
    if not parts and not loads:
        raise ValueError(
            f"--help must be alone, or with a load or a part ({', '.join(SECTIONS)}), got {of!r:.40}"
        )
    lines = []
    for section in () if loads and of else parts:
        cls = SECTIONS[section]
        lines.append(f"{section}: {sentence(cls)}")
        for name, about in settings(cls).items():
            path = f"{section}.{name}"
            if path in KINDS:
                source = follows(path)
                default = f"follows {source}" if source else f"default {default_of(path)}"
                lines += entry(path, about, KINDS[path], default)
    for load, cls in loads.items():
        lines.append(f"load {load}: {sentence(cls)}")
        about_all = settings(cls)
        for name, kinds in kinds_of(cls).items():
            default = f"default {shown_in(getattr(cls, name), about_all[name].unit)}"
            names = ", ".join([f"{one}.{name}" for one in load.split(", ")])
            lines += entry(names, about_all[name], kinds, default)
    return "\n".join(lines)


def parts_text(loads: Mapping[str, type[Dataclass]]) -> str:
    """Return a line for each part of an order and each load: its name, and what it is."""
    rows = {**SECTIONS, **loads}
    return "\n".join(
        [
            fill(sentence(cls), 100, initial_indent=f"  {name:17} ", subsequent_indent=" " * 20)
            for name, cls in rows.items()
            if ", " not in name  # what several loads have
        ]
    )


def sentence(cls: type) -> str:
    """Return the first sentence of a docstring."""
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def entry(name: str, about: Setting, kinds: Kinds, default: str) -> list[str]:
    """Return the two lines of help of a setting: name, values and default; then a sentence."""
    if about.words or name in CHOICES:
        values = CHOICES.get(name, ", ".join(about.words))
    elif bool in kinds:
        values = "yes, no"
    elif str in kinds:
        values = "a name"
    elif name.rpartition(".")[2] in TABLES:
        values = "[[FROM, VALUE], ...]"
    else:
        bounded = about.least > -inf and about.most < inf
        values = range_of(about) if bounded else A_VALUE[EXAMPLES[about.unit][0]].removeprefix("a ")
    also = SETTINGS.get(
        name, LOAD_WORDS.get(name.rpartition(".")[2], "") if name not in PATHS else ""
    )
    other = f" Also: {', '.join(also.split())}." if also else ""
    return [f"  {name} ({values}; {default})", f"      {about.text}.{other}"]
