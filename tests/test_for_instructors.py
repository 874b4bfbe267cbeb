"""What the instructors' page tells people to type and to write is understood."""

import re
import shlex
from pathlib import Path

import pytest

from exercises.__main__ import _parser
from exercises.cli.record import schema
from exercises.contents import get
from exercises.grading.class_file import read_class

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "book" / "for-instructors.md").read_text(encoding="utf-8").replace("\\\n", "")
COMMANDS = re.findall(r"^ *python -m exercises (.+)$", TEXT, re.MULTILINE)


def block(first: str) -> str:
    """The block that begins with these words."""
    return re.search(rf"^```\w+\n({re.escape(first)}.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[1]


def test_every_command_is_there():
    named = {line.split()[0] for line in COMMANDS}
    assert named == {"list", "class", "grade", "items", "check", "export", "new", "prove"}


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_line_is_understood(line):
    there = line.replace("prove wait_of_two", "prove missed_revolution")  # `new` has made no folder
    assert callable(_parser().parse_args(shlex.split(there)).run)


def test_the_class_file_can_be_read_and_says_what_the_page_says(tmp_path):
    (tmp_path / "roster.csv").write_text(block("id,name"))
    (tmp_path / "arrivals.csv").write_text("id,time\n")
    path = tmp_path / "class.toml"
    path.write_text(block('name = "Storage').replace("# arrivals", "arrivals"))
    told = read_class(path)
    assert [student.id for student in told.students] == ["s001", "s002", "s003"]
    assert told.assignments["four-lines-of-iostat"].weight == 2
    assert told.variant("s001", "missed-revolution") == 7
    assert told.due("s002", "missed-revolution").day == 3
    assert told.due("s001", "four-lines-of-iostat").day == 8
    assert (told.late.percent_a_day, told.late.days, told.late.grace.seconds) == (10, 3, 15 * 60)
    assert {
        key
        for key in schema("class")["properties"]
        if not re.search(rf"^\[?{key}\b", path.read_text(), re.MULTILINE)
    } == set()


def test_the_exercises_that_it_names_are_there():
    for id in set(re.findall(r"--exercise ([a-z-]+)", TEXT)) | {"four-lines-of-iostat"}:
        assert get(id).points > 0
