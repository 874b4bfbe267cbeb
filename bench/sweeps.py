"""Measure how long a sweep takes, and the same when nothing is new: `python -m bench.sweeps`."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.rows import Row, at_most, measured

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 35.0
SPEC = """machine = "server-today"
load = "nfs"
seconds = "50ms"
warm = 0
seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
[product]
"nfs.threads" = {from = 1, to = 10, steps = 10}
"pool.vdevs" = {from = 1, to = 10, steps = 10}
"""


def seconds(folder: Path) -> float:
    """Run the sweep in `folder` in two processes, and return how long (s) it took."""
    begun = time.perf_counter()
    words = "sweep.toml --jobs 2 --cache cache.sqlite --out points.csv".split()
    subprocess.run(
        [sys.executable, "-m", "models", "sweep", *words],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        env={"PYTHONPATH": str(ROOT), "HOME": str(folder)},
    )
    return time.perf_counter() - begun


def measure() -> list[Row]:
    """Return two rows: a sweep of 1,000 points of 50 ms, and the same command again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sweep.toml").write_text(SPEC)
        first, again = seconds(folder), seconds(folder)
    return [
        at_most("1,000 points of 50 ms swept, two processes", first, "s", SECONDS),
        measured("the same sweep again, all points in the cache", again, "s"),
    ]


def main() -> None:
    """Run this benchmark only, and print its rows."""
    for row in measure():
        print(row)


if __name__ == "__main__":
    main()
