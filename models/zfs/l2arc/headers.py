"""What it costs memory to know what is on flash: a header for each block, and a guard on all of them.

Sources: Bourbonnais 2014, reARC (170 and 80 bytes); Bourbonnais 2015, Reduced Footprint (the guard).
"""
from typing import NamedTuple

from models.catalogue.machines import values

OLD, NEW = values("zfs-2010")["l2_header"], values("zfs-2015")["l2_header"]
GUARD = values("zfs-2015")["l2_guard"]


class Headers(NamedTuple):
    """The headers of blocks on flash, in a cache in memory of `cache` bytes.

    header: bytes for each block. guard: the share (0-1) of the cache that all of them may take; 1: no guard.
    """

    cache: float
    header: float = NEW
    guard: float = GUARD

    @property
    def most(self) -> float:
        """Bytes that headers may take at most."""
        return self.guard * self.cache

    @property
    def blocks(self) -> int:
        """How many blocks on flash can be known."""
        return int(self.most / self.header)

    def tracked(self, block: float) -> float:
        """Bytes of flash that can be known, in blocks of `block` bytes as they lie there."""
        return self.blocks * block
