"""Groups one after the other, and the log records that keep what no group has brought to disk yet."""
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import KiB
from models.zfs.zil.log_spec import ChainBlock

WRITE = 32 * KiB


class LogSince:
    """`rate` writes a second come evenly to the FreeBSD box, a `share` of them synchronous.

    By group, of all up to the moment that was looked at: plain and safe, bytes that were written without asking for
    safety and with; logged and records, bytes of log blocks and how many records they hold.
    """

    def __init__(self, interval: float, rate: float, share: float, log: bool, seed: int):
        self.box = Machine(FREEBSD_BOX.order(txg_interval=interval, logs=int(log)).bare(), seed, writes=True)
        self.zfs, self.loop = self.box.zfs, self.box.loop
        self.told = 0
        self.last: ChainBlock | None = None
        self.plain: dict[int, int] = {}
        self.safe: dict[int, int] = {}
        self.logged: dict[int, int] = {}
        self.records: dict[int, int] = {}
        if rate:
            self.loop.spawn(self.writes(1 / rate, share))

    def writes(self, pause: float, share: float) -> Process:
        """Writes that do not wait for each other."""
        loop, random = self.loop, self.box.random
        while True:
            yield pause
            loop.spawn(self.zfs.write(0, WRITE, random.random() < share))

    def look(self, now: float) -> None:
        """Run up to `now` (s) and add up what is new."""
        self.loop.run(until=now)
        for told in self.zfs.told[self.told:]:
            kind = self.safe if told.asked else self.plain
            kind[told.txg] = kind.get(told.txg, 0) + told.size
        self.told = len(self.zfs.told)
        chain = self.zfs.log.chain
        for written in reversed(chain):
            if written is self.last:
                break
            self.logged[written.txg] = self.logged.get(written.txg, 0) + written.block.size
            self.records[written.txg] = self.records.get(written.txg, 0) + len(written.numbers)
        self.last = chain[-1] if chain else self.last

    def left(self, kind: dict[int, int]) -> int:
        """What is counted under `kind` of groups that are not on disk."""
        return sum(n for txg, n in kind.items() if txg > self.zfs.groups.synced)
