"""Which of several places comes under the head first: seek and rotation together, counted in turns."""
from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, NamedTuple

ALMOST_A_TURN = 0.99999
"""A wait above this share of a turn is rounding error on a wait of zero: the sector is under the head right now."""


class Spot(NamedTuple):
    """Something that the arm may go for."""

    cylinder: int
    angle: float    # of its first byte (turns)
    offset: int
    settle: float   # turns to settle behind a seek
    came: float     # when it came (s)
    what: Any


class SeekCurve(NamedTuple):
    """How many turns a seek takes: a square root up to a third of the stroke, then a line."""

    third: float    # cylinders
    track: float    # to the next track
    root: float
    average: float  # over a third of the stroke
    longest: float  # where the line meets no distance
    slope: float
    rises: bool     # whether a longer way always takes longer, so that a search may stop at one

    @classmethod
    def of(cls, third: float, turn: float, track: float, average: float, full: float) -> "SeekCurve":
        """Of a drive that turns in `turn`, and whose data sheet has these three times (s)."""
        root = (average - track) / turn / sqrt(third - 1)
        slope = (full - average) / turn / (2 * third)
        return cls(third, track / turn, root, average / turn, average / turn - slope * third, slope, root > 0 and slope > 0)


def soonest(spots: Sequence[Spot], base: float, here: int, after: int, seeks: SeekCurve, ageing: float = 0.0) -> int:
    """Which of `spots` (one or more) comes under the head first; of equals the first.

    The arm sets out from cylinder `here` at the angle `base` (turns since time zero); the byte before `after` passed last.
    ageing: turns of head start for every second that a spot has waited. Spots to which the arm alone would take too long are
    left out. The loops in `models.fast` do the same in place: a call of this one makes them 6 to 12 % slower.
    """
    third, track, root, average, longest, slope, rises = seeks
    oldest = min([spot.came for spot in spots]) * ageing if ageing else 0.0
    best, least, reach = 0, inf, inf
    for i, (cylinder, angle, offset, settle, came, _) in enumerate(spots):
        distance = cylinder - here if cylinder > here else here - cylinder
        if distance > reach:
            continue
        if not distance or offset == after:
            seek = 0.0
        elif distance <= third:
            seek = track + root * sqrt(distance - 1) + settle
        else:
            seek = longest + slope * distance + settle
        gap = (angle - base - seek) % 1.0
        reached = seek if gap > ALMOST_A_TURN else seek + gap
        if ageing:
            reached += ageing * came
        if reached < least:
            best, least = i, reached
            if rises:
                room = reached - oldest
                reach = (1.0 if room <= track else ((room - track) / root) ** 2 + 2 if room <= average
                         else (room - longest) / slope + 1)
    return best
