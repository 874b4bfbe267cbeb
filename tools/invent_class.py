"""Generate a class and its submissions: `python tools/invent_class.py FOLDER [STUDENTS] [EXERCISE
...]`.

The answers are the exercises' own solutions and wrong answers, and attacks. They are handed in as
answer files of the page, folders of programs and fields, and notebooks. Equal arguments give an
equal class.
"""

import argparse
import ast
import csv
import json
import os
import random
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from exercises.contents import get
from exercises.kit.exercise import Exercise, RawAnswer
from exercises.kit.variant_of import variant_of
from figures.define.edition import EDITION

SEED = "invented"
DUE = datetime(2026, 12, 1, 18, tzinfo=UTC)
ON_TIME, LATE = DUE - timedelta(hours=5), DUE + timedelta(hours=30)
EXERCISES = ("missed-revolution", "four-lines-of-iostat")
NAMES = [
    "Ada Lovelace",
    "Grace Hopper",
    "Alan Turing",
    "Edsger Dijkstra",
    "Barbara Liskov",
    "Donald Knuth",
    "Margaret Hamilton",
    "Tony Hoare",
    "Frances Allen",
    "Niklaus Wirth",
    "Radia Perlman",
    "John Backus",
    "Katherine Johnson",
    "Ken Thompson",
    "Jean Bartik",
    "Dennis Ritchie",
    "Mary Jackson",
    "Jim Gray",
    "Karen Sparck Jones",
    "Leslie Lamport",
]
ODD = [
    '=HYPERLINK("http://127.0.0.1/","click")',
    "../../etc/passwd",
    "<b onclick=alert(1)>Bobby</b>",
    'O\'Brien, "Mac" Zoë',
    "@SUM(A1)",
    "Łukasz Żółć",
]
KINDS = (
    "right",
    "wrong",
    "right",
    "hostile",
    "late",
    "wrong",
    "start",
    "right",
    "other variant",
    "nothing",
    "copy",
    "duplicate",
    "broken file",
    "signed by another",
    "hostile",
)
WORDS = (
    "first +",
    "second *",
    "3 -",
    "first /",
    "(second + 1) *",
    "max(first, 2) +",
    "-second %",
    "[first][0] *",
    "2 **",
)
ATTACKS = [  # each defines `attack`, which is then given the name of the required function
    "import os\nos._exit(0)\n",
    "import sys\nsys.exit(0)\n",
    "import pytest\n\ndef attack(*given):\n    pytest.skip()\n",
    "def attack(*given):\n    while True:\n        pass\n",
    "import math\nmath.isclose = lambda *a, **k: True\n\ndef attack(*given):\n    return 1.0\n",
    "class Any(float):\n    def __eq__(self, other):\n        return True\n\ndef attack(*given):\n    return Any(1)\n",
    "def attack(*given):\n    return attack(*given)\n",
    "print('x' * 10 ** 7)\n",
]


@dataclass(frozen=True)
class Invented:
    """A student of the invented class, and the kind of the student's answers."""

    id: str
    name: str
    kind: str


def invent(
    folder: Path,
    students: int = 30,
    exercises: tuple[str, ...] = EXERCISES,
    kinds: tuple[str, ...] = KINDS,
    odd: bool = True,
) -> list[Invented]:
    """Write `roster.csv`, `class.toml` and `handed-in/` into the folder, and return the
    students."""
    rng = random.Random(f"{SEED} {students}")
    names = [*(ODD if odd else []), *NAMES]
    members = [
        Invented(
            f"s{number:03}",
            names[number] if number < len(names) else f"Student {number}",
            kinds[number % len(kinds)],
        )
        for number in range(students)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "roster.csv").open("w", newline="", encoding="utf-8") as file:
        rows = [[one.id, one.name, "AB"[number % 2]] for number, one in enumerate(members)]
        csv.writer(file).writerows([["id", "name", "section"], *rows])
    (folder / "class.toml").write_text(
        f'name = "Invented class"\nroster = "roster.csv"\nseed = "{SEED}"\nmarks_seed = "of the test"\n'
        f"due = {DUE.isoformat()}\nlate = {{ percent_a_day = 10, days = 3 }}\n"
        f"exercises = {json.dumps(list(exercises))}\n",
        encoding="utf-8",
    )
    for number, one in enumerate(members):
        _hand_in(folder / "handed-in", one, number, [get(id) for id in exercises], rng)
    return members


def _hand_in(
    folder: Path, one: Invented, number: int, exercises: list[Exercise], rng: random.Random
) -> None:
    if one.kind == "nothing":
        (folder / one.id).mkdir(parents=True)
        return
    answers = {exercise.id: _answer(one, number, exercise, rng) for exercise in exercises}
    owner = f"s{number - 1:03}" if one.kind == "other variant" else one.id
    variants = {id: variant_of(SEED, owner, id) for id in answers}
    signed = "Somebody Else" if one.kind == "signed by another" else one.name
    time = LATE if one.kind == "late" else ON_TIME
    if one.kind == "broken file":
        _put(folder / f"{one.id}.json", b'{"v": 2, "name": "\xff"', time)
    elif one.kind in ("other variant", "signed by another", "duplicate") or number % 3 == 0:
        _put(folder / f"{one.id}.json", _page(signed, answers, variants), time)
    elif number % 3 == 1:
        for exercise in exercises:
            answer = answers[exercise.id]
            kind = "py" if isinstance(answer, str) else "json"
            text = answer if isinstance(answer, str) else json.dumps(answer)
            _put(folder / one.id / f"{exercise.test_file.parent.name}.{kind}", text, time)
    else:
        _put(folder / one.id / "answers.ipynb", _notebook(answers), time)
    if one.kind == "duplicate":
        first = {
            exercise.id: exercise.wrong_answer(exercise.wrong[0], variants[exercise.id])
            for exercise in exercises
        }
        _put(
            folder / one.id / "first.json", _page(signed, first, variants), time - timedelta(days=1)
        )


def _answer(one: Invented, number: int, exercise: Exercise, rng: random.Random) -> RawAnswer:
    variant = variant_of(SEED, one.id, exercise.id)
    if one.kind == "hostile":
        return (
            _attack(number, exercise, variant)
            if exercise.form is None
            else {"__class__": "1e999", "x" * 60: "9" * 190}
        )
    if one.kind == "start":
        return exercise.start(variant)
    if one.kind == "wrong":
        return exercise.wrong_answer(rng.choice(exercise.wrong), variant)
    solution = exercise.solution(variant)
    if not isinstance(solution, str):
        return solution
    if one.kind == "copy":
        renamed = own_program(solution, number - 3)
        renamed = (
            renamed.replace("wait", "pause")
            .replace("turn", "rotation")
            .replace("rerotation", "return")
        )
        return f"# all my own work\n{renamed}"
    return own_program(solution, number)


def _attack(number: int, exercise: Exercise, variant: int) -> str:
    """Return a malicious program that defines the functions which the exercise asks for."""
    names = [
        step.name
        for step in ast.parse(str(exercise.solution(variant))).body
        if isinstance(step, ast.FunctionDef)
    ]
    return f"{ATTACKS[number % len(ATTACKS)]}\n{' = '.join(names)} = attack\n"


def own_program(program: str, number: int) -> str:
    """Return a program with a function added that no other student has, drawn by `number`."""
    rng = random.Random(f"own {number}")
    lines = [
        f"    {name} = ({' '.join(rng.choice(WORDS) for _ in range(rng.randint(3, 9)))} first)"
        for name in "abcd"
    ]
    return "\n".join(
        [program, "", "def tried(first, second):", *lines, "    return [a, b, c, d]", ""]
    )


def _page(signed: str, answers: dict[str, RawAnswer], variants: dict[str, int]) -> str:
    time = "2026-12-01T10:00:00Z"
    entries = {
        id: {"variant": variants[id], "answer": answer, "time": time, "hints": len(id) % 3}
        for id, answer in answers.items()
    }
    return json.dumps(
        {
            "v": 2,
            "edition": EDITION,
            "name": signed,
            "saved": time,
            "figures": {},
            "predictions": {},
            "exercises": entries,
        }
    )


def _notebook(answers: dict[str, RawAnswer]) -> str:
    cells: list[dict[str, Any]] = []
    for number, (id, answer) in enumerate(answers.items()):
        source = answer if isinstance(answer, str) else f"answer = {answer!r}"
        cells.append(
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "execution_count": None,
                "outputs": [],
                "source": source,
                "metadata": {"where_the_time_goes": {"exercise": id}},
            }
        )
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


def _put(path: Path, content: str | bytes, time: datetime) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.utime(path, (time.timestamp(), time.timestamp()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("students", type=int, nargs="?", default=30)
    parser.add_argument("exercises", metavar="EXERCISE", nargs="*")
    options = parser.parse_args()
    for member in invent(options.folder, options.students, tuple(options.exercises) or EXERCISES):
        print(member.id, member.kind, member.name)
