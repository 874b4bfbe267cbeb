"""How long a load is watched: long enough to see what it does, and no longer than a reader likes to
wait."""

from models.machine.loads import Nfs
from models.machine.machine import Machine
from models.machine.order import Order
from models.units import KiB, ms

TRIAL = 200  # writes that tell how fast the machine will be
CROWD = 10  # times the work of a lone thread's write, where several threads write


def span(longest: float, work: float, order: Order, load: Nfs, seed: int) -> float:
    """Seconds to watch this `load` on a machine as in `order`: `longest`, or less where a trial
    shows that it writes more, or larger, than `work` allows (a lone thread's write and each 4 KiB
    are 1).
    """
    done: list[float] = []
    machine = Machine(order, seed, seen=lambda t, latency: done.append(t))
    machine.start(load)
    while len(done) < TRIAL:
        machine.loop.run(until=machine.loop.now + 10 * ms)
    each = (1 if load.threads == 1 else CROWD) + load.size / (4 * KiB)
    return min(longest, work * machine.loop.now / (len(done) * each))
