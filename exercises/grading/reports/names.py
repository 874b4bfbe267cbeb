"""Make safe file names from students' ids."""

import hashlib
import re

KEPT = re.compile(r"(?!(con|prn|aux|nul|com\d|lpt\d)$)[a-z0-9][a-z0-9_-]{0,39}")


def file_name(id: str) -> str:
    """Return a file name without a path, an extension or a name reserved by a system. Different ids
    have different names."""
    if KEPT.fullmatch(id):
        return id
    plain = re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-")[:30] or "student"
    return f"{plain}.{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
