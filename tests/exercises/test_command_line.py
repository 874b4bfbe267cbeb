"""`python -m exercises`: exit codes, one line of words for each wrong use."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from exercises.__main__ import main

pytestmark = pytest.mark.slow   # each check starts processes of its own

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "exercises/missed_revolution"


def exercises(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "exercises", *map(str, arguments)], capture_output=True, text=True, cwd=ROOT, **options
    )


def test_the_list_has_a_line_an_exercise():
    done = exercises("list")
    assert done.returncode == 0
    assert done.stdout == "missed-revolution  synchronous-writes  13 points  The missed revolution\n"
    assert json.loads(exercises("list", "--json").stdout)[0]["folder"] == FOLDER


def test_the_starter_is_what_is_checked_without_an_answer_and_fails():
    done = exercises("check", FOLDER)
    assert done.returncode == 1
    assert "failed  test_a_late_request_waits_for_the_rest_of_the_turn" in done.stdout
    assert done.stdout == exercises("check", f"{FOLDER}/", "--answer", f"{FOLDER}/starter.py").stdout


def test_the_solution_passes():
    done = exercises("check", FOLDER, "--answer", f"{FOLDER}/solution.py", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["passed"] is True


def test_an_answer_that_exits_fails(tmp_path):
    sly = tmp_path / "my 'own' answer.py"
    sly.write_text("import os\ndef write_time(*inputs):\n    os._exit(0)\nwrites_per_second = write_time\n")
    done = exercises("check", FOLDER, "--answer", sly)
    assert done.returncode == 1
    assert "missed-revolution: 0 of 13 points" in done.stdout


def test_an_answer_that_raises_is_told_with_its_line_and_what_it_printed(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("def write_time(*inputs):\n    print('inputs', len(inputs))\n    return 1 / 0\n")
    said = exercises("check", FOLDER, "--answer", broken).stdout
    assert "  error: line 3: write_time(size=12288, " in said
    assert "ZeroDivisionError: division by zero" in said
    assert "  the answer printed:\n    inputs 4\n" in said


def test_a_failure_of_our_own_is_exit_2_and_no_verdict(monkeypatch, capsys):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert main(["check", str(ROOT / FOLDER)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("exercises: cannot run an answer with /bin/false")
    assert said.err.endswith("this says nothing about the answer\n")


def test_an_answer_that_shadows_a_module_of_ours_is_only_a_file(tmp_path):
    shadow = tmp_path / "json.py"
    shadow.write_text((ROOT / FOLDER / "solution.py").read_text())
    assert exercises("check", FOLDER, "--answer", shadow).returncode == 0


def wrong_files(folder):
    (folder / "latin.py").write_bytes(b"# caf\xe9\n")
    (folder / "empty.py").write_text(" \n")
    (folder / "huge.py").write_text("# x\n" * 100_000)
    (folder / "loop.py").symlink_to(folder / "loop.py")
    return folder


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("latin.py", "must be UTF-8 text, byte 5 is not"),
        ("empty.py", "is empty"),
        ("huge.py", "an answer must be at most 100000 bytes"),
        ("none.py", "there is no file"),
        ("loop.py", ""),
        (".", "is a folder, an answer is a Python file"),
        ("/dev/zero", "is no regular file"),
    ],
)
def test_a_file_that_is_no_answer_is_one_line_and_exit_2(tmp_path, name, words):
    done = exercises("check", FOLDER, "--answer", wrong_files(tmp_path) / name)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "required"),
        (["grade", "x"], "invalid choice"),
        (["check"], "required: FOLDER"),
        (["check", "exercises/none"], "holds no exercise: there is no file prompt.md"),
        (["check", "README.md"], "holds no exercise"),
        (["check", FOLDER, "--fast"], "unrecognized arguments"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(arguments, words):
    done = exercises(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
