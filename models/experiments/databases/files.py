"""The files of a database in the datasets of a pool: who shares a log with whom, and what goes where."""
from dataclasses import replace
from random import Random
from typing import NamedTuple

from models.machine.machine import Machine
from models.units import KiB
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import LogSpec


class Share(NamedTuple):
    """Where files of one kind are: their dataset's log, their own bias ('': the dataset's), how they are rewritten."""

    log: IntentLog
    bias: str = ""
    rewrite: str = "memory"


class Shares(NamedTuple):
    """One for each kind of file."""

    redo: Share
    data: Share
    entries: Share

    def logs(self) -> list[IntentLog]:
        """Their logs, each once."""
        return list({id(share.log): share.log for share in self}.values())


def shares(machine: Machine, spec: LogSpec, *, apart: bool = True, data: str = "throughput", redo: str = "latency",
           block: int = 8 * KiB, redo_record: int = 128 * KiB, redo_held: bool = True, seed: int = 1) -> Shares:
    """Datasets for a database on `machine`, their logs as in `spec`.

    apart: each kind of file in a dataset of its own, with this logbias (index files: latency); otherwise one dataset of
    records of `block` bytes for all, and each write says by itself how it is meant (as clients can since 2012).
    redo_record: bytes of a block of the redo logs. redo_held: whether these are in the server's memory.
    """

    def dataset(bias: str, record: int) -> IntentLog:
        return machine.zfs.dataset(replace(spec, bias=bias), Random(seed), record=record)

    rewrite = "memory" if redo_held else "disk"
    if not apart:
        log = dataset("latency", block)
        return Shares(Share(log, redo, rewrite), Share(log, data, "disk"), Share(log, "latency", "disk"))
    return Shares(Share(dataset(redo, redo_record), "", rewrite), Share(dataset(data, block), "", "disk"),
                  Share(dataset("latency", block), "", "disk"))


class Moved(NamedTuple):
    """Bytes and I/Os to log devices and to the pool (a mirrored pair counts once), for all that was committed since the
    last transaction group; and those of a group itself."""

    log_bytes: int
    log_ios: int
    pool_bytes: int
    pool_ios: int
    group_bytes: int
    group_ios: int


def moved(machine: Machine, files: Shares) -> Moved:
    """What has been written at commit; then the open group is closed, and what that writes (the loop runs until it has)."""
    chain = [written for log in files.logs() for written in log.chain]
    blocks = [written.block for written in chain]
    apart, rest = [block for block in blocks if block.log], [block for block in blocks if not block.log]
    rest += [block for written in chain for block in written.pointed]
    groups, loop = machine.zfs.groups, machine.loop
    number = groups.number
    groups.wake()
    while groups.synced < number:
        loop.run(until=loop.now + 0.1)
    group = groups.blocks.get(number, [])
    return Moved(sum(block.size for block in apart), len(apart), sum(block.size for block in rest), len(rest),
                 sum(block.size for block in group), len(group))
