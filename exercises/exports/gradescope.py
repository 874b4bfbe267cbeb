"""Write a zip for Gradescope, and grade a submission in its `run_autograder` (`python -m
exercises.exports.gradescope ROOT`).

The formats are those of "Autograder Specifications" (gradescope-autograders.readthedocs.io). The
unpacked zip is in ROOT/source and the submission in ROOT/submission; ROOT/submission_metadata.json
names the student; the results go to ROOT/results/results.json.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from exercises.exports import classroom, template
from exercises.exports.order import Order
from exercises.exports.package import write_grader
from exercises.kit.roster import Student
from models.cli.command_line import WrongUse

SETTINGS = "settings.json"


def write(order: Order) -> None:
    """Write a zip for each variant, or one zip for a class."""
    assignments = dict(_assignments(order))
    template.copy("gradescope", order.out, zip=f"{next(iter(assignments))}.zip")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_grader(folder / "grader")
        template.copy("gradescope-zip", folder)
        for name in ("setup.sh", "run_autograder"):
            (folder / name).chmod(0o755)
        for name, settings in assignments.items():
            (folder / SETTINGS).write_text(json.dumps(settings, indent=1), encoding="utf-8")
            shutil.make_archive(str(order.out / name), "zip", folder)


def _assignments(order: Order) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each zip with its settings: the students of a class with their variants, or
    else the variant of each exercise."""
    if order.class_file is None:
        for variant in order.variants:
            yield template.assignment(variant), {"variants": dict.fromkeys(order.ids, variant)}
    else:
        students, variants = classroom.assigned_variants(order)
        yield (
            "exercises",
            {"students": [{**asdict(one), "variants": variants[one.id]} for one in students]},
        )


def run(root: Path) -> None:
    """Grade the submission under `root`, which Gradescope has laid out, and write its results.
    Raise WrongUse with a message for the instructor if grading failed."""
    settings = json.loads((root / "source" / SETTINGS).read_text(encoding="utf-8"))
    users = json.loads((root / "submission_metadata.json").read_text(encoding="utf-8")).get(
        "users"
    ) or [{}]
    student, variants = _student_of(settings, users[0])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree(
            root / "submission", folder / "answers" / student.id, symlinks=True, ignore=special
        )
        result = classroom.grade(folder / "answers", folder / "grades", student, variants)
    (root / "results").mkdir(exist_ok=True)
    (root / "results" / "results.json").write_text(json.dumps(result), encoding="utf-8")


def special(folder: str, names: list[str]) -> list[str]:
    """Return the names in a folder that are neither files, folders nor links. They must not be
    read: a pipe, for example, would never end."""
    places = {name: Path(folder, name) for name in names}
    return [
        name
        for name, place in places.items()
        if not (place.is_symlink() or place.is_file() or place.is_dir())
    ]


def _student_of(
    settings: Mapping[str, Any], user: Mapping[str, Any]
) -> tuple[Student, dict[str, int]]:
    """Return the student who submitted, with an id that is safe as a folder name, and the variants
    assigned. Raise WrongUse if the address is not in the roster."""
    if "students" not in settings:
        return Student("student", str(user.get("name") or "student")), settings["variants"]
    email = str(user.get("email") or "")
    for one in settings["students"]:
        if email and one["email"].casefold() == email.casefold():
            return Student("student", one["name"]), one["variants"]
    raise WrongUse(
        f"{email or 'a student without an address'} is not in the roster: export again with a complete one"
    )


if __name__ == "__main__":
    try:
        run(Path(sys.argv[1]))
    except WrongUse as error:
        sys.exit(str(error))
