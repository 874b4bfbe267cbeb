"""The folder that the reports are written into: nothing half, and nothing over what somebody else
has written."""

import hashlib
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from exercises.grading.store import LOCK, NAME, Store
from models.cli.command_line import WrongUse

AT_A_TIME = 200  # files that are noted before they are written


class Folder:
    """Writes files below a folder, and knows them again by their hashes."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder, self._store = folder, store
        self._before = store.outputs()

    def changed(self) -> list[str]:
        """Those of our files that somebody has changed since."""
        return [
            path
            for path, digests in sorted(self._before.items())
            if (self._folder / path).is_file()
            and _digest((self._folder / path).read_bytes()) not in digests
        ]

    def write(self, files: Iterable[tuple[str, str | bytes]]) -> None:
        """Put files into their places, each in one go. Raise WrongUse with one line where there is
        no room for one."""
        coming = iter(files)
        while some := list(islice(coming, AT_A_TIME)):
            data = {
                path: content
                if isinstance(content, bytes)
                else content.encode("utf-8", "backslashreplace")
                for path, content in some
            }
            digests = {path: _digest(content) for path, content in data.items()}
            self._store.will_write(digests)
            for path, content in data.items():
                self._put(self._folder / path, content)
            self._store.has_written(digests)

    def _put(self, place: Path, content: bytes) -> None:
        fresh = place.with_name(f".{place.name}.new")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                fresh.write_bytes(content)
                fresh.replace(place)
            finally:
                fresh.unlink(missing_ok=True)
        except OSError as error:
            raise WrongUse(
                f"cannot write {place}: {error.strerror}; the results are kept in {NAME}, and the same command "
                "writes what is missing"
            ) from None


def is_foreign(folder: Path) -> bool:
    """Whether a folder holds something, and no grades."""
    return (
        folder.exists()
        and not (folder / NAME).is_file()
        and any(item.name != LOCK for item in folder.iterdir())
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
