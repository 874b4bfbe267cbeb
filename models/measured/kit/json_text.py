"""JSON in a text, as tools really leave it: with other lines around and inside, several documents, nan, commas too
many, and the end missing."""

import re
from collections.abc import Callable, Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple

from models.measured.kit import alike
from models.measured.kit.alike import NEAR, Alike, Kinds
from models.measured.kit.source import Source

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
MESSAGE = "JSON must be whole"


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


class Reader:
    """The JSON values of a text that begin with one of the brackets in `opening`. Those that are broken are mended, but at
    most MOST_REPAIRS of them; after MOST_FAULTS brackets that begin none it ends. start: where the next one is looked for.
    first: number of the text's first line."""

    def __init__(self, opening: str = "{") -> None:
        self.begins = re.compile(f"[{re.escape(opening)}]")
        self.faults = self.repairs = 0
        self.set("")

    def set(self, text: str, start: int = 0, first: int = 1) -> None:
        """Go on with another text."""
        self.text, self.start, self.first = text, start, first
        self.line, self.counted = first, 0

    def next(self) -> Document | None:
        """Return the next value, None at the end."""
        while self.faults < MOST_FAULTS and (found := self.begins.search(self.text, self.start)):
            at = found.start()
            self.line += self.text.count("\n", self.counted, at)
            self.counted = at
            before = self.text[max(0, at - NEAR) : at]
            try:
                value, self.start = QUICK.raw_decode(self.text, at)
                return Document(self.line, before, value)
            except JSONDecodeError as error:
                place: int | None = error.pos
                wrong = f"line {self.first + error.lineno - 1}: {MESSAGE}, got {here(self.text, error.pos)}"
            except (ValueError, RecursionError):
                wrong = f"line {self.line}: {MESSAGE}, got too many digits or brackets"
                place = None
            self.faults, self.start = self.faults + 1, at + 1
            if place != at + 1 and self.repairs < MOST_REPAIRS:
                self.repairs += 1
                self.text, end, value = mended(self.text, at, place)
                if value:
                    self.start = end
                    return Document(self.line, before, value, wrong)
        return None


def documents(text: str, opening: str = "{") -> Iterator[Document]:
    """Yield the JSON values of a text that begin with one of the brackets in `opening`."""
    reader = Reader(opening)
    reader.set(text)
    while document := reader.next():
        yield document


def documents_in(source: Source, kinds: Kinds) -> Iterator[Document | Alike]:
    """Yield the JSON objects of a file in turn, those together that a page found alike. kinds: of the keys that are
    wanted."""
    if not alike.quick:
        yield from documents(source.whole())
        return
    data, at, first, reader = source.content(), 0, 1, Reader()
    while reader.repairs < MOST_REPAIRS:
        found = alike.quick(data, at, kinds, ())
        if found.order:
            yield found
        if found.stop >= len(data):
            return
        begin = max(at, found.stop - NEAR)
        first += data.count(b"\n", 0, begin)
        text = data[begin:].decode("utf-8", "replace")
        reader.set(text, len(data[begin : found.stop].decode("utf-8", "replace")), first)
        if (document := reader.next()) is None:
            return
        yield document
        data, at = reader.text.encode(), len(reader.text[: reader.start].encode())
    while document := reader.next():
        yield document


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
