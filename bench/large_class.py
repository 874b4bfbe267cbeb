"""Measure how long grading a large class takes apart from running the answers, which is to read and
match files and to write reports: `python -m bench.large_class [STUDENTS]`.

One exercise asks for a program, and two for forms with simulated givens. The verdicts are invented.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from bench.rows import Row, at_most
from exercises import contents
from exercises.grading.batch import Batch, grade
from exercises.grading.class_file import read_class
from exercises.kit.variant_of import variant_of
from figures.define.edition import EDITION
from models.jobs.workers import Job, Outcome
from tools.invent_class import own_program

STUDENTS, SECONDS, MEGABYTES = 1000, 12.0, 200.0
EXERCISES = ("missed-revolution", "which-change-helps", "safe-by-tomorrow")
SEED, TIME = "large", "2026-12-01T10:00:00Z"


class MadeUp:
    """Workers that run no answers and invent the verdicts: every third test fails."""

    def __init__(self) -> None:
        self.seconds = 0.0  # time spent on all jobs, including the storing of results
        self._advice = {
            id: [contents.get(id).advice(test, 1) for test in contents.get(id).tests]
            for id in EXERCISES
        }

    def ready(self) -> str:
        """Return an empty string, which means that answers can be judged."""
        return ""

    def outcomes(
        self, jobs: Iterable[Job], work: Callable[[Job], Outcome]
    ) -> Iterator[tuple[Job, Outcome]]:
        """Yield each job with an invented outcome."""
        begun = time.perf_counter()
        for number, job in enumerate(jobs):
            yield job, {"verdict": self._verdict(number, job), "seconds": 0.0}
        self.seconds += time.perf_counter() - begun

    def _verdict(self, number: int, job: Job) -> dict[str, Any]:
        exercise = contents.get(job["exercise"])
        tests = []
        for place, test in enumerate(exercise.tests):
            failed = (number + place) % 3 == 0
            tests.append(
                {
                    "id": test.id,
                    "points": test.points,
                    "outcome": "failed" if failed else "passed",
                    "guard": False,
                    "advice": self._advice[exercise.id][place] if failed else None,
                    "message": None,
                }
            )
        points = sum(
            test.points
            for test, got in zip(exercise.tests, tests, strict=True)
            if got["outcome"] == "passed"
        )
        return {
            "passed": points == exercise.points,
            "points": points,
            "exercise": exercise.id,
            "of": exercise.points,
            "variant": job["answer"]["variant"],
            "tests": tests,
            "error": None,
            "output": "",
        }


def hand_in(folder: Path, students: int) -> None:
    """Write a roster, a class file, and an answer file for each student into `folder`. Every tenth
    program is a copy."""
    rng = random.Random(SEED)
    answers = {id: contents.get(id).solution(1) for id in EXERCISES}
    (folder / "roster.csv").write_text(
        "id,name,canvas_id\n"
        + "".join(f"s{n:05},Student {n} of {students},{10 * n + 7}\n" for n in range(students))
    )
    (folder / "class.toml").write_text(
        f'name = "Large"\nroster = "roster.csv"\nseed = "{SEED}"\nexercises = {json.dumps(list(EXERCISES))}\n'
    )
    (folder / "handed-in").mkdir()
    for n in range(students):
        entries: dict[str, Any] = {}
        for id, answer in answers.items():
            if isinstance(answer, str):
                answer = own_program(answer, n - n % 10 % 2)
            else:
                answer = {
                    name: f"{rng.uniform(1, 999):.1f}" if str(value)[:1].isdigit() else value
                    for name, value in answer.items()
                }
            entries[id] = {
                "variant": variant_of(SEED, f"s{n:05}", id),
                "answer": answer,
                "time": TIME,
                "hints": 0,
            }
        page = {
            "v": 2,
            "edition": EDITION,
            "name": f"Student {n}",
            "saved": TIME,
            "figures": {},
            "predictions": {},
            "exercises": entries,
        }
        (folder / "handed-in" / f"student{n}of{students}_{10 * n + 7}_1_answers.json").write_text(
            json.dumps(page)
        )


def once(folder: Path) -> None:
    """Grade the class in `folder`, and print the time (s, without judging) and the peak memory
    (MB)."""
    workers = MadeUp()
    begun = time.perf_counter()
    grade(
        Batch(folder / "handed-in", folder / "grades", read_class(folder / "class.toml"), workers)
    )
    print(
        time.perf_counter() - begun - workers.seconds,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def measure(students: int = STUDENTS) -> list[Row]:
    """Return the rows of time and peak memory for a class of `students`, graded in a separate
    process."""
    with tempfile.TemporaryDirectory() as name:
        hand_in(Path(name), students)
        done = subprocess.run(
            [sys.executable, "-m", "bench.large_class", name],
            check=True,
            capture_output=True,
            text=True,
        )
        seconds, megabytes = map(float, done.stdout.split())
    name_of_row = f"{students} students, 3 exercises each, without judging"
    return [
        at_most(name_of_row, seconds, "s", SECONDS * students / STUDENTS),
        at_most("the same: memory", megabytes, "MB", MEGABYTES),
    ]


if __name__ == "__main__":
    if sys.argv[1:] and Path(sys.argv[1]).is_dir():
        once(Path(sys.argv[1]))
    else:
        for row in measure(*map(int, sys.argv[1:])):
            print(row)
