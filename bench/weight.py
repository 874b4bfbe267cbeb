"""Measure the weight of a page: the gzipped size of all files that a browser fetches before a
figure comes near."""

import gzip
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

MOST = 200.0  # kB
STATIC_IMPORT = re.compile(r"\b(?:import|from)\s*\"(\.[^\"]+)\"")


class Loads(HTMLParser):
    """A parser that collects the addresses of the files that a page loads at once."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add the address in a tag if its file is loaded at once."""
        values = dict(attrs)
        at_once = tag == "script" or (tag == "img" and values.get("loading") != "lazy")
        self.addresses += [values["src"] or ""] if at_once and "src" in values else []
        if tag == "link" and values.get("rel") in (
            "stylesheet",
            "icon",
            "preload",
            "modulepreload",
        ):
            self.addresses.append(values.get("href") or "")


@cache
def linked(file: Path) -> frozenset[Path]:
    """Return the files that a page or a script loads at once; none for other files."""
    addresses: list[str] = []
    if file.suffix == ".html":
        reader = Loads()
        reader.feed(file.read_text(encoding="utf-8"))
        addresses = reader.addresses
    elif file.suffix == ".js":
        addresses = STATIC_IMPORT.findall(file.read_text(encoding="utf-8"))
    return frozenset(
        (file.parent / unquote(urlsplit(address).path)).resolve() for address in addresses
    )


def fetched(page: Path) -> set[Path]:
    """Return the file of a page, and all files that a browser fetches with it."""
    found: set[Path] = set()
    fresh = {page.resolve()}
    while fresh:
        found |= fresh
        fresh = {file for known in fresh for file in linked(known)} - found
    return found


@cache
def size(file: Path) -> int:
    """Return the gzipped size of a file (bytes)."""
    return len(gzip.compress(file.read_bytes(), 9))


def weight(page: Path) -> float:
    """Return the weight of a page: the gzipped size (kB) of all its files."""
    return sum(size(file) for file in fetched(page)) / 1000
