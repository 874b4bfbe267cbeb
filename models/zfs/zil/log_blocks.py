"""Log blocks whose size is chosen before anyone knows what they will hold.

A block of the log says where the next one lies, so the next is allocated when this one is written. ZFS of 2009 made it as
large as the last commit was, this one is, or what still waits: whichever is most (zil.c of OpenSolaris).
"""
from collections.abc import Sequence

from models.zfs.zil.log_spec import LogSpec


class BlocksAhead:
    """ready: bytes of the block that has been allocated for what comes. before: bytes of records of the last commit."""

    def __init__(self, spec: LogSpec):
        self.spec, self.ready, self.before = spec, spec.granule, 0

    def fill(self, sizes: Sequence[int], own: int = 0) -> list[tuple[int, int]]:
        """The blocks of the next commit: bytes of each, and how many records end in it.

        sizes: bytes of data of all that wait, at least one. The thread that writes takes the records up to its `own`
        (from 0), and of those behind what the block that it has begun still holds.
        """
        spec, chain, header = self.spec, self.spec.chain, self.spec.header
        if len(sizes) == 1 and (block := self.steady(sizes[0])):
            return [(block, 1)]
        blocks: list[tuple[int, int]] = []
        waiting = sum(sizes) + header * len(sizes)
        used = current = ended = 0
        for number, size in enumerate(sizes):
            need = header + size
            if number > own and (not used or used + need > self.ready - chain):
                break
            waiting -= need
            current += need
            for part in (need,) if need <= spec.block - chain else self.cut(size):
                if used + part > self.ready - chain:
                    blocks.append((self.ready, ended))
                    self.ready = self.sized(current, waiting)
                    used = ended = 0
                used += part
            ended += 1
        blocks.append((self.ready, ended))
        self.ready, self.before = self.sized(current, waiting), current
        return blocks

    def steady(self, size: int) -> int:
        """Bytes of the block that takes a record of `size` bytes and of the one behind it, 0 if that is another."""
        need = self.spec.header + size
        return self.ready if need == self.before and self.ready == self.spec.rounded(need) else 0

    def cut(self, size: int) -> list[int]:
        """The parts, each with a header, of a record of `size` bytes that fits in no block."""
        most = self.spec.block - self.spec.chain - self.spec.header
        return [self.spec.header + min(most, size - begin) for begin in range(0, size, most)]

    def sized(self, current: int, waiting: int) -> int:
        """Bytes of the next block, where this commit holds `current` bytes of records and `waiting` are left."""
        return min(self.spec.block, self.spec.rounded(max(self.before, current, waiting)))
