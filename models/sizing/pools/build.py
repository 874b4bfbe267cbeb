"""A candidate: what is bought, and how its drives are laid out."""

from typing import NamedTuple

from models.machine.order.parts import DRAID_DATA
from models.units import GiB

DRAID = "draid"


class Build(NamedTuple):
    """A machine that could be bought. Drives and heads are named as in the price list."""

    layout: str  # stripe, mirror, raidz1 to raidz3, draid1 to draid3
    vdevs: int
    width: int  # disks of a vdev; of a dRAID all its children
    disk: str
    data: int = 0  # data disks of a group of a dRAID, 0: as OpenZFS chooses; 0 for other layouts
    spares: int = 0  # hot spares of the pool, or distributed spares of each dRAID
    log: str = ""
    logs: int = 0  # log devices; two mirror each other
    flash: str = ""
    flashes: int = 0  # devices of the L2ARC
    special: str = ""
    specials: int = 0  # devices of one mirror for metadata and small blocks
    memory: float = 64 * GiB  # bytes
    head: str = ""

    @property
    def parity(self) -> int:
        """Return how many disks of a vdev, or of a group of a dRAID, may fail."""
        if self.layout == "mirror":
            return self.width - 1
        return int(self.layout[-1]) if self.layout[-1].isdigit() else 0

    @property
    def group_data(self) -> int:
        """Return the data disks of a group of a dRAID (zpool_vdev.c: draid_config_by_type)."""
        return self.data or min(DRAID_DATA, self.width - self.spares - self.parity)

    @property
    def disks(self) -> int:
        """Return the number of disks, with hot spares."""
        hot = 0 if self.layout.startswith(DRAID) else self.spares
        return self.vdevs * self.width + hot
