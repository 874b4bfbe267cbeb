"""Read the class file, `class.toml`: the roster, the exercises, their due dates, weights and
variants."""

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
from exercises.grading.students import read_roster
from exercises.kit.roster import Student
from exercises.kit.variant_of import variant_of
from models.cli.command_line import WrongUse

YEARS = range(1970, 9999)


@dataclass(frozen=True)
class Assignment:
    """An exercise that is assigned to the class: its weight, by which points are multiplied, and
    its due date."""

    weight: float = 1.0
    due: datetime | None = None


@dataclass(frozen=True)
class ClassFile:
    """The settings in a class file. Without a file, the defaults apply."""

    name: str = "Class"
    students: list[Student] | None = None  # None: everyone who hands in is a student
    assignments: dict[str, Assignment] | None = None  # by exercise; None: all that is handed in
    seed: str = ""  # variants are drawn from it; empty: any variant may be answered
    variants: dict[str, dict[str, int]] = field(default_factory=dict)
    """Variants by student and exercise that are not drawn from the seed."""
    marks_seed: str = ""
    """The seed of the inputs of graded tests; if empty, one is drawn once and stored with the
    results."""
    extensions: dict[str, datetime | timedelta] = field(default_factory=dict)  # by student
    late: LateRule | None = None
    arrivals: Path | None = None
    zone: tzinfo | None = None  # of times without one; None: local time
    url: str = ""  # address of the book for the class

    def variant(self, student: str, exercise: str) -> int | None:
        """Return the variant of an exercise that is assigned to a student; None if any variant is
        accepted."""
        variant = self.variants.get(student, {}).get(exercise)
        if variant is None and self.seed:
            return variant_of(self.seed, student, exercise)
        return variant

    def due(self, student: str, exercise: str) -> datetime | None:
        """Return when a student's answer to an exercise is due, including extensions; None if it
        has no due date."""
        due = (self.assignments or {}).get(exercise, Assignment()).due
        extension = self.extensions.get(student)
        if isinstance(extension, timedelta):
            return due + extension if due else None
        return max(due, extension) if due and extension else due


def read_class(path: Path) -> ClassFile:
    """Return the settings in the class file at `path`, with the roster that it names. Raise
    WrongUse with a one-line message that names the fault."""
    try:
        found = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise WrongUse(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WrongUse(f"{path} is not valid TOML: {error}") from None
    where = f"{path}:"
    _check_keys(found, path)
    check(found, schema("class"), where)
    zone = _zone(found.get("timezone"), where)
    students = read_roster(path.parent / found["roster"]) if "roster" in found else None
    due = _moment(found["due"], zone, f"{where} due") if "due" in found else None
    late = found.get("late")
    return ClassFile(
        name=found.get("name", "Class"),
        students=students,
        assignments=_assignments(found["exercises"], due, zone, f"{where} exercises")
        if "exercises" in found
        else None,
        seed=str(found.get("seed", "")),
        variants={
            id: _by_exercise(by_exercise, f"{where} variants.{id}")
            for id, by_exercise in _of_students(
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


def _by_exercise(variants: dict[str, int], where: str) -> dict[str, int]:
    """Return the variants by exercise id. Raise WrongUse for an exercise that is unknown or named
    twice."""
    found: dict[str, int] = {}
    for name, variant in variants.items():
        if (id := known_exercise(name, at(where, name))) in found:
            raise WrongUse(f"{where} names {id} twice; name it once")
        found[id] = variant
    return found


def known_exercise(id: Any, where: str) -> str:
    """Return the id of an exercise of the book, with hyphens. Raise WrongUse, with the closest id
    as a hint, if there is no such exercise."""
    if isinstance(id, str) and id.replace("_", "-") in contents.ids():
        return id.replace("_", "-")
    near = difflib.get_close_matches(str(id), contents.ids(), n=1)
    hint = f"; perhaps {near[0]}" if near else "; `python -m exercises list` prints all ids"
    raise WrongUse(f"{where} must be the id of an exercise, got {shown(id)}{hint}")


def _check_keys(found: dict[str, Any], path: Path) -> None:
    keys = schema("class")["properties"]
    for key in found:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it may have: {', '.join(keys)}"
            raise WrongUse(f"{path}: there is no key {shown(key)}; {hint}")


def _assignments(
    found: Any, due: datetime | None, zone: tzinfo | None, where: str
) -> dict[str, Assignment]:
    if not isinstance(found, list | dict) or not found:
        refuse(where, 'a list of exercises like ["missed-revolution"], or a table of them', found)
    if isinstance(found, list):
        ids = [known_exercise(id, f"{where}[{n}]") for n, id in enumerate(found)]
        if len(set(ids)) < len(ids):
            raise WrongUse(
                f"{where} names {next(id for id in ids if ids.count(id) > 1)} twice; name it once"
            )
        return {id: Assignment(due=due) for id in ids}
    assignments = {}
    for id, value in found.items():
        place = at(where, id)
        more = {"weight": value} if type(value) in (int, float) else value
        check(more, schema("class")["$defs"]["asked"], place)
        own = _moment(more["due"], zone, f"{place}.due") if "due" in more else due
        assignments[known_exercise(id, place)] = Assignment(more.get("weight", 1.0), own)
    return assignments


def _of_students(
    found: dict[str, Any], students: Iterable[Student] | None, where: str
) -> dict[str, Any]:
    """Return a table by student, with the ids as the roster spells them. Raise WrongUse for a
    student who is not in the roster."""
    ids = {student.id.casefold(): student.id for student in students or ()}
    if found and not ids:
        raise WrongUse(f"{where} names students, so the class file must name a roster")
    for id in found:
        if id.casefold() not in ids:
            near = difflib.get_close_matches(id, ids.values(), n=1)
            hint = f"; perhaps {near[0]}" if near else ""
            raise WrongUse(f"{at(where, id)}: {shown(id)} is not an id in the roster{hint}")
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
    """Return the time that a class file names as a time or a date (meaning its last second). It is
    in `zone` (None: local time) unless it names a zone."""
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
