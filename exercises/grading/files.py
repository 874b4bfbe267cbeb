"""List the files that were handed in, from a folder or from a zip that a learning platform
exported. Their names and contents are untrusted.

Nothing is unpacked to disk: members of a zip are read in memory, and no link is followed. Each
person has a budget of files and bytes. A person who is over budget is refused with one line, and
the others are graded.
"""

import io
import lzma
import os
import stat
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import IO

from exercises.cli.answer_file import MAX_FILE, MAX_PROGRAM
from models.cli.command_line import WrongUse

KINDS = {".py": MAX_PROGRAM, ".json": MAX_FILE, ".ipynb": 50_000_000, ".zip": 50_000_000}
"""Accepted file name endings, each with its maximum size in bytes. (Most of a notebook is output,
which is not read.)"""
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
)
"""Exceptions that zipfile raises for a broken, encrypted or unsupported zip."""
UNSEEN = {"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", "timestamp.txt"}
"""Files and folders that operating systems and platforms add, which are skipped."""
MOST_FILES = 500  # maximum number of files per person
MOST_BYTES = 100_000_000  # maximum number of bytes per person, unpacked
MOST_STRAY = 20_000  # maximum number of files in a folder that belong to no known student
MOST_STRAY_BYTES = 2_000_000_000
DEEPEST = 20  # maximum depth of nested folders
LONGEST = 255  # maximum number of characters in a name, as in most file systems
UNICODE_PATH = 0x7075
"""Tag of the extra field that holds a zip member's name in UTF-8 (Info-ZIP Unicode Path)."""

AccountOf = Callable[[PurePosixPath], tuple[str, str] | None]
"""A function that returns the account to which a path is charged, as a person and one of that
person's accounts; None if the person is unknown."""


def no_account(path: PurePosixPath) -> None:
    """Return None, which means that the owner of the path is unknown."""


@dataclass(frozen=True)
class Entry:
    """A file that was handed in. If it is refused, `refused` is the reason."""

    path: PurePosixPath  # relative to the folder or zip that is graded
    arrived: datetime
    read: Callable[[], bytes] = bytes
    refused: str = ""
    zipped: int | None = None  # number of path parts before the contents of a student's zip

    @property
    def charged(self) -> PurePosixPath:
        """Return the path to which this file is charged. For a member of a student's zip it is the
        zip."""
        own = self.path.parts[: self.zipped]
        return self.path if self.zipped is None else PurePosixPath(*own[:-1], f"{own[-1]}.zip")


class Budget:
    """The files and bytes that each person has used, counted so that one person cannot exhaust the
    machine."""

    def __init__(self, account_of: AccountOf) -> None:
        self._account_of = account_of
        self._files: Counter[tuple[str, str]] = Counter()
        self._bytes: Counter[tuple[str, str]] = Counter()
        self.over: dict[
            tuple[str, str], Entry
        ] = {}  # by account: the entry that says why all its files are refused

    def account(self, path: PurePosixPath) -> tuple[tuple[str, str], bool]:
        """Return the account to which a path is charged, and whether the account is one person's. A
        path of no known student is charged to its first folder or to its zip."""
        known = self._account_of(path)
        if known is not None:
            return known, True
        is_zip = path.suffix.lower() == ".zip"  # packed by one person
        return ("", str(path) if is_zip else path.parts[0]), is_zip

    def takes(self, path: PurePosixPath, arrived: datetime, size: int) -> bool:
        """Count one more file of `size` bytes, and return whether it fits the budget. Once a file
        did not fit, no other file of the account does."""
        account, is_one = self.account(path)
        if account in self.over:
            return False
        self._files[account] += 1
        self._bytes[account] += size
        most, most_bytes = (MOST_FILES, MOST_BYTES) if is_one else (MOST_STRAY, MOST_STRAY_BYTES)
        files, total = self._files[account], self._bytes[account]
        if files <= most and total <= most_bytes:
            return True
        excess = (
            f"more than {most:,} files"
            if files > most
            else f"more than {most_bytes:,} bytes unpacked"
        )
        place = path.parent if path.parent != PurePosixPath() else path
        owner = account[0] if account[0] and not account[1] else "it"
        why = f"holds {excess}, so nothing of {owner} is graded: hand in the answers only"
        self.over[account] = Entry(place, arrived, refused=why)
        return False

    def is_over(self, path: PurePosixPath) -> bool:
        """Return whether the account to which a path is charged is over budget."""
        return bool(path.parts) and self.account(path)[0] in self.over


def entries(source: Path, zone: tzinfo | None, account_of: AccountOf = no_account) -> list[Entry]:
    """Return all files in a folder or a zip, sorted by path.

    `zone` is the time zone of times in a zip (None: local time). `account_of` returns the account
    to which a path is charged. Raise WrongUse if `source` is missing, unreadable or empty.
    """
    budget = Budget(account_of)
    try:
        if source.is_dir():
            found = list(_in_folder(source, source, budget))
        elif source.is_file() and zipfile.is_zipfile(source):
            found = list(
                _in_zip(_checked_zip(source), PurePosixPath(), _when(source), zone, budget)
            )
        elif source.exists():
            raise WrongUse(
                f"{source} must be a folder or a zip of submissions, got another kind of file"
            )
        else:
            raise WrongUse(f"there is no folder or zip {source}")
    except OSError as error:
        raise WrongUse(f"cannot read {source}: {error.strerror}") from None
    if not found and not budget.over:
        raise WrongUse(f"{source} is empty: it must hold submissions ({', '.join(KINDS)})")
    opened: list[Entry] = []
    for entry in found:
        if entry.refused or entry.path.suffix.lower() != ".zip":
            opened.append(entry)
        else:
            inner = Archive(_again(entry), in_memory=True)
            opened += _in_zip(
                inner,
                entry.path.with_suffix(""),
                entry.arrived,
                zone,
                budget,
                len(entry.path.parts),
            )
    left = [entry for entry in opened if not budget.is_over(entry.charged)]
    return sorted([*left, *budget.over.values()], key=lambda entry: entry.path)


def _checked_zip(source: Path) -> "Archive":
    """Return the archive of all submissions. Raise WrongUse if it cannot be read."""
    archive = Archive(lambda: source)
    try:
        archive.zip_file.infolist()
    except UNREADABLE as error:
        raise WrongUse(
            f"{source} is not a readable zip ({error}): download it again, or unpack it and grade the "
            "folder"
        ) from None
    return archive


def _again(entry: Entry) -> Callable[[], IO[bytes]]:
    return lambda: io.BytesIO(entry.read())


class Archive:
    """A zip that is opened only once. Of the zips that lie in memory only the latest stays open."""

    _held: "Archive | None" = None

    def __init__(self, file: Callable[[], IO[bytes] | Path], in_memory: bool = False) -> None:
        self._file, self._in_memory = file, in_memory

    @cached_property
    def zip_file(self) -> zipfile.ZipFile:
        """Return the open zip. Raise one of UNREADABLE if it cannot be opened."""
        if self._in_memory:
            if Archive._held is not None:
                del Archive._held.__dict__["zip_file"]
            Archive._held = None
        zip_file = zipfile.ZipFile(self._file())
        if self._in_memory:
            Archive._held = self
        return zip_file

    def reader(self, member: zipfile.ZipInfo, most: int) -> Callable[[], bytes]:
        """Return a function that returns at most `most` bytes of a member. It raises OSError if the
        zip is damaged or encrypted."""

        def read() -> bytes:
            try:
                with self.zip_file.open(member) as inside:
                    return inside.read(most)
            except UNREADABLE as error:
                raise OSError(0, f"it cannot be extracted from the zip, {error}") from None

        return read


def _in_folder(folder: Path, root: Path, budget: Budget) -> Iterator[Entry]:
    """Yield the files in a folder and its subfolders."""
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
        below = _below(path, root)
        size = (
            item.stat(follow_symlinks=False).st_size if item.is_file(follow_symlinks=False) else 0
        )
        if not budget.takes(below, _when(path), _to_read(below, size)):
            if budget.is_over(below.parent):
                return
            continue
        if item.is_symlink():
            yield _refused(path, root, "is a symbolic link; hand in the file itself")
        elif item.is_dir():
            if path.suffix.lower() in KINDS:
                yield _refused(path, root, "is a folder; an answer is a file")
            else:
                yield from _in_folder(path, root, budget)
        elif not item.is_file():
            yield _refused(path, root, "is not a regular file")
        else:
            yield _sized(below, _when(path), size, path.read_bytes)


def _in_zip(
    archive: Archive,
    folder: PurePosixPath,
    arrived: datetime,
    zone: tzinfo | None,
    budget: Budget,
    zipped: int | None = None,
) -> Iterator[Entry]:
    """Yield the members of a zip. In a platform's zip each member has a time of its own. In a
    student's zip (`zipped`) these times are ignored, and `arrived` is used."""
    own = PurePosixPath(f"{folder}.zip")
    try:
        members = [item for item in archive.zip_file.infolist() if not item.is_dir()]
    except UNREADABLE:
        yield Entry(own, arrived, refused="is not a readable zip", zipped=zipped)
        return
    for member in members:
        parts = [
            part
            for part in name_of(member).replace("\\", "/").split("/")
            if part not in ("", ".", "..")
        ]
        if not parts or any(part.startswith(".") or part in UNSEEN for part in parts):
            continue
        path = PurePosixPath(folder, *(_plain(part) for part in parts))
        when = arrived if zipped else _packed(member, zone, arrived)
        kind = path.suffix.lower()
        if not budget.takes(own if zipped else path, when, _to_read(path, member.file_size)):
            if zipped:
                return
            continue
        if max(map(len, path.parts)) > LONGEST:
            yield Entry(
                own,
                arrived,
                refused=f"holds a file whose name is longer than {LONGEST} characters",
                zipped=zipped,
            )
        elif stat.S_ISLNK(member.external_attr >> 16):
            yield Entry(
                path,
                when,
                refused="is a symbolic link; hand in the file itself",
                zipped=zipped,
            )
        elif kind == ".zip" and zipped:
            yield Entry(path, when, refused="is a zip in a zip; hand in the files", zipped=zipped)
        else:
            yield _sized(
                path, when, member.file_size, archive.reader(member, KINDS.get(kind, 0)), zipped
            )


def name_of(member: zipfile.ZipInfo) -> str:
    """Return the name of a zip's member. It is decoded as UTF-8 if that is possible, whatever its
    flag says, or else as the zip standard defines."""
    if member.flag_bits & 0x800:
        return member.filename
    try:
        raw = member.orig_filename.encode("cp437")
        return (_unicode_path(member.extra, raw) or raw.decode("utf-8")).partition("\0")[0]
    except UnicodeError:
        return member.filename


def _unicode_path(extra: bytes, raw: bytes) -> str:
    """Return the UTF-8 name in an extra field if it belongs to the name `raw`; otherwise an empty
    string."""
    while len(extra) >= 4:
        tag, length = struct.unpack("<HH", extra[:4])
        data, extra = extra[4 : 4 + length], extra[4 + length :]
        if (
            tag == UNICODE_PATH
            and len(data) > 5
            and struct.unpack("<BL", data[:5]) == (1, zlib.crc32(raw))
        ):
            return data[5:].decode("utf-8")
    return ""


def _packed(member: zipfile.ZipInfo, zone: tzinfo | None, otherwise: datetime) -> datetime:
    """Return the time of a zip's member in UTC; `otherwise` if its time is not valid."""
    try:
        return datetime(*member.date_time, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return otherwise


def _to_read(path: PurePosixPath, size: int) -> int:
    """Return how many bytes of a file will be read. It is 0 if the file is refused for its kind or
    size."""
    return size if size <= KINDS.get(path.suffix.lower(), 0) else 0


def _sized(
    path: PurePosixPath,
    arrived: datetime,
    size: int,
    read: Callable[[], bytes],
    zipped: int | None = None,
) -> Entry:
    most = KINDS.get(path.suffix.lower())
    why = ""
    if most is None:
        why = f"must be one of {', '.join(KINDS)}"
    elif size > most:
        why = f"must have at most {most:,} bytes, got {size:,}"
    elif size == 0:
        why = "is empty"
    return Entry(path, arrived, bytes if why else read, why, zipped)


def _refused(path: Path, root: Path, why: str) -> Entry:
    return Entry(_below(path, root), _when(path), refused=why)


def _when(path: Path) -> datetime:
    return datetime.fromtimestamp(path.lstat().st_mtime, UTC)


def _below(path: Path, root: Path) -> PurePosixPath:
    return PurePosixPath(*(_plain(part) for part in path.relative_to(root).parts))


def _plain(name: str) -> str:
    """Return the name of a file as valid UTF-8 text, with bytes that are not UTF-8 escaped."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
