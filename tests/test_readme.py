"""What the README tells people to type does work: its commands and its programs, from the root of the repository."""
import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from exercises.contents import exercises, get
from figures.define.edition import EDITION

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
TIME = "2026-11-21T23:40:00Z"
PYTHON = ".venv/bin/python"
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(rf"^    ((?:{PYTHON}|cp) .*)$", TEXT, re.MULTILINE)]
NOTEBOOK = re.findall(r"^    (from figures.*|get\(.*)$", TEXT, re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
WRITTEN = ("flush.svg", "my_answer.py")
LOOPS = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
RENDERER = ROOT / "_build" / "web" / "node.mjs"


def run(*words):
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)


def marked(words):
    slow = [pytest.mark.slow] if "report" in words else []
    drawn = [pytest.mark.skipif(not RENDERER.exists(), reason="the renderer is not built")] if "--svg" in words else []
    return pytest.param(words, id=" ".join(words[1:4]), marks=[*slow, *drawn])


def test_there_is_something_to_type():
    assert len(COMMANDS) >= 7
    assert len(PROGRAMS) >= 2


@pytest.mark.parametrize("words", [marked(words) for words in COMMANDS if words[0] == PYTHON])
def test_a_command_works(words, tmp_path):
    copies = {end: begin for name, begin, end in (words for words in COMMANDS if words[0] == "cp")}
    for name in WRITTEN:
        if name in copies:
            (tmp_path / name).write_bytes((ROOT / copies[name]).read_bytes())
    done = run(*(str(tmp_path / word) if word in WRITTEN else word for word in words[1:]))
    wanted = 1 if "check" in words else 0       # the answer that is checked is still to be mended
    assert (done.returncode, done.stderr) == (wanted, "")
    assert done.stdout.strip()


@pytest.mark.slow
def test_a_class_is_checked_in_a_loop(tmp_path):
    folder = ROOT / "exercises" / "missed_revolution"
    answers = {"ada": "solution.py", "ben": "starter.py", "cem": None, "dee": "solution.py"}
    (tmp_path / "handed-in").mkdir()
    for name, answer in answers.items():
        work = {"variant": 7, "answer": (folder / answer).read_text(), "time": TIME, "hints": 0} if answer else None
        file = {"v": 2, "edition": EDITION, "name": name, "saved": TIME, "figures": {}, "predictions": {},
                "exercises": {"missed-revolution": work} if work else {}}
        text = json.dumps(file)
        (tmp_path / "handed-in" / f"{name}.json").write_text(text if name != "dee" else text[:-100])
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / PYTHON).symlink_to(sys.executable)
    assert len(LOOPS) == 2
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", LOOPS[0]], cwd=tmp_path, capture_output=True, text=True, env=environment)
    ada, ben, cem, dee = done.stdout.splitlines()
    points = get("missed-revolution").points
    said = f"missed-revolution, variant 7: {points} of {points} points, all 9 tests passed; by ada, {TIME}, no hint open"
    assert ada == f"0  handed-in/ada.json  {said}"
    assert ben.startswith("1  handed-in/ben.json  missed-revolution, variant 7: ")
    assert cem.startswith("2  handed-in/cem.json  exercises: handed-in/cem.json holds no answer to missed-revolution")
    assert dee.startswith("2  handed-in/dee.json  exercises: handed-in/dee.json is no answer file: ")
    assert done.stderr == ""


@pytest.mark.slow
def test_a_chapter_is_checked_in_a_loop_over_its_exercises_and_the_files(tmp_path):
    ids = [exercise.id for exercise in exercises() if exercise.chapter == "disks"]
    right, wrong, damaged, *missing = ids
    assert len(missing) >= 2
    given = {"variant": 7, "time": TIME, "hints": 2}
    worked = {right: {**given, "answer": get(right).solution(7)}, wrong: {**given, "answer": get(wrong).start()},
              damaged: {**given, "answer": None}}
    (tmp_path / "handed-in").mkdir()
    for name, tricky in (("ada", "Ada L."), ("zed", r"Zed\n0  handed-in/zed.json")):
        file = {"v": 2, "edition": EDITION, "name": tricky, "saved": TIME, "figures": {}, "predictions": {}}
        file["exercises"] = worked
        (tmp_path / "handed-in" / f"{name}.json").write_text(json.dumps(file))
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / PYTHON).symlink_to(sys.executable)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", LOOPS[1]], cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 2 * len(ids)
    codes = [0, 1, 2, *(2 for _ in missing)]
    assert f"\n    {lines[1]}\n" in TEXT
    for file, name, said in (("ada", "Ada L.", lines[:len(ids)]), ("zed", r"Zed\n0  handed-in/zed.json", lines[len(ids):])):
        assert [line.split("  ")[0] for line in said] == [str(code) for code in codes]
        points = get(right).points
        assert said[0].startswith(f"0  handed-in/{file}.json  {right}, variant 7: {points} of {points} points")
        assert said[0].endswith(f"; by {name}, {TIME}, 2 hints open")
        assert said[1].startswith(f"1  handed-in/{file}.json  {wrong}, variant 7: ")
        assert f"exercises.{damaged}.answer must be" in said[2]
        assert all(f"holds no answer to {id}; it holds: " in line for id, line in zip(missing, said[3:], strict=True))


def test_a_chapter_has_three_exercises_or_more():
    assert "Each chapter has three exercises or more" in TEXT
    assert min(Counter(exercise.chapter for exercise in exercises()).values()) >= 3


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs_by_itself(program):
    done = run("-c", program)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\d", done.stdout)


@pytest.mark.skipif(not (ROOT / "figures" / "_widget.js").exists(), reason="the drawing program is not built")
def test_what_is_typed_in_a_notebook_shows_a_figure_that_has_run():
    assert len(NOTEBOOK) == 2
    *first, last = NOTEBOOK
    said = "print(len(shown.rows), repr(shown.message.value), shown.say.value)"
    done = run("-c", "\n".join([*first, f"shown = {last}", said]))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"[1-9]\d* '' <p>.*\d", done.stdout)
