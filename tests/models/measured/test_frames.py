"""Lines whose numbers are taken out: `frames.json` has the cases that a page's own reader must answer alike
(`web/test/columns.test.ts`), and reports say the same by frames and line by line."""

import json
from pathlib import Path

import pytest

from models.measured import Source, read
from models.measured.kit import frames

HERE = Path(__file__).parent
CASES = json.loads((HERE / "frames.json").read_text())
FILES = [*HERE.glob("samples/**/*"), *HERE.glob("real/**/*")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_numbers_are_taken_out_of_lines(case):
    found = frames.plain(case["text"].encode())
    assert [list(each) for each in found] == [
        case[name] for name in ("codes", "begins", "numbers", "frames")
    ]


def test_an_example_has_each_number_once():
    assert frames.example("a \0 \1b\0") == ("a 100 101.5b102", {"100": 0, "101.5": 1, "102": 2})


def told_by(path):
    """Return what a file says, or why it is refused."""
    try:
        return read(Source.of_path(path)).to_json()
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_say_the_same_by_frames_and_line_by_line(path, monkeypatch):
    lines = told_by(path)
    monkeypatch.setattr(frames, "quick", frames.plain)
    assert told_by(path) == lines
