"""A class of thirty: right, wrong, hostile, late, empty, with odd names. Each gets what is due, and
harms no other."""

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from invent_class import KINDS, invent

from exercises.contents import get
from tests.grading.classes import FORM, PROGRAM

pytestmark = pytest.mark.slow  # it runs the command, and programs that run until they are ended

ROOT = Path(__file__).resolve().parents[2]
FULL = get(PROGRAM).points + get(FORM).points


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("invented")
    invent(folder)
    return folder


@pytest.fixture(scope="module")
def said(folder):
    """What the command says of it."""
    return command(folder, "handed-in", "--out", "grades", "--dolos").stdout


def command(folder, *arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-m", "exercises", "grade", *arguments],
        cwd=folder,
        text=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )
    assert done.stderr == ""
    return done


def marks(folder, out="grades"):
    text = (folder / out / "grades.csv").read_text(encoding="utf-8-sig")
    return {row["id"]: row for row in csv.DictReader(text.splitlines())}


def test_each_gets_what_is_due(folder, said, tmp_path):
    found = marks(folder)
    members = invent(tmp_path)
    assert {one.kind for one in members} == set(KINDS)
    for one in members:
        total = float(found[one.id]["total"])
        if one.kind in ("right", "copy", "duplicate", "signed by another"):
            assert total == FULL, one
        elif one.kind == "late":
            assert total == pytest.approx(0.8 * FULL), one
        elif one.kind == "wrong":
            assert 0 < total < FULL, one
        else:
            assert total == 0, one


def test_what_was_odd_is_told_in_a_line_each(folder, said):
    for line in (
        "not taken: s009 is an empty folder",
        "not taken: s012.json must be UTF-8 text; byte 18 is not",
        f"handed in twice: s011, {FORM}: s011/first.json is replaced by s011.json, which is newer",
    ):
        assert line in said.splitlines()
    assert f"another variant: s008, {PROGRAM}: it answers variant " in said
    assert "; that variant was assigned to s007\n" in said
    report = (folder / "grades" / "class.html").read_text()
    assert "the file is signed &#34;Somebody Else&#34;" in report
    assert "is there an endless loop?" in report
    assert "Answers that are alike" in report


def test_the_copies_are_found_and_nobody_else(folder, said, tmp_path):
    report = (folder / "grades" / "class.html").read_text()
    programs = report[report.index(f'<h2 id="{PROGRAM}">') : report.index(f'<h2 id="{FORM}">')]
    groups = [
        re.findall(r"students/(s\d+)", line) for line in re.findall(r"<p>(.*) alike</p>", programs)
    ]
    wrong = {
        one.id for one in invent(tmp_path) if one.kind == "wrong"
    }  # those may have made the same mistake
    assert sorted(group for group in groups if not set(group) <= wrong) == [
        ["s007", "s010"],
        ["s022", "s025"],
    ]


def test_a_zip_of_it_is_graded_the_same(folder, said):
    shutil.make_archive(str(folder / "all"), "zip", folder / "handed-in")
    done = command(folder, "all.zip", "--out", "zipped", "--exercise", FORM, TZ="UTC")
    assert done.returncode == 1  # the other exercise is still to be judged
    first, second = (
        {id: row[FORM] for id, row in marks(folder, out).items()} for out in ("grades", "zipped")
    )
    assert first == second
