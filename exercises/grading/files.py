"""The files that were handed in, in a folder or in a zip as an LMS gives it. What they are called and hold may be meant ill.

Nothing is unpacked: what is in a zip is read out of it, and no link is followed.
"""

import io
import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path, PurePosixPath
from typing import IO

from exercises.cli.answer_file import MAX_FILE, MAX_PROGRAM
from models.cli.command_line import WrongUse

KINDS = {".py": MAX_PROGRAM, ".json": MAX_FILE, ".ipynb": 10_000_000, ".zip": 20_000_000}
"""What may be handed in, with the most bytes of each."""
UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError)
"""What zipfile raises for a zip that is broken, locked, or of a kind that it does not know."""
UNSEEN = {"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", "timestamp.txt"}
"""What computers leave beside the files of people."""
MOST_FILES = 20_000
DEEPEST = 20  # folders inside one another
MOST_IN_A_STUDENTS_ZIP = 200
LONGEST = 255  # characters of a name, as on disks


@dataclass(frozen=True)
class Entry:
    """A file that was handed in, or why one is not taken (`refused`)."""

    path: PurePosixPath  # below what was given to be graded
    arrived: datetime
    read: Callable[[], bytes] = bytes
    refused: str = ""
    zipped: int | None = None  # so many parts of the path stand before what lies in a student's own zip


def entries(source: Path, zone: tzinfo | None) -> list[Entry]:
    """All that lies in a folder or in a zip, in the order of its names; zone is that of the times in a zip (None: here).

    Raises WrongUse where there is nothing to be read.
    """
    try:
        if source.is_dir():
            found = list(_in_folder(source, source))
        elif source.is_file() and zipfile.is_zipfile(source):
            found = list(_in_zip(lambda: source.open("rb"), PurePosixPath(), _when(source), zone, from_lms=True))
        elif source.exists():
            raise WrongUse(f"{source} is neither a folder nor a zip of what was handed in")
        else:
            raise WrongUse(f"there is no folder {source}")
    except OSError as error:
        raise WrongUse(f"cannot read {source}: {error.strerror}") from None
    if not found:
        raise WrongUse(f"{source} is empty: it must hold what was handed in, {', '.join(KINDS)}")
    opened: list[Entry] = []
    for entry in found:
        if entry.refused or entry.path.suffix.lower() != ".zip":
            opened.append(entry)
        else:
            inside = _in_zip(_again(entry), entry.path.with_suffix(""), entry.arrived, zone)
            opened += [replace(one, zipped=len(entry.path.parts)) for one in inside]
    if len(opened) > MOST_FILES:
        raise WrongUse(f"{source} holds {len(opened):,} files; at most {MOST_FILES:,} are graded at a time")
    return sorted(opened, key=lambda entry: entry.path)


def _again(entry: Entry) -> Callable[[], IO[bytes]]:
    return lambda: io.BytesIO(entry.read())


def _in_folder(folder: Path, root: Path) -> Iterator[Entry]:
    if len(folder.relative_to(root).parts) > DEEPEST:
        yield _refused(folder, root, f"lies more than {DEEPEST} folders deep")
        return
    try:
        inside = sorted(os.scandir(folder), key=lambda item: item.name)
    except OSError as error:
        yield _refused(folder, root, f"cannot be read: {error.strerror}")
        return
    seen = [item for item in inside if not item.name.startswith(".") and item.name not in UNSEEN]
    if not seen and folder != root:
        yield _refused(folder, root, "is an empty folder")
    for item in seen:
        path = Path(item.path)
        if item.is_symlink():
            yield _refused(path, root, "is a symbolic link; only what it leads to may be handed in")
        elif item.is_dir():
            if path.suffix.lower() in KINDS:
                yield _refused(path, root, "is a folder; an answer is a file")
            else:
                yield from _in_folder(path, root)
        elif not item.is_file():
            yield _refused(path, root, "is no regular file")
        else:
            yield _sized(_below(path, root), _when(path), item.stat().st_size, path.read_bytes)


def _in_zip(
    file: Callable[[], IO[bytes]], folder: PurePosixPath, arrived: datetime, zone: tzinfo | None, from_lms: bool = False
) -> Iterator[Entry]:
    """What is in a zip. In an LMS's each file has its time; in one that a student has made the times count for nothing."""
    own = PurePosixPath(f"{folder}.zip")
    try:
        with file() as data, zipfile.ZipFile(data) as whole:
            members = [item for item in whole.infolist() if not item.is_dir()]
    except UNREADABLE:
        yield Entry(own, arrived, refused="is no zip that can be read")
        return
    if not from_lms and len(members) > MOST_IN_A_STUDENTS_ZIP:
        why = f"holds {len(members):,} files; at most {MOST_IN_A_STUDENTS_ZIP} may be handed in"
        yield Entry(own, arrived, refused=why)
        return
    for member in members:
        parts = [part for part in member.filename.replace("\\", "/").split("/") if part not in ("", ".", "..")]
        if not parts or any(part.startswith(".") or part in UNSEEN for part in parts):
            continue
        path = PurePosixPath(folder, *(_plain(part) for part in parts))
        when = _packed(member, zone, arrived) if from_lms else arrived
        if max(map(len, path.parts)) > LONGEST:
            yield Entry(own, arrived, refused=f"holds a file whose name is longer than {LONGEST} characters")
            continue
        if stat.S_ISLNK(member.external_attr >> 16):
            yield Entry(path, when, refused="is a symbolic link; only what it leads to may be handed in")
        elif path.suffix.lower() == ".zip" and not from_lms:
            yield Entry(path, when, refused="is a zip in a zip; hand in the files")
        else:
            yield _sized(path, when, member.file_size, _reader(file, member, KINDS.get(path.suffix.lower(), 0)))


def _packed(member: zipfile.ZipInfo, zone: tzinfo | None, otherwise: datetime) -> datetime:
    try:
        return datetime(*member.date_time, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return otherwise


def _reader(file: Callable[[], IO[bytes]], member: zipfile.ZipInfo, most: int) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with file() as data, zipfile.ZipFile(data) as whole, whole.open(member) as inside:
                return inside.read(most)
        except UNREADABLE as error:
            raise OSError(0, f"the zip does not give it out, {error}") from None

    return read


def _sized(path: PurePosixPath, arrived: datetime, size: int, read: Callable[[], bytes]) -> Entry:
    most = KINDS.get(path.suffix.lower())
    if most is None:
        return Entry(path, arrived, refused=f"is no answer: that is a file {', '.join(KINDS)}")
    if size > most:
        return Entry(path, arrived, refused=f"has {size:,} bytes; at most {most:,} may be handed in")
    if size == 0:
        return Entry(path, arrived, refused="is empty")
    return Entry(path, arrived, read)


def _refused(path: Path, root: Path, why: str) -> Entry:
    return Entry(_below(path, root), _when(path), refused=why)


def _when(path: Path) -> datetime:
    return datetime.fromtimestamp(path.lstat().st_mtime, UTC)


def _below(path: Path, root: Path) -> PurePosixPath:
    return PurePosixPath(*(_plain(part) for part in path.relative_to(root).parts))


def _plain(name: str) -> str:
    """A file's name as text, whatever bytes it is made of."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
