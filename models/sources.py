"""The files that determine what a model says, and their fingerprint."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = (".py", ".csv")
BESIDE = ("models/jobs", "models/sweep")
"""Folders that run models and are none: no page has them, and no result depends on them."""


def sources(root: Path, packages: Sequence[str]) -> list[Path]:
    """Return the files of packages below `root` that determine a result, in an order that is the
    same on every system."""
    files = (
        path for package in packages for path in (root / package).rglob("*") if path.suffix in KINDS
    )
    beside = [root / folder for folder in BESIDE]
    return sorted(
        (path for path in files if not any(path.is_relative_to(one) for one in beside)),
        key=lambda path: path.relative_to(root).as_posix(),
    )


def fingerprint(root: Path, packages: Sequence[str]) -> str:
    """Return 64 hexadecimal digits that change whenever a source changes. Line endings do not
    matter."""
    digest = hashlib.sha256()
    for path in sources(root, packages):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()
