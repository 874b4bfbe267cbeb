"""What the README tells people to type does work: its commands and its programs, from the root of
the repository."""

import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from exercises.contents import exercises

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = ".venv/bin/python"
COMMANDS = [
    shlex.split(line, comments=True)
    for line in re.findall(rf"^    ({PYTHON} .*)$", TEXT, re.MULTILINE)
]
NOTEBOOK = re.findall(r"^    (from figures.*|get\(.*)$", TEXT, re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
WRITTEN = ("flush.svg", "my_answer.py")
RENDERER = ROOT / "_build" / "web" / "node.mjs"


def run(*words):
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)


def marked(words):
    slow = [pytest.mark.slow] if "report" in words else []
    drawn = (
        [pytest.mark.skipif(not RENDERER.exists(), reason="the renderer is not built")]
        if "--svg" in words
        else []
    )
    return pytest.param(words, id=" ".join(words[1:4]), marks=[*slow, *drawn])


def test_there_is_something_to_type():
    assert len(COMMANDS) >= 7
    assert len(PROGRAMS) >= 2


@pytest.mark.parametrize("words", [marked(words) for words in COMMANDS if ">" not in words])
def test_a_command_works(words, tmp_path):
    for *command, sign, file in COMMANDS:
        if sign == ">" and file in words:
            (tmp_path / file).write_text(run(*command[1:]).stdout)
    done = run(*(str(tmp_path / word) if word in WRITTEN else word for word in words[1:]))
    wanted = 1 if "check" in words else 0  # the answer that is checked is still to be mended
    assert (done.returncode, done.stderr) == (wanted, "")
    assert done.stdout.strip()


def test_a_chapter_has_three_exercises_or_more():
    assert "Each chapter has three exercises or more" in TEXT
    assert min(Counter(exercise.chapter for exercise in exercises()).values()) >= 3


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs_by_itself(program):
    done = run("-c", program)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\d", done.stdout)


@pytest.mark.skipif(
    not (ROOT / "figures" / "_widget.js").exists(), reason="the drawing program is not built"
)
def test_what_is_typed_in_a_notebook_shows_a_figure_that_has_run():
    assert len(NOTEBOOK) == 2
    *first, last = NOTEBOOK
    said = "print(len(shown.rows), repr(shown.message), shown.say)"
    done = run("-c", "\n".join([*first, f"shown = {last}", said]))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"[1-9]\d* '' .*\d", done.stdout)
