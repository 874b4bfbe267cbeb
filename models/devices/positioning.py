"""Candidates for the next access of an arm, and seek times in turns."""

from math import sqrt
from typing import Generic, NamedTuple, TypeVar

ALMOST_A_TURN = 0.99999
"""A rotational wait above this share of a turn is a wait of zero with a rounding error."""
Item = TypeVar("Item", covariant=True)


class Spot(NamedTuple, Generic[Item]):
    """A candidate for the next access."""

    cylinder: int
    angle: float  # of its first byte (turns)
    offset: int  # of its first byte (bytes)
    settle: float  # turns to settle after a seek
    arrived: float  # in the drive (s)
    item: Item  # the command or cached extent
    left: int = 0  # bytes from here to the end of the track
    track: int = 0  # bytes of the track


class SeekCurve(NamedTuple):
    """Seek time in turns: a square root up to a third of the stroke, then a line."""

    third: float  # a third of the stroke (cylinders)
    track: float  # seek to the next track (turns)
    root: float  # coefficient of the square root
    average: float  # seek over a third of the stroke (turns)
    longest: float  # intercept of the line at distance 0 (turns)
    slope: float  # of the line (turns per cylinder)
    rises: bool  # whether longer seeks always take longer, so that a search can stop early

    @classmethod
    def through(
        cls, third: float, turn: float, track: float, average: float, full: float
    ) -> "SeekCurve":
        """Return the curve of a drive with `turn` seconds per turn through three seek times (s): to
        the next track, over `third` cylinders, and over the full stroke."""
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
