"""Random requests of programs on a machine whose disk has a queue, at one depth or at several that rise."""
from collections.abc import Callable, Iterator, Sequence
from random import Random

from models.experiments.disks.one_at_a_time import DISK
from models.fast.random_reads import random_reads
from models.machine.machine import Machine
from models.machine.order import Order
from models.machine.raw_programs import RawPrograms, answered
from models.sim.path import RequestPath
from models.sim.workload import uniform

SIZE = int(DISK["size"])
WARM, DEPTHS = 160, 64


def with_queue(order: Order, discipline: str, ageing: float, cache: str = "off") -> Order:
    """The same machine, its disk with a queue and without reading ahead. ageing: as in `sptf`."""
    return order.bare("drive queue").order(
        discipline=discipline, ageing=ageing, disk_cache=cache, disk_spec={**order.disk_spec, "read_ahead": 0})


def at_depths(order: Order, kind: float, depths: Sequence[int], requests: Callable[[int], int], seed: int
              ) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """(outstanding, answered) for each of the rising `depths`: (issued, finish) in s of requests of SIZE over the whole disk,
    in the order of their answers.

    kind: the share of reads, 0 to 1; a cache for writes is full. requests: how many to answer with so many outstanding.
    """
    if kind == 1 and order.discipline == "sptf":
        for depth in depths:
            disk = Machine(order, seed).disk
            offsets = uniform(SIZE, disk.capacity, Random(seed * DEPTHS + depth))
            yield depth, random_reads(disk, offsets, SIZE, depth, requests(depth) + depth, order.ageing or 0.0)[depth:]
        return
    machine, before = Machine(order, seed), 0
    places = uniform(SIZE, machine.disk.capacity, machine.random)
    for depth in depths:
        machine.start(RawPrograms(places, SIZE, depth - before, kind))
        answered(machine, depth if before or kind or order.disk_cache == "off" else WARM)
        yield depth, [(one.issued, one.finish) for one in answered(machine, requests(depth))]
        before = depth


def followed_reads(order: Order, outstanding: int, count: int, seed: int) -> tuple[list[RequestPath], list[RequestPath]]:
    """The paths of the first `count` of random reads that find so many outstanding, in the order of their answers; and of
    those that still wait then."""
    machine, paths = Machine(order, seed), list[RequestPath]()
    machine.start(RawPrograms(uniform(SIZE, machine.disk.capacity, machine.random), SIZE, outstanding, paths=paths))
    answered(machine, count + outstanding)
    served = sorted((path for path in paths if path.accesses), key=lambda path: path.end)
    waiting = [path for path in paths if not path.accesses]
    for path in waiting:
        path.wait("drive", "its turn", machine.loop.now, "queue")
    return served[outstanding:], waiting
