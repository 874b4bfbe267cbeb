"""What a pool with dedup is like: its data, its table, the memory for it, the flash behind that,
and the load."""

from dataclasses import dataclass
from math import inf
from typing import Any

from models.catalogue.machines import values
from models.check import a_number, at_least_zero, counted, positive, switched
from models.units import MB, GiB, KiB, MiB, TiB

ZFS, SUN = values("zfs-2010"), values("7410")


@dataclass(frozen=True)
class DedupSpec:
    """Sizes in bytes, times in seconds, rates in bytes a second."""

    record: int = 128 * KiB  # of a block of data
    unique: float = 10 * TiB  # of different data
    memory: float = 32 * GiB  # for the table alone
    ratio: float = (
        1.0  # how many point to a block on average, of those written now as of those there
    )
    popular: float = 0.0  # of how many different blocks those are that are found (0: of all)
    overwrites: bool = (
        True  # whether each write frees what it replaces, as it does unless a snapshot keeps that
    )
    removal: float = 0.0  # blocks a second that are freed besides
    flash: float = 0.0  # behind the memory
    feed: float = ZFS["l2_feed"] / ZFS["l2_again"]
    interval: float = 5.0  # of a transaction group
    entry: float = ZFS["ddt_entry"]  # in memory
    block: int = ZFS["ddt_block"]  # of a table block in memory
    packed: float = ZFS["ddt_packed"]  # what share of it a table block takes on disk
    copies: int = ZFS["ddt_copies"]  # of it on disk
    threads: int = int(
        ZFS["ddt_threads"] * SUN["head.cores"]
    )  # that hash and look up what is written, a block each
    frees: int = ZFS["ddt_frees"]  # threads that look up what is freed
    hash_rate: float = ZFS["sha256_rate"]  # of a thread, with dedup
    plain_rate: float = 4 * ZFS["clock"] / ZFS["fletcher_cycles"]  # and without
    piece: int = 128 * KiB  # that lie together where space is free
    pairs: int = 22  # of disks
    cable: float = SUN["pool.cable_rate"]  # to each side of them

    def __post_init__(self) -> None:
        positive(self, "record", "memory", "interval", "entry", "packed")
        at_least_zero(self, "popular", "flash")
        counted(512, 1 * MiB, block=self.block)
        for name, least, most in (
            ("unique", self.record, inf),
            ("ratio", 1, 10**6),
            ("removal", 0, 100_000),
            ("entry", 0, self.block),
            ("packed", 0, 1),
            ("hash_rate", 1 * MB, inf),
        ):
            a_number(name, getattr(self, name), least, most)  # far beyond: a slip of the hand
        counted(threads=self.threads, frees=self.frees)
        counted(1, ZFS["ddt_copies"], copies=self.copies)
        switched(overwrites=self.overwrites)

    @property
    def entries(self) -> float:
        """Different blocks of data."""
        return self.unique / self.record

    @property
    def table(self) -> float:
        """Bytes of the whole table, as it is in memory."""
        return self.entries * self.entry

    @property
    def blocks(self) -> float:
        """Table blocks, 1 or more."""
        return max(1.0, self.table / self.block)

    @property
    def on_disk(self) -> int:
        """Bytes that are read for one table block."""
        return max(512, int(self.block * self.packed) // 512 * 512)

    def of_times(self, times: float) -> dict[str, Any]:
        """The memory (bytes) for a table of `times` its size."""
        return {"memory": self.table / times}
