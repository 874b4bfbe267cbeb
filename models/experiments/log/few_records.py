"""A few records that come to an idle intent log, and when each of them is safe."""
from collections.abc import Sequence
from math import inf
from random import Random

from models.devices.nvram import Nvram
from models.sim.loop import Loop, Process
from models.units import GB
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Single
from models.zfs.zil.intent_log import IntentLog, LogSpec

RECORD = 512
ROOM = int(1 * GB)


def safe_moments(arrivals: Sequence[float], commit: float) -> list[float]:
    """When each of the records that come at `arrivals` (s, rising) is safe (s), on a log device that takes `commit` seconds
    for each commit, whatever its size."""
    loop = Loop()
    log = IntentLog(loop, Pool([Single(Nvram(ROOM, commit))], [Single(Nvram(ROOM, commit, inf))]), LogSpec(flush=False),
                    Random(1))
    safe = [0.0] * len(arrivals)

    def program(number: int) -> Process:
        yield from log.commit(RECORD)
        safe[number] = loop.now

    for number, moment in enumerate(arrivals):
        loop.spawn(program(number), at=moment)
    loop.run(until=arrivals[-1] + 3 * commit)
    return safe
