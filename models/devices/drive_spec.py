"""The data sheet of a drive."""

from dataclasses import dataclass, fields
from itertools import pairwise

from models.catalogue.machines import part
from models.check import a_number, shown
from models.setting import check_settings, count, setting
from models.units import GB, MB, TB, KiB, MiB, ms, rpm, s, sector, us

Table = tuple[tuple[float, float], ...]
SEEK_CURVE_RULE = (
    "seek_curve must end at the full stroke, 1, and a longer seek must not take less time"
)


@dataclass(frozen=True)
class DriveSpec:
    """The data sheet of a drive. Times in seconds, sizes in bytes, speed in turns per second."""

    speed: float = setting(
        7200 * rpm, "Speed of rotation", "rpm", least=3600 * rpm, most=15000 * rpm
    )
    capacity: int = setting(500 * GB, "Capacity of a disk", "B", above=0)
    heads: int = count(
        2,
        "Number of heads, one for each surface",
    )
    media_rate: float = setting(
        131.5 * MB, "Sustained data rate on the outermost tracks", "B/s", above=0
    )
    inner_share: float = setting(
        0.5, "Length of a track at the hub as a share of one at the rim", "share", above=0, most=1
    )
    skew: float = setting(
        1.0 * ms, "Time from the end of a track to the start of the next", "s", least=0
    )
    switch: float = setting(
        0.0,
        "Time of a switch to the next track; it adds nothing while it is below the skew",
        "s",
        least=0,
    )
    seek_track: float = setting(1.0 * ms, "Time of a seek to the next track", "s", least=0)
    seek_average: float = setting(8.5 * ms, "Time of the average seek", "s", least=0)
    seek_full: float = setting(
        18.0 * ms, "Time of a seek over the full stroke", "s", least=0, most=1
    )
    write_settle: float = setting(1.0 * ms, "Extra time of a seek before a write", "s", least=0)
    command: float = setting(
        72 * us, "Time of a command in the drive's electronics and the driver", "s", least=0
    )
    overhead: float = setting(
        0.0, "Time of the drive's own processor before a seek, while the arm waits", "s", least=0
    )
    flush: float = setting(
        0.0, "Time of a flush of an empty cache, in addition to that of a command", "s", least=0
    )
    interface_rate: float = setting(
        300 * MB, "Transfer rate of a disk's own port", "B/s", above=0, infinite=True
    )
    cache_size: int = setting(16 * MiB, "Size of the disk's cache", "B", least=0)
    destage_set: int = count(
        40, "Number of cached writes among which the disk looks for the cheapest to write next"
    )
    extent_limit: int = setting(
        256 * KiB, "Largest size to which adjacent cached writes are merged", "B", least=1
    )
    read_ahead: int = setting(
        1 * MiB, "Length of the read-ahead after a read; 0: none", "B", least=0
    )
    zones: tuple[tuple[float, float], ...] = setting(
        (), "Measured rates: first byte of a zone, bytes per second"
    )
    seek_curve: tuple[tuple[float, float], ...] = setting(
        (), "Measured seek times: share of the full stroke, seconds"
    )

    def __post_init__(self) -> None:
        check_settings(self)
        self.check_tables()
        self.check_tracks()
        for short, long in pairwise(("seek_track", "seek_average", "seek_full")):
            if getattr(self, short) > getattr(self, long):
                raise ValueError(
                    f"{short} must be at most {long}, {shown(getattr(self, long))} s, "
                    f"got {shown(getattr(self, short))}"
                )

    def check_tracks(self) -> None:
        """Raise ValueError if a track is shorter than a sector, or the drive than a track."""
        turn = 1 / self.speed + self.skew
        least, track = sector / turn / self.inner_share, int(self.media_rate * turn)
        if not self.zones and self.media_rate < least:
            raise ValueError(
                f"media_rate must be {least:,.0f} bytes/s or more, so that a track holds a sector, "
                f"got {shown(self.media_rate)}"
            )
        if self.capacity <= track:
            raise ValueError(
                f"capacity must be more than a track of {track:,} bytes, got {shown(self.capacity)}"
            )

    def check_tables(self) -> None:
        """Raise ValueError if `zones` or `seek_curve` is not possible for a drive."""
        least = sector / (1 / self.speed + self.skew)  # rate of a track of one sector (B/s)
        for name, end, low, most in (
            ("zones", self.capacity, least, 1.0 * TB),
            ("seek_curve", 1.0, 0.0, 1 * s),
        ):
            rows = getattr(self, name)
            for place, value in rows:
                a_number(name, place, 0, end)
                a_number(name, value, low, most)
            if rows and (
                rows[0][0] != 0 or any(here[0] >= there[0] for here, there in pairwise(rows))
            ):
                raise ValueError(
                    f"{name} must begin at 0 and rise, got {shown([place for place, _ in rows])}"
                )
        if self.seek_curve and (
            self.seek_curve[-1][0] != 1 or any(a[1] > b[1] for a, b in pairwise(self.seek_curve))
        ):
            raise ValueError(f"{SEEK_CURVE_RULE}, got {shown(list(self.seek_curve))}")


TABLES = {"zones": ("bytes", "bytes a second"), "seek_curve": ("share", "time")}
"""The fields of a drive that are tables, and the dimensions of their two columns."""


def drive_of(machine: str, **overrides: float | Table) -> DriveSpec:
    """Return the drive of a machine of the catalogue, with `overrides` of its fields.

    A different speed leaves the tracks as they are, so `media_rate` changes with it unless that is
    overridden too."""
    known = {one.name for one in fields(DriveSpec)}
    c = {name: value for name, value in part(machine, "pool.disks").items() if name in known}
    turn, skew = 1 / c["speed"], c["skew"]
    c.update(overrides)
    if c["speed"] > 0 and "media_rate" not in overrides:
        c["media_rate"] *= (turn + skew) / (1 / c["speed"] + c["skew"])
    if zones := c.get("zones"):
        c["media_rate"] = zones[0][1]
    return DriveSpec(**c)
