"""Write reports into a folder, each of them completely or not at all, and never over files of
others."""

import hashlib
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from exercises.grading.store import LOCK, NAME, Store
from models.cli.command_line import WrongUse

AT_A_TIME = 200  # files written together, after their hashes have been stored


class Folder:
    """A folder of reports. It recognises the reports that it wrote by their hashes."""

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder, self._store = folder, store
        self._before = store.outputs()

    def changed(self) -> list[str]:
        """Return the paths of the reports that were edited after they were written."""
        return [
            path
            for path, digests in sorted(self._before.items())
            if (self._folder / path).is_file()
            and _digest((self._folder / path).read_bytes()) not in digests
        ]

    def write(self, files: Iterable[tuple[str, str | bytes]]) -> None:
        """Write files, given by path, each completely or not at all. Raise WrongUse with a one-line
        message if a file cannot be written."""
        remaining = iter(files)
        while batch := list(islice(remaining, AT_A_TIME)):
            data = {
                path: content
                if isinstance(content, bytes)
                else content.encode("utf-8", "backslashreplace")
                for path, content in batch
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
                f"cannot write {place}: {error.strerror}; results are kept in {NAME}; "
                "run the same command to write the missing files"
            ) from None


def is_foreign(folder: Path) -> bool:
    """Return whether a folder contains files but no grades."""
    return (
        folder.exists()
        and not (folder / NAME).is_file()
        and any(item.name != LOCK for item in folder.iterdir())
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
