"""A machine under load, and the paths of one thread's writes through it."""
from math import fsum
from typing import NamedTuple

from models.machine.loads import Local, Nfs
from models.machine.log_device import LOGZILLA, NVRAM
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, SUN_7410
from models.sim.path import RequestPath
from models.units import ms

STEP = 10 * ms
SETTLED = 100
"""Writes after which a machine is as it will be."""


Paths = list[RequestPath]


class Followed(NamedTuple):
    """One path of `many`, the mean latency of all of these (s), and the paths of the other threads' writes that were under
    way with it."""

    path: RequestPath
    mean: float
    many: int
    others: Paths


BOX = FREEBSD_BOX
LARGE = SUN_7410.order(pool=("mirror", 66), jbods=6, logs=8, mirrored_logs=True)
SETUPS = {
    "disk": BOX, "ignored": BOX.order(disk_cache="ignored"), "off": BOX.order(disk_cache="off"),
    "flash": BOX.order(logs=1, log_device=LOGZILLA), "nvram": BOX.order(logs=1, log_device=NVRAM),
    "7410": SUN_7410, "7410-logs": SUN_7410.order(logs=2), "7410-many": LARGE,
    "7410-trains": LARGE.order(intent_log={"rule": "train"}),
}
"""The FreeBSD box, whose programs write to files of their own, and the 7410, to which the threads of an NFS client do: with a
log in the pool, on flash, or in battery-backed memory."""


def start(machine: Machine, threads: int, size: int, paths: Paths) -> None:
    """So many more write, and all of their writes' paths go to `paths`."""
    def trace() -> RequestPath:
        paths.append(RequestPath(machine.loop.now))
        return paths[-1]
    remote = machine.order.machine == "7410"
    machine.start(Nfs(1, threads, size, trace=trace) if remote else Local(threads, size, trace=trace))


def follow(setup: str, *, threads: int = 1, size: int, share: float = 0.5, seed: int = 1, warm: float = 0.15,
           wanted: int = 40, most: float = 0.8) -> Followed:
    """The path of one write among `wanted` or more that are followed one after the other, once `warm` (s) is over (or
    the thread followed has made SETTLED writes) and until `most` (s) at the latest: of all those, by latency, the one at
    `share` (0-1) from the quickest.
    """
    paths, others = Paths(), Paths()
    machine = Machine(SETUPS[setup].bare(), seed)
    loop = machine.loop
    if threads > 1:
        start(machine, threads - 1, size, others)
    start(machine, 1, size, paths)
    while loop.now < warm and len(paths) < SETTLED:
        loop.run(until=min(warm, loop.now + STEP))
    first = len(paths)
    while loop.now < most and len(paths) < first + wanted + 1:
        loop.run(until=loop.now + STEP)
    ended = sorted(paths[first:-1] or paths[:-1], key=RequestPath.total)
    if not ended:
        raise ValueError(f"no write of {size} bytes by {threads} threads ends within {most} s")
    mean = fsum(path.total() for path in ended) / len(ended)
    path = ended[round(share * (len(ended) - 1))]
    beside = [other for other in others if other.steps and other.begun < path.end and other.end > path.begun]
    return Followed(path, mean, len(ended), beside)
