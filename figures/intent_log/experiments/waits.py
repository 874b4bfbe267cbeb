"""What a client's threads wait for: client and network, the server's processors, its disks or its
log devices."""

from math import fsum

from figures.define.figure import Rows
from figures.kit.heat import shares
from models.catalogue.machines import values as constants
from models.head.catalogue_head import head_of
from models.machine.cores import MEASURED, at_rest
from models.machine.machine import Used

SUN = constants("7410")
NETWORK = at_rest(SUN["head.cpu_network"], head_of(MEASURED), SUN["head.cpu_network_load"])
WHO = {
    "client and network": "var(--wtg-4)",
    "processors": "var(--wtg-3)",
    "disks": "var(--wtg-accent)",
    "log devices": "var(--wtg-1)",
}


def waits(
    t1: float,
    t2: float,
    threads: int,
    latencies: list[float],
    before: Used,
    after: Used,
    storage: str,
) -> Rows:
    """Return rows `busy` with the shares of the threads' time from `t1` to `t2` (s).

    latencies: of the operations answered in that time (s). before, after: the use of the server's
    parts at its start and end. storage: the part to which the rest of the waiting belongs.
    """
    total = threads * (t2 - t1)
    waited = min(total, fsum(latencies))
    cpu = (after.cpu - before.cpu) * SUN["head.cores"] - len(latencies) * NETWORK
    cpu = min(waited, max(0.0, cpu))
    return shares(
        t1,
        t2,
        {"client and network": total - waited, "processors": cpu, storage: waited - cpu},
        total,
    )
