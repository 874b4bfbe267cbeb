"""The cache of points that have run, by their keys, in one file."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from models.cli.command_line import WrongUse
from models.jobs.here import caches
from models.jobs.workers import Outcome

NAME = "sweep.sqlite"
OTHER = "name another file with --cache, or use --no-cache"
PATIENCE = 60.0
"""Time to wait for another sweep that writes (s)."""


def usual() -> Path:
    """Return the user's cache, which need not exist. Raise WrongUse if the user has no home."""
    try:
        return caches() / NAME
    except RuntimeError:
        raise WrongUse(
            "the cache needs the user's home, got none: name a file with --cache, or use --no-cache"
        ) from None


class Cache:
    """Outcomes by key. Each is there as soon as it is added, whatever kills the process then, and
    several sweeps may use the same file. path: None: outcomes are not kept. make: whether to make its
    folder, which is there otherwise."""

    def __init__(self, path: Path | None, make: bool = False) -> None:
        self.path = path
        if path is None:
            return
        with self._errors():
            if make:
                path.parent.mkdir(parents=True, exist_ok=True)
            elif not path.parent.is_dir():
                raise WrongUse(f"cannot use the cache {path}: no folder {path.parent}; {OTHER}")
            self._base = sqlite3.connect(path, timeout=PATIENCE)
            tables = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master")}
            if tables and "points" not in tables:
                raise sqlite3.DatabaseError("its tables are others")
            self._base.execute("PRAGMA journal_mode = WAL")  # a killed process loses nothing, and
            self._base.execute("PRAGMA synchronous = NORMAL")  # a point does not wait for the disk
            with self._base:
                self._base.execute(
                    "CREATE TABLE IF NOT EXISTS points (key TEXT PRIMARY KEY, outcome TEXT NOT NULL)"
                )
                self._base.execute("SELECT key, outcome FROM points LIMIT 1").fetchone()

    def get(self, key: str) -> Outcome | None:
        """Return the outcome of a key, None if there is none."""
        if self.path is None:
            return None
        with self._errors():
            row = self._base.execute("SELECT outcome FROM points WHERE key = ?", (key,)).fetchone()
            outcome: Outcome | None = json.loads(row[0]) if row else None
            return outcome

    def add(self, key: str, outcome: Outcome) -> None:
        """Keep an outcome."""
        if self.path is None:
            return
        text = json.dumps(outcome, allow_nan=False)
        with self._errors(), self._base:
            self._base.execute("INSERT OR REPLACE INTO points VALUES (?, ?)", (key, text))

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors of the disk and the database into WrongUse with a one-line message."""
        try:
            yield
        except (OSError, sqlite3.OperationalError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise WrongUse(f"cannot use the cache {self.path}: {why}; {OTHER}") from None
        except (sqlite3.Error, ValueError) as error:
            raise WrongUse(
                f"the cache {self.path} is damaged, or a file that no sweep wrote ({error}): {OTHER}"
            ) from None
