"""Which of the waiting requests a drive serves next: four ways to choose, from arrival to angle.

A discipline takes the platter, the time at which the arm sets out (s) and the spots to choose from (at least one, in
order of arrival) and returns the index of its choice. Of equals it takes the one that came first.
"""
from collections.abc import Callable, Sequence

from models.devices.platter import Platter
from models.devices.positioning import Spot

Discipline = Callable[[Platter, float, Sequence[Spot]], int]


def fcfs(platter: Platter, start: float, spots: Sequence[Spot]) -> int:
    """First come, first served."""
    return min(range(len(spots)), key=lambda i: spots[i].came)


def clook(platter: Platter, start: float, spots: Sequence[Spot]) -> int:
    """Like a lift that only takes passengers going up: the next cylinder inward; from the last back to the outermost."""
    here, stroke = platter.cylinder, platter.geometry.cylinders
    return min(range(len(spots)), key=lambda i: spots[i].cylinder + (stroke if spots[i].cylinder < here else 0))


def sstf(platter: Platter, start: float, spots: Sequence[Spot]) -> int:
    """Shortest seek first: the nearest cylinder."""
    return min(range(len(spots)), key=lambda i: abs(spots[i].cylinder - platter.cylinder))


def sptf(ageing: float = 0.0) -> Discipline:
    """Shortest positioning time first: seek and rotation together. ageing: seconds of head start for every second that a
    request has waited, so that none waits for ever."""
    return lambda platter, start, spots: platter.soonest(start, spots, ageing)


DISCIPLINES: dict[str, Discipline] = {"fcfs": fcfs, "clook": clook, "sstf": sstf, "sptf": sptf()}
