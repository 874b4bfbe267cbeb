"""The forms of files that can be read. A file is of the first one that it is like."""

from models.measured.forms import (
    fio_log,
    iostat,
    iostat_json,
    kstat,
)
from models.measured.kit.form import Form

FORMS: list[Form] = [
    iostat_json.FORM,
    kstat.JSON,
    iostat.FORM,
    kstat.FORM,
    fio_log.FORM,
]
