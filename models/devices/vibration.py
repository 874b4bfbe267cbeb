"""A drive that is shaken: an access that finds the head off its track is tried again when the
sector comes round."""

from random import Random
from typing import NamedTuple

from models.devices.platter import Platter

MOST = 500  # tries after which a drive reports an error; nothing here depends on it


class Shaking(NamedTuple):
    """From `start` on for `length` (s) each try of an access fails with `chance` (0 to below 1)."""

    start: float
    length: float
    chance: float

    def shake(self, disk: Platter, random: Random) -> None:
        """Let this disk be shaken so."""
        disk.shaken = lambda now: self.retries(now, disk.turn, random)

    def retries(self, now: float, turn: float, random: Random) -> int:
        """How many turns (s each) an access that begins at `now` (s) loses; tries after the shaking
        succeed."""
        if not self.start <= now < self.start + self.length:
            return 0
        most = int(min(MOST, (self.start + self.length - now) / turn + 1))
        lost = 0
        while lost < most and random.random() < self.chance:
            lost += 1
        return lost
