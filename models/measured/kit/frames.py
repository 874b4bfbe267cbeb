"""Lines whose numbers are taken out: what is left of them, their frames, are few, and each needs to be read only once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

WHOLE, BROKEN, OTHER = "\0", "\1", "\2"
"""What stands in a frame for a whole number, for one with a point, and for these signs themselves."""
MARK = re.compile("[\0\1]")
MOST_MARKS = 900


class Framed(NamedTuple):
    """Lines. codes: the number of each one's frame, from 0. begins: where each one's numbers begin. numbers: of all lines
    in turn. frames: the text of each, in which spaces before a number are one space. A number of more than 15 digits stays
    in its frame: it would be rounded."""

    codes: Sequence[int]
    begins: Sequence[int]
    numbers: array[float]
    frames: Sequence[str]


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
"""Takes the numbers out of whole lines, which a page sets; without it forms read line by line."""
