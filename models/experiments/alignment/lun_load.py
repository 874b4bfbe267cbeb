"""Programs that use a LUN: a database's threads that read and write anywhere, and a stream that
writes in order."""

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from models.experiments.alignment.lun_volume import Volume
from models.machine.iscsi import Iscsi, Target
from models.machine.loads import Reads
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.alignment import Partition
from models.protocols.iscsi.pdu import IscsiSession
from models.protocols.nfs.server import SPREAD
from models.units import KiB

PLAIN = IscsiSession(segment=128 * KiB, first_burst=128 * KiB)
"""What an initiator writes comes with its command, and so to the volume in one piece."""


class Result(NamedTuple):
    """What a run came to: means, 0 where there were no such requests."""

    rate: float  # requests a second
    latency: float  # s of a request
    read_latency: float
    write_latency: float
    read: float  # s of a read until the blocks are there
    waited: float  # s of a write until the blocks are there that it needs
    committed: float  # s of a write until it is in the log
    fetched: float  # blocks that a read touched and that had to be fetched
    first: float  # blocks fetched before a write
    dirtied: float  # blocks that a write made dirty
    ios: float  # reads of the disks for each request


class LunRun:
    """Threads of an initiator on a partition of a LUN, which each wait for an answer and send the
    next request of `size` bytes: a share `reads` of them read, anywhere; or all of them `in_order`,
    where the threads take turns. The server is a 7410 with `pairs` of mirrored disks and `logs`
    Logzillas; `interval`: seconds between its groups, the first after half of it. left_out: parts
    that it has not got. commands: as for Machine. Other arguments are the volume's."""

    def __init__(
        self,
        partition: Partition,
        threads: int = 16,
        size: int = 8 * KiB,
        reads: float = 0.7,
        *,
        in_order: bool = False,
        pairs: int = 2,
        logs: int = 2,
        interval: float = 5.0,
        seed: int = 1,
        commands: bool = False,
        left_out: Sequence[str] = ("cache", "flash", "queue", "drive queue"),
        **volume: Any,
    ):
        order = SUN_7410.order(
            pool=("mirror", pairs), logs=logs, txg_interval=interval, age=interval / 2
        )
        self.machine = Machine(order.without(*left_out), seed, commands=commands)
        self.volume = Volume(self.machine, partition, seed=seed, **volume)
        load = Iscsi(
            1,
            threads,
            size,
            reads,
            Reads(partition.room),
            over=not in_order,
            session=PLAIN,
            spread=SPREAD,
        )
        self.target = Target(self.machine, load, [self.volume]).begin()

    def measure(self, seconds: float) -> Result:
        """Run for so long (s), an hour at most."""
        loop, counts = self.machine.loop, self.volume.counts
        loop.run(until=loop.now + seconds)
        done = [one for thread in self.target.done for one in thread]
        taken = {kind: [one.took for one in done if one.reads == kind] for kind in (True, False)}
        spent = {kind: fsum(times) / max(1, len(times)) for kind, times in taken.items()}
        reads, writes, answered = (
            max(1, n) for n in (counts.reads, counts.writes, counts.answered)
        )
        return Result(
            len(done) / seconds,
            fsum(one.took for one in done) / max(1, len(done)),
            spent[True],
            spent[False],
            counts.read / max(1, len(taken[True])),
            counts.waited / answered,
            counts.committed / answered,
            counts.fetched / reads,
            counts.first / writes,
            counts.dirtied / writes,
            counts.ios / max(1, counts.reads + counts.writes),
        )
