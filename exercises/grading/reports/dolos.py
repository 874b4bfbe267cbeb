"""The programs of an exercise as a zip for Dolos, which looks for likeness more thoroughly.

`info.csv` at its root has the columns that Dolos documents ("Adding metadata"): filename, label,
full_name, created_at.
"""

import csv
import io
import zipfile

from exercises.grading.marks import Mark
from exercises.grading.reports.names import file_name
from exercises.kit.cells import cell

EPOCH = (1980, 1, 1, 0, 0, 0)  # of every member, so that the same programs make the same zip


def archive(marks: list[Mark]) -> bytes:
    """The zip of some students' programs."""
    info, data = io.StringIO(), io.BytesIO()
    table = csv.writer(info)
    table.writerow(["filename", "label", "full_name", "created_at"])
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as whole:
        for mark in marks:
            name = f"{file_name(mark.student.id)}.py"
            time = mark.arrived.strftime("%Y-%m-%d %H:%M:%S %z") if mark.arrived else ""
            table.writerow([name, cell(mark.student.section), cell(mark.student.name), time])
            whole.writestr(
                zipfile.ZipInfo(name, EPOCH), mark.answer.encode("utf-8", "backslashreplace")
            )
        whole.writestr(zipfile.ZipInfo("info.csv", EPOCH), info.getvalue().encode())
    return data.getvalue()
