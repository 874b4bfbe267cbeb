"""Memory as a device: with a battery it is the fastest safe place, without one it is a RAM disk."""

from models.catalogue.machines import values
from models.devices.solid_state import SolidState

BOX = values("freebsd-box")


class Nvram(SolidState):
    """Memory of `capacity` bytes behind one kernel thread. volatile: a RAM disk, which a power
    failure empties."""

    def __init__(
        self,
        capacity: int,
        access: float = BOX["ramdisk.access"],
        rate: float = BOX["ramdisk.rate"],
        *,
        volatile: bool = False,
        flush_cost: float = 0.0,
    ):
        super().__init__(access, rate, capacity, flush_cost=flush_cost, volatile=volatile)
