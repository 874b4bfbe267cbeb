"""The dotted names of an order's settings, and their short forms."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any

from models.machine.order.moved import MOVED
from models.machine.order.parts import MAIN, SECTIONS
from models.setting import Setting, settings

PATHS: dict[str, Setting] = {
    f"{section}.{name}": about
    for section, cls in SECTIONS.items()
    for name, about in settings(cls).items()
}
"""Every setting of an order by its dotted name."""


NULLABLE = {
    f"{section}.{one.name}"
    for section, cls in SECTIONS.items()
    for one in fields(cls)
    if "None" in str(one.type)
}
"""Settings whose value may be None."""


def flat(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings by dotted name. Parts and mappings of settings are taken apart. Raise
    ValueError for a name that no setting has, and for one that comes twice with two values."""
    found: dict[str, Any] = {}
    for path, value in _flat(changes, ""):
        if found.setdefault(path, value) is not value and found[path] != value:
            raise ValueError(f"{path} comes twice, with {found[path]!r:.40} and {value!r:.40}")
    return found


def _flat(changes: Mapping[str, Any], section: str) -> Iterator[tuple[str, Any]]:
    for name, value in changes.items():
        path = full(f"{section}.{name}" if section else name, takes_part=_is_part(value))
        if path in PATHS:
            yield path, value
        elif isinstance(value, SECTIONS[path]):
            yield from _flat(contents(value, path), path)
        elif isinstance(value, Mapping):
            yield from _flat(value, path)
        else:
            raise ValueError(
                f"{path} is a part: it must be a mapping of settings, got {value!r:.40}"
            )


def _is_part(value: Any) -> bool:
    return isinstance(value, Mapping) or is_dataclass(value)


def contents(part: Any, section: str) -> dict[str, Any]:
    """Return the settings of a part, those of parts within it included."""
    inner = [path.rpartition(".")[2] for path in SECTIONS if path.rpartition(".")[0] == section]
    return {name: getattr(part, name) for name in (*settings(type(part)), *inner)}


def full(name: str, takes_part: bool = False, others: Iterable[str] = ()) -> str:
    """Return the dotted name that `name` stands for: itself, a short form that only one setting
    or part has, or, with a plain value, a part's own name for its main setting. Raise ValueError."""
    found = matches(name)
    if len(found) > 1:
        raise ValueError(f"{name:.40} is short for several: {', '.join(found)}; take one of them")
    if not found:
        raise unknown(name, others)
    path = found[0]
    if path in SECTIONS and path in MAIN and not takes_part:
        return f"{path}.{MAIN[path]}"
    if path in SECTIONS and not takes_part:
        own = ", ".join(f"{path}.{name}" for name in settings(SECTIONS[path]))
        raise ValueError(f"{path} is a part, not a setting; it has {own}")
    return path


def matches(name: str) -> list[str]:
    """Return the dotted names that `name` may stand for."""
    if name in PATHS or name in SECTIONS:
        return [name]
    return [path for path in (*PATHS, *SECTIONS) if path.endswith(f".{name}")]


def unknown(name: str, others: Iterable[str] = ()) -> ValueError:
    """Return the error for a name that no setting has. others: further names that may be
    meant."""
    if name in MOVED:
        return ValueError(f"{name} is called {MOVED[name]} now")
    short = {path.rpartition(".")[2]: path for path in PATHS}
    known = {**short, **{path: path for path in PATHS}, **dict.fromkeys(others, "")}
    near = get_close_matches(name, known, n=1, cutoff=0.75)
    if near:
        return ValueError(f"unknown setting '{name:.40}'; perhaps {known[near[0]] or near[0]}")
    return ValueError(f"unknown setting '{name:.40}'; an order has the parts {', '.join(SECTIONS)}")
