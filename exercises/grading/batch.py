"""Grade all submissions: read them, judge the answers that are new or changed, and write the
reports."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from exercises import contents
from exercises.cli.text_report import visible
from exercises.grading import notices
from exercises.grading.class_file import ClassFile, known_exercise
from exercises.grading.files import entries
from exercises.grading.folder import Folder, is_foreign
from exercises.grading.jobs import NOTHING, questions, to_judge
from exercises.grading.judge import judge
from exercises.grading.marks import Sheet, sheets
from exercises.grading.reports.all import reports
from exercises.grading.reports.html import Findings
from exercises.grading.store import Result, Store
from exercises.grading.students import Class
from exercises.grading.submissions import Reader, Submissions
from exercises.kit.roster import Student
from models.cli.command_line import DONE, FAILED, CommandResult, WrongUse, one_line
from models.jobs.here import bar
from models.jobs.workers import Job, Workers, done


@dataclass
class Batch:
    """The settings of one grading run."""

    source: Path
    out: Path
    class_file: ClassFile
    workers: Workers
    students: list[str] = field(default_factory=list)  # ids to grade again; empty: all that is new
    exercises: list[str] = field(default_factory=list)
    fresh: bool = False  # draw new inputs for the tests
    force: bool = False  # overwrite files that were not written by a grading run
    dolos: bool = False


@dataclass(frozen=True)
class Marked:
    """A batch whose answers are judged."""

    sheets: list[Sheet]
    found: Submissions
    before: dict[tuple[str, str], Result]  # the results of earlier runs
    judged: int  # answers judged in this run
    lines: list[str]  # a line for each mark that changed, and each selected student without answers
    folder: Folder  # where the reports go

    def notices(self, class_file: ClassFile) -> list[str]:
        """Return the notices about files and answers, a line each."""
        return notices.file_notices(class_file, self.found, self.sheets, self.before)


def grade(batch: Batch) -> CommandResult:
    """Grade a batch, and return a summary of a few lines. Raise WrongUse if the settings do not fit
    or a file cannot be written; results so far are kept."""
    class_file = batch.class_file
    with marked(batch) as done:
        marks, found = done.sheets, done.found
        findings = Findings(
            found.unmatched, [line for _, line in found.not_taken], notices.superseded(found)
        )
        written = reports(marks, class_file, findings, batch.dolos)
        done.folder.write(bar("reporting", " files", 2 * len(marks), written))
    lines = [
        *done.lines,
        *done.notices(class_file),
        *notices.closing_lines(class_file, marks, done.judged, batch.out),
    ]
    is_complete = all(sheet.is_complete for sheet in marks) and not found.unmatched
    return CommandResult(as_lines(lines), DONE if is_complete else FAILED)


def as_lines(lines: list[str]) -> str:
    """Return lines that may quote files as one text, each of them one visible line."""
    return "\n".join(visible(one_line(line)) for line in lines)


@contextmanager
def marked(batch: Batch) -> Iterator[Marked]:
    """Read a batch, judge what is new or changed, and yield the marks; the output folder is locked
    meanwhile. Raise WrongUse like `grade`."""
    class_file, out = batch.class_file, batch.out
    _check_out(batch)
    members = Class(class_file.students)
    wanted = None if class_file.assignments is None else list(class_file.assignments)
    submitted = entries(batch.source, class_file.zone, members.account)
    found = Reader(members, class_file, wanted).read(
        bar("reading", " files", len(submitted), submitted)
    )
    if wanted is None:
        answered = {exercise for _, exercise in found.answers}
        wanted = [id for id in contents.ids() if id in answered]
    students = (
        members.students
        if members.has_roster
        else sorted(members.students, key=lambda student: student.id)
    )
    ids = {known_exercise(id, "--exercise") for id in batch.exercises}
    _check_selection(batch.students, students, ids, wanted)
    selected = _roster_ids(batch.students, students)
    asked_questions = list(questions(class_file, students, wanted, found))
    if why := batch.workers.ready():
        raise WrongUse(f"no answer can be run, so none is graded: {why}")
    store = Store(out)
    try:
        folder = Folder(out, store)
        _check_folder(batch, store, folder)
        seed = _seed(batch, store)
        before = store.results()
        kept = not (batch.fresh or class_file.marks_seed)
        jobs = to_judge(asked_questions, before, seed, kept, selected, ids)
        changes = _judge(batch.workers, store, jobs, before)
        marks = sheets(class_file, asked_questions, store.results(), found.not_taken)
        _store_marks(store, marks)
        absent = [
            f"{sheet.student.id}: nothing was handed in"
            for sheet in marks
            if sheet.student.id in selected and all(mark.state == NOTHING for mark in sheet.marks)
        ]
        yield Marked(marks, found, before, len(jobs), [*changes, *absent], folder)
    finally:
        store.close()


def _check_out(batch: Batch) -> None:
    """Raise WrongUse if the reports must not be written into the output folder."""
    out = batch.out
    if out.resolve().is_relative_to(batch.source.resolve()):
        raise WrongUse(
            f"--out must lie outside {batch.source}, got {out}: its reports would be graded, too"
        )
    if out.exists() and not out.is_dir():
        raise WrongUse(f"--out must be a folder or a new path, got the file {out}")
    if is_foreign(out) and not batch.force:
        raise WrongUse(
            f"{out} holds files that are not grades: name another folder, or use --force"
        )


def _store_marks(store: Store, marks: list[Sheet]) -> None:
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


def _check_selection(
    selected: list[str], students: list[Student], ids: set[str], wanted: list[str]
) -> None:
    """Raise WrongUse if a student or an exercise that was selected is not in the class."""
    for name in selected:
        if name.casefold() not in {student.id.casefold() for student in students}:
            raise WrongUse(f"--student must be the id of a student in this class, got {name}")
    for id in ids - set(wanted):
        raise WrongUse(f"--exercise must be an exercise of this class, got {id}")


def _roster_ids(selected: list[str], students: list[Student]) -> set[str]:
    """Return the ids of the selected students as the roster spells them."""
    return {
        student.id
        for student in students
        if student.id.casefold() in {name.casefold() for name in selected}
    }


def _check_folder(batch: Batch, store: Store, folder: Folder) -> None:
    """Record the class and the submissions in the output folder. Raise WrongUse if it has grades of
    another class or of other submissions, or if a report in it was edited."""
    own = {"class": batch.class_file.name, "submissions": str(batch.source.resolve())}
    about = store.about()
    if not batch.force:
        for key, value in own.items():
            if about.get(key, value) != value:
                other = "another class" if key == "class" else "other submissions"
                raise WrongUse(
                    f"{batch.out} holds the grades of {other}, {about[key]}: name another folder, or use --force"
                )
        if changed := folder.changed():
            raise WrongUse(
                f"{batch.out / changed[0]} was edited after it was written, so no report is written: "
                "move it away, or overwrite it with --force"
            )
    store.set_about(**own)


def _seed(batch: Batch, store: Store) -> str:
    """Return the seed of the tests' inputs: that of the class file, or else one that is drawn once
    and stored in the output folder. With `fresh`, draw a new one."""
    if batch.class_file.marks_seed:
        if batch.fresh:
            raise WrongUse(
                "--fresh cannot replace the marks_seed in the class file: change it there"
            )
        return batch.class_file.marks_seed
    seed = store.about().get("marks_seed")
    if seed is None or batch.fresh:
        seed = secrets.token_hex(8)
        store.set_about(marks_seed=seed)
    return seed


def _judge(
    workers: Workers, store: Store, jobs: list[Job], before: dict[tuple[str, str], Result]
) -> list[str]:
    """Judge the jobs, and store each result at once. Return a line for each result that replaces an
    earlier one."""
    changes = []
    try:
        with bar("grading", " answers", len(jobs)) as shown:
            for job, outcome in done(workers, jobs, judge):
                store.add(job, outcome)
                shown.update()
                if old := before.get((job["student"], job["exercise"])):
                    changes.append(notices.change(job, old, outcome))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            "stopped: results so far are kept; run the same command to continue"
        ) from None
    return sorted(changes)
