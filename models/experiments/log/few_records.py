"""A few records that come to an idle intent log, and when each of them is safe."""
from collections.abc import Sequence

from models.machine.log_device import LogDevice
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import GB, TB

RECORD = 512


def safe_moments(arrivals: Sequence[float], commit: float) -> list[float]:
    """When each of the records that come at `arrivals` (s, rising) is safe (s), on a log device that takes `commit` seconds
    for each commit, whatever its size."""
    device = LogDevice(commit, 1e6 * TB, int(1 * GB))
    machine = Machine(FREEBSD_BOX.order(logs=1, log_device=device).bare())
    loop, safe = machine.loop, [0.0] * len(arrivals)

    def program(number: int) -> Process:
        yield from machine.log.commit(RECORD)
        safe[number] = loop.now

    for number, moment in enumerate(arrivals):
        loop.spawn(program(number), at=moment)
    loop.run(until=arrivals[-1] + 3 * commit)
    return safe
