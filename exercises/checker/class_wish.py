"""Build the class sheet that the page asks for."""

import re
from typing import Any

from exercises import contents
from exercises.class_sheet import as_csv, links, new_class_file
from exercises.kit.roster import read
from exercises.kit.variant_of import variant_of

MOST_LINKS = 20_000
"""Maximum number of links that a browser shows without delay."""
MOST_LETTERS = 200


def answered(wish: dict[str, Any]) -> dict[str, Any]:
    """Return the class sheet for a request with `roster` (text), `exercises` (ids), `seed` and
    `url`: `rows`, the sheet as `csv`, and the text of a class file as `class_file`. If the request
    has mistakes, return `faults`, a line for each of them."""
    students, faults = read(wish["roster"])
    exercises = [id for id in contents.ids() if id in wish["exercises"]]
    seed, url = wish["seed"].strip(), wish["url"].strip()
    if not exercises:
        faults.append("choose at least one exercise")
    if not re.fullmatch(rf"[^\x00-\x1f\x7f\ud800-\udfff]{{1,{MOST_LETTERS}}}", seed):
        faults.append(
            f"the seed must be a word or phrase, like autumn, of at most {MOST_LETTERS} characters"
        )
    if not re.fullmatch(r"(https?://[!-~]{1,400})?", url):
        faults.append("the address of the book must be like https://host/storage/, without spaces")
    if len(students) * len(exercises) > MOST_LINKS:
        faults.append(
            f"{len(students):,} students with {len(exercises)} exercises each make more than {MOST_LINKS:,} links: "
            "choose fewer exercises, or make the sheet with python -m exercises class"
        )
    if faults:
        return {"faults": faults}
    rows = links(students, exercises, lambda student, id: variant_of(seed, student, id), url)
    shown = [
        {"id": one.id, "name": one.name, "given": [given._asdict() for given in all_given]}
        for one, all_given in rows
    ]
    return {
        "rows": shown,
        "csv": as_csv(rows),
        "class_file": new_class_file("roster.csv", exercises, seed, url),
    }
