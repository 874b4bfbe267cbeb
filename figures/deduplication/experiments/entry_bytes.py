"""Bytes of an entry of the dedup table, field by field: in a running transaction group, and packed
into a table block.

Nothing here is fitted. Sources: Bourbonnais 2010, Dedup Performance Considerations; illumos ddt.c,
ddt.h, zap_leaf.h (2010), ddt_zap.c, zle.c (2009).
"""

from dataclasses import dataclass
from functools import cache
from math import log
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.units import GB, KiB, sector

ZFS = values("zfs-2010")

PLACES = (
    4  # kinds of entries: a block with one, two or three copies, or with more once many refer to it
)
COPIES = 3  # addresses in each kind
CHUNK = 24  # bytes of a chunk of a table block
OF_A_CHUNK = (
    21  # bytes of a chunk that hold a key or a value; the others give its kind and the next chunk
)
ZEROS = 192  # the longest run of zeros that becomes one byte
LITERALS = 64  # the longest run of other bytes that takes only one extra byte
KEYS, VALUES, LINKS, ROOM = KINDS = (
    "checksum and sizes",
    "addresses and references",
    "heads and links",
    "room to grow",
)


def unique(
    memory: float, record: float, entry: float = ZFS["ddt_entry"], share: float = 1.0
) -> float:
    """Return how many bytes of unique data, in records of `record` bytes, have a table that fits
    into the share `share` (0-1) of `memory` bytes. entry: bytes of an entry."""
    return memory * share / entry * record


class Field(NamedTuple):
    """A part of an entry: its name, its bytes, and its kind (one of KINDS)."""

    name: str
    bytes: float
    kind: str


KEY = 40  # a checksum of 256 bits, and 8 bytes for sizes and compression

RUNNING = (
    Field("checksum, sizes, compression", KEY, KEYS),
    Field("addresses", PLACES * COPIES * 16, VALUES),
    Field("references", PLACES * 8, VALUES),
    Field("groups of birth", PLACES * 8, VALUES),
    Field("writes on their way", PLACES * 8, LINKS),
    Field("data of a repair", 8, LINKS),
    Field("state", 16, LINKS),
    Field("links of a tree", 24, LINKS),
)
"""The fields of an entry in a running group. The entry is freed when the group is on disk."""


def packed(data: bytes) -> int:
    """Return the bytes that `data` takes when its runs of zeros are written as lengths. A single
    zero is not a run."""
    out = at = 0
    end = len(data)
    while at < end:
        out += 1
        first = at
        if not data[at]:
            last = min(first + ZEROS, end)
            while at < last and not data[at]:
                at += 1
        else:
            last = min(first + LITERALS, end)
            while at < last - 1 and (data[at] or data[at + 1]):
                at += 1
            if data[at]:
                at += 1
            out += at - first
    return out


class Sample(NamedTuple):
    """Means over random entries. value: bytes of the value. chunks: number of chunks of the
    entry."""

    value: float
    chunks: float


@cache
def sample(groups: int = 10**6) -> Sample:
    """Return the mean entry of a pool after this many transaction groups.

    Its blocks are 128 KiB in size, lie anywhere on 22 vdevs of 1,000 GB, and have one reference
    each.
    """
    random, count = Random(1), 256
    bytes_in_all = chunks_in_all = 0
    for _ in range(count):
        words = (
            int(random.random() * 22) << 32 | 128 * KiB // sector,
            int(random.random() * 1000 * GB / sector),
            0,
            0,
            0,
            0,
            1,
            int(random.random() * groups),
        )
        place = b"".join(word.to_bytes(8, "little") for word in words)
        value = 1 + packed(bytes(len(place)) + place + bytes((PLACES - 2) * len(place)))
        bytes_in_all += value
        chunks_in_all += (
            1 - -KEY // OF_A_CHUNK - -value // OF_A_CHUNK
        )  # for the entry itself, its key, and its value
    return Sample(bytes_in_all / count, chunks_in_all / count)


@dataclass(frozen=True)
class TableBlock:
    """A block of the table, of `size` bytes, and its average entry.

    The table is a hash that grows by splitting: a full block becomes two that are half full. Keys
    are spread evenly, so that all blocks fill up together. While the table doubles they are ln 2,
    or 69 %, full on average.
    """

    size: int
    entry: Sample

    @property
    def most(self) -> int:
        """Return how many entries a full block holds. Its header takes two chunks, and a hash table
        takes two bytes of every 32."""
        return int(((self.size - 2 * (self.size // 32)) // CHUNK - 2) / self.entry.chunks)

    @property
    def mean(self) -> float:
        """Return the mean number of entries in a block."""
        return self.most * log(2)

    @property
    def memory(self) -> float:
        """Return the mean bytes of memory per entry, including the free space in the block."""
        return self.size / self.mean

    @property
    def parts(self) -> tuple[Field, ...]:
        """Return the parts that make up the `memory` of an entry."""
        full, chunk_bytes, value = (
            self.size / self.most,
            self.entry.chunks * CHUNK,
            self.entry.value,
        )
        return (
            Field("checksum, sizes, compression", KEY, KEYS),
            Field("addresses, references, group of birth, without most zeros", value, VALUES),
            Field("its head, and what joins its pieces", chunk_bytes - KEY - value, LINKS),
            Field("its share of the block's head", full - chunk_bytes, LINKS),
            Field("free in the block", self.memory - full, ROOM),
        )
