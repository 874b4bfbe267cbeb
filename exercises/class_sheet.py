"""Build the class sheet: a link for each student and exercise to the variant that is assigned."""

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from exercises import contents
from exercises.kit.cells import table
from exercises.kit.roster import Student

NEW = """\
# The class: its roster, exercises and due dates. `python -m exercises grade` reads this file.
name = "My class"
roster = {roster}          # a CSV file with the columns id and name, optionally email, section, login, canvas_id
url = {url}                # the address of the book
seed = {seed}            # variants are drawn from it: do not change it once the links are handed out
marks_seed = {marks}     # inputs of graded tests are drawn from it: do not share it
exercises = [
{exercises}
]
# due = 2026-12-01T18:00:00                     # time of arrival at the latest; a date means the end of that day
# late = {{ percent_a_day = 10, days = 3 }}       # points lost a day; after these days an answer counts nothing
# timezone = "Europe/Berlin"                    # of due and of times in a zip (default: this computer's)
# arrivals = "arrivals.csv"                     # columns time, and id or file: arrival times, if the files do not have them

# [extensions]
# ada = 2                                       # extra days; or a date or a time

# [variants.ada]
# missed-revolution = 7                         # in place of the drawn variant
"""


class VariantLink(NamedTuple):
    """An exercise that is assigned to a student, with its variant and the link to it."""

    exercise: str
    variant: int
    link: str


Row = tuple[Student, list[VariantLink]]


def link(url: str, exercise: str, variant: int) -> str:
    """Return the address of a variant of an exercise in the book at `url`."""
    base = url if not url or url.endswith("/") else f"{url}/"
    chapter = next(
        page for page, names in contents.CHAPTERS.items() if exercise.replace("-", "_") in names
    )
    return f"{base}book/{chapter}.html#exercise-{exercise}~{variant}"


def links(
    students: Iterable[Student],
    exercises: Sequence[str],
    variant: Callable[[str, str], int],
    url: str,
) -> list[Row]:
    """Return a row for each student with the links to the exercises. `variant` is called with the
    ids of a student and an exercise, and returns the variant."""
    return [
        (
            student,
            [
                VariantLink(id, number, link(url, id, number))
                for id in exercises
                for number in [variant(student.id, id)]
            ],
        )
        for student in students
    ]


def as_csv(rows: Iterable[Row]) -> str:
    """Return the sheet as CSV, with a line for each student and exercise."""
    cells: list[Sequence[object]] = [["id", "name", "email", "exercise", "variant", "link"]]
    cells += [
        [one.id, one.name, one.email, *assigned]
        for one, all_assigned in rows
        for assigned in all_assigned
    ]
    return table(cells)


def new_class_file(roster: str, exercises: Sequence[str], seed: str, url: str) -> str:
    """Return the text of a new class file. It names the roster at the path `roster`, assigns
    `exercises`, and draws the variants from `seed`."""
    lines = "\n".join(f"    {_toml(id)}," for id in exercises)
    return NEW.format(
        roster=_toml(roster),
        url=_toml(url),
        seed=_toml(seed),
        marks=_toml(secrets.token_hex(8)),
        exercises=lines,
    )


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
