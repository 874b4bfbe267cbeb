"""All files that are written of the marks, by their paths."""

from collections.abc import Iterator

from exercises.grading.class_file import ClassFile
from exercises.grading.marks import Mark, Sheet
from exercises.grading.reports import csv_files, dolos, gradescope, html, junit
from exercises.grading.reports.names import file_name


def reports(
    sheets: list[Sheet], told: ClassFile, findings: html.Findings, with_dolos: bool
) -> Iterator[tuple[str, str | bytes]]:
    """Yield each file below the folder of the grades with its content, one after the other."""
    yield "grades.csv", csv_files.grades(sheets)
    yield "canvas.csv", csv_files.canvas(sheets, told.name)
    yield "moodle.csv", csv_files.moodle(sheets, told.name)
    yield "junit.xml", junit.junit(sheets, told.name)
    yield "class.html", html.class_page(sheets, told, findings)
    for sheet in sheets:
        name = file_name(sheet.student.id)
        yield f"students/{name}.html", html.student_page(sheet, told)
        yield f"gradescope/{name}/results.json", gradescope.results(sheet)
    if with_dolos:
        programs: dict[str, list[Mark]] = {}
        for mark in (mark for sheet in sheets for mark in sheet.marks):
            if isinstance(mark.answer, str) and mark.exercise.form is None:
                programs.setdefault(mark.exercise.id, []).append(mark)
        for id, marks in programs.items():
            yield f"dolos/{id}.zip", dolos.archive(marks)
