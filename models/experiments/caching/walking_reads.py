"""Reads of blocks of which some are more popular than others, and reads that walk through all of them in between."""
from collections.abc import Collection, Iterable
from random import Random
from typing import Any

from models.sim.popularity import zipf

FINE = 2**26
"""The weight of the most popular block: weights are whole numbers, so that their sums are the same everywhere."""
AHEAD = 48
"""Blocks ahead of the walk by which we learn what it will find."""


class WalkingReads:
    """Reads of `blocks` blocks: by popularity (see `zipf`), or with the chance `walk` (0-1) the next of a walk round all.
    """

    def __init__(self, blocks: int, skew: float, walk: float = 0.0, seed: int = 1):
        random = Random(seed)
        self.blocks, self.walk, self.at = blocks, walk, 0
        self.popular, self.chance = zipf(blocks, skew, random), random.random
        self.weights = [int(FINE * (n + 1) ** -skew) for n in range(blocks)]
        self.all = sum(self.weights)

    def draw(self) -> int:
        """The block that the next read asks for."""
        if self.chance() >= self.walk:
            return self.popular()
        self.at = (self.at + 1) % self.blocks
        return self.at

    def share(self, held: Iterable[Any], at: int, but: Collection[Any] = ()) -> float:
        """Which share (0-1) of the reads a cache answers that holds these blocks, `but` some, while the walk is `at`."""
        held, but = set(held), set(but)
        weight = self.weights.__getitem__
        popular = sum(map(weight, held)) - sum(map(weight, held & but))
        ahead = {(at + n) % self.blocks for n in range(1, AHEAD + 1)} if self.walk else set()
        return (1 - self.walk) * (popular / self.all) + self.walk * (len((ahead & held) - but) / AHEAD)
