"""The forms of files that can be read. A file is of the first one that it is like."""

from models.measured.forms import (
    arcstat,
    biolatency,
    blkparse,
    block_trace,
    cache_trace,
    fio_hist,
    fio_json,
    fio_log,
    fio_text,
    iostat,
    iostat_json,
    kstat,
    lsblk,
    snoop,
    spl_kstat,
    zpool_histogram,
    zpool_iostat,
    zpool_status,
)
from models.measured.kit.form import Form

FORMS: list[Form] = [
    fio_json.FORM,
    zpool_status.JSON,
    iostat_json.FORM,
    kstat.JSON,
    fio_text.FORM,
    fio_hist.FORM,
    arcstat.FORM,
    spl_kstat.FORM,
    spl_kstat.TXG,
    zpool_histogram.FORM,
    zpool_histogram.SIZES_FORM,
    zpool_iostat.FORM,
    zpool_status.FORM,
    lsblk.FORM,
    biolatency.FORM,  # before iostat, whose tables stand in the prose around
    snoop.FORM,
    iostat.FORM,
    kstat.FORM,
    blkparse.FORM,
    fio_log.FORM,
    zpool_histogram.SCRIPTED,
    zpool_histogram.SCRIPTED_SIZES,
    zpool_iostat.SCRIPTED,
    block_trace.FORM,
    cache_trace.BINARY,
    cache_trace.TABLE,
    cache_trace.TWITTER_FORM,
    cache_trace.KEYS,  # last: nearly everything looks like keys
]
