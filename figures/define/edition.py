"""The edition of the book: its version, and a short hash of the sources that determine what a
figure shows."""

import hashlib
from pathlib import Path

VERSION = "1.0.0"
PACKAGES = ("models", "figures")
KINDS = (".py", ".csv")


def sources(root: Path) -> list[Path]:
    """Return the files below `root` that determine what a figure shows, in an order that is the
    same on every system."""
    files = (
        path for package in PACKAGES for path in (root / package).rglob("*") if path.suffix in KINDS
    )
    return sorted(files, key=lambda path: path.relative_to(root).as_posix())


def fingerprint(root: Path) -> str:
    """Return eight hexadecimal digits that change whenever a source changes. Line endings do not
    matter."""
    digest = hashlib.sha256()
    for path in sources(root):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()[:8]


def edition() -> str:
    """Return the edition of the sources to which this file belongs, in a checkout or an installed
    wheel."""
    return f"{VERSION}-{fingerprint(Path(__file__).resolve().parents[2])}"


EDITION = edition()
