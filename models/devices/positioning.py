"""Candidates for the next access of an arm, and seek times in turns."""

from math import sqrt
from typing import Any, NamedTuple

ALMOST_A_TURN = 0.99999
"""A rotational wait above this share of a turn is a wait of zero with a rounding error."""


class Spot(NamedTuple):
    """A place that the arm can go to."""

    cylinder: int
    angle: float  # of its first byte (turns)
    offset: int
    settle: float  # turns to settle after a seek
    arrived: float  # s
    item: Any  # the command or extent


class SeekCurve(NamedTuple):
    """Seek time in turns: a square root up to a third of the stroke, then a line."""

    third: float  # a third of the stroke (cylinders)
    track: float  # to the next track
    root: float  # coefficient of the square root
    average: float  # over a third of the stroke
    longest: float  # where the line meets distance 0
    slope: float  # turns per cylinder on the line
    rises: bool  # whether longer seeks always take longer, so that a search can stop early

    @classmethod
    def of(
        cls, third: float, turn: float, track: float, average: float, full: float
    ) -> "SeekCurve":
        """Return the curve of a drive with this `turn` and these three seek times (s)."""
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
        """Return the turns that a seek of `distance` cylinders (1 or more) takes."""
        if distance <= self.third:
            return self.track + self.root * sqrt(distance - 1)
        return self.longest + self.slope * distance
