"""The write throttle: how much may be dirty, and how long a write is held back although there is room.

Sources: OpenSolaris 2008, txg.c and dsl_pool.c (ticks); illumos 2013, dmu_tx.c (curve).
"""
from models.sim.loop import Loop
from models.units import ms
from models.zfs.txg.txg_spec import TxgSpec


class WriteThrottle:
    """dirty: bytes in the open group; syncing: in the one on its way, as far as they count against the limit. limit: dirty
    bytes, of all groups together or, with `each`, of every group. rate: bytes a second that went to disk, averaged."""

    def __init__(self, loop: Loop, spec: TxgSpec):
        self.loop, self.spec = loop, spec
        self.each, self.smooth = spec.throttle == "tick", spec.throttle == "curve"
        self.limit = min(spec.least, spec.limit) if self.each else spec.limit
        self.dirty = self.syncing = 0
        self.rate = 0.0
        self.turn = 0.0         # when the last write that was held back may go on
        self.space_free = loop.event()

    @property
    def held(self) -> int:
        """Bytes that count against the limit."""
        return self.dirty if self.each else self.dirty + self.syncing

    def delay(self, calls: int, behind: bool) -> float:
        """Seconds for which `calls` writes in a row are held back; `behind`: a group waits for another one.

        Ticks are slept by each writer for itself; on the curve all writers stand in one line.
        """
        if self.each:
            return calls * self.spec.tick if behind and self.dirty > self.limit * self.spec.tick_from else 0.0
        spaced = self.spec.delay(self.held)
        if not spaced:
            return 0.0
        now = self.loop.now
        self.turn = max(now, self.turn) + calls * spaced
        return self.turn - now

    def learn(self, size: int, took: float) -> None:
        """A group of `size` bytes `took` so long (s): what the next ones may hold. Small ones teach nothing."""
        if self.each and size > self.spec.least / 8 and took > 1 * ms:
            rate = size / took
            self.rate = 0.75 * self.rate + 0.25 * rate if self.rate else rate
            self.limit = self.spec.of_a_group(self.rate)

    def free(self) -> None:
        """Let those look again who stand still for want of room."""
        free, self.space_free = self.space_free, self.loop.event()
        free.fire()

    def release(self, size: int) -> None:
        """A transfer of `size` bytes is done, and no longer counts."""
        self.syncing -= min(size, self.syncing)
        if self.space_free.waiting:
            self.free()
