"""A machine under a load, as far as a measurement sees it: requests of the program, waits of ZFS's queue and of devices."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from models.beside.known import Settings
from models.beside.levels import DEVICE, OPS, POOL, PROGRAM
from models.cli.whole_machine import (
    LOADS,
    NamedLoad,
    as_typed,
    by_path,
    changed_load,
    naming_load,
)
from models.lab.iostat import Iostat
from models.lab.run import files_read, warm_order
from models.machine.loads.local import Local
from models.machine.machine import Machine
from models.machine.order import Order
from models.measured.kit.measured import Samples

WARM, LONGEST, STEP = 0.1, 60.0, 1.5
"""Share of a run that is left out at its beginning; the longest run (s); growth of its length until it has answers enough."""


class Run(NamedTuple):
    """What a machine did. levels: by level and op, its latencies. groups: whether a transaction group was among its writes."""

    levels: dict[tuple[str, str], Samples]
    groups: bool


def load_of(load: Settings, order: Order) -> NamedLoad:
    """Return the load of settings by dotted name. Raise ValueError if one is wrong."""
    kind = next(iter(load)).partition(".")[0]
    return changed_load(LOADS[kind], by_path(list(as_typed(load)), LOADS[kind], order))


class Stamped(list[Any]):
    """The answered requests of a machine, each with when it was answered (s) before it."""

    def __init__(self, machine: Machine):
        self.loop = machine.loop

    def append(self, one: tuple[str, int, float]) -> None:
        """Add a request: load and op, bytes, latency (s)."""
        super().append((self.loop.now, *one))


def run(
    order: Order,
    loads: Sequence[NamedLoad],
    answers: int,
    broken: Callable[[Machine], object] = lambda machine: None,
) -> Run:
    """Return what a machine does under loads until it has given so many answers, or for a minute of its time. broken:
    called with the machine before it starts. Raise ValueError for what cannot run."""
    order = warm_order(order, loads, 1)
    made = Machine(order, 1)
    for blocks in files_read(order, loads):
        made.reads.hold_above(blocks)
    broken(made)
    made.counting, made.requests = True, Stamped(made)
    for load in loads:
        with naming_load(load):
            load.start(made)
    tools = Iostat(made)
    seen = defaultdict[tuple[str, str], list[tuple[float, float]]](list)
    calls = {load.size * load.calls: load.calls for load in loads if isinstance(load, Local)}
    each = max(calls.values(), default=1)
    until = 1e-3
    while len(made.requests) * each < answers and until < LONGEST:
        until = min(LONGEST, until * STEP)
        made.loop.run(until=until)
        made.done.clear()
    begin = until * WARM
    for finish, name, moved, latency in made.requests:
        op = "read" if name.endswith("read") else "write"
        seen[PROGRAM, op].append((finish, latency / calls.get(moved, 1)))
    classes = set[str]()
    for leaf in tools.leaves:
        for op, kind, _, arrived, issued, finish in leaf.answered(until):
            classes.add(kind)
            if op in OPS:
                seen[DEVICE, op].append((finish, finish - issued))
                if kind:
                    seen[POOL, op].append((finish, finish - arrived))
    levels = dict[tuple[str, str], Samples]()
    for key, pairs in seen.items():
        if late := sorted(pair for pair in pairs if pair[0] >= begin):
            levels[key] = Samples([latency for _, latency in late], [t for t, _ in late])
    return Run(levels, "async write" in classes)
