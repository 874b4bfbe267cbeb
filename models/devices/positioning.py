"""What an arm may go for, and how long it takes to go there, counted in turns."""

from math import sqrt
from typing import Any, NamedTuple

ALMOST_A_TURN = 0.99999
"""A wait above this share of a turn is rounding error on a wait of zero: the sector is under the head right now."""


class Spot(NamedTuple):
    """Something that the arm may go for."""

    cylinder: int
    angle: float  # of its first byte (turns)
    offset: int
    settle: float  # turns to settle behind a seek
    came: float  # when it came (s)
    what: Any


class SeekCurve(NamedTuple):
    """How many turns a seek takes: a square root up to a third of the stroke, then a line."""

    third: float  # cylinders
    track: float  # to the next track
    root: float
    average: float  # over a third of the stroke
    longest: float  # where the line meets no distance
    slope: float
    rises: bool  # whether a longer way always takes longer, so that a search may stop at one

    @classmethod
    def of(
        cls, third: float, turn: float, track: float, average: float, full: float
    ) -> "SeekCurve":
        """Of a drive that turns in `turn`, and whose data sheet has these three times (s)."""
        root = (average - track) / turn / sqrt(third - 1)
        slope = (full - average) / turn / (2 * third)
        return cls(
            third,
            track / turn,
            root,
            average / turn,
            average / turn - slope * third,
            slope,
            root > 0 and slope > 0,
        )

    def turns(self, distance: int) -> float:
        """Of a move of `distance` cylinders, 1 or more."""
        if distance <= self.third:
            return self.track + self.root * sqrt(distance - 1)
        return self.longest + self.slope * distance
