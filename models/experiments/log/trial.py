"""How long a load is watched: long enough to see what it does, and no longer than a reader likes to wait."""
from typing import Any

from models.machine.sun_7410 import Sun7410
from models.units import KiB, ms

TRIAL = 200              # writes that tell how fast the machine will be
CROWD = 10               # times the work of a lone thread's write, where several threads write


def span(longest: float, work: float, settings: dict[str, Any], load: dict[str, Any], threads: int = 1) -> float:
    """Seconds to watch a client of `threads` threads and this `load` on a machine of these `settings`: `longest`, or less
    where a trial shows that it writes more, or larger, than `work` allows (a lone thread's write and each 4 KiB are 1).
    """
    done: list[float] = []
    machine = Sun7410(**settings, seen=lambda t, latency: done.append(t))
    machine.clients(1, threads, **load)
    while len(done) < TRIAL:
        machine.loop.run(until=machine.loop.now + 10 * ms)
    each = (1 if threads == 1 else CROWD) + load["size"] / (4 * KiB)
    return min(longest, work * machine.loop.now / (len(done) * each))
