"""Run benchmarks in two places: natively, and in the page's interpreter."""

import json
import subprocess
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

from bench.rows import Row, at_least, measured

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
IN_THE_PAGE = 0.4
"""Share of its native budget that a run must reach in the page's interpreter."""
Runs = dict[str, Callable[[], int]]
"""Runs by name. Each returns how many operations it simulated."""


MODULES = ("disks", "queues", "lakes", "logs", "caches", "slabs")
"""Modules measured in both places."""


def imported() -> str:
    """Import each of MODULES, and return JSON that maps it to the names of its runs."""
    found = {name: list(import_module(f"bench.{name}").RUNS) for name in MODULES}
    return json.dumps(found)


def speeds(runs: Runs) -> str:
    """Return JSON that maps each run to its operations per second of processor time, the best of
    several rounds."""
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            began = time.process_time()
            count = run()
            best[name] = max(best[name], count / (time.process_time() - began))
    return json.dumps(best)


def in_the_page(*arguments: str) -> dict[str, float]:
    """Run `in_pyodide.mjs`, and return the JSON that it prints. The arguments are a folder with
    further packages (or an empty string), a module, and the function of the module to call."""
    command = ["node", str(ROOT / "bench" / "in_pyodide.mjs"), str(ROOT), *arguments]
    found: dict[str, float] = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout
    )
    return found


def measure(module: ModuleType, unit: str) -> list[Row]:
    """Return the rows of a module in both places: its `speeds()` in `unit`, each with its budget
    from `BUDGETS` (None: no budget)."""
    budgets: dict[str, float | None] = module.BUDGETS
    places = (
        ("native", json.loads(module.speeds()), 1.0),
        ("in Pyodide", in_the_page("", module.__name__, "speeds"), IN_THE_PAGE),
    )
    return [
        measured(f"{name}, {where}", found[name], unit)
        if budget is None
        else at_least(f"{name}, {where}", found[name], unit, budget * share)
        for where, found, share in places
        for name, budget in budgets.items()
    ]
