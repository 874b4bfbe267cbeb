"""Traces for a cache: a stream of keys, one per line or from a column of a table."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from models.check import shown
from models.cli.forms import COMMENTS, NUMBER, delimiter_of, form_of, is_header, opened, split
from models.cli.user_file import plain
from models.zfs.arc.replacement import Arc, Fifo, Lru

LONGEST, MOST_BLOCKS = 1000, 1_000_000
"""Longest key (bytes) and most blocks of one request; larger values are probably mistakes."""
LONGEST_ROW = 100_000
"""Longest line with several fields (bytes)."""
POLICIES: dict[str, type[Fifo] | type[Arc]] = {"lru": Lru, "fifo": Fifo, "arc": Arc}
FORMATS = ("keys", "csv", "arc")
OBJECT = re.compile(r"\{\s*\"")  # of JSON
Line = tuple[int, str]


def keys(path: Path) -> Iterator[str]:
    """Yield the key of each request in a file: a line without the spaces around it.

    Blank lines and comments, which begin with # or *, are skipped. Raise ValueError if the file
    cannot be read, is not text, or holds no requests."""
    return (line for _, line in numbered(path))


def requested_keys(path: Path, format: str | None, column: str | None) -> Iterator[str]:
    """Yield the key of each request in a file of this format. None for both: a line is a key, and
    must have one field. Raise ValueError if the file has another format, and for a column of a
    format without columns."""
    if column is not None and format not in (None, "csv"):
        raise ValueError(
            f"--column works only with --format csv or without --format, got --format {format}"
        )
    if format == "keys":
        return keys(path)
    if format == "arc":
        return chain.from_iterable(blocks(path, *line) for line in numbered(path))
    return single_keys(path) if format is None and column is None else of_column(path, column)


def numbered(path: Path, longest: int = LONGEST) -> Iterator[Line]:
    """Yield the lines that hold requests, with their numbers. Raise ValueError if the file cannot
    be read, is not text, or holds no requests."""
    plain(path, "a trace with one key per line")
    found = False
    try:
        with opened(path) as file:
            for number, raw in enumerate(lines(file, longest), 1):
                if b"\0" in raw:
                    raise ValueError(
                        f"{path} must be text with one key per line; line {number} is not{guess(raw)}"
                    )
                if len(raw) > longest:
                    raise ValueError(
                        f"{path}, line {number}: a key must be {longest} bytes or less"
                    )
                key = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if key and key[0] not in COMMENTS:
                    found = True
                    yield number, key
    except UnicodeDecodeError:
        raise ValueError(
            f"{path} must be UTF-8 text with one key per line; line {number} is not{guess(raw)}"
        ) from None
    except (OSError, EOFError) as error:
        raise ValueError(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}"
        ) from None
    if not found:
        raise ValueError(f"{path} must hold one key per line, got no requests")


def guess(raw: bytes) -> str:
    """Return what a line that is not text probably is, for an error."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ": it is UTF-16; save it as UTF-8"
    return ": the file looks like oracleGeneral; print its obj_ids first" if b"\0" in raw else ""


def lines(file: BinaryIO, longest: int = LONGEST) -> Iterator[bytes]:
    """Yield the lines of a file as they are read, without LF, CR LF or CR at their ends.

    A line of more than `longest` bytes comes in parts, the first of them longer than that."""
    rest = b""
    while raw := file.readline(longest + 1):
        if b"\r" in raw:
            raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *complete, rest = (rest + raw).split(b"\n")
        yield from complete
        if len(rest) > longest:
            yield rest
    if rest:
        yield rest


def single_keys(path: Path) -> Iterator[str]:
    """Yield the keys of a file with one field per line. Raise ValueError for a line with several
    fields, and for a title above numbers."""
    title, first = "", True
    for number, key in numbered(path, LONGEST_ROW):
        delimiter = delimiter_of(key)
        if (delimiter or len(key.split()) > 1 or OBJECT.match(key)) and (
            fault := several(key, delimiter)
        ):
            raise ValueError(f"{path}, line {number}: {fault}")
        if len(key.encode()) > LONGEST:
            raise ValueError(f"{path}, line {number}: a key must be {LONGEST} bytes or less")
        if title:
            if NUMBER.fullmatch(key):
                raise ValueError(
                    f"{path} begins with {title!r:.40} above numbers, probably a title: --column 1 skips it "
                    "(--format keys reads it as a key)"
                )
            yield title
            title = ""
        elif first and re.fullmatch(r"\D+", key):
            title, first = key, False
            continue
        first = False
        yield key
    if title:
        yield title


def several(line: str, delimiter: str) -> str:
    """Return the error for a line that is more than one key, or "" if it is one key in quotes."""
    if re.fullmatch(r"[0-9]{1,3}([ ,\u00a0\u202f][0-9]{3})+", line.strip('"')):
        return f"a key must have no thousands separators, got {line!r:.40} (or --column NUMBER names the key's column)"
    count = len(next(split(iter([line]), delimiter)))
    if count == 1 and not OBJECT.match(line):
        return ""
    form = form_of(line)
    usual = "--column NAME or NUMBER for a table, --format arc for `start count` lines"
    options = form.key if form else usual
    remedy = f"use {options}" if options else "write its keys, one per line"
    likely = f"the line looks like {form.name}: " if form else ""
    got = f", got {count}" if count > 1 else ""
    return f"a key must be one field{got}: {likely}{remedy} (--format keys reads whole lines)"


def blocks(path: Path, number: int, line: str) -> Iterator[str]:
    """Yield the blocks of a line of the ARC paper's traces: `start count`, and numbers that are
    ignored. Raise ValueError if the line has another form."""
    match = re.fullmatch(r"([0-9]{1,18})[ \t,]+([0-9]{1,18})([ \t,]+[0-9]+)*", line)
    if not match or not 1 <= int(match[2]) <= MOST_BLOCKS:
        raise ValueError(
            f"{path}, line {number}: a line must begin with two whole numbers, start and count (1 to {MOST_BLOCKS:,} "
            f"blocks), got {shown(line)}"
        )
    return map(str, range(int(match[1]), int(match[1]) + int(match[2])))


def of_column(path: Path, column: str | None) -> Iterator[str]:
    """Yield the fields of one column of a table. Raise ValueError if there is no such column, or a
    line has no key in it."""
    source, last = numbered(path, LONGEST_ROW), 0

    def text() -> Iterator[str]:
        nonlocal last
        for last, line in source:  # noqa: B007  `last` is for the errors
            yield line

    begin = list(islice(text(), 1))
    if not begin:
        return
    rows = split(chain(begin, text()), delimiter_of(begin[0]))
    first, second = next(rows), next(rows, [])
    names = [name.casefold() for name in first]
    header = is_header(first, second)
    if column is None:
        if len(first) > 1:
            raise ValueError(
                f"--column must name or number the column of the key: {path} has {len(first)} columns, "
                f"{', '.join(first):.100}"
            )
        place = 0
    elif re.fullmatch("[0-9]{1,4}", column) and 1 <= int(column) <= len(first):
        place = int(column) - 1
    elif column.casefold() in names and not NUMBER.fullmatch(column):
        place, header = names.index(column.casefold()), True
    else:
        raise ValueError(
            f"--column must be 1 to {len(first)} or a name in the first line of {path}, "
            f"{', '.join(first):.100}, got {shown(column)}"
        )
    for row in chain([] if header else [first], [second] if second else [], rows):
        if len(row) != len(first):
            raise ValueError(
                f"{path}, line {last}: a line must have {len(first)} fields, as the first, got {len(row)}"
            )
        if not row[place]:
            raise ValueError(f"{path}, line {last}: column {column} must hold a key, got none")
        yield row[place]


def count(cache: Fifo | Arc, requests: Iterable[str]) -> dict[str, int]:
    """Return the numbers of requests and of hits, by name."""
    number = hits = 0
    for key in requests:
        number += 1
        hits += cache.access(key)
    return {"requests": number, "hits": hits}
