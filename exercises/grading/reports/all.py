"""All files that are written of the marks, by their paths."""

from exercises.grading.class_file import ClassFile
from exercises.grading.marks import Mark, Sheet
from exercises.grading.reports import csv_files, dolos, gradescope, html, junit
from exercises.grading.reports.names import file_name


def reports(sheets: list[Sheet], told: ClassFile, findings: html.Findings, with_dolos: bool) -> dict[str, str | bytes]:
    """The content of each file, below the folder of the grades."""
    files: dict[str, str | bytes] = {
        "grades.csv": csv_files.grades(sheets),
        "canvas.csv": csv_files.canvas(sheets, told.name),
        "moodle.csv": csv_files.moodle(sheets, told.name),
        "junit.xml": junit.junit(sheets, told.name),
        "class.html": html.class_page(sheets, told, findings),
    }
    for sheet in sheets:
        name = file_name(sheet.student.id)
        files[f"students/{name}.html"] = html.student_page(sheet, told)
        files[f"gradescope/{name}/results.json"] = gradescope.results(sheet)
    if with_dolos:
        programs: dict[str, list[Mark]] = {}
        for mark in (mark for sheet in sheets for mark in sheet.marks):
            if isinstance(mark.answer, str) and mark.exercise.form is None:
                programs.setdefault(mark.exercise.id, []).append(mark)
        files |= {f"dolos/{id}.zip": dolos.archive(marks) for id, marks in programs.items()}
    return files
