"""Compare the speed of our engines with SimPy on the same model, natively and in the page's
interpreter."""

import json
from pathlib import Path

import simpy

from bench import one_queue
from bench.rows import Row, at_least, measured
from bench.two_places import in_the_page

TIMES_FASTER = 5.0


def rows(where: str, speeds: dict[str, float]) -> list[Row]:
    """Return the speed of each engine, and its ratio to SimPy's."""
    ours = [name for name in speeds if name != "SimPy"]
    return [
        *(measured(f"{name}, {where}", speed, "requests/s") for name, speed in speeds.items()),
        *(
            at_least(
                f"{name} against SimPy, {where}",
                speeds[name] / speeds["SimPy"],
                "times",
                TIMES_FASTER,
            )
            for name in ours
        ),
    ]


def measure() -> list[Row]:
    """Return the rows of both places."""
    page = in_the_page(str(Path(simpy.__file__).parent.parent))
    return rows("native", json.loads(one_queue.measure())) + rows("in Pyodide", page)
