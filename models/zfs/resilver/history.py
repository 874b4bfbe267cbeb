"""Why blocks that follow each other in a file lie apart on disk: a small pool that is written and
overwritten.

A toy of some thousand blocks; how far it scatters them is what a `Job` is told about a whole disk.
"""

from itertools import pairwise
from random import Random
from typing import NamedTuple

from models.zfs.resilver.job import Job


class Block(NamedTuple):
    """Where a block lies (its place counts in blocks) and in which transaction group it was born."""

    place: int
    birth: int


class History:
    """`files` of `blocks` blocks each, written in order on `places` free places. `overwrite` is its
    history; `walk` is what a resilver does in metadata order.

    Each transaction group's blocks go, file by file and in their order, to the next free places
    behind the last group's; at the end of the disk it begins anew.
    """

    def __init__(self, files: int = 8, blocks: int = 512, places: int = 8192):
        self.taken, self.cursor, self.group = bytearray(places), 0, 1
        self.files = [[self.allocate() for _ in range(blocks)] for _ in range(files)]

    def allocate(self) -> Block:
        """A block in the next free place."""
        place = self.taken.find(0, self.cursor)
        if place < 0:
            place = self.taken.find(0)
        if place < 0:
            raise ValueError(
                f"places must leave room for new blocks, got {len(self.taken)}, all of them taken"
            )
        self.taken[place], self.cursor = 1, place + 1
        return Block(place, self.group)

    def overwrite(self, share: float, random: Random) -> None:
        """One transaction group: this share of all blocks, drawn at random, is written anew in
        other places; where they were is free for the next group."""
        self.group += 1
        freed = []
        for file in self.files:
            for number, old in enumerate(file):
                if random.random() < share:
                    file[number] = self.allocate()
                    freed.append(old.place)
        for place in freed:
            self.taken[place] = 0

    def walk(self, since: int = 0) -> list[Block]:
        """All blocks born after the group `since` in metadata order: one file after the other."""
        return [block for file in self.files for block in file if block.birth > since]

    def scattered(self) -> float:
        """Of the blocks that have a next one in their file, the share whose next one lies
        elsewhere."""
        pairs = [(a, b) for file in self.files for a, b in pairwise(file)]
        return sum(b.place != a.place + 1 for a, b in pairs) / max(1, len(pairs))


ROUND, ROUNDS, FULLEST = 0.06, 120, 0.9


def aged(job: Job, places: int, random: Random) -> tuple[History, int]:
    """A small disk as full as the job's (at most nine tenths), overwritten group by group until as
    many of its blocks lie scattered (0.97 of what is asked for: the last few take for ever); and
    the group since which the job's share was born."""
    files, full = 6, min(FULLEST, job.used / job.capacity)
    blocks = max(1, int(places * full) // files)
    pool, most = (
        History(files, blocks, places),
        min(ROUND, (1 - full) / full / 2),
    )  # a group needs room
    for _ in range(ROUNDS):
        if pool.scattered() >= 0.97 * job.scattered:
            break
        pool.overwrite(most, random)
    if job.born == 1:
        return pool, 0
    since, groups = pool.group, max(1, round(job.born / most))
    for _ in range(groups):
        pool.overwrite(job.born / groups, random)
    while not pool.walk(since):  # so few that none was drawn
        pool.overwrite(1 / (files * blocks), random)
    return pool, since


def worn(full: float, times: float, random: Random, places: int = 900) -> float:
    """What share of the blocks lies scattered on a disk so full, once each has been overwritten so
    many times on average."""
    files = 6
    pool = History(files, max(1, int(places * full) // files), places)
    for _ in range(round(times / ROUND)):
        pool.overwrite(min(ROUND, (1 - full) / full / 2), random)
    return pool.scattered()
