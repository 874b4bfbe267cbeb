"""Simulation speed: our engines and SimPy on the same model, natively and in the page's interpreter."""
import json
import subprocess
from pathlib import Path

import simpy

from bench import one_queue
from bench.rows import Row, at_least, told

ROOT = Path(__file__).resolve().parent.parent
TIMES_FASTER = 5.0


def rows(where: str, speeds: dict[str, float]) -> list[Row]:
    """Return the speeds, and how many times SimPy's they are."""
    ours = [name for name in speeds if name != "SimPy"]
    return [*(told(f"{name}, {where}", speed, "requests/s") for name, speed in speeds.items()),
            *(at_least(f"{name} against SimPy, {where}", speeds[name] / speeds["SimPy"], "times", TIMES_FASTER)
              for name in ours)]


def measure() -> list[Row]:
    """Return the rows of both places."""
    native = json.loads(one_queue.measure())
    libraries = Path(simpy.__file__).parent.parent
    command = ["node", str(ROOT / "bench" / "in_pyodide.mjs"), str(ROOT), str(libraries)]
    page = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return rows("native", native) + rows("in Pyodide", page)
