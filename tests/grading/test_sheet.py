"""The class sheet, and the class file to begin with."""

import csv
import re

import pytest

from exercises.__main__ import main
from exercises.class_sheet import link
from exercises.contents import get, ids
from exercises.grading.class_file import read_class
from exercises.kit.variant_of import variant_of
from tests.grading.classes import FORM, PROGRAM, graded, page, points, put, right, roster

NEW = ("--new", "--url", "https://host/storage/")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    roster(tmp_path, ("s1", "Ada"), ("s2", "=Bob"), ("s3", "<i>Eve</i>"))
    return tmp_path


def said(capsys, *arguments):
    code = main([str(argument) for argument in arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_each_student_has_a_link_to_each_variant(folder, capsys):
    put(
        folder / "class.toml",
        f'seed = "autumn"\nurl = "https://host/wtg"\nexercises = ["{PROGRAM}", "{FORM}"]\n',
    )
    code, out, _ = said(capsys, "class", "roster.csv")
    assert (code, out.splitlines()[0]) == (
        0,
        "class-sheet.csv has the links of 3 students in 2 exercises",
    )
    rows = table(folder / "class-sheet.csv")
    asked = [(id, one) for id in ("s1", "s2", "s3") for one in (PROGRAM, FORM)]
    assert [(row["id"], row["exercise"]) for row in rows] == asked
    for row in rows:
        variant = variant_of("autumn", row["id"], row["exercise"])
        chapter = get(row["exercise"]).chapter
        assert (
            row["link"]
            == f"https://host/wtg/book/{chapter}.html#exercise-{row['exercise']}~{variant}"
        )
        assert int(row["variant"]) == variant
    text = (folder / "class-sheet.html").read_text()
    assert re.findall('href="([^"]+)"', text) == [row["link"] for row in rows]
    assert "&lt;i&gt;Eve&lt;/i&gt;" in text
    assert rows[2]["name"] == "'=Bob"


def test_the_link_is_one_that_the_book_has():
    assert (
        link("", "missed-revolution", 7)
        == "book/synchronous-writes.html#exercise-missed-revolution~7"
    )
    assert link("https://host/", "missed-revolution", 7) == link(
        "https://host", "missed-revolution", 7
    )


def test_a_new_class_file_can_be_used_as_it_is(folder, capsys):
    options = ("--exercise", FORM, "--url", "https://host", "--out", "sheet.csv")
    code, out, _ = said(capsys, "class", "roster.csv", "--new", *options)
    assert (code, len(out.splitlines())) == (0, 2)
    told = read_class(folder / "class.toml")
    assert [student.id for student in told.students] == ["s1", "s2", "s3"]
    assert (list(told.assignments), told.url, len(told.marks_seed)) == ([FORM], "https://host", 16)
    given = {row["id"]: int(row["variant"]) for row in table(folder / "sheet.csv")}
    put(
        folder / "handed-in" / "s1.json",
        page("Ada", four_lines_of_iostat=(right(variant=given["s1"]), given["s1"])),
    )
    graded(folder, told)
    assert points(folder) == {("s1", FORM): get(FORM).points}


def test_a_new_class_is_asked_the_whole_book_and_another_has_other_seeds(folder, capsys):
    said(capsys, "class", "roster.csv", *NEW)
    first = read_class(folder / "class.toml")
    assert list(first.assignments) == ids()
    for there in ("class-sheet.csv", "class.toml"):
        code, _, err = said(
            capsys,
            "class",
            "roster.csv",
            *NEW,
            *(["--out", "x.csv"] if there == "class.toml" else []),
        )
        assert (code, (folder / "x.csv").exists()) == (2, False)
        assert (
            err
            == f"exercises: {there} exists already: name another file, or overwrite it with --force\n"
        )
    said(capsys, "class", "roster.csv", *NEW, "--force")
    second = read_class(folder / "class.toml")
    assert first.seed != second.seed
    assert first.marks_seed != second.marks_seed


def test_every_key_that_a_new_class_file_shows_is_one(folder, capsys):
    said(capsys, "class", "roster.csv", *NEW)
    text = (folder / "class.toml").read_text()
    shown = re.sub(r"^# (?=[a-z_]+ = |\[|missed|ada)", "", text, flags=re.MULTILINE).replace(
        "ada", "s1"
    )
    assert shown.count("\n# ") < text.count("\n# ") - 6
    put(folder / "arrivals.csv", "id,time\n")
    told = read_class(put(folder / "class.toml", shown))
    assert told.late.percent_a_day == 10
    assert told.variants == {"s1": {PROGRAM: 7}}
    assert told.due("s1", PROGRAM) > told.due("s2", PROGRAM)


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        (None, ["roster.csv"], "there is no class file class.toml; --new writes one"),
        ("", ["roster.csv"], "the class file names no exercises"),
        (f'exercises = ["{FORM}"]', ["roster.csv"], "the class file must name a seed"),
        (None, ["none.csv"], "cannot read the roster none.csv: No such file or directory"),
        (
            f'exercises = ["{FORM}"]\nseed = 1',
            ["roster.csv", "--out", "sheet.pdf"],
            "--out must be a .csv or .html file",
        ),
        (
            f'exercises = ["{FORM}"]\nseed = 1',
            ["roster.csv", "--out", "no/sheet.csv"],
            "there is no folder no for sheet.csv",
        ),
        (
            f'exercises = ["{FORM}"]\nseed = 1',
            ["roster.csv", "--out", "roster.csv"],
            "roster.csv exists already",
        ),
        (None, ["roster.csv", *NEW, "--exercise", "missed"], "must be the id of an exercise"),
        (
            None,
            ["roster.csv", "--new"],
            "--new needs --url ADDRESS, the address of the book",
        ),
        (
            None,
            ["roster.csv", "--new", "--url", "host"],
            '--url must be an address like https://host/storage/, got "host"',
        ),
    ],
)
def test_a_mistake_is_one_line(folder, capsys, text, arguments, words):
    if text is not None:
        put(folder / "class.toml", text)
    code, out, err = said(capsys, "class", *arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert words in err
