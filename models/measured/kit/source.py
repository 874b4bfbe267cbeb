"""A measurement's file or pasted text, read piece by piece."""

import re
import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

PIECE = 1 << 20
"""Bytes that are read at a time."""
HEAD = 1 << 16
"""Bytes by which a form is told."""
MOST_WHOLE = 200 << 20
"""Most bytes of a form that is read as a whole, as JSON is: of a larger file its first are read."""
GZIP, UTF16 = b"\x1f\x8b", (b"\xff\xfe", b"\xfe\xff")
COLOURS = re.compile(rb"\x1b\[[0-9;?]{0,40}[A-Za-z]")
NO_BREAK = "\N{NO-BREAK SPACE}".encode()
CODED = ((b"&lt;", b"<"), (b"&gt;", b">"), (b"&amp;", b"&"))
MOST_ODD = 0.1
"""Share of a text's bytes that may be of another encoding."""
QUOTED = re.compile(rb"^(?:> )+|^>$", re.MULTILINE)
"""The mark before a line that a mail or a comment quotes."""
OTHERS = {
    b"\x28\xb5\x2f\xfd": "a zstd file: unpack it first, with zstd -d",
    b"PK\x03\x04": "a zip file or a workbook: unpack it, or save the table as CSV",
    b"\xfd7zXZ\x00": "an xz file: unpack it first, with xz -d",
    b"BZh": "a bzip2 file: unpack it first, with bzip2 -d",
    b"7z\xbc\xaf": "a 7z file: unpack it first",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a database of SQLite",
    b"PERFILE2": "a recording of perf: print it, with perf script",
    b"\x07\x61\x65": "a trace of blktrace: print it, with blkparse",
    b"\xd4\xc3\xb2\xa1": "a capture of tcpdump",
    b"\x0a\x0d\x0d\x0a": "a capture of Wireshark",
}
"""First bytes -> what a file is that cannot be read here."""


class Refused(ValueError):
    """A file that cannot be read: one line that says what was expected, and at which line."""


class Block:
    """Whole lines of a file. first: the number of the first one, from 1. data: UTF-8 with line feeds."""

    def __init__(self, first: int, data: bytes) -> None:
        self.first, self.data = first, data

    @cached_property
    def text(self) -> str:
        """Return the lines as text."""
        return self.data.decode("utf-8", "replace")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines with their numbers."""
        return enumerate(self.text.split("\n"), self.first)

    def line(self, place: int) -> str:
        """Return the line at a place, from 0."""
        return self.text.split("\n")[place]


class Source:
    """A file or a pasted text.

    name: shown in messages. size: bytes. piece(start, size): returns that many bytes from `start`, or fewer at the
    end. progress(share): called with the share (0-1) of the bytes that have been read. read_only: the bytes (unpacked,
    where they are read as a whole) after which the reading ended, None if it came to the end of the file. is_cut:
    whether a gzip file ended early."""

    def __init__(
        self,
        name: str,
        size: int,
        piece: Callable[[int, int], bytes],
        progress: Callable[[float], None] = lambda share: None,
    ) -> None:
        self.name, self.size, self.piece, self.progress = name, size, piece, progress
        self.read_only: int | None = None
        self.is_cut = False
        begin = piece(0, HEAD)
        self.packed = begin[:2] == GZIP
        self.begin = next(self.unpacked(), b"")[:HEAD] if self.packed else begin
        self.wide = self.begin[:2] in UTF16

    @classmethod
    def of_text(cls, text: str, name: str = "the text") -> "Source":
        """Return the source of a text."""
        content = text.encode("utf-8", "replace")
        return cls(name, len(content), lambda start, size: content[start : start + size])

    @classmethod
    def of_path(cls, path: Path) -> "Source":
        """Return the source of a file. Raise OSError if it cannot be read."""

        def piece(start: int, size: int) -> bytes:
            """Return a part of the file."""
            with path.open("rb") as file:
                file.seek(start)
                return file.read(size)

        return cls(path.name, path.stat().st_size, piece)

    def shorten(self, size: int) -> None:
        """Limit reading to the first `size` bytes."""
        if size < self.size:
            self.size = self.read_only = size

    @cached_property
    def head(self) -> list[str]:
        """Return the first lines, without blank ones and without spaces at their ends. The last one is left out if it
        may be cut off."""
        text = self.begin.decode("utf-16" if self.wide else "utf-8-sig", "replace")
        lines = with_feeds(text.encode("utf-8", "replace")).decode().split("\n")
        if len(self.begin) >= HEAD:
            lines.pop()
        return [line.rstrip() for line in lines if line.strip()]

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes as they are stored."""
        start = 0
        while start < self.size and (content := self.piece(start, PIECE)):
            start += len(content)
            yield content
            self.progress(min(1.0, start / self.size))

    def unpacked(self) -> Iterator[bytes]:
        """Yield the unpacked bytes of a gzip file, or of several in a row. A file that is cut off ends early. Raise
        Refused if it is damaged."""
        unpack = zlib.decompressobj(31)
        for content in self.pieces():
            while content:
                self.is_cut = True
                try:
                    yield unpack.decompress(content, PIECE)
                    while unpack.unconsumed_tail:  # a small file may be a very large one
                        yield unpack.decompress(unpack.unconsumed_tail, PIECE)
                except zlib.error as error:
                    raise Refused(
                        f"{self.name} must be a whole gzip file, got a damaged one ({error})"
                    ) from None
                content = unpack.unused_data
                if unpack.eof:
                    self.is_cut, unpack = False, zlib.decompressobj(31)

    def content(self) -> bytes:
        """Return the whole file as UTF-8 with line feeds, or its first `MOST_WHOLE` bytes."""
        found, size = list[bytes](), 0
        for block in self.blocks():
            if size + len(block.data) > MOST_WHOLE:
                self.read_only = size
                break
            found.append(block.data)
            size += len(block.data)
        return b"\n".join(found)

    def bytes(self) -> Iterator[bytes]:
        """Yield the file as UTF-8, unpacked, without a byte order mark."""
        stored = self.unpacked() if self.packed else self.pieces()
        if self.wide:
            decode = getincrementaldecoder("utf-16")("replace").decode
            yield from (decode(content).encode("utf-8", "replace") for content in stored)
            return
        for number, content in enumerate(stored):
            yield content if number else content.removeprefix(b"\xef\xbb\xbf")

    def blocks(self) -> Iterator[Block]:
        """Yield the file's lines, many at a time."""
        held, first = b"", 1
        for content in self.bytes():
            held += content
            end = held.rfind(b"\n") + 1 or held.rfind(b"\r", 0, len(held) - 1) + 1
            if end:
                block = Block(first, with_feeds(held[: end - 1]))
                held, first = held[end:], first + block.data.count(b"\n") + 1
                yield block
        if held.strip():
            yield Block(first, with_feeds(held))

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines with their numbers."""
        for block in self.blocks():
            yield from block.lines()

    def whole(self) -> str:
        """Return the text of the whole file, or of its first `MOST_WHOLE` bytes."""
        return self.content().decode("utf-8", "replace")

    def check(self) -> None:
        """Raise Refused if the file is empty or not text, with what it probably is."""
        begin = self.begin
        if not begin.strip():
            raise Refused(f"{self.name} must have lines, got an empty file")
        if what := next((what for magic, what in OTHERS.items() if begin.startswith(magic)), ""):
            raise Refused(f"{self.name} must be text that a tool printed, got {what}")
        odd = begin[:4096].decode("utf-8", "replace").count("\ufffd")
        if (b"\0" in begin[:4096] or odd > MOST_ODD * len(begin[:4096])) and not self.wide:
            raise Refused(f"{self.name} must be text that a tool printed, got a binary file")


def with_feeds(data: bytes) -> bytes:
    """Return lines with line feeds alone between them, without a terminal's colours, without the marks of a mail or a
    comment that quotes them, and with blanks and signs as they were before they stood in a web page."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").removesuffix(b"\r").replace(b"\r", b"\n")
    data = COLOURS.sub(b"", data) if b"\x1b" in data else data
    if NO_BREAK in data:
        data = data.replace(NO_BREAK, b" ")
    for coded, sign in CODED if b"&gt;" in data or b"&lt;" in data else ():
        data = data.replace(coded, sign)
    return QUOTED.sub(b"", data) if data.startswith(b">") or b"\n> " in data else data
