"""The two oldest ways to choose what a cache gives up: what came first, and what was asked for longest ago.

Blocks of one size; a cache's size is a number of blocks. A block is named by anything that can be a dictionary's key.
"""
from collections import OrderedDict
from collections.abc import Hashable


class Fifo:
    """First in, first out: a hit changes nothing. size: blocks."""

    def __init__(self, size: int):
        self.size = size
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
