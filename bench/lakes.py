"""Measure the speed of the icy lake (one thread that writes to many disks) and of heat maps (which
count operations in cells)."""

from random import Random

from bench import two_places
from figures.kit.heat_map import HeatMap, linear_edges, log_edges
from figures.kit.icy_lake import icy_lake
from models.units import KiB, ms, us

BUDGETS = {
    "icy lake, a stripe of 22 disks": 800_000.0,
    "icy lake, 22 mirrored pairs": 500_000.0,
    "heat map, linear axis": 1_000_000.0,
    "heat map, logarithmic axis with tags": 1_000_000.0,
}


def lake(layout: str) -> int:
    """Simulate two minutes of an icy lake, and return the number of writes."""
    return len(icy_lake((layout, 22), 8 * KiB).writes(120.0))


def counted(edges: list[float], tag: int | None) -> int:
    """Add random operations to a heat map, and return their number."""
    heat, draw = HeatMap(1.0, edges), Random(1).random
    values = [10 * ms * draw() for _ in range(50_000)]
    for n, value in enumerate(values):
        heat.add(n * 0.002, value, tag)
    return len(values)


RUNS: two_places.Runs = dict(
    zip(
        BUDGETS,
        (
            lambda: lake("stripe"),
            lambda: lake("mirror"),
            lambda: counted(linear_edges(10 * ms, 50), None),
            lambda: counted(log_edges(1 * us, 10 * ms, 50), 7),
        ),
        strict=True,
    )
)


def speeds() -> str:
    """Return JSON that maps each run to its operations per second."""
    return two_places.speeds(RUNS)
