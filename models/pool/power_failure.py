"""Pull the plug: what the pool holds when the power comes back, and what was acknowledged and is gone."""
from typing import NamedTuple

from models.filesystems.zfs import Told, Zfs
from models.pool.intent_log import IntentLog


class Loss(NamedTuple):
    """Bytes acknowledged before the failure: in the last group on disk, replayed from the log, and lost.

    `asked` are those of the lost that a program had asked to be safe. damaged: the last group's root is on the platter
    and some of what it points to is not.
    """

    told: int
    on_disk: int
    replayed: int
    lost: int
    asked: int
    damaged: bool


def committed(zfs: Zfs, now: float) -> tuple[int, bool]:
    """The last group whose root is on stable storage at `now` (s), and whether it points to what is not."""
    groups, label = zfs.groups, zfs.pool.vdevs[0]
    txg = groups.synced
    if txg and not label.stable(now, 0, 4096):
        txg -= 1
    blocks = groups.blocks.get(txg, [])
    return txg, any(not block.vdev.stable(now, block.offset, block.size) for block in blocks)


def replay(log: IntentLog, now: float, txg: int) -> set[int]:
    """Numbers of the records that a replay finds: the chain is read from its first block after group `txg` until one
    is missing; what lies behind the gap cannot be found, and a record whose data is missing ends it too."""
    found: set[int] = set()
    for written in log.chain:
        if written.txg <= txg:
            continue
        for block in (written.block, *written.pointed):
            if not block.vdev.stable(now, block.offset, block.size):
                return found
        found.update(written.numbers)
    return found


def pull_the_plug(zfs: Zfs, now: float) -> Loss:
    """What a power failure at `now` (s; the loop has run up to it) leaves of all that programs were told is done.

    Failed devices (`vdev.fail`) stay failed. Writes to several datasets' logs are told apart by `Told.log`.
    """
    txg, damaged = committed(zfs, now)
    found = [replay(log, now, txg) for log in zfs.logs]
    sums = {"disk": 0, "log": 0, "lost": 0, "asked": 0}
    for told in zfs.told:
        where = place(told, txg, found)
        sums[where] += told.size
        if where == "lost" and told.asked:
            sums["asked"] += told.size
    total = sums["disk"] + sums["log"] + sums["lost"]
    return Loss(total, sums["disk"], sums["log"], sums["lost"], sums["asked"], damaged)


def place(told: Told, txg: int, found: list[set[int]]) -> str:
    """Where an acknowledged write is after the failure: disk, log or lost."""
    if told.txg <= txg:
        return "disk"
    if told.record is not None and told.record in found[told.log]:
        return "log"
    return "lost"
