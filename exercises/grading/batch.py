"""Grades all that was handed in: reads it, judges what has no result yet, and writes the reports."""

import secrets
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from exercises import contents
from exercises.cli.text_report import visible
from exercises.grading import notices
from exercises.grading.class_file import ClassFile, known_exercise
from exercises.grading.files import entries
from exercises.grading.folder import Folder, is_foreign
from exercises.grading.jobs import NOTHING, questions, to_judge
from exercises.grading.judge import Job
from exercises.grading.marks import sheets
from exercises.grading.reports.all import reports
from exercises.grading.reports.html import Findings
from exercises.grading.store import Result, Store
from exercises.grading.students import Class, Student
from exercises.grading.submissions import Reader
from exercises.grading.workers import Workers, judged
from models.cli.command_line import DONE, FAILED, CommandResult, WrongUse, one_line


@dataclass
class Batch:
    """What is to be graded, and how."""

    source: Path
    out: Path
    told: ClassFile
    workers: Workers
    students: list[str] = field(default_factory=list)  # to be graded again, and no others
    exercises: list[str] = field(default_factory=list)
    fresh: bool = False  # draw the inputs anew
    force: bool = False  # write over what is not ours
    dolos: bool = False


def grade(batch: Batch) -> CommandResult:
    """Grades, and says what came of it in a few lines. Raises WrongUse; what is graded by then is
    kept."""
    told, out = batch.told, batch.out
    if out.resolve().is_relative_to(batch.source.resolve()):
        raise WrongUse(f"--out {out} lies in {batch.source}: then its reports would be graded, too")
    if out.exists() and not out.is_dir():
        raise WrongUse(f"--out {out} is a file; it must be a folder, or nothing yet")
    if is_foreign(out) and not batch.force:
        raise WrongUse(
            f"{out} holds something else than grades: name another folder, or say --force"
        )
    members = Class(told.students)
    wanted = None if told.asked is None else list(told.asked)
    lying = entries(batch.source, told.zone, members.account)
    found = Reader(members, told, wanted).read(_bar("reading", " files", len(lying), lying))
    if wanted is None:
        answered = {exercise for _, exercise in found.answers}
        wanted = [id for id in contents.ids() if id in answered]
    students = (
        members.students
        if members.has_roster
        else sorted(members.students, key=lambda student: student.id)
    )
    ids = {known_exercise(id, "--exercise") for id in batch.exercises}
    _known(batch.students, students, ids, wanted)
    asked = list(questions(told, students, wanted, found))
    if why := batch.workers.ready():
        raise WrongUse(f"no answer can be run, so none is graded: {why}")
    store = Store(out)
    try:
        folder = Folder(out, store)
        _ours(batch, store, folder)
        seed = _seed(batch, store)
        before = store.results()
        jobs = to_judge(
            asked,
            before,
            seed,
            not (batch.fresh or told.marks_seed),
            _same(batch.students, students),
            ids,
        )
        changes = _judge(batch.workers, store, jobs, before)
        marks = sheets(told, asked, store.results(), found.not_taken)
        store.put_marks(
            (
                mark.student.id,
                mark.exercise.id,
                mark.state,
                mark.counted,
                mark.of,
                mark.factor,
                "; ".join(mark.remarks),
            )
            for sheet in marks
            for mark in sheet.marks
        )
        findings = Findings(
            found.unmatched, [line for _, line in found.not_taken], notices.superseded(found)
        )
        written = reports(marks, told, findings, batch.dolos)
        folder.write(_bar("reporting", " files", 2 * len(marks), written))
    finally:
        store.close()
    named = _same(batch.students, students)
    absent = [
        f"{sheet.student.id}: nothing was handed in"
        for sheet in marks
        if sheet.student.id in named and all(mark.state == NOTHING for mark in sheet.marks)
    ]
    lines = [
        *changes,
        *absent,
        *notices.found(told, found, marks, before),
        *notices.end(told, marks, len(jobs), batch.out),
    ]
    whole = all(sheet.is_whole for sheet in marks) and not found.unmatched
    return CommandResult(
        "\n".join(visible(one_line(line)) for line in lines), DONE if whole else FAILED
    )


def _bar(what: str, unit: str, total: int, over: Iterable[Any] | None = None) -> Any:
    """Return a bar of progress on standard error, where that is a terminal."""
    from tqdm import tqdm

    return tqdm(over, total=total, desc=what, unit=unit, disable=None, file=sys.stderr)


def _known(named: list[str], students: list[Student], ids: set[str], wanted: list[str]) -> None:
    for name in named:
        if name.casefold() not in {student.id.casefold() for student in students}:
            raise WrongUse(f"--student {name}: that is the id of no student of this class")
    for id in ids - set(wanted):
        raise WrongUse(f"--exercise {id}: this class is not asked it")


def _same(named: list[str], students: list[Student]) -> set[str]:
    """The students' ids, as the roster writes them."""
    return {
        student.id
        for student in students
        if student.id.casefold() in {name.casefold() for name in named}
    }


def _ours(batch: Batch, store: Store, folder: Folder) -> None:
    """Raises WrongUse if the folder has the grades of something else, or reports that somebody has
    changed."""
    own = {"class": batch.told.name, "submissions": str(batch.source.resolve())}
    about = store.about()
    if not batch.force:
        for key, value in own.items():
            if about.get(key, value) != value:
                other = "another class" if key == "class" else "other submissions"
                raise WrongUse(
                    f"{batch.out} has the grades of {other}, {about[key]}: name another folder, or say --force"
                )
        if changed := folder.changed():
            raise WrongUse(
                f"{batch.out / changed[0]} was changed by somebody since it was written, so no report is "
                "written: move it away, or say --force to have it written over"
            )
    store.tell(**own)


def _seed(batch: Batch, store: Store) -> str:
    """The seed of the inputs: the class file's, else one that is drawn once, or anew, and kept."""
    if batch.told.marks_seed:
        if batch.fresh:
            raise WrongUse(
                "the class file names marks_seed: change it there to have the inputs drawn anew"
            )
        return batch.told.marks_seed
    seed = store.about().get("marks_seed")
    if seed is None or batch.fresh:
        seed = secrets.token_hex(8)
        store.tell(marks_seed=seed)
    return seed


def _judge(
    workers: Workers, store: Store, jobs: list[Job], before: dict[tuple[str, str], Result]
) -> list[str]:
    """Judges the jobs, each result kept as soon as it is there. Says what changed of those that had
    one."""
    changes = []
    bar = _bar("grading", " answers", len(jobs))
    try:
        with bar:
            for job, outcome in judged(workers, jobs):
                store.add(job, outcome)
                bar.update()
                if old := before.get((job["student"], job["exercise"])):
                    changes.append(notices.change(job, old, outcome))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            "stopped: what is graded so far is kept, and the same command goes on from there"
        ) from None
    return sorted(changes)
