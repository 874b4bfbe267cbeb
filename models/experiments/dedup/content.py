"""What a file system that deduplicates is given: real bytes, cut into records, each known by its SHA-256 checksum.

An archive is made as tar makes one: for each file a header of 512 bytes and its contents, filled up to whole sectors.
"""
from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import NamedTuple

from models.check import check_recordsize
from models.units import KiB, MiB, sector
from models.zfs.dedup.table import DedupTable

ZEROS = bytes(MiB)


class File(NamedTuple):
    """A file's name and contents."""

    name: str
    data: bytes


class Archive(NamedTuple):
    """A stream of bytes, and the offset at which each file's header starts in it."""

    data: bytes
    starts: list[int]


class Store(DedupTable):
    """The table of a pool that is given real blocks."""

    def put(self, block: bytes, size: int | None = None) -> bool:
        """Whether an equal block was there. A hole takes no room and is none. size: bytes that `block` stands for."""
        return not is_hole(block) and self.write(sha256(block).digest(), len(block) if size is None else size)


def is_hole(block: bytes) -> bool:
    """Whether a block is nothing but zeros, of which ZFS with any compression stores nothing."""
    return ZEROS.startswith(block)


def records(data: bytes, size: int) -> Iterator[bytes]:
    """A file's blocks for a recordsize: a small file is one block of whole sectors, a larger one is whole records."""
    size = check_recordsize(size)
    if len(data) <= size:
        yield filled(data, sector)
        return
    for start in range(0, len(data), size):
        yield filled(data[start:start + size], size)


def filled(data: bytes, unit: int) -> bytes:
    """`data` with zeros behind it up to a multiple of `unit` bytes."""
    return data + bytes(-len(data) % unit)


def some_files(count: int, random: Random, least: int = 4 * KiB, most: int = 512 * KiB) -> list[File]:
    """Files of random bytes; half of them are smaller than twice `least`, and a few near `most` hold much of the whole.

    Sizes are of a Pareto distribution with exponent 1 that is cut off at `most` bytes.
    """
    sizes = [int(least / (1 - random.random() * (1 - least / most))) for _ in range(count)]
    return [File(f"file {number}", random.randbytes(size)) for number, size in enumerate(sizes)]


def header(file: File) -> bytes:
    """The sector in front of a file: its name in 100 bytes, and its size in octal where tar has it."""
    return filled(file.name.encode()[:100].ljust(124, b"\0") + b"%011o\0" % len(file.data), sector)


def archive(files: Iterable[File], boundary: int = sector) -> Archive:
    """The files one behind the other, each (with its header) from a multiple of `boundary` bytes on."""
    parts, starts, end = [], [], 0
    for file in files:
        parts.append(filled(header(file) + file.data, boundary))
        starts.append(end)
        end += len(parts[-1])
    return Archive(b"".join(parts), starts)


def singly(files: Iterable[File], size: int) -> Iterator[bytes]:
    """The blocks of the files, each stored as a file of its own. An empty file has none."""
    for file in files:
        if file.data:
            yield from records(file.data, size)
