"""What it costs memory to know what is on flash: a header for each block, and a guard on all of them.

Sources: Bourbonnais 2014, reARC (170 and 80 bytes); Bourbonnais 2015, Reduced Footprint (the guard).
"""
from dataclasses import dataclass

from models.catalogue.machines import values
from models.check import a_number, shown

OLD, NEW = values("zfs-2010")["l2_header"], values("zfs-2015")["l2_header"]
GUARD = values("zfs-2015")["l2_guard"]


@dataclass(frozen=True)
class Headers:
    """The headers of blocks on flash, in a cache in memory of `cache` bytes.

    header: bytes for each block. guard: the share (0-1) of the cache that all of them may take; 1: no guard. budget: the
    same in bytes, instead of the share. Raises ValueError for a cache or a header of no bytes, and for a budget above the
    cache.
    """

    cache: float
    header: float = NEW
    guard: float = GUARD
    budget: float | None = None

    def __post_init__(self) -> None:
        a_number("cache size", self.cache, above=0, unit="bytes")
        a_number("header", self.header, above=0, unit="bytes")
        a_number("guard", self.guard, 0, 1)
        if self.budget is not None:
            a_number("header budget", self.budget, 0, unit="bytes")
            if self.budget > self.cache:
                raise ValueError(f"a header budget must fit into the cache of {shown(self.cache)} bytes, "
                                 f"got {shown(self.budget)} bytes")

    @property
    def most(self) -> float:
        """Bytes that headers may take at most."""
        return self.guard * self.cache if self.budget is None else self.budget

    @property
    def blocks(self) -> int:
        """How many blocks on flash can be known."""
        return int(self.most / self.header)

    def tracked(self, block: float) -> float:
        """Bytes of flash that can be known, in blocks of `block` bytes as they lie there."""
        a_number("block size", block, above=0, unit="bytes")
        return self.blocks * block

    def held(self, block: float, compression: float = 1.0) -> float:
        """Bytes of programs' data that these blocks hold: `compression` (1 or more) times what they take on flash."""
        a_number("compression", compression, 1)
        return self.tracked(block) * compression

    def taken(self, flash: float, block: float) -> float:
        """Bytes of memory for the headers of `flash` bytes full of such blocks, as far as the guard lets them in."""
        a_number("flash", flash, 0, unit="bytes")
        return min(flash, self.tracked(block)) // block * self.header

    def left(self, flash: float, block: float) -> float:
        """Bytes that the cache has left for data beside these headers."""
        return self.cache - self.taken(flash, block)
