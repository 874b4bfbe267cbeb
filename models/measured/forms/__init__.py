"""The forms of files that can be read. A file is of the first one that it is like."""

from models.measured.forms import fio_log
from models.measured.kit.form import Form

FORMS: list[Form] = [fio_log.FORM]
