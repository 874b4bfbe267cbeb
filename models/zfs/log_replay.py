"""What a replay of the intent log finds: it reads the chain of blocks from the first on, until one is missing."""
from collections import deque
from collections.abc import Callable

from models.zfs.dataset import Told
from models.zfs.pool.pool import Block
from models.zfs.zil.intent_log import ChainBlock, IntentLog


class Chain:
    """How far a replay comes in one log. limit: the number of the first record that it does not find."""

    def __init__(self, log: IntentLog):
        self.log, self.blocks = log, log.chain
        self.good: ChainBlock | None = None        # the last block that was found whole
        self.read = self.limit = 0
        self.open: deque[Told] = deque()        # told, and not found yet

    def follow(self, keeps: Callable[[Block], bool], txg: int) -> None:
        """Read on from block to block, until one is missing. What `txg` and older groups hold is not needed.

        keeps: whether a block can be had again.
        """
        if self.blocks is not self.log.chain:   # the log has forgotten what is in a group
            self.blocks = self.log.chain
            self.read = next((n + 1 for n, block in enumerate(self.blocks) if block is self.good), 0)
        while self.read < len(self.blocks):
            written = self.blocks[self.read]
            if written.txg > txg and not all(keeps(block) for block in (written.block, *written.pointed)):
                break
            self.read += 1
            self.good = written
            if written.numbers:
                self.limit = written.numbers[-1] + 1
