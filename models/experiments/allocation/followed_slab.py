"""A pool that ages while its slab in use is followed: by which rule each of its blocks came to be used."""
from models.zfs.allocator.metaslabs import Run
from models.zfs.allocator.overwrites import Group, Overwrites

FIRST, BEST = "first fit", "best fit"


class FollowedSlab(Overwrites):
    """Remembers, from `follow` on, its groups since it was last asked, `how` each unit of the slab in use came to be used
    ("" for before), and at which free shares of a slab best fit `began`."""

    following = False

    def follow(self) -> None:
        """Begin to."""
        self.following, self.slab = True, -1
        self.how = [""] * self.space.units
        self.runs: list[Run] = []
        self.began: list[float] = []

    def group(self) -> Group:
        """Write a group."""
        if not self.following:
            return super().group()
        units = self.space.units
        free, last = [slab.free for slab in self.space.slabs], None
        done = super().group()
        self.runs += done.runs
        for slab, start, length, best in done.runs:
            if slab != self.slab:
                self.slab, self.how, last = slab, [""] * units, None
            if best and last is False:
                self.began.append(free[slab] / units)
            free[slab] -= length
            self.how[start:start + length], last = [BEST if best else FIRST] * length, best
        return done

    def fresh(self) -> list[Run]:
        """The runs of the groups since this was last called."""
        runs, self.runs = self.runs, []
        return runs
