"""A new exercise: a folder from the template of its kind, in which blanks are to be filled in."""

import keyword
import os
import re
from pathlib import Path

from models.command_line import WrongUse

HERE = Path(__file__).parent
TEMPLATES = HERE / "template"
BLANK = re.compile(r"<FILL IN: [^<>]*>")
LONGEST = 50  # characters of a name


def make(name: str, kind: str, chapter: str | None = None, into: Path = HERE) -> str:
    """Makes the folder `into`/`name`. Returns two lines that say what is to be done next.

    Raises WrongUse with one line for a name that does not do.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise WrongUse(
            f"a name is words of lower-case letters and digits with underscores between them, at most {LONGEST} characters, "
            f"like missed_revolution; {name[:LONGEST]!r} is not"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise WrongUse(f"{name!r} is a word of Python's own; a name says the matter, like missed_revolution")
    folder = into / name
    if folder.exists() or folder.with_suffix(".py").exists():
        raise WrongUse(f"exercises/ has a {name} already; choose another name")
    files = parts(kind)
    try:
        for path, text in files.items():
            file = folder / path.replace("@NAME@", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace("@NAME@", name), encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"cannot write {_shown(folder)}: {error.strerror}") from None
    blanks = len(dict.fromkeys(blank for text in files.values() for blank in BLANK.findall(text)))
    page = chapter or "PAGE"
    return (
        f"fill in the {blanks} blanks <FILL IN: ...> in {_shown(folder)} until `python -m exercises prove {_shown(folder)}` "
        f"says that it holds\n"
        f'then add "{name}" to the list of "{page}" in exercises/contents.py, and to book/{page}.md the slot '
        f"```{{exercise}} {name.replace('_', '-')}"
    )


def parts(kind: str) -> dict[str, str]:
    """The files of a kind's template: text by path."""
    text = (TEMPLATES / f"{kind}.txt").read_text(encoding="utf-8")
    _, *files = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(files[::2], files[1::2], strict=True))


def open_blanks(folder: Path) -> list[str]:
    """Where blanks of a template are still open in a folder, and what each asks for."""
    found = []
    for path in sorted([*folder.glob("*"), *folder.glob("wrong/*")]):
        if path.suffix in (".py", ".md") and path.is_file() and os.access(path, os.R_OK):
            text = path.read_text(encoding="utf-8", errors="replace")
            for blank in BLANK.finditer(text):
                line = text.count("\n", 0, blank.start()) + 1
                found.append(f"{_shown(path)}, line {line}: {' '.join(blank[0].split())}")
    return found


def _shown(path: Path) -> str:
    return str(path.relative_to(HERE.parent)) if path.is_relative_to(HERE.parent) else str(path)
