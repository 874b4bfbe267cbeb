"""The class file, `class.toml`: who is in the class, what they are asked, until when, and what for."""

import difflib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from exercises import contents
from exercises.cli.record import at, check, refuse, schema, shown
from exercises.grading.late import LateRule
from exercises.grading.students import Student, read_roster
from exercises.kit.variant_of import variant_of
from models.cli.command_line import WrongUse

YEARS = range(1970, 9999)


@dataclass(frozen=True)
class Asked:
    """An exercise that the class is asked: by how much its points are multiplied, and when it is
    due."""

    weight: float = 1.0
    due: datetime | None = None


@dataclass(frozen=True)
class ClassFile:
    """What a class file says; without one, nothing."""

    name: str = "Class"
    students: list[Student] | None = None  # None: whoever hands in
    asked: dict[str, Asked] | None = None  # by exercise; None: what is handed in
    seed: str = ""  # of the variants; empty: as answered
    variants: dict[str, dict[str, int]] = field(
        default_factory=dict
    )  # by student and exercise, where they are not drawn
    marks_seed: str = (
        ""  # of the inputs that marks are given for; empty: drawn, and kept with the results
    )
    extensions: dict[str, datetime | timedelta] = field(default_factory=dict)  # by student
    late: LateRule | None = None
    arrivals: Path | None = None
    zone: tzinfo | None = None  # None: this machine's
    url: str = ""  # where the class finds the book

    def variant(self, student: str, exercise: str) -> int | None:
        """The variant that a student was given; None if any will do."""
        given = self.variants.get(student, {}).get(exercise)
        if given is None and self.seed:
            return variant_of(self.seed, student, exercise)
        return given

    def due(self, student: str, exercise: str) -> datetime | None:
        """When an answer of a student is due."""
        due = (self.asked or {}).get(exercise, Asked()).due
        more = self.extensions.get(student)
        if isinstance(more, timedelta):
            return due + more if due else None
        return max(due, more) if due and more else due


def read_class(path: Path) -> ClassFile:
    """The class file at `path`, its roster beside it. Raises WrongUse with one line that names what
    is wrong."""
    try:
        found = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WrongUse(f"{path} is no TOML: {error}") from None
    where = f"{path}:"
    _known(found, path)
    check(found, schema("class"), where)
    zone = _zone(found.get("timezone"), where)
    students = read_roster(path.parent / found["roster"]) if "roster" in found else None
    due = _moment(found["due"], zone, f"{where} due") if "due" in found else None
    late = found.get("late")
    return ClassFile(
        name=found.get("name", "Class"),
        students=students,
        asked=_asked(found["exercises"], due, zone, f"{where} exercises")
        if "exercises" in found
        else None,
        seed=str(found.get("seed", "")),
        variants={
            id: _by_exercise(given, f"{where} variants.{id}")
            for id, given in _of_students(
                found.get("variants", {}), students, f"{where} variants"
            ).items()
        },
        marks_seed=str(found.get("marks_seed", "")),
        extensions={
            id: timedelta(days=more)
            if isinstance(more, int | float)
            else _moment(more, zone, f"{where} extensions.{id}")
            for id, more in _of_students(
                found.get("extensions", {}), students, f"{where} extensions"
            ).items()
        },
        late=late
        and LateRule(
            late.get("percent_a_day", 0.0),
            late.get("days"),
            timedelta(minutes=late.get("grace", 0)),
        ),
        arrivals=path.parent / found["arrivals"] if "arrivals" in found else None,
        zone=zone,
        url=found.get("url", ""),
    )


def _by_exercise(given: dict[str, int], where: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, variant in given.items():
        if (id := known_exercise(name, at(where, name))) in found:
            raise WrongUse(f"{where} names {id} twice")
        found[id] = variant
    return found


def known_exercise(id: Any, where: str) -> str:
    """The id of an exercise of the book. Raises WrongUse that names one like it."""
    if isinstance(id, str) and id.replace("_", "-") in contents.ids():
        return id.replace("_", "-")
    near = difflib.get_close_matches(str(id), contents.ids(), n=1)
    hint = (
        f"; perhaps {near[0]}"
        if near
        else "; `python -m exercises list` names those that there are"
    )
    raise WrongUse(f"{where} must be the id of an exercise, got {shown(id)}{hint}")


def _known(found: dict[str, Any], path: Path) -> None:
    keys = schema("class")["properties"]
    for key in found:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"perhaps {near[0]} is meant" if near else f"it may have: {', '.join(keys)}"
            raise WrongUse(f"{path}: there is no key {shown(key)}; {hint}")


def _asked(found: Any, due: datetime | None, zone: tzinfo | None, where: str) -> dict[str, Asked]:
    if not isinstance(found, list | dict) or not found:
        refuse(where, 'a list of exercises like ["missed-revolution"], or a table of them', found)
    if isinstance(found, list):
        ids = [known_exercise(id, f"{where}[{n}]") for n, id in enumerate(found)]
        if len(set(ids)) < len(ids):
            raise WrongUse(f"{where} names {next(id for id in ids if ids.count(id) > 1)} twice")
        return {id: Asked(due=due) for id in ids}
    asked = {}
    for id, value in found.items():
        place = at(where, id)
        more = {"weight": value} if type(value) in (int, float) else value
        check(more, schema("class")["$defs"]["asked"], place)
        own = _moment(more["due"], zone, f"{place}.due") if "due" in more else due
        asked[known_exercise(id, place)] = Asked(more.get("weight", 1.0), own)
    return asked


def _of_students(
    found: dict[str, Any], students: Iterable[Student] | None, where: str
) -> dict[str, Any]:
    """A table by student, its keys as the roster writes them."""
    ids = {student.id.casefold(): student.id for student in students or ()}
    if found and not ids:
        raise WrongUse(f"{where} names students; then a roster must say who they are")
    for id in found:
        if id.casefold() not in ids:
            near = difflib.get_close_matches(id, ids.values(), n=1)
            hint = f"; perhaps {near[0]}" if near else ""
            raise WrongUse(f"{at(where, id)}: {shown(id)} is the id of nobody in the roster{hint}")
    return {ids[id.casefold()]: value for id, value in found.items()}


def _zone(name: str | None, where: str) -> tzinfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise WrongUse(
            f'{where} timezone must be a name like "Europe/Berlin", got {shown(name)}'
        ) from None


def _moment(value: Any, zone: tzinfo | None, where: str) -> datetime:
    """A date (until its end) or a time, in the class's own zone if it names none."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value) if len(value) > 10 else date.fromisoformat(value)
        except ValueError:
            refuse(where, "a time like 2026-12-01T18:00:00, or a day like 2026-12-01", value)
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time(23, 59, 59))
    if not isinstance(value, datetime):
        refuse(where, "a time like 2026-12-01T18:00:00, or a day like 2026-12-01", value)
    if value.year not in YEARS:
        raise WrongUse(
            f"{where} must be a time from {YEARS[0]} to {YEARS[-1]}, got the year {value.year}"
        )
    return value if value.tzinfo else value.replace(tzinfo=zone) if zone else value.astimezone()
