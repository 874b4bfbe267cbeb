"""The class sheet: for each student and exercise the link to the variant that this student is
given."""

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from exercises import contents
from exercises.kit.cells import table
from exercises.kit.roster import Student

NEW = """\
# Who is in the class, what they are asked, until when. `python -m exercises grade` reads it.
name = "My class"
roster = {roster}          # a CSV file with the columns id and name; email, section, login, canvas_id if you like
url = {url}                # where the class finds the book
seed = {seed}            # the variants are drawn from it: leave it as it is once they are handed out
marks_seed = {marks}     # the inputs of the tests are drawn from it: keep it to yourself
exercises = [
{exercises}
]
# due = 2026-12-01T18:00:00                     # by when a file came; a day counts until its end
# late = {{ percent_a_day = 10, days = 3 }}       # of the points; after so many days nothing counts
# timezone = "Europe/Berlin"                    # of due and of the times in a zip; else this computer's
# arrivals = "arrivals.csv"                     # time, and id or file: when it came, if its own time does not say

# [extensions]
# ada = 2                                       # days more; or a day or a time

# [variants.ada]
# missed-revolution = 7                         # instead of the one that is drawn
"""


class VariantLink(NamedTuple):
    """What a student is asked in an exercise, and the link that leads to it."""

    exercise: str
    variant: int
    link: str


Row = tuple[Student, list[VariantLink]]


def link(url: str, exercise: str, variant: int) -> str:
    """The address of a variant in the book at `url`."""
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
    """Each student's exercises; `variant` takes the ids of a student and an exercise."""
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
    """A line a student and exercise."""
    cells: list[Sequence[object]] = [["id", "name", "email", "exercise", "variant", "link"]]
    cells += [
        [one.id, one.name, one.email, *given] for one, all_given in rows for given in all_given
    ]
    return table(cells)


def new_class_file(roster: str, exercises: Sequence[str], seed: str, url: str) -> str:
    """A class file to begin with, by which the grader looks for the variants that this seed gives.
    `roster` is a path."""
    asked = "\n".join(f"    {_toml(id)}," for id in exercises)
    return NEW.format(
        roster=_toml(roster),
        url=_toml(url),
        seed=_toml(seed),
        marks=_toml(secrets.token_hex(8)),
        exercises=asked,
    )


def _toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
