"""Files of any form: told apart by their content, and read."""

import gc
from collections.abc import Mapping

from models.measured.forms import FORMS
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured
from models.measured.kit.source import Refused, Source

FAMILIES = {
    "spl": "kstat",
    "block": "a trace of a disk",
    "cache": "a trace of a cache",
    "oracleGeneral": "a trace of a cache",
    "Twitter": "a trace of a cache",
    "plain": "keys of a cache",
}
"""The first word of a form's name -> what it is told as, where it is not that word."""


def form_of(source: Source) -> Form:
    """Return the form of a file. Raise Refused, with the forms that are known, if it has none."""
    for form in FORMS:
        if form.is_binary(source.begin):
            return form
    source.check()
    for form in FORMS:
        if form.is_like(source.head):
            return form
    first = source.head[0][:50] if source.head else ""
    words = [form.name.split()[0] for form in FORMS]
    known = ", ".join(dict.fromkeys(FAMILIES.get(word, word) for word in words))
    raise Refused(
        f"{source.name} must be of a known form ({known}), got {first!r} in its first line. A table needs a header such as time,op,offset,size,latency"
    )


def read(source: Source, told: Mapping[str, str] | None = None) -> Measured:
    """Return what a file says. told: answers to questions (`Measured.asks`). Raise Refused, in one line, if it cannot
    be read."""
    form = form_of(source)
    collects = gc.isenabled()
    gc.disable()  # rows are millions of lists, none of them in a cycle
    try:
        found = form.read(source, told or {})
    finally:
        if collects:
            gc.enable()
    if source.is_cut and not source.read_only:
        found.notes.insert(0, "the gzip file ends early: what could be unpacked is shown")
    if source.read_only:
        size = f"{source.read_only / 1e6:.3g} MB"
        found.notes.insert(0, f"only the first {size} were read: cut the file to read the rest")
    has_any = any(
        part.latencies or part.windows or part.values or part.rates for part in found.parts
    )
    says = any(found.values.values()) if found.left else found.values
    if not has_any and not found.machine and not says:
        reason = f"; {found.left[0]}" if found.left else ""
        raise Refused(
            f"{source.name} must have lines of {form.name} such as {form.example!r}, got none{reason}"
        )
    return found
