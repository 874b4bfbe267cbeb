"""Exercises of each kind, answers to them, and what our own check gives for these."""

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import nbformat

from exercises.checker.check import check
from exercises.checker.in_page import InPage
from exercises.contents import get
from exercises.exports.notebook import head_of, name_of
from exercises.exports.template import assignment
from tests.conftest import sample

VARIANT = 7
NAME = assignment(VARIANT)
IDS = sample(
    [
        "missed-revolution",
        "count-of-references",
        "wait-in-a-crowd",
        "what-drew-this-map",
        "a-log-for-a-promise",
        "log-blocks",
    ],
    1,
    lambda id: get(id).form is None,
)
ANSWERS = {
    "right": lambda exercise: exercise.solution(VARIANT),
    "wrong": lambda exercise: exercise.wrong_answer(exercise.wrong[0], VARIANT),
    "empty": lambda exercise: exercise.start(VARIANT),
    "broken": lambda exercise: (
        "def f(:\n" if exercise.form is None else dict.fromkeys(exercise.form, "many")
    ),
}


@cache
def marks(answer: str, id: str) -> int:
    """The points that our own check gives an answer."""
    return check(get(id), ANSWERS[answer](get(id)), InPage, VARIANT).points


def hand_in(released: Path, answers: Iterable[str], into: Path) -> None:
    """A released notebook with these answers to the exercises in it; an empty one is what was
    released."""
    notebook = nbformat.read(released, as_version=4)
    cells = {
        cell.metadata["where_the_time_goes"]["exercise"]: cell
        for cell in notebook.cells
        if "where_the_time_goes" in cell.metadata
    }
    assert list(cells) == [*IDS]
    for (id, cell), kind in zip(cells.items(), answers, strict=True):
        exercise, answer = get(id), ANSWERS[kind](get(id))
        if kind != "empty":
            cell.source = (
                f"{head_of(exercise)}\n{answer}"
                if exercise.form is None
                else f"{name_of(exercise)} = {answer!r}"
            )
    into.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, into)


def run(folder: Path, site: Path, *command: str) -> str:
    """What a command of the environment says in a folder, with the book of `site`. Fails where the
    command does."""
    programs = Path(sys.executable).parent
    env = {
        **os.environ,
        "PYTHONPATH": str(site),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
