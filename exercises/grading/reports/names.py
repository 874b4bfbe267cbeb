"""Names of files: safe, whatever a student's id is."""

import hashlib
import re

KEPT = re.compile(r"(?!(con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9_-]{0,39}")


def file_name(id: str) -> str:
    """A name without a path, an ending or anything that a system might take for its own; two ids
    never have the same."""
    if KEPT.fullmatch(id):
        return id
    plain = re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-")[:30] or "student"
    return f"{plain}.{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
