"""Parameters of a pool with dedup: its data, its table, memory for the table, and the load."""

from dataclasses import dataclass
from math import inf

from models.catalogue.machines import values
from models.check import a_number, at_least_zero, counted, positive, switched
from models.units import MB, GiB, KiB, MiB, TiB

ZFS, SUN = values("zfs-2010"), values("7410")


@dataclass(frozen=True)
class DedupSpec:
    """A pool with dedup. Sizes in bytes, times in seconds, rates in bytes per second."""

    record: int = 128 * KiB  # size of a data block
    unique: float = 10 * TiB  # unique data
    memory: float = 32 * GiB  # for the table alone
    ratio: float = 1.0  # mean references per block, in new and in existing data
    popular: float = 0.0  # number of distinct blocks that duplicates refer to (0: all)
    overwrites: bool = True  # whether each write frees what it replaces (no snapshot keeps it)
    removal: float = 0.0  # blocks per second that are freed in addition
    entry: float = ZFS["ddt_entry"]  # size in memory
    block: int = ZFS["ddt_block"]  # table block in memory
    packed: float = ZFS["ddt_packed"]  # size of a table block on disk relative to that in memory
    copies: int = ZFS["ddt_copies"]  # of a table block on disk
    threads: int = int(ZFS["ddt_threads"] * SUN["head.cores"])  # for written blocks
    frees: int = ZFS["ddt_frees"]  # threads for freed blocks
    hash_rate: float = ZFS["sha256_rate"]  # of a thread, with dedup

    def __post_init__(self) -> None:
        positive(self, "record", "memory", "entry", "packed")
        at_least_zero(self, "popular")
        counted(512, 1 * MiB, block=self.block)
        for name, least, most in (
            ("unique", self.record, inf),
            ("ratio", 1, 10**6),
            ("removal", 0, 100_000),
            ("entry", 0, self.block),
            ("packed", 0, 1),
            ("hash_rate", 1 * MB, inf),
        ):
            a_number(name, getattr(self, name), least, most)
        counted(threads=self.threads, frees=self.frees)
        counted(1, ZFS["ddt_copies"], copies=self.copies)
        switched(overwrites=self.overwrites)

    @property
    def entries(self) -> float:
        """Return the number of unique data blocks."""
        return self.unique / self.record

    @property
    def table(self) -> float:
        """Return the bytes of the whole table in memory."""
        return self.entries * self.entry

    @property
    def blocks(self) -> float:
        """Return the number of table blocks, 1 or more."""
        return max(1.0, self.table / self.block)

    @property
    def on_disk(self) -> int:
        """Return the bytes read per table block."""
        return max(512, int(self.block * self.packed) // 512 * 512)
