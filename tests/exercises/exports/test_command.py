"""`python -m exercises export`: one line for each wrong use, and nothing is written over."""

from zipfile import ZipFile

import pytest

from exercises.__main__ import main
from exercises.contents import get
from exercises.exports import question
from exercises.exports.package import build_wheel

ROSTER = "id,name\nada,Ada\n"


def wrong(capsys, *arguments):
    assert main(["export", *map(str, arguments)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def class_file(folder, text, roster=ROSTER):
    (folder / "roster.csv").write_text(roster)
    (folder / "class.toml").write_text(text)
    return folder / "class.toml"


def test_an_exercise_that_there_is_not_is_named_with_one_like_it(capsys, tmp_path):
    assert "perhaps missed-revolution" in wrong(
        capsys, "otter", tmp_path / "out", "mised-revolution"
    )
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_over(capsys, tmp_path):
    (tmp_path / "mine").write_text("mine")
    assert "must be a new or empty folder" in wrong(
        capsys, "nbgrader", tmp_path, "missed-revolution"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_made_is_named(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot write" in wrong(capsys, "otter", tmp_path / "file" / "out", "missed-revolution")


@pytest.mark.parametrize(
    ("grader", "told", "roster", "why"),
    [
        ("nbgrader", 'roster = "roster.csv"', ROSTER, "use --variant instead of --class"),
        ("otter", 'roster = "roster.csv"', ROSTER, "use --variant instead of --class"),
        (
            "gradescope",
            'exercises = ["missed-revolution"]',
            ROSTER,
            "the class file must name a roster",
        ),
        ("ci", 'roster = "roster.csv"', "id,name\n../../x,X\n", "got '../../x'"),
        ("ci", 'roster = "roster.csv"', "id,name\n.git,X\n", "got '.git'"),
    ],
)
def test_a_class_that_will_not_do_is_refused(capsys, tmp_path, grader, told, roster, why):
    assert why in wrong(
        capsys, grader, tmp_path / "out", "--class", class_file(tmp_path, told, roster)
    )


def test_a_repository_needs_a_class(capsys, tmp_path):
    assert "ci needs --class FILE" in wrong(capsys, "ci", tmp_path / "out", "missed-revolution")


def test_the_package_holds_the_exercises_that_were_asked_for_and_no_solution(tmp_path):
    with ZipFile(build_wheel(tmp_path, [get("missed-revolution")])) as wheel:
        names = wheel.namelist()
        solution = wheel.read(
            "exercises/questions/synchronous_writes/missed_revolution/solution.py"
        ).decode()
        prompt = wheel.read(
            "exercises/questions/synchronous_writes/missed_revolution/prompt.md"
        ).decode()
    assert (
        "def" not in solution
        and prompt.partition("## Why\n")[2].strip() == "This copy does not contain it."
    )
    assert {name.split("/")[-2] for name in names if name.endswith("/prompt.md")} == {
        "missed_revolution"
    }
    assert not any(name.endswith("wrong.toml") for name in names)


def test_a_picture_is_drawn_or_told(monkeypatch, tmp_path):
    exercise = get("what-drew-this-map")
    alt, svg = question.picture(exercise, 3)
    assert svg.startswith("<svg") and "var(--" not in svg and alt.startswith("A heat map")
    monkeypatch.setattr("figures.run.build.RENDERER", tmp_path / "none")
    assert question.picture(exercise, 3) == (alt, None)
