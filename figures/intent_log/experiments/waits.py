"""What the threads of a client wait for: the client and the network, the server's processors, disks
or log devices."""

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
    """Where the threads' time went from `t1` to `t2` (s), rows `busy`.

    latencies: of the operations that were answered meanwhile. before, after: how long the server's
    parts were in use by then. storage: which of the parts the rest of the waiting was for.
    """
    whole = threads * (t2 - t1)
    waited = min(whole, fsum(latencies))
    cpu = (after.cpu - before.cpu) * SUN["head.cores"] - len(latencies) * NETWORK
    cpu = min(waited, max(0.0, cpu))
    return shares(
        t1,
        t2,
        {"client and network": whole - waited, "processors": cpu, storage: waited - cpu},
        whole,
    )
