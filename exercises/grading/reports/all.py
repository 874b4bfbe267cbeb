"""Generate all reports of the marks."""

from collections.abc import Iterator

from exercises.grading.class_file import ClassFile
from exercises.grading.marks import Mark, Sheet
from exercises.grading.reports import csv_files, dolos, gradescope, html, junit
from exercises.grading.reports.names import file_name


def reports(
    sheets: list[Sheet], class_file: ClassFile, findings: html.Findings, with_dolos: bool
) -> Iterator[tuple[str, str | bytes]]:
    """Yield the path of each report, relative to the output folder, and its content. Zips for Dolos
    are included if `with_dolos`."""
    yield "grades.csv", csv_files.grades(sheets)
    yield "canvas.csv", csv_files.canvas(sheets, class_file.name)
    yield "moodle.csv", csv_files.moodle(sheets, class_file.name)
    yield "junit.xml", junit.junit(sheets, class_file.name)
    yield "class.html", html.class_page(sheets, class_file, findings)
    for sheet in sheets:
        name = file_name(sheet.student.id)
        yield f"students/{name}.html", html.student_page(sheet, class_file)
        yield f"gradescope/{name}/results.json", gradescope.results(sheet)
    if with_dolos:
        programs: dict[str, list[Mark]] = {}
        for mark in (mark for sheet in sheets for mark in sheet.marks):
            if isinstance(mark.answer, str) and mark.exercise.form is None:
                programs.setdefault(mark.exercise.id, []).append(mark)
        for id, marks in programs.items():
            yield f"dolos/{id}.zip", dolos.archive(marks)
