"""Traces of a cache: the key of each request, from a line or from a column of a table, read as they
come."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from models.check import shown
from models.cli.forms import NUMBER, delimiter_of, form_of, is_header, opened, split
from models.cli.user_file import plain
from models.zfs.arc.replacement import Arc, Fifo, Lru

LONGEST, MOST_BLOCKS = 1000, 1_000_000
"""Bytes of a line that is a key, blocks of one request: more are a slip of the hand."""
LONGEST_ROW = 100_000
POLICIES: dict[str, type[Fifo] | type[Arc]] = {"lru": Lru, "fifo": Fifo, "arc": Arc}
FORMATS = ("keys", "csv", "arc")
OBJECT = re.compile(r"\{\s*\"")  # of JSON
Line = tuple[int, str]


def keys(path: Path) -> Iterator[str]:
    """The key of each request in a file: a line without the blanks around it. Blank lines and
    comments, which begin with # or
    *, are passed over. Raises ValueError with one line."""
    return (line for _, line in numbered(path))


def asked(path: Path, format: str | None, column: str | None) -> Iterator[str]:
    """The same of a format and a column; None: a line is a key, and has one field. Raises
    ValueError with one line."""
    if column is not None and format not in (None, "csv"):
        raise ValueError(f"--column is for --format csv, got {format}")
    if format == "keys":
        return keys(path)
    if format == "arc":
        return chain.from_iterable(blocks(path, *line) for line in numbered(path))
    return alone(path) if format is None and column is None else of_column(path, column)


def numbered(path: Path, longest: int = LONGEST) -> Iterator[Line]:
    """The lines that hold requests, with their numbers."""
    plain(path, "a trace, one key a line,")
    found = False
    try:
        with opened(path) as file:
            for number, raw in enumerate(lines(file, longest), 1):
                if b"\0" in raw:
                    raise ValueError(
                        f"{path} must be text, one key a line, and line {number} is not{guess(raw)}"
                    )
                if len(raw) > longest:
                    raise ValueError(
                        f"{path}, line {number}: a key must be {longest} bytes or less"
                    )
                key = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if key and key[0] not in "#*":
                    found = True
                    yield number, key
    except UnicodeDecodeError:
        raise ValueError(
            f"{path} must be UTF-8 text, one key a line, and line {number} is not{guess(raw)}"
        ) from None
    except (OSError, EOFError) as error:
        raise ValueError(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}"
        ) from None
    if not found:
        raise ValueError(f"the trace has no requests: {path} must hold one key a line")


def guess(raw: bytes) -> str:
    """What a line that is no text may be."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ": it is UTF-16, save it as UTF-8"
    return ": it looks like oracleGeneral, print its obj_ids first" if b"\0" in raw else ""


def lines(file: BinaryIO, longest: int = LONGEST) -> Iterator[bytes]:
    """Lines of a file as they come, without their ends: LF, CR LF, or CR alone. Of one that is too
    long, the beginning."""
    rest = b""
    while raw := file.readline(longest + 1):
        if b"\r" in raw:
            raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *whole, rest = (rest + raw).split(b"\n")
        yield from whole
        if len(rest) > longest:
            yield rest
    if rest:
        yield rest


def alone(path: Path) -> Iterator[str]:
    """Keys that stand alone on their lines. Raises ValueError for a line of several fields, and for
    a title above numbers."""
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
                    f"{path} begins with {title!r:.40} above numbers, a title: --column 1 passes it over "
                    "(--format keys takes it as a key)"
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
    """What to say of a line that is more than a key; nothing if it is one in quotes."""
    if re.fullmatch(r"[0-9]{1,3}([ ,\u00a0\u202f][0-9]{3})+", line.strip('"')):
        return f"a key must have no thousands separators, got {line!r:.40} (or --column NUMBER names the key's column)"
    count = len(next(split(iter([line]), delimiter)))
    if count == 1 and not OBJECT.match(line):
        return ""
    form = form_of(line)
    how = (
        form.key
        if form
        else "--column NAME or NUMBER for a table, --format arc for `start count` lines"
    )
    looks = f" and looks like {form.name}" if form else ""
    take = "write its keys, one a line" if not how else f"take {how}"
    has = f" has {count}{looks}" if count > 1 else f" looks like {form.name if form else 'several'}"
    return f"a key is one field, and the line{has}: {take} (--format keys takes whole lines)"


def blocks(path: Path, number: int, line: str) -> Iterator[str]:
    """The blocks of a line of the ARC paper's traces: `start count`, and two numbers more that
    count for nothing."""
    match = re.fullmatch(r"([0-9]{1,18})[ \t,]+([0-9]{1,18})([ \t,]+[0-9]+)*", line)
    if not match or not 1 <= int(match[2]) <= MOST_BLOCKS:
        raise ValueError(
            f"{path}, line {number}: wanted `start count`, whole numbers, of 1 to {MOST_BLOCKS:,} blocks, "
            f"got {shown(line)}"
        )
    return map(str, range(int(match[1]), int(match[1]) + int(match[2])))


def of_column(path: Path, column: str | None) -> Iterator[str]:
    """The fields of one column of a table. Raises ValueError."""
    held, last = numbered(path, LONGEST_ROW), 0

    def text() -> Iterator[str]:
        nonlocal last
        for last, line in held:  # noqa: B007  for the errors
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
                f"{path} has {len(first)} columns, which begin with {', '.join(first):.100}: "
                "--column NAME or NUMBER says which is the key"
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
                f"{path}, line {last}: wanted {len(first)} fields, as in the first, got {len(row)}"
            )
        if not row[place]:
            raise ValueError(f"{path}, line {last}: a key is wanted in column {column}, got none")
        yield row[place]


def count(cache: Fifo | Arc, requests: Iterable[str]) -> dict[str, int]:
    """How many requests there were, and how many of them the cache answered."""
    asked = hits = 0
    for key in requests:
        asked += 1
        hits += cache.access(key)
    return {"requests": asked, "hits": hits}
