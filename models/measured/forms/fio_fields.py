"""Values in fio's JSON, whatever a file holds in their place."""

from collections.abc import Mapping
from typing import Any

from models.measured.forms.fio_bins import MOST
from models.measured.kit.measured import in_one_line

LISTS = ("jobs", "client_stats")
KINDS = ("clat", "lat", "slat")
ALL = "All clients"
LONGEST_NAME = 100


def mapping(value: object) -> Mapping[str, Any]:
    """Return an object, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def number(value: object) -> float | None:
    """Return a number from 0 on that a counter holds; None for anything else, as 2^64-1, the least of no latencies."""
    if type(value) is int or type(value) is float:  # no bool, and quicker than isinstance
        return value if 0 <= value < MOST else None
    return None


def whole(value: object) -> int:
    """Return a count, 0 for anything else."""
    return int(number(value) or 0)


def plain(name: object) -> str:
    """Return a name as text that can be shown."""
    shown = str(name)[:LONGEST_NAME] if isinstance(name, (str, int, float)) else ""
    return in_one_line(shown)


def jobs_in(given: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the jobs of a document."""
    listed: list[object] = next(
        (given[key] for key in LISTS if isinstance(given.get(key), list)), []
    )
    return [each for each in map(mapping, listed) if each]


def name_of(given: Mapping[str, Any]) -> str:
    """Return the name of a job, and the host on which it ran, if it is said."""
    name, host = plain(given.get("jobname")), plain(given.get("hostname"))
    return f"{name} on {host}" if host and name != ALL else name


def options_of(given: Mapping[str, Any], job: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a job, and those of all jobs of its document."""
    return {**mapping(given.get("global options")), **mapping(job.get("job options"))}


def kinds_of(given: Mapping[str, Any]) -> tuple[str, dict[str, Mapping[str, Any]]]:
    """Return the unit of a direction's latencies, and their objects by kind."""
    old = not any(f"{kind}_ns" in given for kind in KINDS)
    unit, tail = ("us", "") if old else ("ns", "_ns")
    return unit, {kind: mapping(given.get(f"{kind}{tail}")) for kind in KINDS}


def in_kibibytes(given: Mapping[str, Any], unit: str) -> bool:
    """Return whether a direction's io_bytes are KiB."""
    return unit == "us" and "io_kbytes" not in given
