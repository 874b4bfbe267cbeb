"""One NFS client of a Sun 7410 without log devices writes to its pool, synchronously: the machine, ready to be written to."""
from typing import Any

from models.fast.round_robin_writes import RoundRobinWrites
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import MiB, hour

SCATTERED = 16 * MiB


def icy_lake(pool: tuple[str, int], size: int, *, turnaround: float | None = None, spread: float = 0.0,
             scattered: bool = False, seed: int = 1, **ordered: Any) -> RoundRobinWrites:
    """Writes of `size` bytes, one behind the other, to a `pool` as in an order. turnaround, spread: as for `Machine.client`.
    scattered: the log has come to another place on each vdev; otherwise to the same, as in a pool that has only seen this
    client. ordered: what else is ordered otherwise. No transaction group goes out within an hour.
    """
    machine = Machine(SUN_7410.order(pool=pool, txg_interval=1 * hour, **ordered).bare(), seed)
    return RoundRobinWrites(machine, size, turnaround, spread, SCATTERED if scattered else 0)
