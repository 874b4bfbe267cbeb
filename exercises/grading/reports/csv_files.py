"""Write the marks as CSV tables: for people, for Canvas and for Moodle."""

from collections.abc import Sequence

from exercises.grading.marks import NOT_GRADED, Mark, Sheet
from exercises.kit.cells import number, table


def grades(sheets: list[Sheet]) -> str:
    """Return a table as CSV with a row for each student: points in each exercise, the total,
    lateness and remarks. A cell is empty if the answer was not graded."""
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
    """Return the content of a cell: the points of a mark, or an empty string if it was not
    graded."""
    return "" if mark.state == NOT_GRADED else mark.counted


def _total(sheet: Sheet) -> list[object]:
    return (
        [sheet.total, sheet.of, round(sheet.percent, 1)]
        if sheet.is_complete
        else ["", sheet.of, ""]
    )


def remarks(sheet: Sheet) -> list[str]:
    """Return the remarks for the teacher on a student's answers."""
    return [
        f"{mark.exercise.id}: {text}" for mark in sheet.marks for text in mark.remarks
    ] + sheet.lines


def canvas(sheets: list[Sheet], name: str) -> str:
    """Return the totals as a file for Canvas's gradebook import, with the columns `Student`, `ID`,
    `SIS User ID`, `SIS Login ID`, `Section` and the assignment.

    The row `Points Possible` has the most points possible. Canvas finds a student by the first id
    that it knows, or else by name. `name` is the assignment. If it exists already, its name must
    end with its number: `Storage (1234)`.
    """
    rows: list[Sequence[object]] = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", name]
    ]
    rows.append(["    Points Possible", "", "", "", "", sheets[0].of if sheets else 0])
    for sheet in sheets:
        one = sheet.student
        total = sheet.total if sheet.is_complete else ""
        rows.append([one.name, one.canvas_id, one.id, one.login or one.email, one.section, total])
    return table(rows)


def moodle(sheets: list[Sheet], name: str) -> str:
    """Return the totals as a file for Moodle's grade import: the student's `ID number` or `Email
    address`, then grade and feedback."""
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
        feedback = "; ".join(
            f"{mark.exercise.title}: {number(mark.counted)} of {number(mark.of)}"
            for mark in sheet.marks
        )
        rows.append(
            [
                sheet.student.id,
                sheet.student.name,
                sheet.student.email,
                sheet.total if sheet.is_complete else "",
                feedback,
            ]
        )
    return table(rows)
