"""Lines whose numbers are taken out: `frames.json` has the cases that a page's own reader must answer alike
(`web/test/columns.test.ts`), and reports say the same by frames and line by line."""

import json
import re
import sys
from array import array
from pathlib import Path
from random import Random

import pytest

from models.measured import Source, read
from models.measured.kit import frames
from models.measured.kit.frames import BROKEN, MARK, OTHER, WHOLE, Framed

HERE = Path(__file__).parent
CASES = json.loads((HERE / "frames.json").read_text())
NUMBER = re.compile(r"( *)([0-9]+(?:\.[0-9]+)?)")
MOST_DIGITS = 15
FILES = [*HERE.glob("samples/**/*"), *HERE.glob("real/**/*")]


def plain(data):
    """The frames of lines, as a page finds them."""
    numbers, begins = array("d"), array("l")

    def mark(match):
        """Take a number out."""
        space, text = match[1] and " ", match[2]
        if len(text) - text.count(".") > MOST_DIGITS:
            return space + text
        numbers.append(float(text))
        return space + (BROKEN if "." in text else WHOLE)

    known = dict[str, int]()
    codes = array("l")
    for line in data.decode("utf-8", "replace").split("\n"):
        begins.append(len(numbers))
        frame = NUMBER.sub(mark, MARK.sub(OTHER, line))
        codes.append(known.setdefault(frame, len(known)))
    return Framed(codes, begins, numbers, list(known))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_numbers_are_taken_out_of_lines(case):
    found = plain(case["text"].encode())
    assert [list(each) for each in found] == [
        case[name] for name in ("codes", "begins", "numbers", "frames")
    ]


def test_an_example_has_each_number_once():
    assert frames.example("a \0 \1b\0") == ("a 100 101.5b102", {"100": 0, "101.5": 1, "102": 2})


def told_by(content, name):
    """Return what a file says, or why it is refused."""
    try:
        return read(
            Source(name, len(content), lambda start, size: content[start : start + size])
        ).to_json()
    except ValueError as error:
        return str(error)


def broken(content):
    """Yield a file, and the same with bytes lost, doubled or changed here and there."""
    yield content
    rng = Random(1)
    for piece in (b"", b"7", b"-", b" ", b".5", b"\n", b"12345678901234567", b"\0", b"K", b":"):
        made = bytearray(content)
        for _ in range(1 + len(content) // 2000):
            at = rng.randrange(len(made))
            made[at : at + rng.randrange(2)] = piece
        yield bytes(made)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_say_the_same_by_frames_and_line_by_line(path, monkeypatch):
    files = [*broken(path.read_bytes())]
    lines = [told_by(content, path.name) for content in files]
    monkeypatch.setattr(frames, "quick", plain)
    assert [told_by(content, path.name) for content in files] == lines


JOB = """j{k}: (groupid=0, jobs=1): err= 0: pid=1: Mon Nov 30 14:04:48 2026
  read: IOPS=10, BW=40KiB/s (41kB/s)(40KiB/1000msec)
    clat (usec): min={k}, max={top}, avg=50.00, stdev= 1.00
    clat percentiles (usec):
     | 50.00th=[   14], 99.00th=[   19]
     issued rwts: total=10,0,0,0 short=0,0,0,0 dropped=0,0,0,0
"""


@pytest.mark.parametrize("quick", [None, plain])
def test_of_very_many_jobs_all_are_counted_and_the_first_are_shown(quick, monkeypatch):
    monkeypatch.setattr(frames, "quick", quick)
    text = "".join(JOB.format(k=k, top=100 + k) for k in range(1, 1102))
    found = read(Source.of_text(text))
    assert found.values["total"]["n"] == 11_010 and found.values["total"]["max_s"] == 1201e-6
    assert len(found.values["jobs"]) == 1000 and found.values["jobs"][-1]["p99_s"] == 19e-6
    assert "of 1,101 jobs the first 1,000 are shown one by one" in found.notes


def test_more_latencies_than_a_length_can_say_are_read():
    found = read(Source.of_text(f"usecs : count distribution\n 2 -> 3 : {2**63} |@|\n"))
    assert found.to_json()["n"] == 2**63 and len(found.parts[0].latencies) == sys.maxsize
