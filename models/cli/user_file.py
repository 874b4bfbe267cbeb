"""Files that a user names: their contents, or a one-line error."""

import json
from pathlib import Path
from typing import NoReturn

from models.cli.command_line import special
from models.cli.forms import opened
from models.units import NOT_FINITE

MOST_DIGITS = 400
"""Most digits of a whole number in a file. A float has 309 at most."""


def plain(path: Path, what: str) -> None:
    """Raise ValueError if the path is a folder, a device or a named pipe. what: a description of
    the file for the message, such as "a trace"."""
    try:
        kind = special(path)
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    if kind:
        raise ValueError(f"{path} must be {what}, got a {kind}")


def text_of(path: Path, what: str) -> str:
    """Return the text of a file. It may be UTF-8 with or without a byte order mark, or UTF-16 with
    one, and may be compressed with gzip. Raise ValueError if it cannot be read or decoded."""
    plain(path, what)
    try:
        with opened(path) as file:
            content = file.read()
        return content.decode(
            "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        )
    except (OSError, EOFError) as error:
        raise ValueError(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}"
        ) from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} must be UTF-8 text; byte {error.start} is not") from None


def json_of(name: str, what: str) -> object:
    """Return the contents of a JSON file. what: what it should be, such as "a machine". Raise
    ValueError if it is not valid JSON, or repeats a key."""

    def refuse(word: str) -> NoReturn:
        raise ValueError(f"{name}: {NOT_FINITE}, got {word}")

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise ValueError(f"{name}: each key must occur once, got {twice!r:.40} more than once")
        return found

    def whole(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            raise ValueError(
                f"{name}: a number must have {MOST_DIGITS} digits or fewer, got {len(digits):,}"
            )
        return int(digits)

    text = text_of(Path(name), f"{what}, a JSON file")
    try:
        return json.loads(text, parse_constant=refuse, parse_int=whole, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}, line {error.lineno} must be JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError(f"{name} must be {what}: it is nested too deeply") from None
