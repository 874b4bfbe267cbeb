"""What a grading has to say when it is done, a line each."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from exercises.grading.class_file import ClassFile
from exercises.grading.jobs import NOTHING, OTHER_VARIANT
from exercises.grading.judge import Job, Outcome
from exercises.grading.marks import NOT_GRADED, Mark, Sheet
from exercises.grading.store import Result
from exercises.grading.submissions import NEWER_COPY, HandedIn, doubt, is_newer_copy, surer

MOST = 12  # lines of a kind; the class's page has them all
AT_ONCE = timedelta(minutes=2)
FEW = 3  # answers that may well come at once


def change(job: Job, old: Result, outcome: Outcome) -> str:
    """What became of a result."""
    verdict = outcome.get("verdict")
    was = f"{old.points} of {old.verdict['of']} points" if old.verdict else "not graded"
    now = f"{verdict['points']} of {verdict['of']} points" if verdict else "not graded"
    return f"{job['student']}, {job['exercise']}: {f'{was}, as before' if was == now else f'{was} -> {now}'}"


def gone(before: dict[tuple[str, str], Result], sheets: list[Sheet]) -> list[str]:
    """The results whose answers lie there no longer."""
    return [
        f"{mark.student.id}, {mark.exercise.id}: {old.points} points before, and no file of it lies there any more"
        for sheet in sheets
        for mark in sheet.marks
        if mark.state == NOTHING
        and (old := before.get((mark.student.id, mark.exercise.id)))
        and old.verdict
    ]


def superseded(found: HandedIn) -> list[str]:
    """The answers that another of the same student stands for."""
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
                "which came later"
                if is_later
                else "which comes after it by name, as both are of one time"
            )
        lines.append(f"{one.student}, {one.exercise}: {one.file} gives way to {counts.file}, {why}")
    return lines


def found(
    told: ClassFile, handed_in: HandedIn, sheets: list[Sheet], before: dict[tuple[str, str], Result]
) -> list[str]:
    """What was odd about the files. `before`: the results that were there."""
    marks = [mark for sheet in sheets for mark in sheet.marks]
    return [
        *_some("nobody's", handed_in.unmatched),
        *_some("not taken", [line for _, line in handed_in.not_taken]),
        *_some("refused", [_line(mark) for mark in marks if mark.state == "refused"]),
        *_some("handed in twice", superseded(handed_in)),
        *_some("another variant", [_line(mark) for mark in marks if mark.state == OTHER_VARIANT]),
        *_some("gone", gone(before, sheets)),
        *_some("not graded", [_line(mark) for mark in marks if mark.state == NOT_GRADED]),
        *_at_once(told, marks),
    ]


def _line(mark: Mark) -> str:
    more = [flag.text for flag in mark.flags if flag.head == mark.state]
    return f"{mark.student.id}, {mark.exercise.id}: {'; '.join([mark.why, *more])}"


def _some(what: str, lines: Iterable[str]) -> list[str]:
    said = [f"{what}: {line}" for line in lines]
    return (
        said
        if len(said) <= MOST
        else [*said[:MOST], f"{what}: {len(said) - MOST} more, in class.html"]
    )


def _at_once(told: ClassFile, marks: list[Mark]) -> list[str]:
    """Whether the times of the files are those of a download."""
    times = [mark.arrived for mark in marks if mark.arrived]
    due = any(told.due(mark.student.id, mark.exercise.id) for mark in marks)
    if not due or told.arrivals or len(times) <= FEW or max(times) - min(times) > AT_ONCE:
        return []
    when = f"{max(times).astimezone(told.zone):%Y-%m-%d %H:%M}"
    return [
        f"time: all files are of {when}; if they were not handed in then, the class file can name a file of `arrivals`"
    ]


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def end(told: ClassFile, sheets: list[Sheet], judged: int, out: Path) -> list[str]:
    """How much there was, and where it is written."""
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
        f"{told.name}: {', '.join(parts)} graded, {judged} of them now; {mean:.0f} % of the points on average",
        f"look at {out / 'class.html'}; the marks are in {out / 'grades.csv'}",
    ]
