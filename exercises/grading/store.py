"""What is known of a class, in `grades.sqlite`: every result, each as soon as it is there, and what
was written of them.

One process writes. A result is one transaction, so that whoever is killed loses at most the answers
that were being judged.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from exercises.grading.judge import Job, Outcome
from models.cli.command_line import WrongUse

NAME = "grades.sqlite"
LOCK = "grades.lock"
SCHEMA = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (        -- the last of a student and exercise counts, those before are its history
    number INTEGER PRIMARY KEY,
    student TEXT NOT NULL,
    exercise TEXT NOT NULL,
    variant INTEGER NOT NULL,
    points INTEGER,             -- of the tests that passed; NULL: not graded
    of INTEGER,
    verdict TEXT,               -- JSON, schemas/verdict.schema.json; NULL: not graded
    failure TEXT,               -- why not
    answer TEXT NOT NULL,       -- JSON: what was judged
    digest TEXT NOT NULL,       -- of the job but for its seed
    seed TEXT NOT NULL,         -- of the inputs
    seconds REAL,
    graded TEXT NOT NULL        -- when, UTC
);
CREATE INDEX IF NOT EXISTS of_student ON results (student, exercise);
CREATE TABLE IF NOT EXISTS marks (          -- what grades.csv says, written anew each time
    student TEXT NOT NULL, exercise TEXT NOT NULL, state TEXT NOT NULL, counted REAL NOT NULL, of REAL NOT NULL,
    factor REAL NOT NULL, flags TEXT NOT NULL, PRIMARY KEY (student, exercise)
);
CREATE TABLE IF NOT EXISTS outputs (path TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (path, digest));
"""


@dataclass(frozen=True)
class Result:
    """The last result of a student in an exercise."""

    number: int
    student: str
    exercise: str
    variant: int
    verdict: dict[str, Any] | None
    failure: str | None
    answer: dict[str, Any]
    digest: str
    seed: str
    graded: str

    @property
    def points(self) -> int:
        """Of the tests that passed; 0 where nothing was graded."""
        return int(self.verdict["points"]) if self.verdict else 0


def digest_of(job: Job) -> str:
    """The hash of a job but for its seed: another answer, variant or exercise has another."""
    text = json.dumps(
        {name: value for name, value in job.items() if name != "seed"}, sort_keys=True
    )
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Store:
    """The database of a folder. All that may go wrong with the disk is raised as WrongUse with one
    line."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with self._plainly():
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
            try:
                self._lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise WrongUse(f"another grade is at work in {folder}: let it end first") from None
            self._base = sqlite3.connect(folder / NAME)
            self._base.executescript(SCHEMA)

    def close(self) -> None:
        """Lets go of the folder."""
        self._base.close()
        self._lock.close()

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            if isinstance(error, sqlite3.DatabaseError) and not isinstance(
                error, sqlite3.OperationalError
            ):
                raise WrongUse(
                    f"{self._folder / NAME} is damaged ({why}): move the folder away, and grade again"
                ) from None
            raise WrongUse(
                f"cannot write {self._folder / NAME}: {why}; what is graded so far is kept, and the same command "
                "goes on from there"
            ) from None

    def about(self) -> dict[str, str]:
        """What the folder is of."""
        with self._plainly():
            return dict(self._base.execute("SELECT key, value FROM about").fetchall())

    def tell(self, **about: str) -> None:
        """Notes what the folder is of."""
        with self._plainly(), self._base:
            self._base.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", about.items())

    def add(self, job: Job, outcome: Outcome) -> None:
        """Keeps an outcome; those before it stay as history."""
        verdict = outcome.get("verdict")
        answer = job["answer"]
        row = (
            job["student"],
            job["exercise"],
            answer["variant"],
            verdict and verdict["points"],
            verdict and verdict["of"],
            verdict and _text(verdict),
            outcome.get("failure"),
            _text(answer),
            digest_of(job),
            job["seed"],
            outcome.get("seconds"),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )
        with self._plainly(), self._base:
            columns = "student, exercise, variant, points, of, verdict, failure, answer, digest, seed, seconds, graded"
            self._base.execute(
                f"INSERT INTO results ({columns}) VALUES ({', '.join('?' * len(row))})", row
            )

    def results(self) -> dict[tuple[str, str], Result]:
        """The last result of each student and exercise."""
        columns = (
            "number, student, exercise, variant, verdict, failure, answer, digest, seed, graded"
        )
        last = "SELECT max(number) FROM results GROUP BY student, exercise"
        found = {}
        with self._plainly():
            for row in self._base.execute(
                f"SELECT {columns} FROM results WHERE number IN ({last})"
            ):
                number, student, exercise, variant, verdict, failure, answer, *rest = row
                told = verdict and json.loads(verdict)
                found[student, exercise] = Result(
                    number, student, exercise, variant, told, failure, json.loads(answer), *rest
                )
        return found

    def put_marks(self, rows: Iterable[tuple[str, str, str, float, float, float, str]]) -> None:
        """Writes the marks anew."""
        with self._plainly(), self._base:
            self._base.execute("DELETE FROM marks")
            self._base.executemany("INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def outputs(self) -> dict[str, set[str]]:
        """The hashes that each file of ours may have; one that was being written when we were
        killed has two."""
        found: dict[str, set[str]] = {}
        with self._plainly():
            for path, digest in self._base.execute("SELECT path, digest FROM outputs"):
                found.setdefault(path, set()).add(digest)
        return found

    def will_write(self, digests: dict[str, str]) -> None:
        """Notes files before they are put into their places."""
        with self._plainly(), self._base:
            self._base.executemany("INSERT OR IGNORE INTO outputs VALUES (?, ?)", digests.items())

    def has_written(self, digests: dict[str, str]) -> None:
        """Forgets what the files were before."""
        with self._plainly(), self._base:
            self._base.executemany(
                "DELETE FROM outputs WHERE path = ? AND digest <> ?", digests.items()
            )


def _text(value: Any) -> str:
    """JSON in plain letters: an answer may hold what UTF-8 has no letter for."""
    return json.dumps(value)
