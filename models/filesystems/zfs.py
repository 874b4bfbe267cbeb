"""ZFS on one disk, as far as a write sees it: a copy in memory, the intent log, the transaction group."""
from collections.abc import Generator
from random import Random
from typing import Any

from models.devices.hdd import HardDisk
from models.loop import Loop
from models.pool.allocator import NextFit
from models.pool.intent_log import IntentLog, LogSpec
from models.pool.transaction_group import TransactionGroups, TxgSpec


class Zfs:
    """host: seconds in the file system for a synchronous write, a delay that threads do not contend for.

    copy: seconds for each byte copied into memory (asynchronous). random: for the log's wake-up order.
    """

    def __init__(
        self, loop: Loop, disk: HardDisk, *, log: LogSpec, txg: TxgSpec, host: float, copy: float, random: Random,
        age: float = 0.0,
    ):
        self.loop, self.host, self.copy = loop, host, copy
        space = NextFit(disk.spec.capacity // 2)
        self.log = IntentLog(loop, disk, space, log, random)
        self.groups = TransactionGroups(loop, disk, space, txg, age)

    def write(self, offset: int, size: int, sync: bool) -> Generator[Any, Any, None]:
        """Write `size` bytes: until they are safe (`sync`), or only until they are in memory."""
        yield self.host if sync else size * self.copy
        yield from self.groups.add(size)
        if sync:
            yield from self.log.commit(size)
