"""Columns of files with a row for each request, which may be millions: numbers and words at fixed places of a row."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import compress, islice
from math import isfinite
from operator import gt
from types import MappingProxyType
from typing import NamedTuple

from models.units import day, hour

NUMBER, CLOCK, MAYBE, WORD, KEY, LONG = "number", "clock", "maybe", "word", "key", "long"
"""Kinds of a column. CLOCK: a time of day such as 08:53:20.5, in seconds from the first
one's midnight. MAYBE: a number from 0 on, or -1 for a cell that is none. KEY: a word of which there may be millions,
numbered over all blocks of a file. LONG: a whole number of more than 15 digits, whose last nine stand in a column of
their own."""
TIME = re.compile(r"(\d\d):(\d\d):(\d\d(?:\.\d{1,9})?)", re.ASCII)
NINE, BLANK = 10**9, " \t"


class Keys(dict[str | bytes, int]):
    """The numbers of keys, from 0 on, in the order in which they first stand. known: how many there are; a page keeps the
    keys themselves."""

    known = 0

    def codes(self, cells: Sequence[str | bytes]) -> array[int]:
        """Return the numbers of keys."""
        for cell in dict.fromkeys(cells):
            self.setdefault(cell, len(self))
        self.known = len(self)
        return array("i", map(self.__getitem__, cells))

    def codes_of(self, data: bytes, size: int) -> array[int]:
        """Return the numbers of keys that are `size` bytes each and stand one after the other."""
        if quick_codes:
            codes, self.known = quick_codes(data, size, not self.known)
            return codes
        return self.codes([data[at : at + size] for at in range(0, len(data), size)])


class Shape(NamedTuple):
    """The rows of a form. separator: between fields, "" for any spaces. least, most: how many fields a row has. places:
    name -> (number of the field from 0, or from the end if negative; kind). by: the place by whose value numbers are put
    into groups, "" for none. per: what numbers of a place are divided by, 1 if it is not named. keys: those of the file."""

    separator: str
    least: int
    most: int
    places: Mapping[str, tuple[int, str]]
    by: str = ""
    per: Mapping[str, float] = MappingProxyType({})
    keys: Keys = Keys()


class Columns(NamedTuple):
    """Columns of a block. numbers: by name; those of a LONG as name and "name, low". words: name -> the number of each
    row's word, and the words, of keys none. odd: places of the lines, from 0, that are not of the shape and not blank.
    groups: value of the shape's `by` as text -> the numbers of its rows; then `numbers` is empty. back: whether the first
    numbers fall anywhere."""

    rows: int
    numbers: dict[str, array[float]]
    words: dict[str, tuple[array[int], list[str]]]
    odd: list[int]
    groups: dict[str, dict[str, array[float]]]
    back: bool = False


Reader = Callable[[bytes, Shape], Columns]


def columns_of(data: bytes, shape: Shape) -> Columns:
    """Return the columns of whole lines, which end with a line feed or nothing."""
    return (quick or plain)(data, shape)


def plain(data: bytes, shape: Shape) -> Columns:
    """Return the same as `columns_of`, without a page's help."""
    found = even(data, shape) or one_by_one(data, shape)
    numbers = found.numbers
    name = next(iter(numbers), "")
    first = list(
        zip(*(numbers[each] for each in (name, f"{name}, low") if each in numbers), strict=True)
    )
    found = found._replace(back=any(map(gt, first, islice(first, 1, None))))
    for name, per in shape.per.items():
        numbers[name] = array("d", [value / per for value in numbers[name]])
    if not shape.by:
        return found
    if shape.by in numbers:
        keys = [f"{key:g}" for key in numbers[shape.by]]
    else:
        codes, words = found.words[shape.by]
        keys = list(map(words.__getitem__, codes))
    groups = {
        key: {
            name: array("d", compress(column, map(key.__eq__, keys)))
            for name, column in numbers.items()
        }
        for key in dict.fromkeys(keys)
    }
    return found._replace(numbers={}, groups=groups)


def even(data: bytes, shape: Shape) -> Columns | None:
    """Return the columns of lines that all have as many fields, or None if they have not."""
    separator, fields, _, places, *_ = shape
    if not separator or fields != shape.most or data.count(b"\n\n"):
        return None
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    mark = separator.encode()
    if data.count(mark) != (fields - 1) * lines:
        return None
    marks = data.removesuffix(b"\n").translate(None, bytes({*range(256)} - {*b"\n", *mark}))
    if marks + b"\n" != (mark * (fields - 1) + b"\n") * lines:
        return None
    cells = (
        data.decode("utf-8", "replace").removesuffix("\n").replace("\n", separator).split(separator)
    )
    try:
        return Columns(
            lines,
            *columns(
                {name: cells[place % fields :: fields] for name, (place, _) in places.items()},
                shape,
            ),
            [],
            {},
        )
    except ValueError:
        return None


def one_by_one(data: bytes, shape: Shape) -> Columns:
    """Return the columns of lines of which some may be of another shape."""
    separator, least, most, places, *_ = shape
    rows, odd = list[list[str]](), list[int]()
    for place, line in enumerate(data.decode("utf-8", "replace").split("\n")):
        if not line.strip():
            continue
        fields = line.split(separator) if separator else line.split()
        if least <= len(fields) <= most and is_of(fields, places):
            rows.append(fields)
        else:
            odd.append(place)
    cells = {name: [row[place] for row in rows] for name, (place, _) in places.items()}
    return Columns(len(rows), *columns(cells, shape), odd, {})


def columns(
    cells: Mapping[str, list[str]], shape: Shape
) -> tuple[dict[str, array[float]], dict[str, tuple[array[int], list[str]]]]:
    """Return columns of numbers and of words. Raise ValueError if a cell is no number where it should be one."""
    numbers: dict[str, array[float]] = {}
    words: dict[str, tuple[array[int], list[str]]] = {}
    for name, (_, kind) in sorted(shape.places.items(), key=lambda place: place[1][1] == KEY):
        if kind == WORD:
            words[name] = coded(cells[name])
        elif kind == KEY:
            words[name] = shape.keys.codes([*map(str.strip, cells[name])]), []
        elif kind == CLOCK:
            numbers[name] = clocks(cells[name])
        elif kind == MAYBE:
            numbers[name] = array(
                "d", [float(cell) if is_positive(cell) else -1 for cell in cells[name]]
            )
        elif kind == LONG:
            both = [divmod(int(cell), NINE) for cell in cells[name]]
            numbers[name] = array("d", (high for high, _ in both))
            numbers[f"{name}, low"] = array("d", (low for _, low in both))
        else:
            numbers[name] = array("d", map(float, cells[name]))
            if not all(map(isfinite, numbers[name])):
                raise ValueError("a cell must be a finite number")
    return numbers, words


def is_of(fields: Sequence[str], places: Mapping[str, tuple[int, str]]) -> bool:
    """Return whether the fields that should be numbers are."""
    return all(
        kind in (WORD, KEY, MAYBE) or IS[kind](fields[place]) for place, kind in places.values()
    )


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number of up to 30 digits."""
    text = text.strip(BLANK)
    return text.isascii() and text.isdigit() and len(text) <= 30


def is_number(text: str) -> bool:
    """Return whether a text is a plain decimal number: digits, one point, a sign."""
    text = text.strip(BLANK).removeprefix("-")
    whole, point, rest = text.partition(".")
    return text.isascii() and len(text) <= 30 and whole.isdigit() and (rest.isdigit() or not point)


def clocks(cells: Sequence[str]) -> array[float]:
    """Return the seconds from the first one's midnight to times of day, which begin again at midnight. Raise ValueError
    if one is none."""
    found, before, days = array("d"), 0.0, 0.0
    for cell in cells:
        if not (part := TIME.fullmatch(cell.strip(BLANK))):
            raise ValueError("a cell must be a time of day")
        now = int(part[1]) * hour + int(part[2]) * 60 + float(part[3])
        days += day if now < before - day / 2 else 0.0
        found.append(days + now)
        before = now
    return found


IS: Mapping[str, Callable[[str], object]] = {
    NUMBER: is_number,
    LONG: is_whole,
    CLOCK: TIME.fullmatch,
}


def is_positive(text: str) -> bool:
    """Return whether a text is a plain decimal number from 0 on."""
    return is_number(text) and "-" not in text


def coded(cells: Sequence[str]) -> tuple[array[int], list[str]]:
    """Return the number of each word, and the words in the order in which they first stand."""
    stripped = [cell.strip() for cell in cells]
    words = list(dict.fromkeys(stripped))
    number = {word: place for place, word in enumerate(words)}
    return array("i", map(number.__getitem__, stripped)), words


quick: Reader | None = None
quick_codes: Callable[[bytes, int, bool], tuple[array[int], int]] | None = None
"""Faster ways with the same answers, which a page sets: `columns_of`, and `Keys.codes_of` with whether keys are numbered
anew, which also tells how many are known."""
