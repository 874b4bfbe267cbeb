"""Tables of the marks: for people, for Canvas, for Moodle."""

from collections.abc import Sequence

from exercises.grading.marks import NOT_GRADED, Mark, Sheet
from exercises.kit.cells import number, table


def grades(sheets: list[Sheet]) -> str:
    """A line a student: what counts in each exercise, the total, and what is to be looked at. An
    empty cell is not graded."""
    exercises = [mark.exercise for mark in sheets[0].marks] if sheets else []
    ids = [exercise.id for exercise in exercises]
    rows: list[Sequence[object]] = [
        ["id", "name", "email", "section", *ids, "total", "of", "percent", "late", "remarks"]
    ]
    for sheet in sheets:
        one = sheet.student
        late = "; ".join(
            f"{mark.exercise.id} {mark.late.words()}" for mark in sheet.marks if mark.late
        )
        rows.append(
            [
                one.id,
                one.name,
                one.email,
                one.section,
                *map(points, sheet.marks),
                *_total(sheet),
                late,
                "; ".join(remarks(sheet)),
            ]
        )
    return table(rows)


def points(mark: Mark) -> object:
    """What counts; empty where our machinery failed."""
    return "" if mark.state == NOT_GRADED else mark.counted


def _total(sheet: Sheet) -> list[object]:
    return (
        [sheet.total, sheet.of, round(sheet.percent, 1)] if sheet.is_whole else ["", sheet.of, ""]
    )


def remarks(sheet: Sheet) -> list[str]:
    """What a teacher should know of a student's answers."""
    return [
        f"{mark.exercise.id}: {text}" for mark in sheet.marks for text in mark.remarks
    ] + sheet.lines


def canvas(sheets: list[Sheet], name: str) -> str:
    """The total as Canvas's gradebook imports it: `Student`, `ID`, `SIS User ID`, `SIS Login ID`,
    `Section`, the assignment; the line `Points Possible` says what there is. Canvas finds a student
    by the first of the ids that it knows, else by the name. An assignment that is there already has
    its number behind its name: `Storage (1234)`."""
    rows: list[Sequence[object]] = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", name]
    ]
    rows.append(["    Points Possible", "", "", "", "", sheets[0].of if sheets else 0])
    for sheet in sheets:
        one = sheet.student
        total = sheet.total if sheet.is_whole else ""
        rows.append([one.name, one.canvas_id, one.id, one.login or one.email, one.section, total])
    return table(rows)


def moodle(sheets: list[Sheet], name: str) -> str:
    """The total as Moodle's *Import, CSV file* takes it: `ID number` or `Email address` say who,
    then grade and feedback."""
    rows: list[Sequence[object]] = [
        [
            "ID number",
            "Full name",
            "Email address",
            f"Assignment: {name} (Real)",
            f"Assignment: {name} (Feedback)",
        ]
    ]
    for sheet in sheets:
        said = "; ".join(
            f"{mark.exercise.title}: {number(mark.counted)} of {number(mark.of)}"
            for mark in sheet.marks
        )
        rows.append(
            [
                sheet.student.id,
                sheet.student.name,
                sheet.student.email,
                sheet.total if sheet.is_whole else "",
                said,
            ]
        )
    return table(rows)
