"""The dotted names of an order's settings, and their short names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from types import TracebackType
from typing import Any, TypeAlias

from models.machine.order.also import (
    MOVED,
    PARTS,
    SETTINGS,
    USUAL,
    parts_called,
    paths_called,
    why_absent,
)
from models.machine.order.parts import MAIN, SECTIONS
from models.setting import Setting, settings

Values: TypeAlias = Mapping[str, Any]
"""Values of settings by name, each of the type of its field."""
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


def flat(changes: Mapping[str, object]) -> dict[str, object]:
    """Return settings by dotted name. A part or a mapping gives one entry for each of its settings.

    Raise ValueError for a name that is unknown or ambiguous, a part whose value is not a mapping,
    and a setting with two different values."""
    found: dict[str, object] = {}
    for path, value in _flat(changes, ""):
        if found.setdefault(path, value) is not value and found[path] != value:
            raise ValueError(
                f"{path} must have one value, got {found[path]!r:.40} and {value!r:.40}"
            )
    return found


def _flat(changes: Mapping[str, object], section: str) -> Iterator[tuple[str, object]]:
    for name, value in changes.items():
        path = full(
            f"{section}.{name}" if section else name,
            takes_part=isinstance(value, Mapping) or is_dataclass(value),
        )
        if path in PATHS:
            yield path, value
        elif isinstance(value, SECTIONS[path]):
            yield from _flat(contents(value, path), path)
        elif isinstance(value, Mapping):
            yield from _flat(value, path)
        else:
            raise ValueError(
                f"{path} must be a mapping of settings, because it is a part, got {value!r:.40}"
            )


def contents(part: object, section: str) -> dict[str, object]:
    """Return the settings of a part and the parts within it, by name."""
    inner = [path.rpartition(".")[2] for path in SECTIONS if path.rpartition(".")[0] == section]
    return {name: getattr(part, name) for name in (*settings(SECTIONS[section]), *inner)}


def full(name: str, takes_part: bool = False, others: Iterable[str] = ()) -> str:
    """Return the dotted name that `name` stands for. Raise ValueError if there is not exactly one.

    A short name is enough if only one setting or part has it. The name of a part stands for its
    main setting, unless `takes_part`. others: further names to suggest for a misspelling."""
    found = matches(name)
    if len(found) > 1:
        raise several(name, found)
    if not found:
        raise unknown(name, others)
    path = found[0]
    if path in SECTIONS and path in MAIN and not takes_part:
        return f"{path}.{MAIN[path]}"
    if path in SECTIONS and not takes_part:
        known = settings(SECTIONS[path]).items()
        own = ", ".join(f"{path}.{name}" for name, about in known if about.typed)
        raise ValueError(f"{path} must be one of its settings, because it is a part: {own}")
    return path


def matches(name: str) -> list[str]:
    """Return the dotted names of the settings and parts that `name` is, is short for, or is another
    name of."""
    return own_matches(name) or ([] if name in MOVED else paths_called(name, PATHS))


def own_matches(name: str) -> list[str]:
    """Return the dotted names of the settings and parts that `name` is or is short for."""
    if (name := USUAL.get(name, name)) in PATHS or name in SECTIONS:
        return [name]
    return [path for path in (*PATHS, *SECTIONS) if path.endswith(f".{name}")]


def several(name: str, found: Iterable[str]) -> ValueError:
    """Return the error for a short name of several settings."""
    absent = f"; {why}" if (why := why_absent(name)) else ""
    return ValueError(
        f"{name:.40} is short for several settings: {', '.join(found)}; use one of them{absent}"
    )


def unknown(name: str, others: Iterable[str] = ()) -> ValueError:
    """Return the error for an unknown name. others: further names to suggest."""
    if name in MOVED:
        return ValueError(f"{name} is now called {MOVED[name]}")
    if why := why_absent(name):
        return ValueError(f"unknown setting '{name:.40}': {why}")
    if near := elsewhere(name) or close(name, others):
        return ValueError(f"unknown setting '{name:.40}'; perhaps {', '.join(near)}")
    return ValueError(f"unknown setting '{name:.40}'; an order has the parts {', '.join(SECTIONS)}")


def elsewhere(name: str) -> list[str]:
    """Return what the last word of a dotted name is called: in parts of the part that it names, or
    else in others."""
    section, _, last = name.lower().rpartition(".")
    parts = [part for part in parts_called(last) if part != section]
    found = [MOVED[last]] if last in MOVED else matches(last) or parts
    within = tuple(f"{part}." for part in parts_called(section))
    return ([path for path in found if path.startswith(within)] or found) if section else []


def close(name: str, others: Iterable[str]) -> list[str]:
    """Return the settings with the name that is spelt most like `name`: in the part that it names,
    or else in any. others: further names to suggest."""
    word = name.lower().replace("-", "_").removeprefix("zfs_").removeprefix("vdev_")
    section, _, last = word.rpartition(".")
    parts, known = parts_called(section), {one: one for one in others}
    for path, about in PATHS.items():
        part, _, leaf = path.rpartition(".")
        words = [leaf, *SETTINGS.get(path, "").split()] if about.typed else []
        if not parts or part in parts:
            before = [f"{one}{end}" for one in (part, *PARTS[part].split()) for end in "._"]
            known |= {f"{one}{each}": path for one in ["", *before] for each in words}
    typed = last if parts else word
    swapped = [one for one in known if sorted(one) == sorted(typed)]  # rmp for rpm
    near = swapped or get_close_matches(typed, known, cutoff=0.75 if parts else 0.8)
    own = own_matches(near[0]) if near and not parts else []
    return own or [known[one] for one in near[:1]]


class dotted:
    """A context that writes the settings in an error with their section, if it begins with one of
    `names`. Later ones are known by their underscore."""

    def __init__(self, section: str, names: Iterable[str]):
        self.section, self.names = section, set(names)

    def __enter__(self) -> None:
        """Do nothing; errors are changed on exit."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, ValueError) and re.split(r"[ .\[]", str(error))[0] in self.names:
            first, _, rest = str(error).partition(" ")
            later = "|".join([name for name in self.names if "_" in name] or ["_"])
            rest = re.sub(rf"(?<![.\w])(?=({later})\b)", f"{self.section}.", rest)
            raise ValueError(f"{self.section}.{first} {rest}") from None
