"""The forms of files that can be read. A file is of the first one that it is like."""

from models.measured.forms import biolatency, blkparse, block_trace, cache_trace, fio_log, snoop
from models.measured.kit.form import Form

FORMS: list[Form] = [
    biolatency.FORM,
    snoop.FORM,
    blkparse.FORM,
    fio_log.FORM,
    block_trace.FORM,
    cache_trace.BINARY,
    cache_trace.TABLE,
    cache_trace.TWITTER_FORM,
    cache_trace.KEYS,  # last: nearly everything looks like keys
]
