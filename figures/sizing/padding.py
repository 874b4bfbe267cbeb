"""Records laid out one after the other on the disks of a vdev: what holds data, and what does not."""

from collections.abc import Iterator
from math import ceil

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    frame,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import size
from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.sizing.pools.build import Build
from models.sizing.pools.capacity import UNIT, allocated, deflate
from models.units import TB, KiB, MiB
from models.zfs.pool.draid import Draid
from models.zfs.pool.vdev import Mirror, Raidz, Vdev

RAIDZ, DRAID, MIRROR = "raidz", "draid", "mirror"
DATA, PARITY, COPY, PADDING = "data", "parity", "further copies", "padding"
HUES = {
    DATA: "var(--wtg-1)",
    PARITY: "color-mix(in srgb, var(--wtg-mute) 55%, var(--wtg-card))",
    COPY: "color-mix(in srgb, var(--wtg-mute) 30%, var(--wtg-card))",
    PADDING: "var(--wtg-accent)",
}
FITS, SAYS, DISKS = "what fits", "zfs list", "data disks"
LINES = {FITS: "var(--wtg-1)", SAYS: "var(--wtg-accent)", DISKS: "var(--wtg-mute)"}
ROWS, STEPS = 14, 20
"""Rows of sectors in the picture, and steps in which they fill."""
RECORDS = powers(4 * KiB, 1 * MiB)
ASHIFTS = (9, 12, 13, 14, 16)


def build(layout: str, width: int, parity: int) -> Build:
    """Return one vdev. A dRAID has one group, on all of its disks."""
    if layout == MIRROR:
        return Build(MIRROR, 1, width, "")
    return Build(f"{layout}{parity}", 1, width, "", width - parity if layout == DRAID else 0)


def vdev(pool: Build, sector: int) -> Vdev:
    """Return the vdev of a machine, on disks that hold enough for the picture."""
    disks = [HardDisk(DriveSpec(capacity=1 * TB)) for _ in range(pool.width)]
    if pool.layout == MIRROR:
        return Mirror(disks, sector)
    if pool.layout.startswith(DRAID):
        return Draid(disks, pool.parity, pool.data, 0, sector)
    return Raidz(disks, pool.parity, sector)


def sectors(pool: Build, disks: Vdev, record: int, number: int) -> Iterator[tuple[int, int, str]]:
    """Yield disk, row and kind of each sector that record `number` takes."""
    sector, taken = disks.sector, disks.allocated(record)
    columns, even = disks.columns(number * taken, record), pool.layout.startswith(DRAID)
    rows, longer = divmod(ceil(record / sector), pool.data or 1)
    for at, (disk, offset, length, parity) in enumerate(columns):
        held = rows + (at - pool.parity < longer) if even and not parity else length // sector
        kind = PARITY if parity else COPY if pool.layout == MIRROR and disk else DATA
        for row in range(length // sector):  # a dRAID's disks in the order of their row
            place = at if even else disk
            yield place, offset // sector + row, kind if row < held else PADDING
    written = sum(column.size for column in columns) // sector
    if pool.layout.startswith(RAIDZ):
        begin = number * taken // sector
        for at in range(begin + written, begin + taken // sector):
            yield at % pool.width, at // pool.width, PADDING


def cells(pool: Build, disks: Vdev, record: int) -> Iterator[list[Row]]:
    """Yield the rows of each record that begins in the picture: its first cell, its number, its other cells."""
    for number in range(ROWS * pool.width):
        here: list[Row] = [
            {"row": "cell", "x1": disk, "x2": disk + 1, "y1": row, "y2": row + 1, "what": kind}
            for disk, row, kind in sectors(pool, disks, record, number)
            if row < ROWS
        ]
        if not here:
            return
        first = here[0]
        begin = {"x": first["x1"] + 0.5, "y": first["y1"] + 0.5, "record": number + 1}
        yield [first, {"row": "begin", **begin}, *here[1:]]


def run(
    layout: str, record: float, width: int, parity: int, ashift: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: cell (frame: share of the records, x1, x2: disk, y1, y2: row, what) and begin (x, y,
    record); share (record in bytes, what, share of the disks' space) and wide (width, what, share);
    part (what, sectors); and sum."""
    pool, sector = build(layout, width, parity), 1 << ashift
    disks, size_ = vdev(pool, sector), int(record)
    laid = [row for some in cells(pool, disks, size_) for row in some]
    for step in range(1, STEPS + 1):
        yield [row | {"frame": step / STEPS} for row in laid[: len(laid) * step // STEPS]]
    yield [
        {"row": "share", "what": line, "record": each, "share": share}
        for each in RECORDS
        for line, share in shares(pool, int(each), ashift).items()
    ]
    yield [
        {"row": "wide", "what": line, "width": wide, "share": share}
        for wide in range(4, 25)
        for line, share in shares(build(layout, wide, parity), size_, ashift).items()
    ]
    count = dict.fromkeys(HUES, 0)
    for _, _, kind in sectors(pool, disks, size_, 0):
        count[kind] += 1
    yield [{"row": "part", "what": kind, "sectors": n} for kind, n in count.items() if n]
    found = shares(pool, size_, ashift)
    yield [
        {
            "row": "sum",
            "record": size_,
            "sector": sector,
            "data": count[DATA],
            "parity": count[PARITY] + count[COPY],
            "padding": count[PADDING],
            "taken": sum(count.values()) * sector,
            "used": allocated(pool, size_, ashift) // UNIT * deflate(pool, ashift),
            "fits": found[FITS],
            "says": found[SAYS],
            "disks": found[DISKS],
            "width": width,
        }
    ]


def shares(pool: Build, record: int, ashift: int) -> dict[str, float]:
    """Return the share of the disks' space that holds data: in records of this size, as `zfs list`
    counts, and if each data disk of a vdev were all data."""
    copies = pool.width if pool.layout == MIRROR else 1
    return {
        FITS: record / allocated(pool, record, ashift) / copies,
        SAYS: deflate(pool, ashift) / 512 / copies,
        DISKS: 1 - pool.parity / pool.width,
    }


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose."""
    row = one(rows, "sum")
    told = {name: value for name, value in row.items() if name != "row"}
    return told | {"missing": 1 - row["fits"] / row["says"], "records": row["used"] / row["record"]}


def describe(rows: Rows) -> str:
    row = one(rows, "sum")
    parts = [
        f"{row[kind]} of {'further copies' if kind == PARITY and of_mirror(rows) else kind}"
        for kind in (DATA, PARITY, PADDING)
        if row[kind]
    ]
    return (
        f"A record of {size(row['record'])} takes sectors of {size(row['sector'])}: "
        f"{', '.join(parts)}; {size(row['taken'])} in all. Data fills {row['fits']:.0%} of the disks' "
        f"space; zfs list counts on {row['says']:.0%}, and adds {size(row['used'])} to USED for it."
    )


def of_mirror(rows: Rows) -> bool:
    return any(part["what"] == COPY for part in of(rows, "part"))


FILM = frame("frame", "laid out", "%", 4, (1.0,))
COLOUR = {"domain": list(HUES), "range": list(HUES.values()), "legend": True}
SHARE = {
    "label": "share of the disks' space",
    "domain": [0, 1],
    "unit": "%",
    "grid": True,
    "ticks": 5,
}
LINE = {"domain": list(LINES), "range": list(LINES.values()), "legend": True}

FIGURE = Figure(
    id="padding",
    title="A record on its disks",
    caption="Where records go: the sectors of a vdev's disks, a column for each disk, as one record after the other is "
    "laid out. By record and By width: the share of the disks' space that holds data. Zfs list counts as if every "
    "record had 128 KiB; data disks: without any padding.",
    params={
        "record": Number(
            "Record",
            128 * KiB,
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=RECORDS,
            help="The recordsize of a file system, or the volblocksize of a volume; without compression.",
        ),
        "width": Number("Disks", 12, 4, 24, whole=True, help="The disks of the vdev."),
        "parity": Number(
            "Parity",
            2,
            1,
            3,
            whole=True,
            help="Disks that may fail: raidz1 to raidz3, draid1 to draid3. A mirror has copies instead.",
        ),
        "layout": Choice(
            "Layout",
            RAIDZ,
            {RAIDZ: "RAID-Z", DRAID: "dRAID", MIRROR: "mirror"},
            help="How a vdev spreads a record over its disks. The dRAID has one group, drawn in the order of its row.",
            more=True,
        ),
        "ashift": Number(
            "Sector (ashift)",
            12,
            9,
            16,
            whole=True,
            stops=ASHIFTS,
            help="The sector of the vdev is 2 to this power: 9 are 512 bytes, 12 are 4 KiB.",
            more=True,
        ),
    },
    presets={
        "128 KiB on raidz2": Preset(help="12 disks, sectors of 4 KiB"),
        "8 KiB volume": Preset({"record": 8 * KiB}, "the same disks, blocks of a volume"),
        "16 KiB": Preset({"record": 16 * KiB}, "what volumes have today"),
        "sectors of 512 bytes": Preset({"record": 8 * KiB, "ashift": 9}, "disks of 2010"),
        "dRAID": Preset({"layout": DRAID, "record": 16 * KiB}, "whole rows only"),
        "1 MiB": Preset({"record": 1 * MiB}, "for large files"),
        "mirror of four": Preset({"layout": MIRROR, "width": 4, "record": 8 * KiB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "cell"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="what",
                    inset=0.75,
                ),
                mark("text", {"row": "begin"}, x="x", y="y", text="record", fill="currentColor"),
            ],
            {
                "x": {"axis": None, "label": None},
                "y": {"axis": None, "label": None, "domain": [ROWS, 0]},
                "color": COLOUR,
            },
            height=400,
            frame=FILM,
            tab="Where records go",
        ),
        panel(
            [
                mark("line", {"row": "share"}, x="record", y="share", stroke="what", strokeWidth=2),
                mark(
                    "dot", {"row": "share", "what": FITS}, x="record", y="share", fill="what", r=3.5
                ),
                mark(
                    "ruleX",
                    {"row": "sum"},
                    x="record",
                    stroke="currentColor",
                    strokeDasharray="4,3",
                ),
            ],
            {
                "x": {"label": "record", "unit": "KiB", "type": "log", "base": 2},
                "y": SHARE,
                "color": LINE,
            },
            height=360,
            tab="By record",
        ),
        panel(
            [
                mark("line", {"row": "wide"}, x="width", y="share", stroke="what", strokeWidth=2),
                mark(
                    "dot", {"row": "wide", "what": FITS}, x="width", y="share", fill="what", r=3.5
                ),
                mark(
                    "ruleX",
                    {"row": "sum"},
                    x="width",
                    stroke="currentColor",
                    strokeDasharray="4,3",
                ),
            ],
            {"x": {"label": "disks of the vdev"}, "y": SHARE, "color": LINE},
            height=360,
            tab="By width",
        ),
    ],
    table=table(
        {"row": "part"}, [column("what", "sectors of a record"), column("sectors", "number")]
    ),
    describe=describe,
    values=values,
    source=cite("ahrens2014raidz", "RAID-Z parity cost", "Ahrens 2014"),
    chance=False,
)
