"""What lies in a folder or a zip that was handed in, whatever it is."""

import io
import os
import stat
import zipfile
from datetime import UTC, datetime, timedelta, timezone

import pytest

from exercises.grading import files
from exercises.grading.files import DEEPEST, MOST_BYTES, MOST_FILES, entries
from models.cli.command_line import WrongUse
from tests.grading.classes import DUE, put

VAST = {f"{n}.ipynb": "0" * (MOST_BYTES // 5) for n in range(6)}
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
    return {
        str(entry.path): entry.refused or entry.read().decode() for entry in entries(source, zone)
    }


def test_files_come_with_the_time_of_their_arrival(tmp_path):
    put(tmp_path / "in" / "ada" / "x.py", "x = 1", DUE)
    put(tmp_path / "in" / "bob.json", "{}", DUE + timedelta(hours=1))
    assert [
        (str(entry.path), entry.arrived, entry.read()) for entry in entries(tmp_path / "in", None)
    ] == [("ada/x.py", DUE, b"x = 1"), ("bob.json", DUE + timedelta(hours=1), b"{}")]


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
    os.truncate(put(folder / "vast.json", "x"), 10**11)  # sparse: it takes no room
    deep = folder.joinpath(*"d" * (DEEPEST + 1))
    put(deep / "x.py", "x")
    put(folder / ".hidden", "x")
    put(folder / "__MACOSX" / "x.py", "x")
    said = found(folder)
    assert said.pop("good.py") == "x"
    assert said == {
        "empty.py": "is empty",
        "large.py": "must have at most 100,000 bytes, got 100,001",
        "report.pdf": "must be one of .py, .json, .ipynb, .zip",
        "broken.zip": "is not a readable zip",
        "nothing": "is an empty folder",
        "folder.py": "is a folder; an answer is a file",
        "link.py": "is a symbolic link; hand in the file itself",
        "loop": "is a symbolic link; hand in the file itself",
        "pipe.py": "is not a regular file",
        "vast.json": "must have at most 1,000,000 bytes, got 100,000,000,000",
        "/".join("d" * (DEEPEST + 1)): f"lies more than {DEEPEST} folders deep",
    }


def test_a_name_of_any_bytes_is_text(tmp_path):
    (tmp_path / "in").mkdir()
    with open(os.fsencode(tmp_path / "in") + b"/\xff\n.py", "wb") as file:  # noqa: PTH123
        file.write(b"x")
    ((name, text),) = found(tmp_path / "in").items()
    assert (name, text) == ("\\xff\n.py", "x")
    name.encode()


def test_in_an_lms_zip_each_file_has_its_own_time_of_the_classs_zone(tmp_path):
    source = put(
        tmp_path / "all.zip",
        archive({"ada_1_2_x.py": "x", "Bob_3_assignsubmission_file_/y.json": "{}"}),
    )
    east = timezone(timedelta(hours=9))
    assert found(source) == {"ada_1_2_x.py": "x", "Bob_3_assignsubmission_file_/y.json": "{}"}
    assert {entry.arrived for entry in entries(source, east)} == {
        datetime(2026, 12, 1, 7, tzinfo=UTC)
    }


def test_in_a_zip_that_a_student_has_made_no_time_counts_but_that_of_the_zip(tmp_path):
    put(tmp_path / "in" / "ada" / "work.zip", archive({"x.py": "x", "week/y.py": "y"}), DUE)
    (first, second) = entries(tmp_path / "in", UTC)
    assert (str(first.path), first.read(), first.arrived) == ("ada/work/week/y.py", b"y", DUE)
    assert (str(second.path), second.read(), second.arrived) == ("ada/work/x.py", b"x", DUE)


def test_nothing_in_a_zip_leaves_its_place(tmp_path):
    bad = archive(
        {
            "../../bob/x.py": "x",
            "/etc/y.py": "y",
            "..\\z.py": "z",
            "__MACOSX/q.py": "q",
            "more.zip": "PK",
            "1" * 300 + ".py": "x",
        }
    )
    put(tmp_path / "in" / "ada" / "work.zip", bad)
    assert found(tmp_path / "in") == {
        "ada/work/bob/x.py": "x",
        "ada/work/etc/y.py": "y",
        "ada/work/z.py": "z",
        "ada/work/more.zip": "is a zip in a zip; hand in the files",
        "ada/work.zip": "holds a file whose name is longer than 255 characters",
    }


def test_a_zip_that_is_meant_ill_is_a_line(tmp_path):
    folder = tmp_path / "in"
    put(folder / "bomb.zip", archive({"x.json": "0" * 10**7}))
    put(
        folder / "link.zip",
        archive(
            {"x.py": "/etc/passwd"}, external_attr=(stat.S_IFLNK | 0o777) << 16, create_system=3
        ),
    )
    put(folder / "good.zip", archive({"x.py": "x"}))
    assert found(folder) == {
        "bomb/x.json": "must have at most 1,000,000 bytes, got 10,000,000",
        "good/x.py": "x",
        "link/x.py": "is a symbolic link; hand in the file itself",
    }


def test_a_zip_that_lies_or_is_locked_cannot_be_read_and_says_so(tmp_path):
    whole = archive({"x.py": "x" * 100}, zipfile.ZIP_STORED)
    put(tmp_path / "in" / "damaged.zip", whole.replace(b"x" * 100, b"y" * 100))
    locked = bytearray(archive({"x.py": "x" * 100}))
    for flags in (locked.index(b"PK\x03\x04") + 6, locked.index(b"PK\x01\x02") + 8):
        locked[flags] |= 1
    put(tmp_path / "in" / "locked.zip", bytes(locked))
    for entry in entries(tmp_path / "in", UTC):
        with pytest.raises(OSError, match="it cannot be extracted from the zip"):
            entry.read()


def test_where_there_is_nothing_one_line_says_so(tmp_path):
    (tmp_path / "empty").mkdir()
    for source, words in (
        (tmp_path / "none", "there is no folder"),
        (tmp_path / "empty", "is empty: it must hold"),
        (put(tmp_path / "x.txt", "x"), "must be a folder or a zip"),
        (put(tmp_path / "x.zip", archive({})), "is empty"),
        (
            put(
                tmp_path / "y.zip",
                archive({"J\u00f6.py": "x"}).replace("\u00f6".encode(), b"\xff\xff"),
            ),
            r"y.zip is not a readable zip \(.*\): download it again",
        ),
    ):
        with pytest.raises(WrongUse, match=words):
            entries(source, None)


def first_part(path):
    return path.parts[0].removesuffix(".zip"), ""


def test_who_hands_in_too_many_files_is_refused_with_a_line_and_the_others_go_on(tmp_path):
    folder = tmp_path / "in"
    put(folder / "s1" / "x.py", "x")
    put(folder / "s2" / "a.py", "x")
    for n in range(MOST_FILES + 1):
        put(folder / "s2" / "venv" / f"{n}.py", "x")
    put(folder / "s3.zip", archive({f"{n}.py": "x" for n in range(MOST_FILES + 1)}))
    put(folder / "s4.zip", archive({"y.py": "y"}))
    said = {str(entry.path): entry.refused for entry in entries(folder, UTC, first_part)}
    assert said.pop("s1/x.py") == said.pop("s4/y.py") == ""
    assert list(said) == ["s2/venv", "s3.zip"]
    assert all(f"holds more than {MOST_FILES} files" in why for why in said.values())


def test_who_hands_in_too_many_bytes_is_refused_before_they_are_unpacked(tmp_path):
    folder = tmp_path / "in"
    put(folder / "s1.zip", archive(VAST, compress_type=zipfile.ZIP_DEFLATED))
    put(folder / "s2.py", "x")
    said = {str(entry.path): entry.refused for entry in entries(folder, UTC, first_part)}
    assert said == {
        "s1.zip": f"holds more than {MOST_BYTES:,} bytes unpacked, so nothing of s1 is graded: "
        "hand in the answers only",
        "s2.py": "",
    }


def test_a_zip_in_a_zip_is_unpacked_once(tmp_path, monkeypatch):
    names = [f"{n}.py" for n in range(20)]
    source = put(
        tmp_path / "all.zip", archive({"s1_1_2_work.zip": archive(dict.fromkeys(names, "x"))})
    )
    opened = []
    whole = zipfile.ZipFile.open
    monkeypatch.setattr(
        zipfile.ZipFile,
        "open",
        lambda self, name, *rest: opened.append(name) or whole(self, name, *rest),
    )
    assert [entry.read() for entry in entries(source, UTC)] == [b"x"] * 20
    assert len(opened) == 1 + 20


@pytest.mark.parametrize("raw", ["Jörg Müller", "Zoë O’Neil", "王小明", "plain"])
def test_names_in_a_zip_that_are_utf_8_are_utf_8_flag_or_no_flag(tmp_path, raw):
    with_flag = archive({f"{raw}/x.py": "x"})
    without = bytearray(with_flag)
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        without[without.index(sign) + place + 1] &= ~0x08
    for data in (with_flag, bytes(without)):
        assert list(found(put(tmp_path / "all.zip", data))) == [f"{raw}/x.py"]


def test_a_name_in_a_zip_that_is_no_utf_8_is_what_the_standard_says(tmp_path):
    data = bytearray(archive({"J#rg/x.py": "x"}))
    at = [n for n in range(len(data)) if data[n : n + 4] == b"J#rg"]
    for n in at:
        data[n + 1] = 0x94  # of code page 437
    assert list(found(put(tmp_path / "all.zip", bytes(data)))) == ["Jörg/x.py"]


def test_a_zip_of_nobody_has_the_budget_of_one_person(tmp_path):
    put(tmp_path / "in" / "up.zip", archive(VAST, compress_type=zipfile.ZIP_DEFLATED))
    put(tmp_path / "in" / "many.zip", archive({f"{n}.py": "x" for n in range(MOST_FILES + 1)}))
    put(tmp_path / "in" / "x.py", "x")
    said = {str(entry.path): entry.refused for entry in entries(tmp_path / "in", UTC)}
    assert list(said) == ["many.zip", "up.zip", "x.py"]
    assert "more than 500 files" in said["many.zip"]
    assert "bytes unpacked" in said["up.zip"]


def test_a_folder_is_left_once_its_owner_is_over_the_budget(tmp_path, monkeypatch):
    for n in range(MOST_FILES + 50):
        (tmp_path / "in" / "s1" / f"{n:04}").mkdir(parents=True)
    put(tmp_path / "in" / "s2" / "x.py", "x")
    asked = []
    monkeypatch.setattr(
        files.Budget,
        "takes",
        lambda *given, whole=files.Budget.takes: asked.append(given) or whole(*given),
    )
    said = {str(entry.path): entry.refused for entry in entries(tmp_path / "in", UTC, first_part)}
    assert list(said) == ["s1", "s2/x.py"]
    assert len(asked) == MOST_FILES + 3  # the folder itself counts
