"""A machine under a load, as far as a measurement sees it: requests of the program, waits of ZFS's queue and of devices."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from models.beside.known import Settings
from models.beside.levels import DEVICE, OPS, POOL, PROGRAM
from models.cli.whole_machine import (
    LOADS,
    NamedLoad,
    as_typed,
    by_path,
    changed_load,
    changed_order,
)
from models.lab.iostat import Iostat
from models.lab.run import files_read, warm_order
from models.machine.loads.local import Local
from models.machine.machine import Machine
from models.machine.order import ORDERS, Order
from models.measured.kit.measured import Samples

BASE = "server-today"
WARM, LONGEST, STEP = 0.1, 60.0, 1.5
"""Share of a run that is left out at its beginning; the longest run (s); growth of its length until it has answers enough."""


class Run(NamedTuple):
    """What a machine did. levels: by level and op, its latencies. seconds: how long it ran. rate: answers a second by
    op."""

    levels: dict[tuple[str, str], Samples]
    seconds: float
    rate: dict[str, float]


def order_of(machine: Settings) -> Order:
    """Return the machine of settings by dotted name. Raise ValueError if one is wrong."""
    base = ORDERS[BASE]
    return changed_order(base, by_path(list(as_typed(machine)), None, base))


def load_of(load: Settings, order: Order) -> NamedLoad:
    """Return the load of settings by dotted name. Raise ValueError if one is wrong."""
    kind = next(iter(load)).partition(".")[0]
    return changed_load(LOADS[kind], by_path(list(as_typed(load)), LOADS[kind], order))


def run(
    machine: Settings,
    load: Settings,
    answers: int,
    broken: Callable[[Machine], object] = lambda machine: None,
) -> Run:
    """Return what a machine does until it has given so many answers, or for a minute of its time. broken: called with the
    machine before it starts. Raise ValueError for settings that are wrong."""
    order = order_of(machine)
    asked = load_of(load, order)
    order = warm_order(order, [asked], 1)
    made = Machine(order, 1)
    for blocks in files_read(order, [asked]):
        made.reads.hold_above(blocks)
    broken(made)
    asked.start(made)
    tools = Iostat(made)
    seen = defaultdict[tuple[str, str], list[tuple[float, float]]](list)
    calls = asked.calls if isinstance(asked, Local) else 1
    until = 1e-3
    while len(made.done) * calls < answers and until < LONGEST:
        until = min(LONGEST, until * STEP)
        made.loop.run(until=until)
    begin = until * WARM
    for one in made.done:
        together = max(1, one.size // asked.size) if isinstance(asked, Local) else 1
        seen[PROGRAM, one.op].append((one.finish, one.latency / together))
    for leaf in tools.leaves:
        for op, kind, _, arrived, issued, finish in leaf.answered(until):
            if op in OPS:
                seen[DEVICE, op].append((finish, finish - issued))
                if kind:
                    seen[POOL, op].append((finish, finish - arrived))
    levels = dict[tuple[str, str], Samples]()
    for key, pairs in seen.items():
        if late := sorted(pair for pair in pairs if pair[0] >= begin):
            levels[key] = Samples([latency for _, latency in late], [t for t, _ in late])
    span = until - begin
    rate: dict[str, Any] = {
        op: calls * len(levels[PROGRAM, op]) / span for op in OPS if (PROGRAM, op) in levels
    }
    return Run(levels, until, rate)
