"""A database of small pages and its backups: what a target that deduplicates must store of each.

A checksum only asks whether two records are equal, so the database's contents are drawn small: one byte for 64.
"""
from collections.abc import Iterable
from random import Random

from models.check import check_recordsize
from models.experiments.dedup.content import Store
from models.units import KiB

PAGE = 8 * KiB
SCALE = 64


class BackedUpDatabase:
    """`pages` pages of 8 KiB of random bytes."""

    def __init__(self, pages: int, random: Random):
        self.pages, self.random = pages, random
        self.data = bytearray(random.randbytes(pages * PAGE // SCALE))

    @property
    def size(self) -> int:
        """Bytes."""
        return self.pages * PAGE

    def change(self, share: float, row: int = 1) -> list[int]:
        """Overwrite this share of the pages, `row` neighbours at a time (anywhere, from the end on to the start); which."""
        wanted, changed = round(share * self.pages), dict[int, None]()
        while len(changed) < wanted:
            first = int(self.random.random() * self.pages)
            for page in range(first, first + row):
                if len(changed) < wanted:
                    changed[page % self.pages] = None
        step = PAGE // SCALE
        for page in changed:
            self.data[page * step:page * step + step] = self.random.randbytes(step)
        return sorted(changed)


class Target:
    """Where backups go: a file for each, of records of `record` bytes, in a store that keeps equal records once."""

    def __init__(self, record: int):
        self.record = check_recordsize(record)
        self.store = Store()
        self.backups = self.asked = 0

    def back_up(self, database: BackedUpDatabase, changed: Iterable[int] | None = None) -> list[int]:
        """Write a whole backup; the numbers of the records that had to be stored.

        changed: pages written since the backup before; a record without any is the one of that backup, so it is found,
        and is not hashed again to know so. None: hash all.
        """
        record, store = self.record, self.store
        if changed is None or not self.backups:
            touched = list(range(-(-database.size // record)))
        else:
            per = max(1, PAGE // record)
            first = {page * PAGE // record for page in changed}
            touched = sorted(first if per == 1 else [each + part for each in first for part in range(per)])
        step, data = record // SCALE, database.data
        new = [n for n in touched if not store.put(bytes(data[n * step:n * step + step]), record)]
        self.backups += 1
        self.asked += -(-database.size // record) * record
        return new

    @property
    def ratio(self) -> float:
        """Bytes of all backups for each byte kept."""
        return self.asked / self.store.allocated


def touched_share(share: float, pages: int) -> float:
    """The share of records of `pages` pages in which a page or more is among the changed `share`, each with equal chance."""
    untouched = 1.0
    for _ in range(pages):
        untouched *= 1 - share
    return 1 - untouched


def expected_ratio(backups: int, share: float, record: int) -> float:
    """The dedup ratio of so many whole backups, a `share` of the pages changed anywhere between two of them."""
    pages = max(1, check_recordsize(record) // PAGE)
    return backups / (1 + (backups - 1) * touched_share(share, pages))
