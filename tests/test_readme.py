"""What the README tells people to type does work: its commands and its programs, from the root of the repository."""
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = ".venv/bin/python"
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(rf"^    ((?:{PYTHON}|cp) .*)$", TEXT, re.MULTILINE)]
NOTEBOOK = re.findall(r"^    (from figures.*|get\(.*)$", TEXT, re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
WRITTEN = ("flush.svg", "my_answer.py")
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
