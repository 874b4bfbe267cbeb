"""One program and a log on a device of its own, until the first transaction group is on the disk."""
from typing import NamedTuple

from models.machine.loads import Local
from models.machine.log_device import LogDevice
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.units import MB, ms

LOOK = 10 * ms          # from one look at the log to the next


class LogUse(NamedTuple):
    """rate: writes a second; most: the most bytes of log in use at any look; out: seconds in which the group went out."""

    rate: float
    most: int
    out: float


def until_first_group(size: int, think: float, *, interval: float, media_rate: float, capacity: int) -> LogUse:
    """A program writes `size` bytes, which have to be safe, and pauses for `think` (s), again and again. interval: seconds
    for which a group is open; media_rate: what the pool's disk takes (bytes a second); capacity: of the log device
    (bytes), which takes 20 us and 1000 MB a second: the exercise's own, of no machine."""
    device = LogDevice(20e-6, 1000 * MB, capacity)
    order = FREEBSD_BOX.order(logs=1, log_device=device, txg_interval=interval, media_rate=media_rate, memory=1e12)
    box = Machine(order.bare())
    box.start(Local(size=size, think=think))
    groups, most, now = box.zfs.groups, 0, 0.0
    while not groups.history:
        now += LOOK
        most = max(most, box.pool.log_used)
        box.loop.run(until=now)
    group = groups.history[0]
    return LogUse(len(box.done) / now, most, group.synced - group.begun)
