"""Pack the programs of an exercise into a zip for Dolos, a thorough plagiarism detector.

`info.csv` at its root has the columns that Dolos documents ("Adding metadata"): filename, label,
full_name, created_at.
"""

import csv
import io
import zipfile

from exercises.grading.marks import Mark
from exercises.grading.reports.names import file_name
from exercises.kit.cells import cell

EPOCH = (1980, 1, 1, 0, 0, 0)  # time of every member, so that equal programs give an equal zip


def archive(marks: list[Mark]) -> bytes:
    """Return a zip of the programs that `marks` hold, as bytes."""
    info, data = io.StringIO(), io.BytesIO()
    table = csv.writer(info)
    table.writerow(["filename", "label", "full_name", "created_at"])
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as zip_file:
        for mark in marks:
            name = f"{file_name(mark.student.id)}.py"
            time = mark.arrived.strftime("%Y-%m-%d %H:%M:%S %z") if mark.arrived else ""
            table.writerow([name, cell(mark.student.section), cell(mark.student.name), time])
            zip_file.writestr(
                zipfile.ZipInfo(name, EPOCH), mark.answer.encode("utf-8", "backslashreplace")
            )
        zip_file.writestr(zipfile.ZipInfo("info.csv", EPOCH), info.getvalue().encode())
    return data.getvalue()
