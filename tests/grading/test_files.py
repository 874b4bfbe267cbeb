"""What lies in a folder or a zip that was handed in, whatever it is."""

import io
import os
import stat
import zipfile
from datetime import UTC, datetime, timedelta, timezone

import pytest

from exercises.grading.files import DEEPEST, MOST_IN_A_STUDENTS_ZIP, entries
from models.cli.command_line import WrongUse
from tests.grading.classes import DUE, put

FOUR = (2026, 12, 1, 16, 0, 0)


def archive(members: dict[str, str], kind=zipfile.ZIP_DEFLATED, **attributes) -> bytes:
    """A zip whose files are all of four o'clock."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", kind) as whole:
        for name, text in members.items():
            info = zipfile.ZipInfo(name, FOUR)
            for attribute, value in attributes.items():
                setattr(info, attribute, value)
            whole.writestr(info, text)
    return data.getvalue()


def found(source, zone=UTC):
    return {str(entry.path): entry.refused or entry.read().decode() for entry in entries(source, zone)}


def test_files_come_with_the_time_of_their_arrival(tmp_path):
    put(tmp_path / "in" / "ada" / "x.py", "x = 1", DUE)
    put(tmp_path / "in" / "bob.json", "{}", DUE + timedelta(hours=1))
    assert [(str(entry.path), entry.arrived, entry.read()) for entry in entries(tmp_path / "in", None)] == [
        ("ada/x.py", DUE, b"x = 1"), ("bob.json", DUE + timedelta(hours=1), b"{}")]


def test_what_can_be_no_answer_is_a_line_and_the_rest_is_there(tmp_path):
    folder = tmp_path / "in"
    put(folder / "good.py", "x")
    put(folder / "empty.py", "")
    put(folder / "large.py", "x" * 100_001)
    put(folder / "report.pdf", "x")
    put(folder / "broken.zip", "PK no zip")
    (folder / "nothing").mkdir()
    (folder / "folder.py").mkdir()
    (folder / "link.py").symlink_to("/etc/passwd")
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe.py")
    os.truncate(put(folder / "vast.json", "x"), 10**11)     # sparse: it takes no room
    deep = folder.joinpath(*"d" * (DEEPEST + 1))
    put(deep / "x.py", "x")
    put(folder / ".hidden", "x")
    put(folder / "__MACOSX" / "x.py", "x")
    said = found(folder)
    assert said.pop("good.py") == "x"
    assert said == {
        "empty.py": "is empty", "large.py": "has 100,001 bytes; at most 100,000 may be handed in",
        "report.pdf": "is no answer: that is a file .py, .json, .ipynb, .zip", "broken.zip": "is no zip that can be read",
        "nothing": "is an empty folder", "folder.py": "is a folder; an answer is a file",
        "link.py": "is a symbolic link; only what it leads to may be handed in",
        "loop": "is a symbolic link; only what it leads to may be handed in", "pipe.py": "is no regular file",
        "vast.json": "has 100,000,000,000 bytes; at most 1,000,000 may be handed in",
        "/".join("d" * (DEEPEST + 1)): f"lies more than {DEEPEST} folders deep",
    }


def test_a_name_of_any_bytes_is_text(tmp_path):
    (tmp_path / "in").mkdir()
    with open(os.fsencode(tmp_path / "in") + b"/\xff\n.py", "wb") as file:     # noqa: PTH123
        file.write(b"x")
    (name, text), = found(tmp_path / "in").items()
    assert (name, text) == ("\\xff\n.py", "x")
    name.encode()


def test_in_an_lms_zip_each_file_has_its_own_time_of_the_classs_zone(tmp_path):
    source = put(tmp_path / "all.zip", archive({"ada_1_2_x.py": "x", "Bob_3_assignsubmission_file_/y.json": "{}"}))
    east = timezone(timedelta(hours=9))
    assert found(source) == {"ada_1_2_x.py": "x", "Bob_3_assignsubmission_file_/y.json": "{}"}
    assert {entry.arrived for entry in entries(source, east)} == {datetime(2026, 12, 1, 7, tzinfo=UTC)}


def test_in_a_zip_that_a_student_has_made_no_time_counts_but_that_of_the_zip(tmp_path):
    put(tmp_path / "in" / "ada" / "work.zip", archive({"x.py": "x", "week/y.py": "y"}), DUE)
    (first, second) = entries(tmp_path / "in", UTC)
    assert (str(first.path), first.read(), first.arrived) == ("ada/work/week/y.py", b"y", DUE)
    assert (str(second.path), second.read(), second.arrived) == ("ada/work/x.py", b"x", DUE)


def test_nothing_in_a_zip_leaves_its_place(tmp_path):
    bad = archive({"../../bob/x.py": "x", "/etc/y.py": "y", "..\\z.py": "z", "__MACOSX/q.py": "q", "more.zip": "PK",
                   "1" * 300 + ".py": "x"})
    put(tmp_path / "in" / "ada" / "work.zip", bad)
    assert found(tmp_path / "in") == {"ada/work/bob/x.py": "x", "ada/work/etc/y.py": "y", "ada/work/z.py": "z",
                                      "ada/work/more.zip": "is a zip in a zip; hand in the files",
                                      "ada/work.zip": "holds a file whose name is longer than 255 characters"}


def test_a_zip_that_is_meant_ill_is_a_line(tmp_path):
    folder = tmp_path / "in"
    put(folder / "bomb.zip", archive({"x.json": "0" * 10**7}))
    put(folder / "many.zip", archive({f"{n}.py": "x" for n in range(MOST_IN_A_STUDENTS_ZIP + 1)}))
    put(folder / "link.zip", archive({"x.py": "/etc/passwd"}, external_attr=(stat.S_IFLNK | 0o777) << 16, create_system=3))
    put(folder / "good.zip", archive({"x.py": "x"}))
    assert found(folder) == {
        "bomb/x.json": "has 10,000,000 bytes; at most 1,000,000 may be handed in", "good/x.py": "x",
        "many.zip": f"holds {MOST_IN_A_STUDENTS_ZIP + 1} files; at most {MOST_IN_A_STUDENTS_ZIP} may be handed in",
        "link/x.py": "is a symbolic link; only what it leads to may be handed in"}


def test_a_zip_that_lies_or_is_locked_cannot_be_read_and_says_so(tmp_path):
    whole = archive({"x.py": "x" * 100}, zipfile.ZIP_STORED)
    put(tmp_path / "in" / "damaged.zip", whole.replace(b"x" * 100, b"y" * 100))
    locked = bytearray(archive({"x.py": "x" * 100}))
    for flags in (locked.index(b"PK\x03\x04") + 6, locked.index(b"PK\x01\x02") + 8):
        locked[flags] |= 1
    put(tmp_path / "in" / "locked.zip", bytes(locked))
    for entry in entries(tmp_path / "in", UTC):
        with pytest.raises(OSError, match="the zip does not give it out"):
            entry.read()


def test_where_there_is_nothing_one_line_says_so(tmp_path):
    (tmp_path / "empty").mkdir()
    for source, words in ((tmp_path / "none", "there is no folder"), (tmp_path / "empty", "is empty: it must hold"),
                          (put(tmp_path / "x.txt", "x"), "neither a folder nor a zip"),
                          (put(tmp_path / "x.zip", archive({})), "is empty")):
        with pytest.raises(WrongUse, match=words):
            entries(source, None)
