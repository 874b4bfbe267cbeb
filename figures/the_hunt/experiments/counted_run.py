"""A disk under ZFS's queue for a few seconds: its requests one by one, and the counters of its kernel."""

from functools import lru_cache
from math import fsum
from random import Random
from typing import Any

from figures.define.figure import Rows
from figures.queues_resilvering.experiments.rebuild import BOX, READ, queue_order
from figures.queues_resilvering.experiments.trial import SPAN, anywhere, application
from models.machine import DiskReads, Machine
from models.observed.two_queues import Counters, Snapshot
from models.zfs.io.queue_order import Zio

END = 6.0
"""Length of the run (s)."""
EVERY, FIRST = 1.0, 0.5
"""Time between two bursts, and of the first one (s)."""
WAITS, RUNS = "waits in ZFS's queue", "is in the disk"
STEPS = 600
"""Moments at which a curve is drawn."""


@lru_cache(maxsize=8)
def ran(rate: float, burst: int, depth: int, seed: int) -> tuple[Zio, ...]:
    """Return the reads of a run in the order of their answers: `rate` a second, and `burst` more at once every
    second. The drive gets `depth` at a time."""
    order = BOX.order(write_cache="off", queue=queue_order(depth, "deadline", None, False))
    machine = Machine(order, seed, commands=True)
    reads = application(rate, int(rate * END), seed + 1, SPAN["disk"]) if rate else []
    places = anywhere(READ, SPAN["disk"], Random(seed + 2))
    for number in range(int(END / EVERY)):
        reads += [(FIRST + number * EVERY, 0, next(places)) for _ in range(burst)]
    machine.start(DiskReads(sorted(reads), READ, len(reads)))
    machine.loop.run()
    device: Any = machine.pool.vdevs[0].devices[0]
    return tuple(sorted(device.done, key=lambda zio: zio.finish))


def snapshots(reads: tuple[Zio, ...], times: list[float]) -> list[Snapshot]:
    """Return the counters at some times (s), in order, kept as the kernel keeps them: at each arrival, command and
    answer."""
    counters, found = Counters(), list[Snapshot]()
    events: list[tuple[float, int, Zio]] = []
    for zio in reads:
        events += [(zio.arrived, 0, zio), (zio.issued, 1, zio), (zio.finish, 2, zio)]
    events.sort(key=lambda event: event[:2])
    for t, kind, zio in events:
        while len(found) < len(times) and times[len(found)] < t:
            found.append(counters.snapshot(times[len(found)]))
        if kind == 0:
            counters.wait(t, 1)
        elif kind == 1:
            counters.wait(t, -1)
            counters.run(t, 1)
        else:
            counters.read(t, zio.size)
    return found + [counters.snapshot(t) for t in times[len(found) :]]


def truth(reads: tuple[Zio, ...], begin: float, end: float) -> dict[str, float]:
    """Return what happened from `begin` to `end` (s), read by read, without any counter: of the reads that came in
    that time their number a second and their mean times, and the mean lengths of both queues."""
    came = [zio for zio in reads if begin <= zio.arrived < end]
    seconds, spans, busy, until = end - begin, list[tuple[float, float]](), 0.0, begin
    for zio in reads:
        if zio.finish > begin and zio.issued < end:
            spans.append((max(begin, zio.issued), min(end, zio.finish)))
    for start, stop in sorted(spans):
        if stop > until:
            busy += stop - max(start, until)
            until = stop
    return {
        "rate": len(came) / seconds,
        "wait": fsum([zio.waited for zio in came]) / max(1, len(came)),
        "service": fsum([zio.held for zio in came]) / max(1, len(came)),
        "waiting": fsum([max(0.0, min(end, zio.issued) - max(begin, zio.arrived)) for zio in reads])
        / seconds,
        "running": fsum([stop - start for start, stop in spans]) / seconds,
        "busy": busy / seconds,
    }


def lengths(reads: tuple[Zio, ...]) -> Rows:
    """Return rows: length (t in s, who, n), the length of each queue at `STEPS` moments."""
    rows: Rows = []
    for who, first, last in ((WAITS, "arrived", "issued"), (RUNS, "issued", "finish")):
        changes = [(getattr(zio, first), 1) for zio in reads]
        changes += [(getattr(zio, last), -1) for zio in reads]
        changes.sort()
        n, seen = 0, 0
        for step in range(STEPS + 1):
            t = END * step / STEPS
            while seen < len(changes) and changes[seen][0] <= t:
                n, seen = n + changes[seen][1], seen + 1
            rows.append({"row": "length", "t": t, "who": who, "n": n})
    return rows
