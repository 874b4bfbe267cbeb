"""How fast the disk is simulated: a queue of ten, a stream, a cache that empties; natively and in the page's interpreter."""
import json
import subprocess
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

from bench.rows import Row, at_least, told
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queue_loop import random_reads
from models.devices.queued_disk import QueuedDisk, closed_loop
from models.units import GB, KiB, MiB
from models.workload import sequential, uniform

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
SPAN, SMALL = 2000 * GB, 4 * KiB
IN_THE_PAGE = 0.4
BUDGETS = {
    "disk, shortest positioning time of ten": 150_000.0,
    "disk, shortest positioning time of ten, readable": None,
    "disk, reads in a row": 600_000.0,
    "disk, cached writes in a row": 500_000.0,
    "disk, cached random writes, best of 40": 60_000.0,
}


def ten(requests: int) -> None:
    """Ten outstanding random reads."""
    random_reads(HardDisk(drive_of("enterprise-disk")), uniform(SMALL, SPAN, Random(1)), SMALL, 10, requests)


def ten_readable(requests: int) -> None:
    """The same with the drive's queue as it is meant to be read."""
    reads = (("read", offset, SMALL) for offset in uniform(SMALL, SPAN, Random(1)))
    for _ in islice(closed_loop(QueuedDisk(drive_of("enterprise-disk"), cache=False), reads, 10), requests):
        pass


def row(operation: str, requests: int) -> None:
    """Reads or writes of 8 KiB in a row."""
    disk, now = HardDisk(drive_of("enterprise-disk")), 0.0
    issue = getattr(disk, operation)
    for offset in islice(sequential(8 * KiB), requests):
        now = issue(now, offset, 8 * KiB)


def scattered(requests: int) -> None:
    """Random writes into a cache that is full."""
    disk, now = HardDisk(drive_of("enterprise-disk", cache_size=1 * MiB)), 0.0
    for offset in islice(uniform(SMALL, SPAN, Random(1)), requests):
        now = disk.write(now, offset, SMALL)


RUNS: dict[str, tuple[Callable[[int], None], int]] = dict(zip(BUDGETS, (
    (ten, 20_000), (ten_readable, 8_000), (lambda n: row("read", n), 40_000), (lambda n: row("write", n), 40_000),
    (scattered, 6_000),
), strict=True))


def speeds() -> str:
    """Return JSON: what is simulated -> requests a second, the best of some rounds."""
    best = dict.fromkeys(RUNS, 0.0)
    for _ in range(ROUNDS):
        for name, (run, requests) in RUNS.items():
            began = time.perf_counter()
            run(requests)
            best[name] = max(best[name], requests / (time.perf_counter() - began))
    return json.dumps(best)


def measure() -> list[Row]:
    """Return the rows of both places."""
    command = ["node", str(ROOT / "bench" / "in_pyodide.mjs"), str(ROOT), "", "bench.disks", "speeds"]
    page = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    places = (("native", json.loads(speeds()), 1.0), ("in Pyodide", page, IN_THE_PAGE))
    return [at_least(f"{name}, {where}", found[name], "requests/s", budget * share) if budget
            else told(f"{name}, {where}", found[name], "requests/s")
            for where, found, share in places for name, budget in BUDGETS.items()]
