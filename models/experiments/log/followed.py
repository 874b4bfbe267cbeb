"""A machine under load, and the paths of one thread's writes through it."""
from collections.abc import Callable
from math import fsum
from typing import Any, NamedTuple

from models.machine.loads import Nfs
from models.machine.log_device import LOGZILLA, NVRAM
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, SUN_7410
from models.sim.loop import Loop, Process
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


def box(*, threads: int, size: int, seed: int, paths: Paths, others: Paths, cache: str = "on", log: str = "pool") -> Loop:
    """The FreeBSD box with a log in its pool of one disk, on flash or in battery-backed memory. Programs write to files of
    their own; one of them fills `paths`, all others fill `others`."""
    device = {"pool": None, "flash": LOGZILLA, "nvram": NVRAM}[log]
    order = FREEBSD_BOX.order(disk_cache=cache, logs=int(device is not None), log_device=device)
    machine = Machine(order.bare(), seed)
    loop = machine.loop

    def program(mine: Paths) -> Process:
        offset = 0
        while True:
            path = RequestPath(loop.now)
            mine.append(path)
            yield from machine.filesystem.write(offset, size, True, path=path)      # type: ignore[call-arg]
            offset += size

    for _ in range(threads - 1):
        loop.spawn(program(others), at=machine.random.random() * (threads - 1) * ms)
    loop.spawn(program(paths))
    return loop


def appliance(*, threads: int, size: int, seed: int, paths: Paths, others: Paths, **settings: Any) -> Loop:
    """The Sun 7410; one NFS client has `threads` writers, one of which fills `paths`, all others fill `others`."""
    machine = Machine(SUN_7410.order(**settings).bare(), seed)

    def trace(mine: Paths) -> RequestPath:
        mine.append(RequestPath(machine.loop.now))
        return mine[-1]

    if threads > 1:
        machine.start(Nfs(1, threads - 1, size, trace=lambda: trace(others)))
    machine.start(Nfs(1, 1, size, trace=lambda: trace(paths)))
    return machine.loop


LARGE: dict[str, Any] = {"pool": ("mirror", 66), "jbods": 6, "logs": 8, "mirrored_logs": True}
SETUPS: dict[str, Callable[..., Loop]] = {
    "disk": lambda **load: box(**load),
    "ignored": lambda **load: box(cache="ignored", **load),
    "off": lambda **load: box(cache="off", **load),
    "flash": lambda **load: box(log="flash", **load),
    "nvram": lambda **load: box(log="nvram", **load),
    "7410": lambda **load: appliance(logs=0, **load),
    "7410-logs": lambda **load: appliance(logs=2, **load),
    "7410-many": lambda **load: appliance(**LARGE, **load),
    "7410-trains": lambda **load: appliance(**LARGE, intent_log={"rule": "train"}, **load),
}


def follow(setup: str, *, threads: int = 1, size: int, share: float = 0.5, seed: int = 1, warm: float = 0.15,
           wanted: int = 40, most: float = 0.8) -> Followed:
    """The path of one write among `wanted` or more that are followed one after the other, once `warm` (s) is over (or
    the thread followed has made SETTLED writes) and until `most` (s) at the latest: of all those, by latency, the one at
    `share` (0-1) from the quickest.
    """
    paths, others = Paths(), Paths()
    loop = SETUPS[setup](threads=threads, size=size, seed=seed, paths=paths, others=others)
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
