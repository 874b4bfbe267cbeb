"""The machine that a command runs on: its cores, its terminal, and the folder of its user's caches."""

import os
import sys
from pathlib import Path
from typing import Any

NAME = "where-the-time-goes"


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def no_warnings_if_killed() -> None:
    """Keep Python from warnings of what it cleans up if this process is killed while others run jobs."""
    os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker")


def caches() -> Path:
    """Return the folder of the user's caches of this book, which need not exist."""
    if sys.platform == "win32":
        own = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        own = Path.home() / "Library" / "Caches"
    else:
        own = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(own) / NAME


def bar(what: str, unit: str, total: int, over: Any = None) -> Any:
    """Return a progress bar on standard error, which is hidden if that is not a terminal. It
    iterates `over`, if given."""
    from tqdm import tqdm

    return tqdm(over, total=total, desc=what, unit=unit, disable=None, file=sys.stderr)
