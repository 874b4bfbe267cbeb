"""Traces of a cache: text files with one key a line, read as they come."""
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from models.cli.user_file import plain
from models.zfs.arc.replacement import Arc, Fifo, Lru

LONGEST = 1000
"""Bytes of a line."""
POLICIES: dict[str, type[Fifo] | type[Arc]] = {"lru": Lru, "fifo": Fifo, "arc": Arc}


def keys(path: Path) -> Iterator[str]:
    """The key of each request in a file: a line without the blanks around it. Blank lines are passed over. Raises ValueError
    with one line."""
    plain(path, "a trace, one key a line,")
    found = False
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(lines(file), 1):
                if b"\0" in raw:
                    raise ValueError(f"{path} must be text, one key a line, and line {number} is not")
                if len(raw) > LONGEST:
                    raise ValueError(f"{path}, line {number}: a key must be {LONGEST} bytes or less")
                key = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if key:
                    found = True
                    yield key
    except UnicodeDecodeError:
        raise ValueError(f"{path} must be UTF-8 text, one key a line, and line {number} is not") from None
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    if not found:
        raise ValueError(f"the trace has no requests: {path} must hold one key a line")


def lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines of a file as they come, without their ends: LF, CR LF, or CR alone. Of one that is too long, the beginning."""
    rest = b""
    while raw := file.readline(LONGEST + 1):
        if b"\r" in raw:
            raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *whole, rest = (rest + raw).split(b"\n")
        yield from whole
        if len(rest) > LONGEST:
            yield rest
    if rest:
        yield rest


def count(cache: Fifo | Arc, requests: Iterable[str]) -> dict[str, int]:
    """How many requests there were, and how many of them the cache answered."""
    asked = hits = 0
    for key in requests:
        asked += 1
        hits += cache.access(key)
    return {"requests": asked, "hits": hits}
