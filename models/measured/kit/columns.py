"""Columns of files with a row for each request, which may be millions: numbers and words at fixed places of a row."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from math import isfinite
from types import MappingProxyType
from typing import NamedTuple

NUMBER, WORD, LONG = "number", "word", "long"
"""Kinds of a column. LONG: a whole number of more than 15 digits, whose last nine stand in a column of their own."""
NINE, BLANK = 10**9, " \t"


class Shape(NamedTuple):
    """The rows of a form. separator: between fields, "" for any spaces. least, most: how many fields a row has. places:
    name -> (number of the field from 0, or from the end if negative; kind). by: the place by whose value numbers are put
    into groups, "" for none. per: what numbers of a place are divided by, 1 if it is not named."""

    separator: str
    least: int
    most: int
    places: Mapping[str, tuple[int, str]]
    by: str = ""
    per: Mapping[str, float] = MappingProxyType({})


class Columns(NamedTuple):
    """Columns of a block. numbers: by name; those of a LONG as name and "name, low". words: name -> the number of each
    row's word, and the words. odd: places of the lines, from 0, that are not of the shape and not blank. groups: value of the
    shape's `by` as text -> the numbers of its rows; then `numbers` is empty."""

    rows: int
    numbers: dict[str, array[float]]
    words: dict[str, tuple[array[int], list[str]]]
    odd: list[int]
    groups: dict[str, dict[str, array[float]]]


Reader = Callable[[bytes, Shape], Columns]


def columns_of(data: bytes, shape: Shape) -> Columns:
    """Return the columns of whole lines, which end with a line feed or nothing."""
    return (quick or plain)(data, shape)


def plain(data: bytes, shape: Shape) -> Columns:
    """Return the same as `columns_of`, without a page's help."""
    found = even(data, shape) or one_by_one(data, shape)
    numbers = found.numbers
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
    separator, fields, _, places, _, _ = shape
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
                places,
            ),
            [],
            {},
        )
    except ValueError:
        return None


def one_by_one(data: bytes, shape: Shape) -> Columns:
    """Return the columns of lines of which some may be of another shape."""
    separator, least, most, places, _, _ = shape
    rows, odd = list[list[str]](), list[int]()
    for place, line in enumerate(data.decode("utf-8", "replace").split("\n")):
        fields = line.split(separator) if separator else line.split()
        if least <= len(fields) <= most and is_of(fields, places):
            rows.append(fields)
        elif line.strip():
            odd.append(place)
    cells = {name: [row[place] for row in rows] for name, (place, _) in places.items()}
    return Columns(len(rows), *columns(cells, places), odd, {})


def columns(
    cells: Mapping[str, list[str]], places: Mapping[str, tuple[int, str]]
) -> tuple[dict[str, array[float]], dict[str, tuple[array[int], list[str]]]]:
    """Return columns of numbers and of words. Raise ValueError if a cell is no number where it should be one."""
    numbers: dict[str, array[float]] = {}
    words: dict[str, tuple[array[int], list[str]]] = {}
    for name, (_, kind) in places.items():
        if kind == WORD:
            words[name] = coded(cells[name])
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
        kind == WORD or (is_whole(fields[place]) if kind == LONG else is_number(fields[place]))
        for place, kind in places.values()
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


def coded(cells: Sequence[str]) -> tuple[array[int], list[str]]:
    """Return the number of each word, and the words in the order in which they first stand."""
    stripped = [cell.strip() for cell in cells]
    words = list(dict.fromkeys(stripped))
    number = {word: place for place, word in enumerate(words)}
    return array("i", map(number.__getitem__, stripped)), words


quick: Reader | None = None
"""A faster reader with the same answers, which a page sets."""
