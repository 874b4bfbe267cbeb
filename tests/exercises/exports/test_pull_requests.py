"""The repository for a class that hands in by pull request: the steps of its workflow, on pull
requests of several kinds."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from exercises.__main__ import main
from exercises.contents import get
from exercises.exports.pull_requests import run
from models.cli.command_line import WrongUse
from tests.exercises.exports.sample import ANSWERS, VARIANT, marks

pytestmark = pytest.mark.slow
IDS = ["missed-revolution", "what-drew-this-map"]
NAMES = [id.replace("-", "_") for id in IDS]


def git(folder, *words):
    own = [
        "user.name=A",
        "user.email=a@example.org",
        "commit.gpgsign=false",
        "init.defaultBranch=main",
    ]
    command = ["git", *(word for setting in own for word in ("-c", setting)), *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A class of two in a repository of its own."""
    folder = tmp_path_factory.mktemp("class")
    (folder / "roster.csv").write_text(
        "id,name,email,login\nada,Ada Lovelace,ada@example.org,\nben,Ben,,Big-Ben\n"
    )
    own = "".join(
        f"[variants.{student}]\n{IDS[0]} = {VARIANT}\n{IDS[1]} = {VARIANT}\n"
        for student in ("ada", "ben")
    )
    (folder / "class.toml").write_text(
        f'roster = "roster.csv"\nmarks_seed = "secret"\nexercises = {json.dumps(IDS)}\n{own}'
    )
    assert main(["export", "ci", str(folder / "out"), "--class", str(folder / "class.toml")]) == 0
    git(folder / "out", "init", "-q")
    git(folder / "out", "add", "-A")
    git(folder / "out", "commit", "-qm", "The class")
    return folder / "out"


@pytest.fixture
def pull_request(repository, tmp_path):
    """Runs the workflow's own steps on a pull request that brings files; the code of the last, the
    summary, what was said."""

    def opened(login, files):
        clone, temp, summary = tmp_path / "clone", tmp_path / "runner", tmp_path / "summary.md"
        git(tmp_path, "clone", "-q", str(repository), str(clone))
        git(clone, "checkout", "-qb", "theirs")
        for name, content in files.items():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_text(content, encoding="utf-8")
        git(clone, "add", "-A")
        git(clone, "commit", "-qm", "Answers")
        git(clone, "checkout", "-q", "main")
        git(clone, "merge", "-q", "--no-ff", "theirs", "-m", "Merge")
        temp.mkdir()
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = {
            "PATH": path,
            "HOME": str(tmp_path),
            "RUNNER_TEMP": str(temp),
            "GITHUB_WORKSPACE": str(clone),
            "GITHUB_STEP_SUMMARY": str(summary),
            "LOGIN": login,
            "PIP_NO_INDEX": "1",
        }
        for step in steps(repository):
            where = step["working-directory"].replace("${{ runner.temp }}", str(temp))
            shell = ["bash", "-e", "-o", "pipefail", "-c", step["run"]]
            done = subprocess.run(shell, env=env, cwd=where, capture_output=True, text=True)
            assert done.returncode == 0 or step["name"].startswith("Check"), done.stderr
        return done.returncode, summary.read_text(encoding="utf-8"), temp

    return opened


def workflow(repository):
    return yaml.safe_load(
        (repository / ".github" / "workflows" / "exercises.yml").read_text(encoding="utf-8")
    )


def steps(repository):
    return [step for step in workflow(repository)["jobs"]["check"]["steps"] if "run" in step]


def test_the_workflow_may_only_read_has_no_secrets_and_puts_nothing_of_a_pull_request_into_a_command(
    repository,
):
    told = workflow(repository)
    text = (repository / ".github" / "workflows" / "exercises.yml").read_text(encoding="utf-8")
    assert told[True] == "pull_request" and told["permissions"] == {
        "contents": "read"
    }  # YAML reads `on` as a truth value
    assert "secrets" not in re.sub(r"#.*", "", text) and "permissions" not in told["jobs"]["check"]
    assert all(
        "${{" not in step["run"] and "GITHUB_WORKSPACE" not in step["working-directory"]
        for step in steps(repository)
    )
    assert told["jobs"]["check"]["steps"][0]["with"]["persist-credentials"] is False


def test_each_student_finds_questions_and_answers_that_begin_and_nothing_private(repository):
    for student in ("ada", "ben"):
        assert (repository / "students" / student / "missed_revolution.py").read_text() == get(
            IDS[0]
        ).start(VARIANT)
        assert json.loads(
            (repository / "students" / student / "what_drew_this_map.json").read_text()
        ) == {"what": ""}
        asked = (repository / "questions" / student / "what_drew_this_map.md").read_text(
            encoding="utf-8"
        )
        assert f"variant {VARIANT}" in asked and '"pool": Synchronous writes to a pool' in asked
    told = "".join(
        (repository / name).read_text(encoding="utf-8") for name in ("roster.csv", "class.toml")
    )
    assert "Lovelace" not in told and "ada@example.org" not in told and "secret" not in told


def test_a_pull_request_gets_the_marks_of_our_own_check(pull_request):
    code, summary, temp = pull_request(
        "Big-Ben",
        {
            "students/ben/missed_revolution.py": ANSWERS["wrong"](get(IDS[0])),
            "students/ben/what_drew_this_map.json": json.dumps(ANSWERS["right"](get(IDS[1]))),
        },
    )
    points, of = marks("wrong", IDS[0]) + marks("right", IDS[1]), sum(get(id).points for id in IDS)
    assert code == 0 and f"ben: {points} of {of} points" in summary
    assert any(words in summary for words in get(IDS[0]).wrong[0].advice)
    suites = ElementTree.parse(temp / "grades" / "junit.xml").getroot()
    assert {suite.get("name") for suite in suites} == {f"ben/{id}" for id in IDS}


@pytest.mark.parametrize(
    ("login", "changed", "why"),
    [
        (
            "ada",
            ["students/ben/missed_revolution.py"],
            "only files in students/ada; this one changes students/ben/missed",
        ),
        (
            "ada",
            ["students/ada/log_blocks.py", ".grader/grader.zip"],
            "this one changes .grader/grader.zip",
        ),
        ("ada", ["students/ada.py", "class.toml"], "this one changes students/ada.py and 1 more"),
        ("Big-Ben", ["students/Big-Ben/x.py"], "only files in students/ben"),
        (
            "eve",
            ["students/ada/missed_revolution.py"],
            "eve is not in the column login of roster.csv",
        ),
        (
            "",
            ["students/ada/missed_revolution.py"],
            "an empty login is not in the column login of roster.csv",
        ),
        ("ada", ["students/ada/missed_revolution.py"], "students/ada holds no answers"),
    ],
)
def test_what_is_no_answer_of_the_student_is_refused(repository, tmp_path, login, changed, why):
    (tmp_path / "class").symlink_to(repository, target_is_directory=True)
    (tmp_path / "changed").write_text("".join(f"{name}\0" for name in changed))
    with pytest.raises(WrongUse, match=re.escape(why)):
        run(tmp_path, login)


def test_a_pull_request_that_changes_the_grader_is_refused_by_the_one_of_the_branch(pull_request):
    mine = {".grader/grader.zip": "mine", "class.toml": "", "roster.csv": "id,name\n"}
    code, summary, temp = pull_request(
        "ada", {"students/ada/missed_revolution.py": "x = 1", **mine}
    )
    assert code == 1 and summary.startswith("Not checked: ") and not (temp / "grades").exists()


def test_files_of_a_pull_request_are_not_imported_and_its_words_make_no_markdown(
    pull_request, tmp_path
):
    seen = tmp_path / "seen"
    spy = f"open({str(seen)!r}, 'w').close()\n"
    name = re.search(r"^def (\w+)", get(IDS[0]).start(VARIANT), re.MULTILINE)[1]
    code, summary, _ = pull_request(
        "ada",
        {
            **{f"students/ada/{name}.py": spy for name in ("json", "conftest", "sitecustomize")},
            "students/ada/missed_revolution.py": f"{spy}def {name}(*given):\n    raise ValueError('![x](http://x) | <b>')",
        },
    )
    assert code == 0 and "ada: 0 of" in summary
    assert not seen.exists() and "![" not in summary and "<b>" not in summary
