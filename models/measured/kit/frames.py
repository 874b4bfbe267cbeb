"""Lines whose numbers are taken out: what is left of them, their frames, are few, and each needs to be read only once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

WHOLE, BROKEN, OTHER = "\0", "\1", "\2"
"""What stands in a frame for a whole number, for one with a point, and for these signs themselves."""
NUMBER = re.compile(r"( *)([0-9]+(?:\.[0-9]+)?)")
MOST_DIGITS = 15
"""A number of more digits stays in the frame: it would be rounded."""
MARK = re.compile("[\0\1]")
MOST_MARKS = 900


class Framed(NamedTuple):
    """Lines. codes: the number of each one's frame, from 0. begins: where each one's numbers begin. numbers: of all lines
    in turn. frames: the text of each, in which spaces before a number are one space."""

    codes: Sequence[int]
    begins: Sequence[int]
    numbers: array[float]
    frames: Sequence[str]


def plain(data: bytes) -> Framed:
    """Return the frames of lines, without a page's help."""
    numbers, begins = array("d"), array("l")

    def mark(match: re.Match[str]) -> str:
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


def example(frame: str) -> tuple[str, Mapping[str, int]]:
    """Return a line of a frame whose numbers all differ, and where in its numbers each stands. Of many numbers only the
    first are told."""
    places = dict[str, int]()

    def number(match: re.Match[str]) -> str:
        """Return the next number."""
        text = f"{100 + len(places)}" + ("" if match[0] == WHOLE else ".5")
        places[text] = len(places)
        return text

    return MARK.sub(number, frame, count=MOST_MARKS), places


quick: Callable[[bytes], Framed] | None = None
"""A page's way, with the same answers as `plain`."""
