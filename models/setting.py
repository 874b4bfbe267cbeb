"""Settings: fields of a frozen dataclass that say their unit, their limits and what they are for."""

from collections.abc import Sequence
from dataclasses import field, fields
from math import inf
from typing import Any, NamedTuple, TypeVar

from models.check import MANY, a_number, one_of, switched

T = TypeVar("T")
KEY = "setting"
SHOWN = {"B": "bytes", "share": "", "rpm": ""}
"""Units as errors write them, where not as settings have them."""


class Setting(NamedTuple):
    """What a field says of itself."""

    text: str  # one plain sentence
    unit: str = ""  # "s", "B", "B/s", "1/s", "share"; "": a plain number or a word
    words: tuple[str, ...] = ()  # the only values
    least: float = -inf
    most: float = inf
    above: float = -inf
    below: float = inf
    infinite: bool = False  # whether inf is a value
    typed: bool = True  # False: can be set in Python only


def setting(
    default: T,
    text: str,
    unit: str = "",
    *,
    words: Sequence[str] = (),
    least: float = -inf,
    most: float = inf,
    above: float = -inf,
    below: float = inf,
    infinite: bool = False,
    typed: bool = True,
) -> T:
    """Return a dataclass field that is a setting."""
    about = Setting(text, unit, tuple(words), least, most, above, below, infinite, typed)
    found: T = field(default=default, metadata={KEY: about})
    return found


def count(default: T, text: str, least: int = 1, most: int = MANY, unit: str = "") -> T:
    """Return a field for a whole number of things."""
    return setting(default, text, unit, least=least, most=most)


def settings(cls: Any) -> dict[str, Setting]:
    """Return the settings of a dataclass by name, in order."""
    return {one.name: one.metadata[KEY] for one in fields(cls) if KEY in one.metadata}


def check_settings(owner: Any) -> None:
    """Check every setting of `owner` against its type and its limits. None is right where the
    field may be None. Raise ValueError."""
    for one in fields(owner):
        about: Setting | None = one.metadata.get(KEY)
        value = getattr(owner, one.name)
        kinds = str(
            one.type if isinstance(one.type, str) else getattr(one.type, "__name__", one.type)
        )
        if about is None or (value is None and "None" in kinds):
            continue
        if about.words:
            one_of(one.name, value, about.words)
        elif kinds == "bool":
            switched(**{one.name: value})
        elif kinds.split(" ")[0] in ("int", "float"):
            a_number(
                one.name,
                value,
                about.least,
                about.most,
                above=about.above,
                below=about.below,
                whole=kinds.startswith("int"),
                infinite=about.infinite,
                unit=SHOWN.get(about.unit, about.unit),
            )
