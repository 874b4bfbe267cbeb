"""Write the class file of an export, and grade the answers of one student by it."""

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from exercises.exports.order import Order
from exercises.grading import batch
from exercises.grading.class_file import Assignment, ClassFile
from exercises.grading.judge import processes
from exercises.kit.roster import Student
from models.cli.command_line import WrongUse

Variants = Mapping[str, Mapping[str, int]]
"""Variants by student id and exercise id."""


def assigned_variants(order: Order) -> tuple[list[Student], dict[str, dict[str, int]]]:
    """Return the students of the class in an order, and the variants assigned to them, by student
    id and exercise id. Raise WrongUse if the class file names no roster."""
    class_file = order.class_file
    if class_file is None or class_file.students is None:
        raise WrongUse('the class file must name a roster, like roster = "roster.csv"')
    variants = {
        student.id: {
            id: class_file.variant(student.id, id) or order.variants[0] for id in order.ids
        }
        for student in class_file.students
    }
    return class_file.students, variants


def write(
    folder: Path, exercises: Sequence[str], students: Sequence[Student], variants: Variants
) -> None:
    """Write `class.toml` and `roster.csv`, as `python -m exercises grade` reads them, into
    `folder`."""
    rows = io.StringIO(newline="")
    table = csv.writer(rows)
    table.writerow(["id", "name", "email", "login"])
    table.writerows([one.id, one.name, one.email, one.login] for one in students)
    (folder / "roster.csv").write_text(rows.getvalue(), encoding="utf-8", newline="")
    lines = ['roster = "roster.csv"', f"exercises = {json.dumps(list(exercises))}"]
    for student, assigned in variants.items():
        lines += [
            "",
            f"[variants.{json.dumps(student)}]",
            *(f"{id} = {variant}" for id, variant in assigned.items()),
        ]
    (folder / "class.toml").write_text("\n".join([*lines, ""]), encoding="utf-8")


def grade(
    answers: Path, out: Path, student: Student, variants: Mapping[str, int]
) -> dict[str, Any]:
    """Grade the answers of one student, which are in `answers`/ID, and return the content of
    Gradescope's `results.json`. Write reports to `out` and messages to standard error. Raise
    WrongUse if grading failed."""
    class_file = ClassFile(
        students=[student],
        assignments=dict.fromkeys(variants, Assignment()),
        variants={student.id: dict(variants)},
    )
    text, code = batch.grade(batch.Batch(answers, out, class_file, processes(1)))
    print(text, file=sys.stderr)
    found = list(out.glob("gradescope/*/results.json"))
    if code or len(found) != 1:
        raise WrongUse("grading failed for the reason above; this says nothing about the answers")
    result: dict[str, Any] = json.loads(found[0].read_text(encoding="utf-8"))
    return result
