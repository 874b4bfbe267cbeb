"""How fast the icy lake and heat maps are: writes of one thread to many disks, and operations counted into cells."""
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench.rows import Row, at_least
from models.heat_map import HeatMap, linear_edges, log_edges
from models.lone_writer import icy_lake
from models.units import ms, us

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
IN_THE_PAGE = 0.4
BUDGETS = {
    "icy lake, a stripe of 22 disks": 800_000.0,
    "icy lake, 22 mirrored pairs": 500_000.0,
    "heat map, linear axis": 1_000_000.0,
    "heat map, logarithmic axis with tags": 1_000_000.0,
}


def lake(layout: str) -> int:
    """Two minutes of a lake. Returns its writes."""
    return len(icy_lake(layout, 22).writes(120.0))


def counted(edges: list[float], tag: int | None) -> int:
    """Operations at random, counted. Returns how many."""
    heat, draw = HeatMap(1.0, edges), Random(1).random
    values = [10 * ms * draw() for _ in range(50_000)]
    for n, value in enumerate(values):
        heat.add(n * 0.002, value, tag)
    return len(values)


RUNS: dict[str, Callable[[], int]] = dict(zip(BUDGETS, (
    lambda: lake("stripe"), lambda: lake("mirror"), lambda: counted(linear_edges(10 * ms, 50), None),
    lambda: counted(log_edges(1 * us, 10 * ms, 50), 7),
), strict=True))


def speeds() -> str:
    """Return JSON: what is simulated -> operations a second, the best of some rounds."""
    best = dict.fromkeys(RUNS, 0.0)
    for _ in range(ROUNDS):
        for name, run in RUNS.items():
            began = time.perf_counter()
            count = run()
            best[name] = max(best[name], count / (time.perf_counter() - began))
    return json.dumps(best)


def measure() -> list[Row]:
    """Return the rows of both places."""
    command = ["node", str(ROOT / "bench" / "in_pyodide.mjs"), str(ROOT), "", "bench.lakes", "speeds"]
    page = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    places = (("native", json.loads(speeds()), 1.0), ("in Pyodide", page, IN_THE_PAGE))
    return [at_least(f"{name}, {where}", found[name], "operations/s", budget * share)
            for where, found, share in places for name, budget in BUDGETS.items()]
