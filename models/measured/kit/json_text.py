"""JSON in a text, as tools really leave it: with other lines around and inside, several documents, nan, commas too
many, and the end missing."""

import re
from collections.abc import Callable, Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple

STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
MARKS = re.compile(rf"{STRING}|[][{{}}]", re.DOTALL)
"""Strings and brackets: all that decides where a document ends."""
OURS = re.compile(r'\s*(["{}\[\],]|-?\d|(nan|inf|null|true|false)\b|$)', re.IGNORECASE)
"""How a line of JSON begins."""
NO_NUMBER = re.compile(r"([:,\[]\s*)[-+]?(?:nan|inf(?:inity)?)\b(?=\s*[,}\]]|\s*$)", re.IGNORECASE)
COMMAS = re.compile(r"([\[{]\s*),|,(?=\s*[\]}])")
TAIL = re.compile(rf"{STRING}|,", re.DOTALL)
NOT_A = re.compile(r"[-+]?(?:nan|inf)", re.IGNORECASE)
CLOSING = {"{": "}", "[": "]"}
MOST_REPAIRS, MOST_FAULTS, MOST_DIGITS, MOST_DEPTH = 20, 200, 40, 100
"""Most documents that are mended, brackets that may begin none, digits of a number, and brackets that are open at once."""
MESSAGE, NEAR = "JSON must be whole", 200


Mend = Callable[[str], str]


class Document(NamedTuple):
    """A JSON value in a text. line: of its begin, from 1. before: up to 200 characters before it. value: what it holds.
    fault: what was wrong with it, or ""; then the value holds what could be read."""

    line: int
    before: str
    value: Any
    fault: str = ""


def int_of(digits: str) -> int | None:
    """Return a whole number, or None for one that no tool counts to."""
    return int(digits) if len(digits) <= MOST_DIGITS else None


QUICK, CAREFUL = JSONDecoder(strict=False), JSONDecoder(parse_int=int_of, strict=False)
"""Decoders; the careful one does not fail on a number of too many digits."""


def documents(text: str, opening: str = "{") -> Iterator[Document]:
    """Yield the JSON values of a text that begin with one of the brackets in `opening`. Those that are broken are mended,
    but at most MOST_REPAIRS of them; after MOST_FAULTS brackets that begin none it ends."""
    begins, faults, repairs, start = re.compile(f"[{re.escape(opening)}]"), 0, 0, 0
    line, counted = 1, 0
    while faults < MOST_FAULTS and (found := begins.search(text, start)):
        at = found.start()
        line, counted = line + text.count("\n", counted, at), at
        before = text[max(0, at - NEAR) : at]
        try:
            value, start = QUICK.raw_decode(text, at)
            yield Document(line, before, value)
            continue
        except JSONDecodeError as error:
            wrong = f"line {error.lineno}: {MESSAGE}, got {here(text, error.pos)}"
            place: int | None = error.pos
        except (ValueError, RecursionError):
            wrong = f"line {line}: {MESSAGE}, got too many digits or brackets"
            place = None
        faults, start = faults + 1, at + 1
        if place != at + 1 and repairs < MOST_REPAIRS:
            repairs += 1
            text, end, value = mended(text, at, place)
            if value:
                start = end
                yield Document(line, before, value, wrong)


def here(text: str, place: int) -> str:
    """Return what stands at a place of a text, for a message."""
    return repr(text[place : place + 30].split("\n")[0]) if text[place:].strip() else "its end"


def mended(text: str, start: int, place: int | None) -> tuple[str, int, Any]:
    """Return a text whose document at `start` is mended, where this ends, and its value; None if nothing of it can be
    read. Lines stay where they are. place: of the first fault, None if it is a number of too many digits."""
    decoder, tried = CAREFUL if place is None else QUICK, set[Mend]()
    while True:
        if place is not None:
            mend = mend_at(text, place)
            if mend is None or mend in tried:
                return cut_off(text, start, place)
            tried.add(mend)
            text = text[:start] + mend(text[start:])
        try:
            value, end = decoder.raw_decode(text, start)
            return text, end, value
        except JSONDecodeError as error:
            place = error.pos
        except (ValueError, RecursionError):
            if decoder is CAREFUL:
                return text, start + 1, None
            decoder, place = CAREFUL, None


def mend_at(text: str, place: int) -> Mend | None:
    """Return how a fault at a place is mended, or None."""
    if NOT_A.match(text, place):
        return nulled
    if text[place : place + NEAR].lstrip()[:1] in (",", "]", "}"):
        return with_right_commas
    begin, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    return None if OURS.match(text[begin : end if end >= 0 else None]) else without_others


def nulled(text: str) -> str:
    """Return a text with null for what is not a number."""
    return NO_NUMBER.sub(r"\1null", text)


def with_right_commas(text: str) -> str:
    """Return a text without commas at the begin or the end of a list."""
    return COMMAS.sub(r"\1", text)


def without_others(text: str) -> str:
    """Return a text with empty lines instead of those that are not JSON."""
    return "\n".join(line if OURS.match(line) else "" for line in text.split("\n"))


def cut_off(text: str, start: int, stop: int) -> tuple[str, int, Any]:
    """Return a text, the end of its document at `start`, which is cut off at `stop`, and its value."""
    for _ in range(3):
        end, stop, closing = cut(text, start, stop)
        try:
            return text, end, QUICK.decode(text[start:stop] + closing)
        except JSONDecodeError as error:
            if not 0 < error.pos < stop - start:
                break
            stop = start + error.pos
        except (ValueError, RecursionError):
            break
    return text, start + 1, None


def cut(text: str, start: int, stop: int) -> tuple[int, int, str]:
    """Return where a document that begins at `start` ends, at `stop` at the latest; where it is to be cut off so that no
    value is half, and the brackets that are to be closed then."""
    depth, last, mark = list[str](), start, ""
    for found in MARKS.finditer(text, start, stop):
        mark = found[0]
        if mark in CLOSING:
            depth.append(CLOSING[mark])
        elif mark in ("}", "]"):
            if not depth or depth[-1] != mark:
                return found.start(), last, "".join(reversed(depth))
            depth.pop()
        else:
            continue
        last = found.end()
        if not depth:
            return last, last, ""
        if len(depth) > MOST_DEPTH:
            break
    commas = [found.start() for found in TAIL.finditer(text, last, stop) if found[0] == ","]
    return stop, commas[-1] if commas else last, "".join(reversed(depth))
