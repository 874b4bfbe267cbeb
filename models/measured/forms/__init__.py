"""The forms of files that can be read. A file is of the first one that it is like."""

from models.measured.forms import (
    fio_hist,
    fio_json,
    fio_log,
    fio_text,
)
from models.measured.kit.form import Form

FORMS: list[Form] = [
    fio_json.FORM,
    fio_text.FORM,
    fio_hist.FORM,
    fio_log.FORM,
]
