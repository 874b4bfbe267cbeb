"""Settings: fields of a frozen dataclass with a description, a unit and limits."""

from collections.abc import Sequence
from dataclasses import Field, field, fields
from functools import cache
from math import inf
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from models.check import MANY, a_number, one_of, switched
from models.units import rpm

T = TypeVar("T")
KEY = "setting"
SHOWN = {"B": "bytes", "share": ""}
"""Units that errors write differently from settings."""


class Dataclass(Protocol):
    """An instance of a dataclass, or a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]


class Setting(NamedTuple):
    """The description of a field, with its unit and its limits."""

    text: str  # one plain sentence or noun phrase
    unit: str = ""  # "s", "B", "B/s", "1/s", "share"; "": a plain number or a word
    words: tuple[str, ...] = ()  # the possible values, if they are words
    least: float = -inf
    most: float = inf
    above: float = -inf
    below: float = inf
    infinite: bool = False  # whether inf is allowed
    typed: bool = True  # False: cannot be set on the command line


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
    """Return a dataclass field with a default and the `Setting` of these arguments."""
    about = Setting(text, unit, tuple(words), least, most, above, below, infinite, typed)
    made: T = field(default=default, metadata={KEY: about})
    return made


def count(default: T, text: str, least: int = 1, most: int = MANY, unit: str = "") -> T:
    """Return a dataclass field for a number of things, at least `least`."""
    return setting(default, text, unit, least=least, most=most)


def settings(owner: Dataclass | type[Dataclass]) -> dict[str, Setting]:
    """Return the settings of a dataclass by name, in order."""
    return _settings(owner if isinstance(owner, type) else type(owner))


@cache
def _settings(cls: type[Dataclass]) -> dict[str, Setting]:
    return {one.name: one.metadata[KEY] for one in fields(cls) if KEY in one.metadata}


def in_rpm(speed: float) -> float:
    """Return a speed (turns per second) in turns per minute."""
    return round(speed / rpm, 6)


def check_settings(owner: Dataclass) -> None:
    """Raise ValueError unless each setting of `owner` has a value of its type and within its
    limits. None is allowed if the type of the field says so."""
    for one in fields(owner):
        about: Setting | None = one.metadata.get(KEY)
        value = getattr(owner, one.name)
        kinds = one.type if isinstance(one.type, str) else getattr(one.type, "__name__", one.type)
        kinds = str(kinds)
        if about is None or (value is None and "None" in kinds):
            continue
        if about.words:
            one_of(one.name, value, about.words)
        elif kinds == "bool":
            switched(**{one.name: value})
        elif kinds.split(" ")[0] in ("int", "float"):
            least, most = about.least, about.most
            if about.unit == "rpm":
                value = in_rpm(value) if isinstance(value, int | float) else value
                least, most = in_rpm(least), in_rpm(most)
            a_number(
                one.name,
                value,
                least,
                most,
                above=about.above,
                below=about.below,
                whole=kinds.startswith("int"),
                infinite=about.infinite,
                unit=SHOWN.get(about.unit, about.unit),
            )


class Checked:
    """A dataclass whose settings are checked when it is made: ValueError for a wrong one."""

    def __post_init__(self) -> None:
        check_settings(self)  # type: ignore[arg-type]  # of a dataclass
