"""A single NFS client that writes synchronously to the pool of a Sun 7410 without log devices."""

from typing import Any

from figures.kit.round_robin_writes import RoundRobinWrites
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import MiB, hour, ms

SCATTERED = 16 * MiB
MINUTE = 60
LEAST = 0.4 * ms  # low end of a logarithmic axis, shorter than any write to a disk
PARTS = {
    "client": "var(--wtg-4)",
    "server": "var(--wtg-5)",
    "drive's electronics": "var(--wtg-3)",
    "rotation": "var(--wtg-accent)",
    "transfer": "var(--wtg-1)",
}
"""Part of a thread's time -> its colour."""


def icy_lake(
    pool: tuple[str, int],
    size: int,
    *,
    turnaround: float | None = None,
    spread: float = 0.0,
    scattered: bool = False,
    seed: int = 1,
    **ordered: Any,
) -> RoundRobinWrites:
    """Return a loop of writes of `size` bytes, one after another, to a pool of (layout, vdevs).

    turnaround, spread: as for `Machine.client`. scattered: the log is at a different place on each
    vdev; otherwise it is at the same place on all, as in a pool that only this client has used.
    ordered: further settings of the order. No transaction group is written within the first hour.
    """
    machine = Machine(
        SUN_7410.order(
            pool={"layout": pool[0], "vdevs": pool[1]}, groups={"interval": 1 * hour}, **ordered
        ).bare(),
        seed,
    )
    return RoundRobinWrites(machine, size, turnaround, spread, SCATTERED if scattered else 0)


def parts_of(lake: RoundRobinWrites) -> dict[str, float]:
    """Return how the thread has spent its time so far: part -> seconds."""
    spent = lake.spent()
    seconds = spent.client, spent.server, spent.drive, spent.rotation, spent.transfer
    return dict(zip(PARTS, seconds, strict=True))


def crossed(count: int) -> str:
    """Return in words that lines cross `count` times."""
    return {0: "they never cross", 1: "they cross once", 2: "they cross twice"}.get(
        count, f"they cross {count} times"
    )
