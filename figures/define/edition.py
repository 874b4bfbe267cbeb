"""The edition of the book: its version, and a short hash of the sources that determine what a
figure shows."""

from pathlib import Path

from models import sources as files

VERSION = "1.0.0"
PACKAGES = ("models", "figures")


def sources(root: Path) -> list[Path]:
    """Return the files below `root` that determine what a figure shows, in an order that is the
    same on every system."""
    return files.sources(root, PACKAGES)


def fingerprint(root: Path) -> str:
    """Return eight hexadecimal digits that change whenever a source changes. Line endings do not
    matter."""
    return files.fingerprint(root, PACKAGES)[:8]


def edition() -> str:
    """Return the edition of the sources to which this file belongs, in a checkout or an installed
    wheel."""
    return f"{VERSION}-{fingerprint(files.ROOT)}"


EDITION = edition()
