"""The commands and programs shown in README, CONTRIBUTING and AUTHORING work, from the root of the
repository."""

import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from exercises.contents import exercises
from tests.conftest import sample

ROOT = Path(__file__).resolve().parent.parent
FILES = ("README.md", "CONTRIBUTING.md", "AUTHORING.md")
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in FILES}
TEXT = "\n".join(TEXTS.values())
PYTHON = ".venv/bin/python"
LINES_OF = re.findall(rf"^    ({PYTHON} .*?)(?: +#.*)?$", TEXT, re.MULTILINE)
COMMANDS = [shlex.split(line) for line in dict.fromkeys(LINES_OF)]
NOTEBOOK = re.findall(r"^    (import figures|figures\.get\(.*)$", TEXT, re.MULTILINE)
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHOWN = {
    "FIGURE": "print(FIGURE.describe(sum(run(7200 * rpm, 8 * KiB, seed=1), [])))",
    "def": "import random; print(case(random.Random(1)))",
}
"""Code that is run after an example of a figure or an exercise to show that it works, by the first
word of the example's last statement."""
WRITTEN = ("flush.svg", "my_answer.py")
RENDERER = ROOT / "_build" / "web" / "node.mjs"
LINES = {"README.md": 45, "CONTRIBUTING.md": 50}
"""The most lines of the pages that fit one screen."""


def run(*words):
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)


def marked(words):
    drawn = (
        [pytest.mark.skipif(not RENDERER.exists(), reason="the renderer is not built")]
        if "--svg" in words
        else []
    )
    return pytest.param(words, id=" ".join(words[1:4]), marks=drawn)


def test_there_is_something_to_type():
    assert len(COMMANDS) >= 14
    assert len(PROGRAMS) == 4
    assert not re.search(r"`(python -m )?models ", TEXTS["README.md"])


@pytest.mark.parametrize("name", LINES)
def test_a_start_page_fits_one_screen(name):
    assert len(TEXTS[name].splitlines()) <= LINES[name]


SHORT = [words for words in COMMANDS if ">" not in words and "report" not in words]
"""Those that take less than the minute in which a report runs all figures."""


@pytest.mark.parametrize(
    "words",
    [marked(words) for words in sample([each for each in COMMANDS if ">" not in each], SHORT)],
)
def test_a_command_works(words, tmp_path):
    for *command, sign, file in COMMANDS:
        if sign == ">" and file in words:
            (tmp_path / file).write_text(run(*command[1:]).stdout)
    done = run(*(str(tmp_path / word) if word in WRITTEN else word for word in words[1:]))
    wanted = 1 if "check" in words else 0  # the answer that is checked is still to be mended
    assert (done.returncode, done.stderr) == (wanted, "")
    assert done.stdout.strip()


def test_make_has_every_target_that_is_named():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:^    |`)make ([a-z]+)", TEXT, re.MULTILINE))
    assert {"serve", "check", "test"} <= named <= targets


def test_a_second_make_is_kept_out_while_one_builds(tmp_path):
    def alone(process):
        return f"{sys.executable} {ROOT}/tools/alone.py building {process}"

    (tmp_path / "Makefile").write_text(
        f"OTHER := $(shell {alone('$$PPID')})\nall:\n\t@echo '$(OTHER)'\n\t@{alone(1)}\n"
    )
    outer = {
        "MAKEFLAGS",
        "MAKELEVEL",
        "MFLAGS",
    }  # of the make that runs the tests: it would speak up here
    env = {name: value for name, value in os.environ.items() if name not in outer}
    for _ in "ab":  # what a make leaves that has ended keeps nobody out
        done = subprocess.run(["make"], cwd=tmp_path, env=env, capture_output=True, text=True)
        first, second = done.stdout.splitlines()
        assert first == "" and re.match(
            r"another make is building here \(process \d+\): wait", second
        )


def test_all_chapters_but_one_have_three_exercises_or_more():
    assert re.search(r"All\s+chapters but one have three exercises or more", TEXT)
    few = [name for name, n in Counter(one.chapter for one in exercises()).items() if n < 3]
    assert few == ["benchmarks"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_runs_by_itself(program):
    program += SHOWN.get(program.rpartition("\n\n\n")[2].split()[0], "")
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
