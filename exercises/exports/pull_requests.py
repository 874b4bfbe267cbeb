"""Write a repository for a class that hands in by pull request. In its workflow, check a pull
request with `python -m exercises.exports.pull_requests FOLDER LOGIN`."""

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

from exercises.exports import classroom, question, template
from exercises.exports.order import Order
from exercises.exports.package import write_grader
from exercises.grading.class_file import read_class
from exercises.kit.cell_names import name_of
from exercises.kit.exercise import Exercise
from exercises.kit.roster import Student
from models.cli.command_line import WrongUse

ANSWERS, QUESTIONS = "students", "questions"  # folders that have a folder for each student


def write(order: Order) -> None:
    """Write the repository: the workflow, the class file, the grader as an archive, and the
    questions and starters of each student."""
    students, variants = classroom.assigned_variants(order)
    for student in students:
        if not re.fullmatch(r"[\w@+-][\w.@+-]*", student.id, re.ASCII):
            raise WrongUse(
                f"a student's id must consist of letters, digits and -_.@+, as it names a folder, "
                f"got {student.id!r}"
            )
    template.copy("pull-requests", order.out)
    shown = [
        Student(student.id, student.id, login=student.login) for student in students
    ]  # names stay private: the class can read this file
    classroom.write(order.out, order.ids, shown, variants)
    with tempfile.TemporaryDirectory() as temporary:
        write_grader(Path(temporary))
        shutil.make_archive(str(order.out / ".grader" / "grader"), "zip", temporary)
    for student in students:
        for exercise in order.exercises:
            _ask(order.out, student.id, exercise, variants[student.id][exercise.id])


def _ask(out: Path, student: str, exercise: Exercise, variant: int) -> None:
    """Write the question of a variant with its picture, and the starter of the answer, into the
    student's folders."""
    asked, answers = out / QUESTIONS / student, out / ANSWERS / student
    for folder in (asked, answers):
        folder.mkdir(parents=True, exist_ok=True)
    name, start, drawn = (
        name_of(exercise),
        exercise.start(variant),
        question.picture(exercise, variant),
    )
    file = f"{name}.py" if isinstance(start, str) else f"{name}.json"
    text = (
        start if isinstance(start, str) else json.dumps(start, indent=1, ensure_ascii=False) + "\n"
    )
    (answers / file).write_text(text, encoding="utf-8")
    parts = [
        question.prompt(exercise, variant),
        f"Your answer goes into `{ANSWERS}/{student}/{file}`.",
    ]
    if drawn is not None:
        alt, svg = drawn
        parts.append(f"![{alt}]({name}.svg)" if svg else f"*The picture:* {alt}")
        if svg:
            (asked / f"{name}.svg").write_text(svg, encoding="utf-8")
    for id, field in (exercise.form or {}).items():
        first, *options = question.field_lines(field)
        parts.append(
            "\n".join([f"- `{id}`: {first}", *(f"  - {option.strip()}" for option in options)])
        )
    (asked / f"{name}.md").write_text(
        "\n\n".join([*parts, question.hints(exercise, variant), ""]), encoding="utf-8"
    )


def run(folder: Path, login: str) -> str:
    """Check the pull request of the user `login`, and return the result as markdown. `folder` holds
    `class` and `grader` from the branch, `answers` from the pull request, and `changed`, the names
    of the files that the pull request changes.

    Raise WrongUse if the pull request is not an answer of that student.
    """
    class_file = read_class(folder / "class" / "class.toml")
    student = _student(class_file.students or [], login)
    changed = [
        name
        for name in (folder / "changed").read_bytes().decode(errors="replace").split("\0")
        if name
    ]
    own = PurePosixPath(ANSWERS, student.id)
    if others := [name for name in changed if own not in PurePosixPath(name).parents]:
        raise WrongUse(
            f"a pull request of {login} may change only files in {own}; this one changes {others[0]}"
            f"{f' and {len(others) - 1} more' if len(others) > 1 else ''}"
        )
    if not (folder / "answers" / own).is_dir():
        raise WrongUse(f"{own} holds no answers")
    with tempfile.TemporaryDirectory() as temporary:
        lone = Path(temporary)
        shutil.copytree(folder / "answers" / own, lone / student.id, symlinks=True)
        return _summary(
            student,
            classroom.grade(lone, folder / "grades", student, class_file.variants[student.id]),
        )


def _student(students: Iterable[Student], login: str) -> Student:
    """Return the student with this login or id. Raise WrongUse if there is none."""
    for student in students:
        if login and login.casefold() in (student.id.casefold(), student.login.casefold()):
            return student
    who = login or "an empty login"
    raise WrongUse(f"{who} is not in the column login of roster.csv")


def _summary(student: Student, result: dict[str, Any]) -> str:
    """Return the result of grading as markdown: a table with a row for each test."""
    lines = [
        f"## {_plain(student.id)}: {result['score']:g} of {result['extra_data']['of']:g} points",
        "",
        *(f"- {_plain(line)}" for line in result["output"].splitlines()),
        "",
        "| test | points | message and advice |",
        "| --- | --- | --- |",
    ]
    for test in result["tests"]:
        points = f"{test['score']:g} of {test['max_score']:g}"
        lines.append(f"| {_plain(test['name'])} | {points} | {_plain(test['output'])} |")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Return a text that a student may have written, with all markdown characters escaped."""
    return re.sub(r"[^\w\s.,:;()=/%-]", lambda sign: f"&#{ord(sign[0])};", text).replace(
        "\n", "<br>"
    )


if __name__ == "__main__":
    try:
        print(run(Path(sys.argv[1]), sys.argv[2]))
    except WrongUse as error:
        print(f"Not checked: {_plain(str(error))}")
        sys.exit(f"not checked: {error}")
