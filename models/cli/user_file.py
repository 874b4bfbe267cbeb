"""Files that a user names: what they hold, or one line that says why there is none."""

import json
from pathlib import Path
from typing import Any, NoReturn

from models.cli.forms import opened
from models.units import NOT_FINITE


def plain(path: Path, what: str) -> None:
    """Raise ValueError where a file that is to be `what` is a folder or a device."""
    try:
        if path.is_dir():
            raise ValueError(f"{path} is a folder, and {what} is wanted")
        if path.is_char_device() or path.is_block_device():
            raise ValueError(f"{path} is a device, and {what} is wanted")
        if path.is_fifo() and path.parts[:2] not in (("/", "dev"), ("/", "proc")):
            raise ValueError(f"{path} is a pipe, and {what} is wanted")
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None


def text_of(path: Path, what: str) -> str:
    """The text of a file that is to be `what`: UTF-8, with or without a mark, or UTF-16 with one;
    gzip is unpacked. Raises ValueError."""
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
        raise ValueError(f"{path} must be UTF-8 text, byte {error.start} is not") from None


def json_of(name: str, what: str, article: str) -> Any:
    """What the JSON file called `name` holds, which is to be `what`. Raises ValueError."""

    def refuse(word: str) -> NoReturn:
        raise ValueError(f"{name}: {NOT_FINITE}, got {word}")

    text = text_of(Path(name), f"{article} {what}, a JSON file,")
    try:
        return json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}, line {error.lineno} is no JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError(f"{name} is no {what}: nested too deeply") from None
