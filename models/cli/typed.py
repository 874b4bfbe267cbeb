"""Settings as people type them: by name, with a unit, and what the help says of them."""

import json
from collections.abc import Mapping
from dataclasses import fields
from types import UnionType
from typing import Any, get_args

from models.check import one_of
from models.cli.machine_file import meant, pairs
from models.devices.drive_spec import TABLES
from models.machine.order import ORDERS
from models.machine.order.names import PATHS
from models.machine.order.order import FOLLOWS
from models.machine.order.parts import SECTIONS
from models.setting import Setting, settings
from models.units import FACTORS

EXAMPLES = {
    "": ("a plain number", "4"),
    "s": ("time", "1 ms"),
    "B": ("bytes", "8 KiB"),
    "B/s": ("bytes a second", "100 MB/s"),
    "1/s": ("rate", "450 1/s"),
    "rpm": ("rate", "7200 rpm"),
    "share": ("share", "50 %"),
}
"""What a unit measures, and an example; a plain number is right, too."""
SCALES = {
    "s": ("s", "ms", "us", "ns"),
    "B": ("TB", "GB", "TiB", "GiB", "MiB", "KiB", "MB", "B"),
    "B/s": ("GB/s", "MB/s", "B/s"),
    "rpm": ("rpm",),
    "1/s": ("1/s",),
}
"""Units that a value is shown in: the first of which it is a round number."""


def kinds_of(cls: Any) -> dict[str, frozenset[Any]]:
    """Return the types of the settings of a dataclass that can be typed, by name."""
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
"""The types of an order's settings by dotted name."""


def value_of(name: str, text: str, about: Setting, kinds: frozenset[Any]) -> Any:
    """Return a value of one of these types: a word, yes or no, a number with a unit, or a table;
    `none` where the setting may have no value. Raise ValueError."""
    if not text.strip():
        raise ValueError(f"{name} must have a value, got {text!r}")
    if text == "none" and type(None) in kinds:
        return None
    if bool in kinds:
        if text not in ("yes", "no", "true", "false"):
            raise ValueError(f"{name} must be yes or no, got {text!r:.40}")
        return text in ("yes", "true")
    if str in kinds:
        if about.words:
            one_of(name, text, about.words)
        return text
    if name.rpartition(".")[2] in TABLES:
        return table_of(name, text)
    value = meant(name, text, *EXAMPLES[about.unit])
    return int(value) if value == int(value) and float not in kinds else value


def table_of(name: str, text: str) -> tuple[tuple[float, float], ...]:
    """Return a table of a drive, [[FROM, VALUE], ...]. Raise ValueError."""
    try:
        rows = pairs(name, json.loads(text))
    except (json.JSONDecodeError, RecursionError):
        rows = ()
    if not rows:
        raise ValueError(f"{name} must be pairs, such as [[0, 2e8], [1e12, 1e8]], got {text!r:.40}")
    return rows


def shown_in(value: Any, unit: str) -> str:
    """Return a value as people write it, such as 8 KiB, 0.5 ms, 50 %, yes."""
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value or "none"
    if value in (0, float("inf")):
        return f"{value:g}"
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
    """Return the default of an order's setting; where orders differ, that of each."""
    of: dict[str, list[str]] = {}
    for machine, order in ORDERS.items():
        of.setdefault(shown_in(order.value(path), PATHS[path].unit), []).append(machine)
    if len(of) == 1:
        return next(iter(of))
    return "; ".join(f"{', '.join(machines)}: {value}" for value, machines in of.items())


def follows(path: str) -> str:
    """Return what a setting follows unless it is set, if anything."""
    section = path.rpartition(".")[0]
    return FOLLOWS.get(path, FOLLOWS.get(f"{section}.*", "") if path != f"{section}.kind" else "")


def help_text(loads: Mapping[str, Any]) -> str:
    """Return every setting once, grouped by part and load: name, values, default, a sentence."""
    lines = []
    for section, cls in SECTIONS.items():
        lines.append(f"{section}: {sentence(cls)}")
        for name, about in settings(cls).items():
            path = f"{section}.{name}"
            if path in KINDS:
                default = f"default {default_of(path)}"
                if follow := follows(path):
                    default = f"follows {follow}"
                lines += entry(path, about, KINDS[path], default)
    for load, cls in loads.items():
        lines.append(f"{load}, a load: {sentence(cls)}")
        about_all = settings(cls)
        for name, kinds in kinds_of(cls).items():
            default = f"default {shown_in(getattr(cls, name), about_all[name].unit)}"
            lines += entry(f"{load}.{name}", about_all[name], kinds, default)
    return "\n".join(lines)


def sentence(cls: Any) -> str:
    """Return the first sentence of a docstring."""
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def entry(name: str, about: Setting, kinds: frozenset[Any], default: str) -> list[str]:
    """Return the two lines of the help for a setting."""
    if about.words:
        values = ", ".join(about.words)
    elif bool in kinds:
        values = "yes, no"
    elif str in kinds:
        values = "a name"
    elif name.rpartition(".")[2] in TABLES:
        values = "[[FROM, VALUE], ...]"
    else:
        values = EXAMPLES[about.unit][0].removeprefix("a plain ")
    return [f"  {name} ({values}; {default})", f"      {about.text}."]
