"""What the page asks for and shows: requirements, the load, columns, and three purchases."""

from collections.abc import Mapping
from math import inf
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from figures.define.kept import kept
from figures.practice.cells import cells
from figures.practice.report import results
from models.cli.machine_file import in_units
from models.sizing.choice.requirements import ASKED, ASKED_KEYS, KEYS, read, right
from models.sizing.goods.goods import FILES, text_of
from models.units import (
    DIMENSIONS,
    GB,
    KB,
    MB,
    TB,
    GiB,
    KiB,
    MiB,
    TiB,
    day,
    hour,
    ms,
    quantity,
    us,
)


class Shown(NamedTuple):
    """How a number is written."""

    label: str
    short: str
    units: Mapping[
        str, float
    ]  # from small to large; the largest that is not above the number is shown
    sign: str = ""  # stands before the number
    more: bool = False  # whether more is better
    odds: bool = False  # a chance, which is written as 1 in so many


class Requirement(NamedTuple):
    """A limit that a reader sets, and the columns that are held against it."""

    name: str
    at: str  # its place in the wants
    column: str
    label: str
    about: str  # for who asks
    none: float | None  # the value without a limit; None is infinite
    resilvering: str = ""  # the column while a disk is replaced, if that counts


class Field(NamedTuple):
    """Something about the load or the pool that a reader sets."""

    at: str
    label: str
    about: str
    units: Mapping[str, float]
    words: tuple[str, ...] = ()  # what it may be, if it is no number


BYTES = {"KiB": KiB, "MiB": MiB, "GiB": GiB, "TiB": TiB, "PiB": 1024 * TiB}
DECIMAL = {"KB": KB, "MB": MB, "GB": GB, "TB": TB, "PB": 1000 * TB}
"""A capacity that is round in these is shown in them."""
SHORT = {
    "bytes": ("k", "M", "G", "T"),
    "bytes a second": ("Mbit/s", "Gbit/s", "Mb/s", "Gb/s", "Mbps", "Gbps", "GbE"),
}
"""What a reader may type besides the units of a dimension."""
SECONDS = {"µs": us, "ms": ms, "s": 1.0}
SHARE = {"%": 0.01}
COLUMNS = {
    "cost": Shown("cost over the years", "cost", {"": 1.0}, sign="$"),
    "usable": Shown("usable", "usable", BYTES, more=True),
    "rate": Shown("requests a second", "requests", {"/s": 1.0}, more=True),
    "p99": Shown("p99", "p99", SECONDS),
    "stream": Shown("one stream", "stream", {"MB/s": MB, "GB/s": GB}, more=True),
    "loss": Shown("chance of losing data", "loss", {"%": 0.01}, odds=True),
    "lost": Shown("share of bytes lost", "lost", {"%": 0.01}, odds=True),
    "rack": Shown("rack units", "rack", {"U": 1.0}),
    "watts": Shown("power", "power", {"W": 1.0, "kW": 1000.0}),
    "rebuild": Shown("rebuild of a disk", "rebuild", {"min": 60.0, "h": hour, "d": day}),
}
"""The numbers of a candidate; `rate`, `p99` have others while a disk is replaced."""
REQUIREMENTS = [
    Requirement(
        "usable",
        "usable",
        "usable",
        "capacity",
        "what zfs list shows as available in the empty pool, less what records below 128 KiB waste",
        GB,
    ),
    Requirement(
        "rate",
        "asked.rate",
        "rate",
        "requests a second",
        "of the load below, whether or not others are answered",
        0.0,
        "rate_resilvering",
    ),
    Requirement(
        "p99",
        "asked.p99",
        "p99",
        "p99",
        "99 in 100 requests are answered within it, at that rate",
        None,
        "p99_resilvering",
    ),
    Requirement("stream", "asked.stream", "stream", "one stream", "sequential reads", 0.0),
    Requirement("loss", "loss", "loss", "chance of loss", "of any data, within the years", 1.0),
    Requirement("budget", "budget", "cost", "budget", "parts, and power over the years", None),
    Requirement("rack", "rack", "rack", "rack units", "shelves and head", None),
    Requirement("watts", "watts", "watts", "power", "of the whole, busy", None),
]
FIELDS = [
    Field("asked.size", "request", "bytes of a request", BYTES),
    Field("asked.reads", "reads", "share of the requests that read", SHARE),
    Field(
        "asked.sync", "synchronous", "writes are safe before they are answered", {}, ("no", "yes")
    ),
    Field("asked.working_set", "working set", "share of the data that requests touch", SHARE),
    Field("recordsize", "recordsize", "of the file system", BYTES),
    Field("compression", "compression", "bytes of data for each byte stored", {"": 1.0}),
    Field(
        "fill",
        "fill",
        "share of the pool that is full when its speed is judged; capacity is that of a full pool",
        SHARE,
    ),
    Field("years", "years", "for power and for the chance of loss", {"": 1.0}),
    Field(
        "while_resilvering",
        "resilvering too",
        "the load is served while a disk is replaced",
        {},
        ("no", "yes"),
    ),
]
TITLES = {"prices": "Prices", "drives": "Drives", "failures": "Failure rates"}
MEASURED = {"rate": ("1/s",), "stream": ("KB/s", "MB/s"), "p99": ("us", "ms", "s")}
"""Units of the published measurements that a column is like."""


PURCHASES = {
    "backup": (
        "Backup server, 200 TB",
        "Nightly backups of 200 TB: large writes that nobody waits for, and one restore that must not take a week.",
    ),
    "database": (
        "Database, 4 TB, 99 % in 2 ms",
        "A database of 4 TB: commits wait until they are safe, and 99 in 100 requests are answered within 2 ms.",
    ),
    "students": (
        "Lab of 30 students",
        "Home directories of 30 students, a terabyte each, and one rack shelf: all save at the end of the hour.",
    ),
}
"""Purchases: title and lead. Their requirements are in purchases/NAME.toml."""


def as_json(fields: object) -> dict[str, Any]:
    """Return the fields of wants as JSON: None for one without an end."""
    return {name: None if value == inf else value for name, value in vars(fields).items()}


def wants_of(name: str) -> dict[str, Any]:
    """Return the wants of a purchase."""
    wants = read(Path(__file__).parent / "purchases" / f"{name}.toml")
    return {**as_json(wants), "asked": as_json(wants.asked)}


def rule(place: str) -> dict[str, Any]:
    """Return what the judge takes at a place of the wants: its limits in SI units, those in words, and the units that
    may be typed."""
    about = (ASKED_KEYS if place.startswith(f"{ASKED}.") else KEYS)[place.removeprefix(f"{ASKED}.")]
    what = about.dimension.removeprefix("whole ")
    names = (*DIMENSIONS.get(what, ()), *SHORT.get(what, ()))
    typed = {name: quantity(in_units(f"1{name}", what)) for name in names if name}
    return {"least": about.least, "most": about.most, "right": right(about), "typed": typed}


def fixed() -> dict[str, Any]:
    """Return what does not depend on the wants."""
    return {
        "columns": {name: one._asdict() for name, one in COLUMNS.items()},
        "requirements": [one._asdict() | rule(one.at) for one in REQUIREMENTS],
        "fields": [one._asdict() | ({} if one.words else rule(one.at)) for one in FIELDS],
        "decimal": DECIMAL,
        "purchases": [
            {"name": name, "title": title, "lead": lead, "wants": wants_of(name)}
            for name, (title, lead) in PURCHASES.items()
        ],
        "tables": [{"name": name, "title": TITLES[name], "csv": text_of(name)} for name in FILES],
        "errors": errors(),
    }


def errors() -> dict[str, dict[str, float]]:
    """Return between what multiples of the machine's number eight of ten published measurements lay that
    no constant comes from, by column, and how many there are."""
    rows = [
        row for row in results(cells(), kept()) if row["error"] is not None and not row["known"]
    ]
    found = dict[str, dict[str, float]]()
    for column, units in MEASURED.items():
        times = [1 / (1 + row["error"]) for row in rows if row["unit"] in units]
        low, *_, high = quantiles(times, n=10, method="inclusive")
        found[column] = {"low": low, "high": high, "of": len(times)}
    return found
