"""Write the notices of a grading run, one line each."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from exercises.grading.class_file import ClassFile
from exercises.grading.jobs import NOTHING, OTHER_VARIANT
from exercises.grading.marks import NOT_GRADED, Mark, Sheet
from exercises.grading.store import Result
from exercises.grading.submissions import NEWER_COPY, Submissions, doubt, is_newer_copy, surer
from models.jobs.workers import Job, Outcome

MOST = 12  # lines of each kind; class.html has all of them
AT_ONCE = timedelta(minutes=2)
FEW = 3  # so many answers may plausibly arrive together


def change(job: Job, old: Result, outcome: Outcome) -> str:
    """Return a line that compares the new result of a job with its old one."""
    verdict = outcome.get("verdict")
    was = f"{old.points} of {old.verdict['of']} points" if old.verdict else "not graded"
    now = f"{verdict['points']} of {verdict['of']} points" if verdict else "not graded"
    return f"{job['student']}, {job['exercise']}: {f'{was}, as before' if was == now else f'{was} -> {now}'}"


def vanished(before: dict[tuple[str, str], Result], sheets: list[Sheet]) -> list[str]:
    """Return a line for each answer that was graded but whose file no longer exists."""
    return [
        f"{mark.student.id}, {mark.exercise.id}: {old.points} points before, but its file is no longer there"
        for sheet in sheets
        for mark in sheet.marks
        if mark.state == NOTHING
        and (old := before.get((mark.student.id, mark.exercise.id)))
        and old.verdict
    ]


def superseded(found: Submissions) -> list[str]:
    """Return a line for each answer that is replaced by another answer of the same student."""
    lines = []
    for one in sorted(found.others, key=lambda one: (one.student, one.exercise, one.file)):
        counts = found.answers[one.student, one.exercise]
        if surer(counts, one):
            why = f"as {doubt(one, counts)}"
        elif is_newer_copy(counts, one):
            why = f"as {NEWER_COPY}"
        else:
            is_later = counts.arrived > one.arrived
            why = (
                "which is newer"
                if is_later
                else "which comes later by name, as both have the same time"
            )
        lines.append(
            f"{one.student}, {one.exercise}: {one.file} is replaced by {counts.file}, {why}"
        )
    return lines


def file_notices(
    class_file: ClassFile,
    handed_in: Submissions,
    sheets: list[Sheet],
    before: dict[tuple[str, str], Result],
) -> list[str]:
    """Return the notices about files and answers, a line each. `before` are the results of earlier
    runs."""
    marks = [mark for sheet in sheets for mark in sheet.marks]
    return [
        *_some("nobody's", handed_in.unmatched),
        *_some("not taken", [line for _, line in handed_in.not_taken]),
        *_some("refused", [_line(mark) for mark in marks if mark.state == "refused"]),
        *_some("handed in twice", superseded(handed_in)),
        *_some("another variant", [_line(mark) for mark in marks if mark.state == OTHER_VARIANT]),
        *_some("gone", vanished(before, sheets)),
        *_some("not graded", [_line(mark) for mark in marks if mark.state == NOT_GRADED]),
        *_at_once(class_file, marks),
    ]


def _line(mark: Mark) -> str:
    more = [flag.text for flag in mark.flags if flag.head == mark.state]
    return f"{mark.student.id}, {mark.exercise.id}: {'; '.join([mark.why, *more])}"


def _some(label: str, lines: Iterable[str]) -> list[str]:
    labelled = [f"{label}: {line}" for line in lines]
    return (
        labelled
        if len(labelled) <= MOST
        else [*labelled[:MOST], f"{label}: {len(labelled) - MOST} more, in class.html"]
    )


def _at_once(class_file: ClassFile, marks: list[Mark]) -> list[str]:
    """Return a warning if all files have times within minutes of each other, as after a download;
    otherwise an empty list."""
    times = [mark.arrived for mark in marks if mark.arrived]
    due = any(class_file.due(mark.student.id, mark.exercise.id) for mark in marks)
    if not due or class_file.arrivals or len(times) <= FEW or max(times) - min(times) > AT_ONCE:
        return []
    when = f"{max(times).astimezone(class_file.zone):%Y-%m-%d %H:%M}"
    return [
        f"time: all files date from {when}; if they were handed in earlier, name a file of `arrivals` in the class file"
    ]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def closing_lines(class_file: ClassFile, sheets: list[Sheet], judged: int, out: Path) -> list[str]:
    """Return the lines of the summary: how many answers were graded, and where the marks are."""
    marks = [mark for sheet in sheets for mark in sheet.marks]
    exercises = len({mark.exercise.id for mark in marks})
    answers = sum(mark.verdict is not None for mark in marks)
    mean = sum(sheet.percent for sheet in sheets) / len(sheets) if sheets else 0.0
    parts = [
        _count(len(sheets), "student"),
        _count(exercises, "exercise"),
        _count(answers, "answer"),
    ]
    return [
        f"{class_file.name}: {', '.join(parts)} graded, {judged} of them now; {mean:.0f} % of the points on average",
        f"look at {out / 'class.html'}; the marks are in {out / 'grades.csv'}",
    ]
