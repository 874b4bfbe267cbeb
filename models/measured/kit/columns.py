"""Columns of files with a row for each request, which may be millions: numbers and words at fixed places of a row."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

NUMBER, WORD, LONG = "number", "word", "long"
"""Kinds of a column. LONG: a whole number of more than 15 digits, whose last nine stand in a column of their own."""
NINE, LONGEST, BLANK = 10**9, 30, " \t"


class Shape(NamedTuple):
    """The rows of a form. separator: between fields, "" for any spaces. least, most: how many fields a row has. places:
    name -> (number of the field from 0, or from the end if negative; kind)."""

    separator: str
    least: int
    most: int
    places: Mapping[str, tuple[int, str]]


class Columns(NamedTuple):
    """Columns of a block. numbers: by name; those of a LONG as name and "name, low". words: name -> the number of each
    row's word, and the words. odd: places of the lines, from 0, that are not of the shape and not blank."""

    rows: int
    numbers: dict[str, array[float]]
    words: dict[str, tuple[array[int], list[str]]]
    odd: list[int]


Reader = Callable[[bytes, Shape], Columns]


def columns_of(data: bytes, shape: Shape) -> Columns:
    """Return the columns of whole lines, which end with a line feed or nothing."""
    return (quick or plain)(data, shape)


def plain(data: bytes, shape: Shape) -> Columns:
    """Return the same as `columns_of`, without a page's help."""
    separator, least, most, places = shape
    text = data.decode("utf-8", "replace")
    if least <= (fields := even(data, separator)) <= most:
        flat = text.replace("\n", separator).split(separator)
        cells = {name: flat[at % fields :: fields] for name, (at, _) in places.items()}
        if all(are_digits(cells[name]) for name, (_, kind) in places.items() if kind != WORD):
            return columns(len(flat) // fields, cells, places, [])
    rows, odd = list[list[str]](), list[int]()
    for place, line in enumerate(text.split("\n")):
        row = line.split(separator) if separator else line.split()
        if least <= len(row) <= most and is_of(row, places):
            rows.append(row)
        elif line.strip():
            odd.append(place)
    cells = {name: [row[place] for row in rows] for name, (place, _) in places.items()}
    return columns(len(rows), cells, places, odd)


def columns(
    rows: int,
    cells: Mapping[str, Sequence[str]],
    places: Mapping[str, tuple[int, str]],
    odd: list[int],
) -> Columns:
    """Return the columns of cells that are of their kind."""
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
    return Columns(rows, numbers, words, odd)


def even(data: bytes, separator: str) -> int:
    """Return how many fields each line has, 0 unless all have as many."""
    if len(separator) != 1 or not separator.isascii():
        return 0
    mark = separator.encode()
    marks = data.translate(None, bytes({*range(256)} - {*b"\n", *mark})) + b"\n"
    first = marks[: marks.index(b"\n") + 1]
    return len(first) if marks == first * (len(marks) // len(first)) else 0


def are_digits(cells: Sequence[str]) -> bool:
    """Return whether all cells are digits, maybe after a space."""
    joined = "".join(cells)
    return (
        joined.isascii()
        and joined.replace(" ", "").isdigit()
        and len(max(cells, key=len)) <= LONGEST
        and all(map(str.isdigit, map(str.lstrip, cells)))
    )


def is_of(fields: Sequence[str], places: Mapping[str, tuple[int, str]]) -> bool:
    """Return whether the fields that should be numbers are."""
    return all(
        kind == WORD or (is_whole(fields[place]) if kind == LONG else is_number(fields[place]))
        for place, kind in places.values()
    )


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number of up to 30 digits."""
    text = text.strip(BLANK)
    return text.isascii() and text.isdigit() and len(text) <= LONGEST


def is_number(text: str) -> bool:
    """Return whether a text is a plain decimal number: digits, one point, a sign."""
    text = text.strip(BLANK).removeprefix("-")
    whole, point, rest = text.partition(".")
    return (
        text.isascii()
        and len(text) <= LONGEST
        and whole.isdigit()
        and (rest.isdigit() or not point)
    )


def coded(cells: Sequence[str]) -> tuple[array[int], list[str]]:
    """Return the number of each word, and the words in the order in which they first stand."""
    stripped = [cell.strip() for cell in cells]
    words = list(dict.fromkeys(stripped))
    number = {word: place for place, word in enumerate(words)}
    return array("i", map(number.__getitem__, stripped)), words


quick: Reader | None = None
"""A faster reader with the same answers, which a page sets."""
