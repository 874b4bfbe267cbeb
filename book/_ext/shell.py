"""The entry point of the book's Sphinx extension, which loads all its parts."""

import hashlib
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent

PARTS = (
    "slot",
    "citing",
    "live",
    "account",
    "drawing",
    "predict",
    "exercise",
    "progress",
    "class_sheet",
    "quantity",
    "set_up",
    "practice",
    "reproduction",
    "moved",
    "mathml",
    "page",
    "notebook",
    "lab",
    "buying",
    "measured",
    "story",
    "hunt",
    "finish",
)


def fingerprint() -> str:
    """Return a hash of the extension, of the account's colours and names, and of the drawings' file
    names. When it changes, all pages are read again."""
    files = sorted(path for path in HERE.rglob("*") if path.suffix in (".py", ".html"))
    files.append(HERE.parent.parent / "web" / "src" / "motion" / "parts.json")
    drawings = sorted(path.name.encode() for path in (HERE.parent / "drawings").glob("*.svg"))
    return hashlib.sha256(
        b"\0".join([*(path.read_bytes() for path in files), *drawings])
    ).hexdigest()


def setup(app: Sphinx) -> dict[str, bool]:
    """Load every part, and tell Sphinx that it may read and write pages in parallel."""
    app.add_config_value("book_extension", fingerprint(), "env")
    app.add_config_value("comments_config", {}, "")  # set by Jupyter Book, not used here
    for part in PARTS:
        app.setup_extension(f"{__package__}.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
