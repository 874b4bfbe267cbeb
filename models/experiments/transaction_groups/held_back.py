"""The throttle of 2013 by itself: writes that come while so much is dirty, and when it lets each of them go on."""
from collections.abc import Sequence

from models.sim.loop import Loop
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.txg.write_throttle import WriteThrottle


def go_on_moments(times: Sequence[float], dirty: int, spec: TxgSpec) -> list[float]:
    """When each of the writes that come at `times` (s, rising) may go on (s). dirty: bytes that are not on disk, the same
    all the while; spec: of the throttle."""
    loop = Loop()
    throttle = WriteThrottle(loop, spec)
    throttle.dirty, moments = dirty, list[float]()
    for time in times:
        loop.run(until=time)
        moments.append(time + throttle.delay(1, behind=False))
    return moments
