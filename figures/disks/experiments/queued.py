"""Random requests to a disk with a queue, and the statistics that the chapter's figures share."""

from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from random import Random

from figures.define.figure import Rows
from figures.disks.experiments.one_disk import DISK
from figures.disks.experiments.random_reads import random_reads
from models.machine import Machine, RawPrograms, answered
from models.machine.order import Order
from models.sim.stats import mean, percentile
from models.sim.workload import uniform

SIZE = int(DISK["load.size"])
WARM, DEPTHS = 160, 64
FULL = 64 * SIZE
"""Bytes of the write cache in these runs. Writes beyond those among which the drive chooses only wait, so a small full cache
behaves like a large full one, and fills sooner."""
MANY = 4000
"""Reads of the case that is shown in detail, the same number in both figures so that they agree."""
NAMES = {
    "fcfs": "first come, first served",
    "clook": "the lift (C-LOOK)",
    "sstf": "shortest seek first",
    "sptf": "shortest positioning first",
}


def with_queue(order: Order, discipline: str, ageing: float, cache: str = "off") -> Order:
    """Return the order with a queue in its disk and without read-ahead. ageing: the share of a
    request's waiting time that the discipline sptf subtracts from its positioning time."""
    return order.bare("drive queue").order(
        discipline=discipline,
        ageing=ageing,
        write_cache=cache,
        read_ahead=0,
    )


def at_depths(
    order: Order, kind: float, depths: Iterable[int], requests: Callable[[int], int], seed: int
) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """Yield (outstanding, answered) for each of the ascending `depths`. answered: (issued, finish)
    in s of requests of SIZE over the whole disk, in the order of their answers.

    kind: the share of reads, 0 to 1. A write cache is full before requests count.
    requests(outstanding): how many to answer.
    """
    if kind == 1 and order.pool.disks.discipline == "sptf":
        for depth in depths:
            disk = Machine(order, seed).disk
            offsets = uniform(SIZE, disk.capacity, Random(seed * DEPTHS + depth))
            yield (
                depth,
                random_reads(
                    disk,
                    offsets,
                    SIZE,
                    depth,
                    requests(depth) + depth,
                    order.pool.disks.ageing,
                )[depth:],
            )
        return
    machine, before = Machine(order, seed), 0
    places = uniform(SIZE, machine.disk.capacity, machine.random)
    for depth in depths:
        machine.start(RawPrograms(places, SIZE, depth - before, kind))
        answered(
            machine, depth if before or kind or order.pool.disks.write_cache == "off" else WARM
        )
        yield depth, [(one.issued, one.finish) for one in answered(machine, requests(depth))]
        before = depth


def summary(answered: list[tuple[float, float]]) -> dict[str, float]:
    """Return iops; the latencies mean, median, p90, p95 and longest (s); spread (the standard
    deviation relative to the mean); and near (the share within one standard deviation of the mean).
    """
    taken = [finish - issued for issued, finish in answered]
    middle = mean(taken)
    deviation = sqrt(mean([(t - middle) * (t - middle) for t in taken]))
    begun, ended = answered[0][1], max(finish for _, finish in answered)
    return {
        "iops": (len(taken) - 1) / (ended - begun),
        "mean": middle,
        "median": percentile(taken, 0.5),
        "p90": percentile(taken, 0.9),
        "p95": percentile(taken, 0.95),
        "longest": max(taken),
        "spread": deviation / middle,
        "near": sum(abs(t - middle) <= deviation for t in taken) / len(taken),
    }


def histogram(answered: list[tuple[float, float]], bins: int) -> Rows:
    """Return rows `bin` (low, high in s, share) of the latencies, in `bins` or fewer equal steps
    from 0 to the longest."""
    taken = [finish - issued for issued, finish in answered]
    step = round_up(max(taken) / bins)
    counts = [0] * (int(max(taken) / step) + 1)
    for t in taken:
        counts[int(t / step)] += 1
    return [
        {"row": "bin", "low": k * step, "high": (k + 1) * step, "share": n / len(taken)}
        for k, n in enumerate(counts)
    ]


def round_up(value: float) -> float:
    """Return the smallest number of 1, 2 or 5 times a power of ten that is at least `value`."""
    power = 1e-6
    while True:
        for digit in (1, 2, 5):
            if digit * power >= value * (1 - 1e-9):
                return digit * power
        power *= 10
