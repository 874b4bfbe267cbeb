"""A drive that is shaken: an access with the head off its track is retried when the sector comes
round again."""

from random import Random
from typing import NamedTuple

from models.devices.platter import Platter

MOST = 500  # retries before a drive reports an error; no result depends on it


class Shaking(NamedTuple):
    """For `length` seconds from `start` (s), each attempt of an access fails with probability
    `chance` (0 to below 1)."""

    start: float
    length: float
    chance: float

    def shake(self, disk: Platter, random: Random) -> None:
        """Apply this shaking to a disk."""
        disk.shaken = lambda now: self.retries(now, disk.turn, random)

    def retries(self, now: float, turn: float, random: Random) -> int:
        """Return how many turns (`turn` seconds each) an access that begins at `now` (s) loses.
        Attempts after the shaking succeed."""
        if not self.start <= now < self.start + self.length:
            return 0
        most = int(min(MOST, (self.start + self.length - now) / turn + 1))
        lost = 0
        while lost < most and random.random() < self.chance:
            lost += 1
        return lost
