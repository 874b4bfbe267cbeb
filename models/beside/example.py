"""Files that tools would write of a machine of the model's with one slow disk, for readers who have none at hand."""

from collections import Counter
from collections.abc import Callable
from functools import cache

from models.beside.known import Settings
from models.beside.levels import DEVICE, OPS, POOL, PROGRAM
from models.beside.run import Run, load_of, run
from models.commands.pasted import USUAL, order_of
from models.lab.events import KINDS
from models.lab.iostat import BUCKETS, PASSED
from models.machine.machine import Machine
from models.measured.kit.measured import Samples
from models.units import KiB, ms

MACHINE: Settings = {
    "pool.layout": "mirror",
    "pool.vdevs": 4,
    "pool.width": 2,
    "pool.disks.kind": "disk",
}
LOAD: Settings = {
    "local.size": 8 * KiB,
    "local.reads": 1.0,
    "local.threads": 16,
    "local.o_direct": True,
}
SLOW = {"disk": 5, "times": 8}
ANSWERS = 12_000
TITLES = ("total_wait", "disk_wait", "syncq_wait", "asyncq_wait")
NS = 1e-9


@cache
def example() -> dict[str, str]:
    """Return the files by name: a log of fio, `zpool status`, and `zpool iostat -wp`."""
    made = made_by(ANSWERS, lambda machine: KINDS["slow disk"].act(machine, SLOW))
    return {
        "db_lat.1.log": fio_log(made),
        "server-status.txt": status(),
        "server-iostat-w.txt": histogram(made),
    }


def made_by(
    answers: int,
    broken: Callable[[Machine], object] = lambda machine: None,
    **more: str,
) -> Run:
    """Return what the example's machine does. broken: called with it before it starts. more: other settings of the pool's
    disks."""
    order = order_of(
        USUAL,
        MACHINE | {f"pool.disks.{name.replace('__', '.')}": value for name, value in more.items()},
    )
    return run(order, [load_of(LOAD, order)], answers, broken)


def fio_log(made: Run) -> str:
    """Return the log of latencies that fio writes: ms, ns, direction, bytes."""
    rows = [
        (t, latency, op)
        for op in (0, 1)
        if (each := made.levels.get((PROGRAM, OPS[op])))
        for t, latency in zip(each.times, each.seconds, strict=True)
    ]
    size = LOAD["local.size"]
    return "".join(
        f"{t / ms:.0f}, {latency / NS:.0f}, {op}, {size}, 0\n" for t, latency, op in sorted(rows)
    )


def status() -> str:
    """Return what `zpool status` says: it knows of no disk that is only slow."""
    lines = ["  pool: tank", " state: ONLINE", "config:", ""]
    lines += [
        "\tNAME        STATE     READ WRITE CKSUM",
        "\ttank        ONLINE       0     0     0",
    ]
    for vdev in range(MACHINE["pool.vdevs"]):
        lines.append(f"\t  mirror-{vdev}  ONLINE       0     0     0")
        lines += [
            f"\t    sd{chr(ord('a') + vdev * MACHINE['pool.width'] + disk)}     ONLINE       0     0     0"
            for disk in range(MACHINE["pool.width"])
        ]
    return "\n".join([*lines, "", "errors: No known data errors", ""])


def histogram(made: Run) -> str:
    """Return what `zpool iostat -wp` says: how many waited for up to 2^n - 1 ns."""
    columns = [counts(made.levels.get((level, op))) for level in (POOL, DEVICE) for op in OPS]
    passed = Counter({(1 << PASSED) - 1: columns[0].total()})  # no read waits in the queue
    labels = [(1 << bits) - 1 for bits in range(1, BUCKETS + 1)]
    head = "".join(f"  {title:^12}" for title in TITLES)
    lines = [
        f"{'tank':12}{head}",
        f"{'latency':12}" + "   read  write" * 4 + "  scrub   trim",
        "-" * 84,
    ]
    for label in labels:
        cells = [column[label] for column in (*columns, passed)] + [0] * 5
        lines.append(f"{label:<12}" + "".join(f"  {cell:>5}" for cell in cells))
    return "\n".join([*lines, "-" * 84, ""])


def counts(samples: Samples | None) -> Counter[int]:
    """Return how many waits lie in which bin, by its upper end (ns)."""
    return Counter(
        (1 << round(each / NS).bit_length()) - 1 for each in (samples.seconds if samples else ())
    )
