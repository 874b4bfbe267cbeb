"""Vibration of a drive: an access that finds the head off its track is retried after a turn."""

from random import Random
from typing import NamedTuple

from models.devices.platter import Platter

MOST_RETRIES = 500
"""Retries before a drive reports an error. No result depends on this value."""


class Shaking(NamedTuple):
    """A period of vibration in which attempts to access a disk fail at random."""

    start: float  # s
    length: float  # s
    chance: float  # that an attempt fails (0 to below 1)

    def shake(self, disk: Platter, random: Random) -> None:
        """Make a disk lose turns to this vibration, drawn from `random`."""
        disk.shaken = lambda now: self.retries(now, disk.turn, random)

    def retries(self, now: float, turn: float, random: Random) -> int:
        """Return how many turns of `turn` seconds an access loses if its first attempt is at `now`
        (s). Attempts after the period succeed."""
        if not self.start <= now < self.start + self.length:
            return 0
        most = int(min(MOST_RETRIES, (self.start + self.length - now) / turn + 1))
        lost = 0
        while lost < most and random.random() < self.chance:
            lost += 1
        return lost
