"""Make the folder of a new exercise from a template with blanks to fill in."""

import keyword
import os
import re
from pathlib import Path

from exercises.contents import QUESTIONS
from models.cli.command_line import WrongUse

ROOT = QUESTIONS.parents[1]
TEMPLATES = Path(__file__).with_name("template")
BLANK = re.compile(r"<FILL IN: [^<>]*>")
LONGEST = 50  # maximum number of characters in a name


def make(name: str, kind: str, chapter: str, into: Path = QUESTIONS) -> str:
    """Make the folder `into`/`chapter`/`name`, with underscores in place of hyphens. Return two
    lines that say what to do next.

    Raise WrongUse with a one-line message if the name is not valid or exists already.
    """
    typed, name = name, name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise WrongUse(
            f"a name must be lower-case letters and digits in words joined by hyphens or underscores, at most {LONGEST} "
            f"characters, like missed_revolution, got {typed[:LONGEST]!r}"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise WrongUse(f"{name!r} is a Python keyword; choose a name like missed_revolution")
    for other in into.glob(f"*/{name}"):
        raise WrongUse(f"{_shown(other)} exists already; choose another name")
    package = chapter.replace("-", "_")
    folder = into / package / name
    files = parts(kind)
    try:
        for path, text in files.items():
            file = folder / path.replace("@NAME@", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            text = text.replace("@NAME@", name).replace("@CHAPTER@", package)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"cannot write {_shown(folder)}: {error.strerror}") from None
    order = ", ".join(path.replace("@NAME@", name) for path in files)
    blanks = f"the {len(open_blanks(folder))} blanks <FILL IN: ...> in {_shown(folder)} ({order})"
    slot = f"```{{exercise}} {name.replace('_', '-')}"
    where = f'"{chapter}" in exercises/contents.py, and to book/{chapter}.md the slot {slot}'
    return (
        f"fill in {blanks} until `python -m exercises prove {_shown(folder)}` reports no problem\n"
        f'then add "{name}" to the list of {where}'
    )


def parts(kind: str) -> dict[str, str]:
    """Return the files in the template for a kind of exercise: their texts, by path."""
    text = (TEMPLATES / f"{kind}.txt").read_text(encoding="utf-8")
    _, *files = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(files[::2], files[1::2], strict=True))


def open_blanks(folder: Path) -> list[str]:
    """Return a line for each blank in a folder that is not filled in, with its file and its line
    number."""
    found = []
    for path in sorted(folder.glob("*")):
        if path.suffix in (".md", ".py", ".toml") and path.is_file() and os.access(path, os.R_OK):
            text = path.read_text(encoding="utf-8", errors="replace")
            for blank in BLANK.finditer(text):
                line = text.count("\n", 0, blank.start()) + 1
                found.append(f"{_shown(path)}, line {line}: {' '.join(blank[0].split())}")
    return found


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
