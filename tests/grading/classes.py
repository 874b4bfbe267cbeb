"""Small classes for the tests: a folder with what was handed in, and workers that judge in this
process."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from exercises.contents import get
from exercises.grading.batch import Batch, grade
from exercises.grading.class_file import ClassFile, read_class
from exercises.grading.judge import judge
from exercises.grading.store import NAME, Store
from figures.define.edition import EDITION

FORM = "four-lines-of-iostat"  # fields: judged at once, in this process
OTHER_FORM = "three-quarters-idle"
PROGRAM = "missed-revolution"
DUE = datetime(2026, 12, 1, 18, tzinfo=UTC)
TIME = "2026-12-01T10:00:00Z"


class Here:
    """This process."""

    def __init__(self):
        self.jobs = []

    def ready(self):
        return ""

    def outcomes(self, jobs, judge=judge):
        for job in jobs:
            self.jobs.append(job)
            yield job, judge(job)


def put(path: Path, content, time: datetime = DUE - timedelta(hours=1)) -> Path:
    """Writes a file that came at a time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (time.timestamp(), time.timestamp()))
    return path


def page(name="", **answers):
    """An answer file of the page's: by exercise (with underscores) the answer, or it and its
    variant."""
    entries = {}
    for id, given in answers.items():
        answer, variant = given if isinstance(given, tuple) else (given, 1)
        entries[id.replace("_", "-")] = {
            "variant": variant,
            "answer": answer,
            "time": TIME,
            "hints": 0,
        }
    return {
        "v": 2,
        "edition": EDITION,
        "name": name,
        "saved": TIME,
        "figures": {},
        "predictions": {},
        "exercises": entries,
    }


def right(exercise=FORM, variant=1):
    return get(exercise).solution(variant)


def wrong(exercise=FORM, variant=1, which=0):
    return get(exercise).wrong_answer(get(exercise).wrong[which], variant)


def roster(folder: Path, *students) -> Path:
    """A roster of (id, name)."""
    return put(
        folder / "roster.csv", "id,name\n" + "".join(f'{id},"{name}"\n' for id, name in students)
    )


def class_file(folder: Path, text: str = "", exercises=(FORM,)) -> ClassFile:
    """A class file beside a roster that is there."""
    head = f'name = "Test"\nroster = "roster.csv"\nexercises = {json.dumps(list(exercises))}\n'
    return read_class(put(folder / "class.toml", head + text))


def graded(folder: Path, told: ClassFile | None = None, workers=None, **more):
    """What `grade` says of `folder`/handed-in, written to `folder`/grades."""
    return grade(
        Batch(
            folder / "handed-in", folder / "grades", told or ClassFile(), workers or Here(), **more
        )
    )


def results(folder: Path):
    """The last results in `folder`/grades, by student and exercise."""
    store = Store(folder / "grades")
    try:
        return store.results()
    finally:
        store.close()


def points(folder: Path):
    return {key: result.points for key, result in results(folder).items()}


def rows(folder: Path, sql: str):
    import sqlite3

    base = sqlite3.connect(folder / "grades" / NAME)
    try:
        return base.execute(sql).fetchall()
    finally:
        base.close()
