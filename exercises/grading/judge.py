"""Judge one answer of a student. Jobs and outcomes are plain JSON, so they can be sent to any
process.

A job is {"student", "exercise", "print": the exercise's fingerprint, "seed", "answer": {"variant",
"answer"}}; the inner answer is the text of a program, or fields. An outcome is {"verdict": as in
`verdict.schema.json`, "seconds", "words": the outcome of `items.causes.explain`}, or {"failure": the
reason}. The words come with the verdict because most time goes into drawing a variant, and this process
has drawn it."""

import hashlib
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from exercises import contents
from exercises.checker.check import check
from exercises.checker.limits import USUAL, Limits
from exercises.checker.verdict import Verdict
from exercises.grading.items.causes import explain
from exercises.kit.answer import AnswerError, RunnerFailed
from exercises.kit.exercise import Exercise
from exercises.sandbox.deno import Sandbox
from models.jobs.workers import Cluster, Job, Outcome, Processes

LONGEST = 300.0  # seconds for a job; the limits of an answer end it much earlier

_ONE_AT_A_TIME = threading.Lock()  # pytest and its output are global to the process
_OPEN: list[Sandbox] = []  # at most one


def end(*_: object) -> NoReturn:
    """End this process and the program in its sandbox. Without this the program might run
    forever."""
    for box in _OPEN:
        box.close()
    os._exit(1)


def processes(count: int, longest: float = LONGEST) -> Processes:
    """Return processes on this machine that judge answers."""
    return Processes(count, ready, longest, end)


def cluster(address: str, longest: float = LONGEST, patience: float = 10.0) -> Cluster:
    """Return the Dask cluster at an address, whose workers judge answers."""
    return Cluster(address, ready, longest, patience)


def ready() -> str:
    """Return why this machine cannot run answers; an empty string if it can."""
    try:
        with Sandbox() as box:
            box.runner().load("ready = True")
    except (RunnerFailed, AnswerError, OSError) as error:
        return str(error)
    return ""


def fingerprint(exercise: Exercise) -> str:
    """Return a hash of the files that decide the marks in an exercise: its question, starter and
    tests."""
    digest = hashlib.sha256()
    for name in ("question.py", "starter.py", exercise.test_file.name):
        path = exercise.test_file.parent / name
        text = path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else b""
        digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()[:16]


def judge(job: Job) -> Outcome:
    """Judge the answer of a job, and return the outcome: its verdict and how long (s) it took. An
    error of the grader is returned as a failure, and says nothing about the answer."""
    begun = time.perf_counter()
    try:
        exercise = contents.get(job["exercise"])
        if fingerprint(exercise) != job["print"]:
            return {
                "failure": f"{job['exercise']} differs on the worker: is the same edition installed there?"
            }
        with _ONE_AT_A_TIME:
            verdict = _verdict(exercise, job["answer"], job["seed"])
        outcome: Outcome = {"verdict": verdict.to_json()}
        with suppress(Exception):  # words are no part of a mark
            outcome["words"] = explain(to_explain(exercise, job["answer"], outcome["verdict"]))
    except Exception as error:
        return {
            "failure": f"{type(error).__name__}: {error}"
            if not isinstance(error, RunnerFailed)
            else str(error)
        }
    return {**outcome, "seconds": round(time.perf_counter() - begun, 3)}


def to_explain(exercise: Exercise, answer: dict[str, Any], verdict: dict[str, Any]) -> Job:
    """Return the job of `explain` for an answer and its verdict."""
    return {
        "exercise": exercise.id,
        **answer,
        "full": verdict["points"] == exercise.points,
        "failed": [test["id"] for test in verdict["tests"] if test["outcome"] != "passed"],
    }


@contextmanager
def sandbox(limits: Limits = USUAL) -> Iterator[Sandbox]:
    """Yield a sandbox for the programs of one answer."""
    with Sandbox(limits) as box:
        _OPEN.append(box)
        try:
            yield box
        finally:
            _OPEN.remove(box)


def _verdict(exercise: Exercise, answer: dict[str, Any], seed: str) -> Verdict:
    with sandbox() as box:
        return check(exercise, answer["answer"], box.runner, answer["variant"], seed)
