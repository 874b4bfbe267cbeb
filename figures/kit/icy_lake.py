"""One NFS client of a Sun 7410 without log devices writes to its pool, synchronously: the machine,
ready to be written to, where the writer's time goes, and how often lines cross, in words."""

from typing import Any

from models.flat_loops.round_robin_writes import RoundRobinWrites
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import MiB, hour, ms

SCATTERED = 16 * MiB
MINUTE = 60
LEAST = 0.4 * ms  # where a logarithmic axis begins: no write of a disk is as short
PARTS = {
    "client": "var(--wtg-4)",
    "server": "var(--wtg-5)",
    "drive's electronics": "var(--wtg-3)",
    "rotation": "var(--wtg-accent)",
    "transfer": "var(--wtg-1)",
}
"""What a thread spends its time on, and the colour of each."""


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
    """Writes of `size` bytes, one behind the other, to a `pool` as in an order. turnaround, spread:
    as for `Machine.client`. scattered: the log has come to another place on each vdev; otherwise to
    the same, as in a pool that has only seen this client. ordered: what else is ordered otherwise.
    No transaction group goes out within an hour.
    """
    machine = Machine(
        SUN_7410.order(
            pool={"layout": pool[0], "vdevs": pool[1]}, groups={"interval": 1 * hour}, **ordered
        ).bare(),
        seed,
    )
    return RoundRobinWrites(machine, size, turnaround, spread, SCATTERED if scattered else 0)


def parts_of(lake):
    """Seconds of the thread's time so far, by part."""
    used = lake.spent()
    return dict(
        zip(
            PARTS, (used.client, used.server, used.drive, used.rotation, used.transfer), strict=True
        )
    )


def crossed(count):
    """How often lines cross."""
    return {0: "they never cross", 1: "they cross once", 2: "they cross twice"}.get(
        count, f"they cross {count} times"
    )
