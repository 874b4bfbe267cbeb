"""Programs that use a LUN: a database's threads, or a sequential stream."""

from collections.abc import Sequence
from math import fsum
from typing import Any, NamedTuple

from figures.lun_alignment.experiments.lun_volume import Volume
from models.machine import Reads
from models.machine.loads.iscsi import Iscsi, IscsiTarget
from models.machine.machine import Machine
from models.machine.order import SUN_7410, Order
from models.protocols.alignment import Partition
from models.protocols.iscsi.pdu import IscsiSession
from models.protocols.nfs.server import SPREAD
from models.units import KiB

PLAIN = IscsiSession(segment=128 * KiB, first_burst=128 * KiB)
"""A session in which all data of a write comes with its command, and so reaches the volume in one
piece."""


class LunResult(NamedTuple):
    """The results of a run. A mean is 0 if there were no such requests. Times are in seconds."""

    rate: float  # requests per second
    latency: float  # of a request
    read_latency: float
    write_latency: float
    read: float  # of a read, until its blocks are there
    waited: float  # of a write, until the blocks that it needs are there
    committed: float  # of a write, in the log
    fetched: float  # blocks touched by a read that had to be fetched
    first: float  # blocks fetched before a write
    dirtied: float  # blocks that a write made dirty
    ios: float  # disk reads per request


class LunRun:
    """Threads of an initiator on a partition of a LUN. Each waits for an answer before its next
    request. Further arguments are those of `Volume`."""

    def __init__(
        self,
        partition: Partition,
        threads: int = 16,
        size: int = 8 * KiB,  # bytes of a request
        reads: float = 0.7,  # share of requests that read
        *,
        server: Order = SUN_7410,  # with mirrored pairs
        in_order: bool = False,  # sequential stream in turns, else random requests
        pairs: int = 2,  # of mirrored drives
        logs: int = 2,  # log devices
        interval: float = 5.0,  # seconds between groups; the first is written after half of it
        seed: int = 1,
        commands: bool = False,  # as for `Machine`
        left_out: Sequence[str] = ("cache", "flash", "queue", "drive queue"),  # parts left out
        **volume: Any,
    ):
        pool, groups = {"layout": "mirror", "vdevs": pairs, "width": 2}, {"interval": interval}
        order = server.order(
            pool=pool, log={"devices": logs}, groups={**groups, "age": interval / 2}
        )
        self.machine = Machine(order.without(*left_out), seed, commands=commands)
        self.volume = Volume(self.machine, partition, seed=seed, **volume)
        blocks, over = Reads(partition.room), not in_order
        load = Iscsi(1, threads, size, reads, blocks, over=over, session=PLAIN, spread=SPREAD)
        self.target = IscsiTarget(self.machine, load, [self.volume]).begin()

    def measure(self, seconds: float) -> LunResult:
        """Run for `seconds` (at most an hour). Return the result."""
        loop, counts = self.machine.loop, self.volume.counts
        loop.run(until=loop.now + seconds)
        done = [one for thread in self.target.done for one in thread]
        taken = {kind: [one.took for one in done if one.reads == kind] for kind in (True, False)}
        spent = {kind: fsum(times) / max(1, len(times)) for kind, times in taken.items()}
        reads, writes = max(1, counts.reads), max(1, counts.writes)
        answered = max(1, counts.answered)
        return LunResult(
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
