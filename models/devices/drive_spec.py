"""The data sheet of a drive."""

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from models.catalogue.machines import values
from models.check import a_number, at_least_zero, counted, positive, shown
from models.units import GB, MB, TB, KiB, MiB, ms, rpm, s, sector, us

SEEK_CURVE_RULE = (
    "seek_curve must end at the full stroke, 1, and a longer seek must not take less time"
)


@dataclass(frozen=True)
class DriveSpec:
    """The data sheet of a drive. Times in seconds, sizes in bytes, speed in turns per second."""

    speed: float = 7200 * rpm
    capacity: int = 500 * GB
    heads: int = 2
    media_rate: float = 131.5 * MB  # sustained at the rim: one track per turn plus skew
    inner_share: float = 0.5  # track length at the hub over that at the rim
    skew: float = 1.0 * ms  # from the end of a track to the start of the next
    switch: float = 0.0  # time to switch to the next track; hidden if not longer than the skew
    seek_track: float = 1.0 * ms
    seek_average: float = 8.5 * ms
    seek_full: float = 18.0 * ms
    write_settle: float = 1.0 * ms
    command: float = 72 * us  # electronics and driver, per command
    flush: float = 0.0  # electronics of a flush, on top of `command`
    interface_rate: float = 300 * MB
    cache_size: int = 16 * MiB
    destage_set: int = 40  # cached writes that the drive chooses from
    extent_limit: int = 256 * KiB  # largest extent that adjacent cached writes are merged into
    # bytes that the drive reads ahead of a read and keeps behind it; 0: none
    read_ahead: int = 1 * MiB
    # measured: first byte of each zone, its sustained rate
    zones: tuple[tuple[float, float], ...] = ()
    seek_curve: tuple[tuple[float, float], ...] = ()  # measured: share of the full stroke, seconds

    def __post_init__(self) -> None:
        number = isinstance(self.speed, int | float)
        if not number or not 3600 * rpm * 0.999 <= self.speed <= 15000 * rpm * 1.001:
            raise ValueError(
                "spindle speed must be 3600-15000 rpm, got "
                f"{shown(self.speed / rpm if number else self.speed)}"
            )
        positive(self, "media_rate", "inner_share")
        positive(self, "interface_rate", infinite=True)
        counted(heads=self.heads, destage_set=self.destage_set)
        a_number("capacity", self.capacity, above=0, whole=True)
        a_number("extent_limit", self.extent_limit, 1)
        a_number("inner_share", self.inner_share, 0, 1)
        at_least_zero(
            self,
            "skew",
            "switch",
            "seek_track",
            "seek_average",
            "seek_full",
            "write_settle",
            "command",
            "flush",
            "cache_size",
            "read_ahead",
        )
        a_number("seek_full", self.seek_full, most=1 * s, unit="s")
        self.check_tables()
        for short, long in pairwise(("seek_track", "seek_average", "seek_full")):
            if getattr(self, short) > getattr(self, long):
                raise ValueError(
                    f"{short} must be at most {long}, {shown(getattr(self, long))} s, "
                    f"got {shown(getattr(self, short))}"
                )

    def check_tables(self) -> None:
        """Raise ValueError for tables that no drive could have."""
        least = sector / (1 / self.speed + self.skew)  # (B/s) of a track of one sector
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
"""Fields of a drive that are lists of pairs, and the dimensions of each pair."""


def drive_fields(constants: dict[str, Any]) -> dict[str, Any]:
    """Return the constants of a machine that belong to its drive."""
    known = {field.name for field in fields(DriveSpec)}
    return {name: value for name, value in constants.items() if name in known}


def drive_of(machine: str, **overrides: float) -> DriveSpec:
    """Return the drive of a machine in the catalogue, with some fields of `DriveSpec` overridden.

    `media_rate` applies to the catalogue's speed; at another speed the same tracks pass faster.
    """
    c = drive_fields(values(machine))
    turn, skew = 1 / c["speed"], c["skew"]
    c.update(overrides)
    if c["speed"] > 0 and "media_rate" not in overrides:
        c["media_rate"] *= (turn + skew) / (1 / c["speed"] + c["skew"])
    if zones := c.get("zones"):
        c["media_rate"] = zones[0][1]
    return DriveSpec(**c)
