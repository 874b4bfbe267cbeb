"""Measure how many submissions are graded in a minute, each in its own sandbox: `python -m
bench.grading [COUNT]`."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.rows import Row, at_least, measured
from tools.invent_class import invent

ROOT = Path(__file__).resolve().parent.parent
COUNT, FEWEST = 300, 60.0
EXERCISE = "missed-revolution"
KINDS = ("right", "wrong", "copy", "right", "late")


def seconds(folder: Path) -> float:
    """Grade the submissions in `folder`, and return how long (s) it took."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "exercises", "grade", "handed-in", "--out", "grades"],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return time.perf_counter() - begun


def measure(count: int = COUNT) -> list[Row]:
    """Return two rows: the rate of a first grading of `count` submissions, and the duration of the
    same command when nothing is new."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        invent(folder, count, (EXERCISE,), KINDS, odd=False)
        first, again = seconds(folder), seconds(folder)
    return [
        at_least(
            f"{count} submissions graded, one exercise each", 60 * count / first, "a minute", FEWEST
        ),
        measured(f"the same command again, nothing new of {count}", again, "s"),
    ]


def main() -> None:
    """Run this benchmark only, and print its rows."""
    for row in measure(*map(int, sys.argv[1:])):
        print(row)


if __name__ == "__main__":
    main()
