"""How much of a log device is ever in use?"""

from functools import cache

from exercises.kit.form import Number
from models.machine import FREEBSD_BOX, Local, LogDevice, Machine
from models.units import GB, MB, TB, KiB, MiB, ms, us
from models.zfs.zil.log_spec import LogSpec

KIND = "predict"
FORM = {
    "block": Number("The log block of one write", unit="KiB", low=512, high=64 * MiB),
    "most": Number("In use at the worst moment", unit="MB", low=1, high=1000 * TB),
}
CAPACITY, LOOK = 18 * GB, 10 * ms
DEVICE = LogDevice(20 * us, 1000 * MB, int(CAPACITY))


@cache
def run(size, think, interval, pool):
    """A program that pauses for `think` (s) between writes, with its log on a device of its own, until the first group is
    on the disk. Returns writes a second, the most bytes of log in use, and the seconds in which the group went out."""
    box = Machine(
        FREEBSD_BOX.order(
            log={"devices": 1, "device": DEVICE},
            groups={"interval": interval},
            media_rate=pool,
            memory=1e12,
        ).bare()
    )
    box.start(Local(size=size, think=think))
    groups, most, now = box.zfs.groups, 0, 0.0
    while not groups.history:
        now += LOOK
        most = max(most, box.pool.log_used)
        box.loop.run(until=now)
    return len(box.done) / now, most, groups.history[0].synced - groups.history[0].begun


def case(rng):
    """The stream, the machine, and what a run of it says."""
    size, pause, interval, pool = rng.choice(
        [
            (8 * KiB, 1.0 * ms, 5, 20 * MB),
            (12 * KiB, 1.5 * ms, 5, 20 * MB),
            (16 * KiB, 1.0 * ms, 5, 30 * MB),
            (20 * KiB, 1.5 * ms, 8, 30 * MB),
            (24 * KiB, 1.5 * ms, 8, 40 * MB),
            (28 * KiB, 2.0 * ms, 10, 40 * MB),
        ]
    )
    pause = round(pause * rng.uniform(1.0, 1.3), 7)
    rate, most, out = run(size, pause, interval, pool)
    block = LogSpec().pack([size])[0]
    return {
        "size": size,
        "pause": pause,
        "interval": interval,
        "pool": pool,
        "capacity": CAPACITY,
        "rate": round(rate),
        "block": block,
        "group": rate * interval * size,
        "out": out,
        "hold": interval + out,
        "pace": rate * block,
        "most": most,
        "share": most / CAPACITY,
    }
