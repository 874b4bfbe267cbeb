"""Make safe file names from the ids of students."""

import hashlib
import re

KEPT = re.compile(r"(?!(con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9_-]{0,39}")


def file_name(id: str) -> str:
    """Return a file name for an id, without a path or an extension, that no system reserves.
    Different ids have different file names."""
    if KEPT.fullmatch(id):
        return id
    plain = re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-")[:30] or "student"
    return f"{plain}.{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
