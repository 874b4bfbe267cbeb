"""The two oldest ways to choose what a cache gives up: what came first, and what was asked for longest ago.

Blocks of one size; a cache's size is a number of blocks. A block is named by anything that can be a dictionary's key.
"""
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from models.check import a_number, shown

MOST = 10**9
"""Blocks of a cache; more is a slip of the hand."""


def sized(size: Any) -> int:
    """`size` itself, in blocks."""
    if isinstance(size, int) and not isinstance(size, bool) and size < 1:
        raise ValueError(f"size must be 1 block or more, got {shown(size)}")
    a_number("size", size, 1, MOST, whole=True, unit="blocks")
    return size


class Fifo:
    """First in, first out: a hit changes nothing. size: blocks."""

    def __init__(self, size: int):
        self.size = sized(size)
        self.blocks: OrderedDict[Hashable, None] = OrderedDict()

    def access(self, key: Hashable) -> bool:
        """Whether the block was there. It is afterwards."""
        blocks = self.blocks
        if key in blocks:
            return True
        if len(blocks) == self.size:
            blocks.popitem(False)
        blocks[key] = None
        return False


class Lru(Fifo):
    """Least recently used: a hit puts the block where a new one would go. size: blocks."""

    def access(self, key: Hashable) -> bool:
        """Whether the block was there. It is afterwards."""
        blocks = self.blocks
        if key in blocks:
            blocks.move_to_end(key)
            return True
        if len(blocks) == self.size:
            blocks.popitem(False)
        blocks[key] = None
        return False
