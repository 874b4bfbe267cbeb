"""Store the results of a class in `grades.sqlite`, each result as soon as it is there, and the
hashes of the reports.

Only one process writes. Each result is a transaction, so an interrupted run loses only the answers
that were just being judged.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from models.cli.command_line import WrongUse
from models.jobs.workers import Job, Outcome

NAME = "grades.sqlite"
LOCK = "grades.lock"
SCHEMA = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (        -- the last row of a student and exercise counts, earlier rows are history
    number INTEGER PRIMARY KEY,
    student TEXT NOT NULL,
    exercise TEXT NOT NULL,
    variant INTEGER NOT NULL,
    points INTEGER,             -- of the passed tests; NULL: not graded
    of INTEGER,
    verdict TEXT,               -- JSON, schemas/verdict.schema.json; NULL: not graded
    failure TEXT,               -- the reason, if not graded
    answer TEXT NOT NULL,       -- JSON: the judged answer
    digest TEXT NOT NULL,       -- of the job without its seed
    seed TEXT NOT NULL,         -- of the test inputs
    seconds REAL,
    words TEXT,                 -- JSON: the answer in words, of `items.causes.explain`; NULL: not known
    graded TEXT NOT NULL        -- time in UTC
);
CREATE INDEX IF NOT EXISTS of_student ON results (student, exercise);
CREATE TABLE IF NOT EXISTS marks (          -- the contents of grades.csv, replaced by each run
    student TEXT NOT NULL, exercise TEXT NOT NULL, state TEXT NOT NULL, counted REAL NOT NULL, of REAL NOT NULL,
    factor REAL NOT NULL, flags TEXT NOT NULL, PRIMARY KEY (student, exercise)
);
CREATE TABLE IF NOT EXISTS outputs (path TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (path, digest));
"""


@dataclass(frozen=True)
class Result:
    """The latest result of a student's answer to an exercise."""

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
    words: dict[str, Any] | None = None  # the answer in words

    @property
    def points(self) -> int:
        """Return the points of the answer; 0 if it was not graded."""
        return int(self.verdict["points"]) if self.verdict else 0


def digest_of(job: Job) -> str:
    """Return a hash of a job without its seed. It changes if the answer, the variant or the
    exercise changes."""
    text = json.dumps(
        {name: value for name, value in job.items() if name != "seed"}, sort_keys=True
    )
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Store:
    """The database in an output folder. Its methods raise WrongUse with a one-line message if the
    disk or the database fails."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with self._disk_errors():
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
            try:
                self._lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                raise WrongUse(
                    f"another `grade` is running in {folder}: wait until it ends"
                ) from None
            self._database = sqlite3.connect(folder / NAME)
            self._database.executescript(SCHEMA)
            if "words" not in {
                row[1] for row in self._database.execute("PRAGMA table_info(results)")
            }:
                self._database.execute("ALTER TABLE results ADD COLUMN words TEXT")

    def close(self) -> None:
        """Close the database and release the lock."""
        self._database.close()
        self._lock.close()

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        """Turn errors of the disk and the database into WrongUse with a one-line message."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            if isinstance(error, sqlite3.DatabaseError) and not isinstance(
                error, sqlite3.OperationalError
            ):
                raise WrongUse(
                    f"{self._folder / NAME} is damaged ({why}): move the folder away and grade again"
                ) from None
            raise WrongUse(
                f"cannot write {self._folder / NAME}: {why}; results so far are kept; "
                "run the same command to continue"
            ) from None

    def about(self) -> dict[str, str]:
        """Return the facts stored about the folder: the name of the class, the path of the
        submissions, and the seed."""
        with self._disk_errors():
            return dict(self._database.execute("SELECT key, value FROM about").fetchall())

    def set_about(self, **about: str) -> None:
        """Store facts about the folder, such as the name of the class."""
        with self._disk_errors(), self._database:
            self._database.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", about.items())

    def add(self, job: Job, outcome: Outcome) -> None:
        """Store the outcome of a job. Earlier outcomes stay in the database as history."""
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
            _text(outcome["words"]) if "words" in outcome else None,
            datetime.now(UTC).isoformat(timespec="seconds"),
        )
        with self._disk_errors(), self._database:
            columns = "student, exercise, variant, points, of, verdict, failure, answer, digest, seed, seconds, words, graded"
            self._database.execute(
                f"INSERT INTO results ({columns}) VALUES ({', '.join('?' * len(row))})", row
            )

    def results(self) -> dict[tuple[str, str], Result]:
        """Return the latest results, by student and exercise."""
        columns = "number, student, exercise, variant, verdict, failure, answer, words, digest, seed, graded"
        last = "SELECT max(number) FROM results GROUP BY student, exercise"
        found = {}
        with self._disk_errors():
            for row in self._database.execute(
                f"SELECT {columns} FROM results WHERE number IN ({last})"
            ):
                number, student, exercise, variant, verdict, failure, answer, words, *rest = row
                result, known = (json.loads(text or "null") for text in (verdict, words))
                found[student, exercise] = Result(
                    *(number, student, exercise, variant, result, failure, json.loads(answer)),
                    *(*rest, known),
                )
        return found

    def put_words(self, student: str, exercise: str, words: Mapping[str, Any]) -> None:
        """Store the words of the latest result of a student's answer to an exercise."""
        with self._disk_errors(), self._database:
            self._database.execute(
                "UPDATE results SET words = ? WHERE number = "
                "(SELECT max(number) FROM results WHERE student = ? AND exercise = ?)",
                (_text(words), student, exercise),
            )

    def put_marks(self, rows: Iterable[tuple[str, str, str, float, float, float, str]]) -> None:
        """Replace all marks by these rows."""
        with self._disk_errors(), self._database:
            self._database.execute("DELETE FROM marks")
            self._database.executemany("INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def outputs(self) -> dict[str, set[str]]:
        """Return the possible hashes of each report, by its path. A report that was being written
        when the process was killed has two."""
        found: dict[str, set[str]] = {}
        with self._disk_errors():
            for path, digest in self._database.execute("SELECT path, digest FROM outputs"):
                found.setdefault(path, set()).add(digest)
        return found

    def will_write(self, digests: dict[str, str]) -> None:
        """Store the hashes, by path, of reports that are about to be written."""
        with self._disk_errors(), self._database:
            self._database.executemany(
                "INSERT OR IGNORE INTO outputs VALUES (?, ?)", digests.items()
            )

    def has_written(self, digests: dict[str, str]) -> None:
        """Forget all hashes of these reports except those in `digests`, which has one for each
        path."""
        with self._disk_errors(), self._database:
            self._database.executemany(
                "DELETE FROM outputs WHERE path = ? AND digest <> ?", digests.items()
            )


def _text(value: Any) -> str:
    """Return a value as ASCII JSON, since an answer may contain lone surrogates."""
    return json.dumps(value)
