"""How long a load is watched: long enough to show its behaviour, and short enough for a reader to
wait."""

from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import Order
from models.units import KiB, ms

TRIAL = 200  # writes in the trial that measures the machine's rate
CROWD = 10  # cost of a write if several threads write; a lone thread's costs 1


def span(longest: float, work: float, order: Order, load: Nfs, seed: int) -> float:
    """Return how long (s) to watch this `load` on a machine as in `order`: `longest`, or less if a
    trial shows that the writes would cost more than `work`. A write of a lone thread costs 1, any
    other CROWD, and each 4 KiB of it 1 more."""
    done: list[float] = []
    machine = Machine(order, seed, seen=lambda t, latency: done.append(t))
    machine.start(load)
    while len(done) < TRIAL:
        machine.loop.run(until=machine.loop.now + 10 * ms)
    each = (1 if load.threads == 1 else CROWD) + load.size / (4 * KiB)
    return min(longest, work * machine.loop.now / (len(done) * each))
