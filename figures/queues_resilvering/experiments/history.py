"""The scatter of consecutive blocks on disk, from a small pool that is filled and overwritten. The
pool has a few thousand blocks. The scatter that results is an input of a `Job` for a whole disk."""

from itertools import pairwise
from random import Random
from typing import NamedTuple

from models.zfs.resilver.job import Job


class HistoryBlock(NamedTuple):
    """A block of the small pool."""

    place: int  # in blocks
    birth: int  # transaction group


class History:
    """A pool of `files` files of `blocks` blocks each, written in order on `places` free places.
    The blocks of each transaction group go, file by file and in order, to the next free places
    after those of the previous group, wrapping at the end of the disk."""

    def __init__(self, files: int = 8, blocks: int = 512, places: int = 8192):
        self.taken, self.cursor, self.group = bytearray(places), 0, 1
        self.files = [[self.allocate() for _ in range(blocks)] for _ in range(files)]

    def allocate(self) -> HistoryBlock:
        """Take the next free place. Return the block in it. Raise ValueError if no place is
        free."""
        place = self.taken.find(0, self.cursor)
        if place < 0:
            place = self.taken.find(0)
        if place < 0:
            raise ValueError(f"places must exceed the blocks in use, got {len(self.taken)}")
        self.taken[place], self.cursor = 1, place + 1
        return HistoryBlock(place, self.group)

    def overwrite(self, share: float, random: Random) -> None:
        """Run one transaction group, which moves a random `share` (0-1) of all blocks and frees the
        old places for the next group."""
        self.group += 1
        freed = []
        for file in self.files:
            for number, old in enumerate(file):
                if random.random() < share:
                    file[number] = self.allocate()
                    freed.append(old.place)
        for place in freed:
            self.taken[place] = 0

    def walk(self, since: int = 0) -> list[HistoryBlock]:
        """Return all blocks born after group `since`, in metadata order: file by file."""
        return [block for file in self.files for block in file if block.birth > since]

    def scattered(self) -> float:
        """Return the share of blocks whose next block in the file is not adjacent."""
        pairs = [(a, b) for file in self.files for a, b in pairwise(file)]
        return sum(b.place != a.place + 1 for a, b in pairs) / max(1, len(pairs))


ROUND, ROUNDS, FULLEST = 0.06, 120, 0.9


def aged(job: Job, places: int, random: Random) -> tuple[History, int]:
    """Return a small disk like the job's, and the group after which its share of new blocks was
    born. The disk is as full as the job's (at most 0.9) and is overwritten until the share of its
    blocks that is scattered is 0.97 of the job's, because the last few per cent would take very
    long."""
    files, full = 6, min(FULLEST, job.used / job.capacity)
    blocks = max(1, int(places * full) // files)
    pool, most = History(files, blocks, places), min(ROUND, (1 - full) / full / 2)
    for _ in range(ROUNDS):
        if pool.scattered() >= 0.97 * job.scattered:
            break
        pool.overwrite(most, random)
    if job.born == 1:
        return pool, 0
    since, groups = pool.group, max(1, round(job.born / most))
    for _ in range(groups):
        pool.overwrite(job.born / groups, random)
    while not pool.walk(since):  # the share was so small that no block was drawn
        pool.overwrite(1 / (files * blocks), random)
    return pool, since


def worn(full: float, times: float, random: Random, places: int = 900) -> float:
    """Return the share of scattered blocks on a disk filled to `full` (0-1) on which each block has
    been overwritten `times` times on average."""
    files = 6
    pool = History(files, max(1, int(places * full) // files), places)
    for _ in range(round(times / ROUND)):
        pool.overwrite(min(ROUND, (1 - full) / full / 2), random)
    return pool.scattered()
