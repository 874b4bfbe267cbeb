"""No file makes a reader fail: each sample and real file cut, shuffled, with bytes flipped, lines doubled, columns put in."""

import random
import zlib
from pathlib import Path

import pytest

from models.measured import Source, read
from models.measured.kit.source import Refused

HERE = Path(__file__).parent
FILES = [path for folder in ("samples", "real") for path in sorted((HERE / folder).iterdir())]
TIMES = 5
LONGEST = 5_000
"""Bytes of a file that are tried: a piece of a long one."""
CELLS = [
    "-5",
    "9" * 400,
    "nan",
    "inf",
    "1,5",
    "",
    "x" * 40,
    "\N{SNOWMAN}",
    "1e300",
    "0",
    "{",
    '"',
    "}",
    "[",
    "\x1b[1m",
]


def cut(chance, lines):
    return "\n".join(lines)[: chance.randrange(1, 1 + len("\n".join(lines)))].split("\n")


def without_begin(chance, lines):
    return lines[chance.randrange(len(lines)) :]


def shuffled(chance, lines):
    return chance.sample(lines, len(lines))


def doubled(chance, lines):
    return [line for line in lines for _ in range(chance.choice((1, 1, 2)))]


def dropped(chance, lines):
    return [line for line in lines if chance.random() < 0.8]


def wrapped(chance, lines):
    width = chance.randrange(5, 80)
    return [line[at : at + width] for line in lines for at in range(0, len(line) or 1, width)]


def joined(chance, lines):
    return ["".join(lines[at : at + 2]) for at in range(0, len(lines), 2)]


def with_cell(chance, lines):
    """Another cell in the place of one, or a column more, in some lines or all."""
    mark, cell, more = (
        chance.choice((",", " ", "\t", ":")),
        chance.choice(CELLS),
        chance.random() < 0.5,
    )
    place, share = chance.randrange(8), chance.choice((0.1, 1))
    found = []
    for line in lines:
        cells = line.split(mark)
        if len(cells) > place and chance.random() < share:
            cells[place : place if more else place + 1] = [cell]
        found.append(mark.join(cells))
    return found


def with_digits(chance, lines):
    """Other digits in some numbers."""
    digits = chance.choice(("0", "9", "-", ".", "99999999999999999999"))
    return [
        "".join(digits if each.isdigit() and chance.random() < 0.02 else each for each in line)
        for line in lines
    ]


def flipped(chance, lines):
    content = bytearray("\n".join(lines).encode())
    for _ in range(chance.randrange(1, 30)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return content.decode("latin-1").split("\n")


CHANGES = [
    cut,
    without_begin,
    shuffled,
    doubled,
    dropped,
    wrapped,
    joined,
    with_cell,
    with_cell,
    with_digits,
    flipped,
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_broken_file_is_read_in_part_or_refused_in_one_line(path):
    text = path.read_bytes().decode("utf-8", "replace")
    chance = random.Random(zlib.crc32(path.name.encode()))
    for change in CHANGES * TIMES:
        begin = chance.choice((0, chance.randrange(max(1, len(text) - LONGEST))))
        lines = text[begin : begin + LONGEST].split("\n")
        changed = "\n".join(change(chance, lines))
        for each in (changed, changed.replace("\n", "\r\n") if chance.random() < 0.1 else ""):
            try:
                found = read(Source.of_text(each, path.name))
                found.to_json()
            except Refused as refusal:
                assert len(str(refusal).splitlines()) == 1
            else:
                assert all(len(line.splitlines()) < 2 for line in [*found.notes, *found.left])
