"""A disk from which several files are read at the same time, each in its own order."""
from functools import lru_cache
from math import fsum

from models.devices.drive_spec import DriveSpec
from models.devices.platter import Platter
from models.units import KiB

PLACES = 32


@lru_cache(maxsize=512)
def in_turn(spec: DriveSpec, streams: int, *, span: float, run: int = 128 * KiB) -> float:
    """Bytes a second of a disk that reads `run` bytes of one stream, then of the next, and so on: the mean over all places
    within `span` bytes from the rim where the streams may lie.

    ZFS asks for the next record of a file when one is taken, so that the reads of many files come to a disk in turn, a
    record (`run`) each. The arm moves from one place to another, and the platter is as likely to be at one angle as at any
    other: half a turn on average. So it does not matter how many streams there are, if there are two; with one, nothing
    comes between.
    """
    platter = Platter(spec)
    at = [platter.geometry.place(int(span * (n + 0.5) / PLACES)) for n in range(PLACES)]
    passing = fsum((platter.turn + platter.next_track) / place.track for place in at) / PLACES * run
    if streams == 1:
        return run / passing
    return run / (spec.command + mean_seek(platter, [place.cylinder for place in at]) + platter.turn / 2 + passing)


def mean_seek(platter: Platter, cylinders: list[int]) -> float:
    """Seconds that the arm moves on average between two places, where these are the middles of parts that are alike. Two
    places in one part are a third of it apart."""
    moves = [platter.seek_time(abs(a - b)) for a in cylinders for b in cylinders if a != b]
    near = (cylinders[-1] - cylinders[0]) // (3 * (len(cylinders) - 1))
    return (fsum(moves) + (len(cylinders) ** 2 - len(moves)) * platter.seek_time(near)) / len(cylinders) ** 2
