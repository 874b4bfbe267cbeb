"""The files that were handed in, in a folder or in a zip as an LMS gives it. What they are called
and hold may be meant ill.

Nothing is unpacked: what is in a zip is read out of it, and no link is followed. Each person has a
budget of files and bytes: one who is over it is refused with a line, and the others go on.
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
"""What may be handed in, with the most bytes of each. (Most of a notebook are outputs, which nobody reads.)"""
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    ValueError,
    RuntimeError,
)
"""What zipfile raises for a zip that is broken, locked, or of a kind that it does not know."""
UNSEEN = {"__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", "timestamp.txt"}
"""What computers leave beside the files of people."""
MOST_FILES = 500  # of one person
MOST_BYTES = 100_000_000  # of one person, unpacked
MOST_STRAY = 20_000  # files of nobody in one folder
MOST_STRAY_BYTES = 2_000_000_000
DEEPEST = 20  # folders inside one another
LONGEST = 255  # characters of a name, as on disks
UNICODE_PATH = 0x7075
"""Of a zip member's extra fields: its name in UTF-8, as Info-ZIP writes it."""

Whose = Callable[[PurePosixPath], tuple[str, str] | None]
"""Says who pays for a path: a person, and which of that person's accounts; None if nobody is known to."""


def nobody(path: PurePosixPath) -> None:
    """Return None: it is not known whose a path is."""


@dataclass(frozen=True)
class Entry:
    """A file that was handed in, or why one is not taken (`refused`)."""

    path: PurePosixPath  # below what was given to be graded
    arrived: datetime
    read: Callable[[], bytes] = bytes
    refused: str = ""
    zipped: int | None = (
        None  # so many parts of the path stand before what lies in a student's own zip
    )

    @property
    def paid(self) -> PurePosixPath:
        """The path that says who pays for it: a student's zip for all that is in it."""
        own = self.path.parts[: self.zipped]
        return self.path if self.zipped is None else PurePosixPath(*own[:-1], f"{own[-1]}.zip")


class Budget:
    """Counts the files and bytes of each person, so that one cannot keep the others waiting."""

    def __init__(self, whose: Whose) -> None:
        self._whose = whose
        self._files: Counter[tuple[str, str]] = Counter()
        self._bytes: Counter[tuple[str, str]] = Counter()
        self.over: dict[tuple[str, str], Entry] = {}  # by account: the line that refuses all of it

    def account(self, path: PurePosixPath) -> tuple[tuple[str, str], bool]:
        """Return who pays for a path, and whether it is one person; what is nobody's pays with its
        first folder or zip."""
        known = self._whose(path)
        if known is not None:
            return known, True
        is_zip = path.suffix.lower() == ".zip"  # somebody has packed it
        return ("", str(path) if is_zip else path.parts[0]), is_zip

    def takes(self, path: PurePosixPath, arrived: datetime, size: int) -> bool:
        """Return whether there is room for one more file of so many bytes; once there is not, there
        is never again."""
        account, is_one = self.account(path)
        if account in self.over:
            return False
        self._files[account] += 1
        self._bytes[account] += size
        most, most_bytes = (MOST_FILES, MOST_BYTES) if is_one else (MOST_STRAY, MOST_STRAY_BYTES)
        files, total = self._files[account], self._bytes[account]
        if files <= most and total <= most_bytes:
            return True
        what = (
            f"more than {most:,} files"
            if files > most
            else f"more than {most_bytes:,} bytes unpacked"
        )
        place = path.parent if path.parent != PurePosixPath() else path
        whose = account[0] if account[0] and not account[1] else "it"
        why = f"holds {what}, with which nothing of {whose} is graded: hand in the answers alone"
        self.over[account] = Entry(place, arrived, refused=why)
        return False

    def is_over(self, path: PurePosixPath) -> bool:
        """Return whether whoever pays for a path is over the budget."""
        return bool(path.parts) and self.account(path)[0] in self.over


def entries(source: Path, zone: tzinfo | None, whose: Whose = nobody) -> list[Entry]:
    """Return all that lies in a folder or in a zip, in the order of its names.

    zone: that of the times in a zip (None: here). whose: says who pays for a path. Raise WrongUse
    where there is nothing.
    """
    budget = Budget(whose)
    try:
        if source.is_dir():
            found = list(_in_folder(source, source, budget))
        elif source.is_file() and zipfile.is_zipfile(source):
            found = list(_in_zip(_whole(source), PurePosixPath(), _when(source), zone, budget))
        elif source.exists():
            raise WrongUse(f"{source} is neither a folder nor a zip of what was handed in")
        else:
            raise WrongUse(f"there is no folder {source}")
    except OSError as error:
        raise WrongUse(f"cannot read {source}: {error.strerror}") from None
    if not found and not budget.over:
        raise WrongUse(f"{source} is empty: it must hold what was handed in, {', '.join(KINDS)}")
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
    left = [entry for entry in opened if not budget.is_over(entry.paid)]
    return sorted([*left, *budget.over.values()], key=lambda entry: entry.path)


def _whole(source: Path) -> "Archive":
    """Return the zip of all that was handed in. Raise WrongUse where it cannot be read."""
    archive = Archive(lambda: source)
    try:
        archive.whole.infolist()
    except UNREADABLE as error:
        raise WrongUse(
            f"{source} is no zip that can be read ({error}): fetch it again, or unpack it and grade the "
            "folder"
        ) from None
    return archive


def _again(entry: Entry) -> Callable[[], IO[bytes]]:
    return lambda: io.BytesIO(entry.read())


class Archive:
    """A zip that is opened once. Of those that are held in memory only the last one stays there."""

    _held: "Archive | None" = None

    def __init__(self, file: Callable[[], IO[bytes] | Path], in_memory: bool = False) -> None:
        self._file, self._in_memory = file, in_memory

    @cached_property
    def whole(self) -> zipfile.ZipFile:
        """The zip. Raise one of UNREADABLE."""
        if self._in_memory:
            if Archive._held is not None:
                del Archive._held.__dict__["whole"]
            Archive._held = None
        whole = zipfile.ZipFile(self._file())
        if self._in_memory:
            Archive._held = self
        return whole

    def reader(self, member: zipfile.ZipInfo, most: int) -> Callable[[], bytes]:
        """Return what reads a member, `most` bytes of it. It raises OSError where the zip does not
        give it out."""

        def read() -> bytes:
            try:
                with self.whole.open(member) as inside:
                    return inside.read(most)
            except UNREADABLE as error:
                raise OSError(0, f"the zip does not give it out, {error}") from None

        return read


def _in_folder(folder: Path, root: Path, budget: Budget) -> Iterator[Entry]:
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
            yield _refused(path, root, "is a symbolic link; only what it leads to may be handed in")
        elif item.is_dir():
            if path.suffix.lower() in KINDS:
                yield _refused(path, root, "is a folder; an answer is a file")
            else:
                yield from _in_folder(path, root, budget)
        elif not item.is_file():
            yield _refused(path, root, "is no regular file")
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
    """What is in a zip. In an LMS's each file has its time; in one that a student has made
    (`zipped`) the times count for nothing."""
    own = PurePosixPath(f"{folder}.zip")
    try:
        members = [item for item in archive.whole.infolist() if not item.is_dir()]
    except UNREADABLE:
        yield Entry(own, arrived, refused="is no zip that can be read", zipped=zipped)
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
                refused="is a symbolic link; only what it leads to may be handed in",
                zipped=zipped,
            )
        elif kind == ".zip" and zipped:
            yield Entry(path, when, refused="is a zip in a zip; hand in the files", zipped=zipped)
        else:
            yield _sized(
                path, when, member.file_size, archive.reader(member, KINDS.get(kind, 0)), zipped
            )


def name_of(member: zipfile.ZipInfo) -> str:
    """Return the name of a zip's member: UTF-8 if it is that, whether or not a flag says so, else
    as the standard has it."""
    if member.flag_bits & 0x800:
        return member.filename
    try:
        raw = member.orig_filename.encode("cp437")
        return (_unicode_path(member.extra, raw) or raw.decode("utf-8")).partition("\0")[0]
    except UnicodeError:
        return member.filename


def _unicode_path(extra: bytes, raw: bytes) -> str:
    """Return the name that an extra field gives in UTF-8, if it belongs to this name; else nothing."""
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
    try:
        return datetime(*member.date_time, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return otherwise


def _to_read(path: PurePosixPath, size: int) -> int:
    """Return how many bytes of a file will be read: none of one that is refused for its kind or
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
        why = f"is no answer: that is a file {', '.join(KINDS)}"
    elif size > most:
        why = f"has {size:,} bytes; at most {most:,} may be handed in"
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
    """A file's name as text, whatever bytes it is made of."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
