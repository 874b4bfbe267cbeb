"""The command `items`: the item report of a folder of answers."""

from collections.abc import Iterator

from exercises.cli.chances import CHANCES
from exercises.grading.batch import Batch, Marked, as_lines, marked
from exercises.grading.items import output
from exercises.grading.items.analysis import FEWEST, Analysis, Item, Taken, analyse
from exercises.grading.items.causes import explain, options
from exercises.grading.jobs import NOTHING, START
from exercises.grading.marks import GRADED, Mark, Sheet
from models.cli.command_line import CommandResult, WrongUse
from models.jobs.here import bar
from models.jobs.workers import Job, Workers, done


def items(batch: Batch) -> CommandResult:
    """Judge a batch like `grade`, write `items.html`, `items.csv` and `wrong-answers.csv`, and return
    a line for each exercise to look at. Raise WrongUse like `grade`, and if fewer than `FEWEST`
    students have answers."""
    with marked(batch) as found:
        answered = [
            sheet for sheet in found.sheets if any(mark.state == GRADED for mark in sheet.marks)
        ]
        if len(answered) < FEWEST:
            raise WrongUse(_too_few(batch, found, len(answered)))
        analysis = analyse(collected(answered, batch.workers))
        titles = {mark.exercise.id: mark.exercise.title for mark in answered[0].marks}
        found.folder.write(output.reports(analysis, batch.class_file, titles, len(answered)))
    lines = [
        *found.lines,
        *found.notices(batch.class_file),
        *_closing(batch, analysis, len(answered)),
    ]
    return CommandResult(as_lines(lines))


def collected(sheets: list[Sheet], workers: Workers) -> list[Item]:
    """Return the exercises that were answered as items, in the order of the class."""
    marks = [mark for sheet in sheets for mark in sheet.marks if mark.state == GRADED]
    jobs = [_job(mark) for mark in marks]
    explained = {}
    with bar("comparing", " answers", len(jobs)) as shown:
        for job, outcome in done(workers, jobs, explain):
            explained[job["student"], job["exercise"]] = outcome
            shown.update()
    times = sorted(mark.arrived for mark in marks if mark.arrived)
    middle = times[len(times) // 2] if times else None

    def facts(mark: Mark) -> Iterator[tuple[str, str]]:
        if mark.student.section:
            yield "the section", mark.student.section
        if mark.arrived and middle:
            yield (
                "the file",
                "one of the later half" if mark.arrived >= middle else "an earlier one",
            )

    by_exercise: dict[str, dict[str, Taken]] = {}
    for mark in marks:
        words = explained[mark.student.id, mark.exercise.id]
        by_exercise.setdefault(mark.exercise.id, {})[mark.student.id] = Taken(
            mark.points / mark.exercise.points,
            words.get("given", {}),
            words.get("right", {}),
            words.get("variant", {}),
            dict(facts(mark)),
        )
    exercises = {mark.exercise.id: mark.exercise for sheet in sheets for mark in sheet.marks}
    omitted = [
        mark.exercise.id
        for sheet in sheets
        for mark in sheet.marks
        if mark.state in (NOTHING, START)
    ]
    return [
        Item(
            id,
            by_exercise[id],
            options(exercise),
            CHANCES.get(id, 0.0),
            omitted.count(id),
        )
        for id, exercise in exercises.items()
        if id in by_exercise
    ]


def _job(mark: Mark) -> Job:
    tests = mark.verdict["tests"] if mark.verdict else []
    return {
        "student": mark.student.id,
        "exercise": mark.exercise.id,
        "variant": mark.variant or 1,
        "answer": mark.answer,
        "full": mark.is_full,
        "failed": [test["id"] for test in tests if test["outcome"] != "passed"],
    }


def _too_few(batch: Batch, found: Marked, count: int) -> str:
    """Return why there is no report, with the first reason why a file was left out."""
    who = "1 student" if count == 1 else f"{count} students"
    line = f"an item report compares at least {FEWEST} students with answers, got {who} in {batch.source}"
    reasons = [*found.notices(batch.class_file), ""]
    return f"{line}; {reasons[0]}" if reasons[0] else line


def _closing(batch: Batch, analysis: Analysis, students: int) -> list[str]:
    reports = analysis.reports
    named = [report for report in reports if report.reasons]
    exercises = "1 exercise" if len(reports) == 1 else f"{len(reports)} exercises"
    return [
        *(
            f"look at {report.item.id}: {reason.kind}: {reason.text}"
            for report in named
            for reason in report.reasons
        ),
        f"{batch.class_file.name}: {students} students, {exercises}, {len(named)} to look at; "
        f"{output.reliability_words(analysis)}",
        f"look at {batch.out / 'items.html'}; the tables are in {batch.out / 'items.csv'} and "
        f"{batch.out / 'wrong-answers.csv'}",
    ]
