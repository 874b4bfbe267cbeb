"""The zip for Gradescope, unpacked and run in a folder that is laid out as Gradescope does it."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from exercises.__main__ import main
from exercises.contents import get
from exercises.exports.cells import answer, notebook
from exercises.exports.gradescope import special
from tests.exercises.exports.sample import ANSWERS, VARIANT, marks

pytestmark = pytest.mark.slow
IDS = ["missed-revolution", "what-drew-this-map"]


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """What is in the zip of a class of two."""
    folder = tmp_path_factory.mktemp("gradescope")
    (folder / "roster.csv").write_text(
        "id,name,email\n../ada,Ada,ada@example.org\nben,Ben,ben@example.org\n"
    )
    own = f'[variants."../ada"]\n{IDS[0]} = {VARIANT}\n{IDS[1]} = {VARIANT}\n'
    (folder / "class.toml").write_text(
        f'roster = "roster.csv"\nseed = "autumn"\nexercises = {json.dumps(IDS)}\n{own}'
    )
    assert (
        main(["export", "gradescope", str(folder / "out"), "--class", str(folder / "class.toml")])
        == 0
    )
    with ZipFile(folder / "out" / "exercises.zip") as whole:
        whole.extractall(folder / "source")
        programs = {info.filename for info in whole.infolist() if info.external_attr >> 16 & 0o100}
    assert programs >= {"setup.sh", "run_autograder"}
    return folder / "source"


def submitted(source, root, email, files):
    """What the autograder makes of a submission: its result, or else what it says to the
    instructor."""
    (root / "submission").mkdir(parents=True)
    (root / "source").symlink_to(source, target_is_directory=True)
    for name, text in files.items():
        (root / "submission" / name).write_text(text, encoding="utf-8")
    told = {
        "id": 1,
        "created_at": "2026-11-21T23:40:00Z",
        "users": [{"email": email, "id": 1, "name": "A Name"}],
    }
    (root / "submission_metadata.json").write_text(json.dumps(told), encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {"AUTOGRADER_ROOT": str(root), "PATH": path, "HOME": str(root)}
    done = subprocess.run(
        ["bash", root / "source" / "run_autograder"],
        env=env,
        cwd=root,
        capture_output=True,
        text=True,
    )
    results = root / "results" / "results.json"
    assert results.exists() == (done.returncode == 0), done.stderr
    return json.loads(results.read_text(encoding="utf-8")) if results.exists() else done.stderr


def test_a_submission_gets_the_marks_of_our_own_check_in_the_form_of_gradescope(source, tmp_path):
    result = submitted(
        source,
        tmp_path,
        "Ada@example.org",
        {
            "missed_revolution.py": ANSWERS["wrong"](get(IDS[0])),
            "what_drew_this_map.json": json.dumps(ANSWERS["right"](get(IDS[1]))),
        },
    )
    assert result["score"] == marks("wrong", IDS[0]) + marks("right", IDS[1])
    assert sum(test["max_score"] for test in result["tests"]) == sum(get(id).points for id in IDS)
    assert {test["status"] for test in result["tests"]} == {"passed", "failed"}
    assert any(
        words in test["output"] for words in get(IDS[0]).wrong[0].advice for test in result["tests"]
    )


def test_an_exported_notebook_is_taken_and_an_answer_to_another_variant_earns_nothing(
    source, tmp_path
):
    asked = [
        answer(get(IDS[0]), VARIANT),
        answer(get(IDS[1]), VARIANT + 1),
    ]  # with the solutions in them
    result = submitted(source, tmp_path, "ada@example.org", {"exercises.ipynb": notebook(asked)})
    assert result["score"] == get(IDS[0]).points
    assert f"variant {VARIANT + 1}" in result["output"]


def test_who_is_not_in_the_class_gets_no_mark_and_the_instructor_reads_why(source, tmp_path):
    said = submitted(source, tmp_path, "eve@example.org", {"missed_revolution.py": "x = 1"})
    assert "eve@example.org is not in the roster" in said


def test_the_zip_holds_no_solution_and_scripts_that_a_shell_can_read(source):
    solutions = list((source / "grader" / "exercises").rglob("solution.py"))
    assert len(solutions) > 60 and {path.read_text() for path in solutions} == {
        '"""This copy does not contain it."""\n'
    }
    assert not list((source / "grader").rglob("wrong.toml"))
    for name in ("setup.sh", "run_autograder"):
        assert subprocess.run(["bash", "-n", source / name]).returncode == 0


def test_a_pipe_in_a_submission_keeps_nobody_waiting(tmp_path):
    (tmp_path / "submission" / "deep").mkdir(parents=True)
    (tmp_path / "submission" / "deep" / "x.py").write_text("x = 1\n")
    (tmp_path / "submission" / "link.py").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "submission" / "deep" / "pipe.py")
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(tmp_path / "submission" / "socket.py"))
        shutil.copytree(tmp_path / "submission", tmp_path / "copy", symlinks=True, ignore=special)
    assert sorted(
        str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*")
    ) == ["deep", "deep/x.py", "link.py"]
    assert (tmp_path / "copy" / "link.py").is_symlink()
