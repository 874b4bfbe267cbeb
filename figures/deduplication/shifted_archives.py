"""Records that two tar archives of the same files share, where the second holds an extra file."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    frame,
    mark,
    panel,
)
from figures.kit.rows import one
from figures.kit.stops import powers
from figures.kit.words import size
from models.catalogue.machines import values as constants
from models.units import KiB, sector
from models.zfs.dedup.table import DedupTable, filled, is_hole, records

ZFS = constants("zfs-2010")
RECORDS = tuple(int(record) for record in powers(4 * KiB, 128 * KiB))
BOUNDARIES = {"tar": sector, "8k": int(ZFS["dedup_boundary"])}
WAYS = {
    "tar": "anywhere (tar)",
    "8k": "at multiples of 8 KiB",
    "single": "no archive",
}
EXTRA = "one more"
FOUND, NEW = "in the table: counted", "not in the table: written"
SHOWN = 8
"""Records of each archive that are drawn."""
FRAMES = 32
TINTS = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class ArchivedFile(NamedTuple):
    """The name and contents of a file."""

    name: str
    data: bytes


class Archive(NamedTuple):
    """A stream of bytes. starts: the offset of each file's header in it."""

    data: bytes
    starts: list[int]


def some_files(
    count: int, random: Random, least: int = 4 * KiB, most: int = 64 * KiB
) -> list[ArchivedFile]:
    """Return files of random bytes. Half are smaller than twice `least`; a few of nearly `most`
    bytes hold much of the data.

    Sizes follow a Pareto distribution with exponent 1, cut off at `most` bytes.
    """
    sizes = [int(least / (1 - random.random() * (1 - least / most))) for _ in range(count)]
    return [
        ArchivedFile(f"file {number}", random.randbytes(size)) for number, size in enumerate(sizes)
    ]


def header(file: ArchivedFile) -> bytes:
    """Return the sector in front of a file. It holds the name in 100 bytes, and the size in octal
    at the place where tar has it."""
    return filled(file.name.encode()[:100].ljust(124, b"\0") + b"%011o\0" % len(file.data), sector)


def archive(files: Iterable[ArchivedFile], boundary: int = sector) -> Archive:
    """Return the archive of the files, one after another. Each begins with its header at a multiple
    of `boundary` bytes."""
    parts, starts, end = [], [], 0
    for file in files:
        parts.append(filled(header(file) + file.data, boundary))
        starts.append(end)
        end += len(parts[-1])
    return Archive(b"".join(parts), starts)


def singly(files: Iterable[ArchivedFile], size: int) -> Iterator[bytes]:
    """Yield the blocks of the files when each is stored as a file of its own. An empty file has
    none."""
    for file in files:
        if file.data:
            yield from records(file.data, size)


def run(
    start: str, record: float, shift: float, place: float, files: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: sum (of both archives, stored whole), and for the first records file and record (week, x1, x2,
    x: where its text stands, text). Places are in records. What is written in the second week has frame, the share
    (0-1) of it that has come: also link (x1, x2), coming (x1, x2), and says (text)."""
    random, length = Random(seed), int(record)
    originals = some_files(files, random)
    before = int(place * files)
    extra = [ArchivedFile(EXTRA, random.randbytes(max(0, int(shift) - sector)))] if shift else []
    weeks = [originals, [*originals[:before], *extra, *originals[before:]]]
    (spans, blocks), second = (laid(each, start, length) for each in weeks)
    left = max(0, spans[before][1] // length - 2) * length if 0 < before < files else 0
    store, found = DedupTable(), set[int]()
    for _, block in blocks:
        store.put(block)
    for number, (_, block) in enumerate(second[1]):
        if store.put(block):
            found.add(number)
    yield [
        {
            "row": "sum",
            "record": record,
            "start": start,
            "shift": shift,
            "before": before,
            "files": files,
            "ratio": store.ratio,
            "asked": store.referenced,
            "kept": store.allocated,
            "found": len(found),
            "of": len(second[1]),
        },
        *({"week": 1, **row} for row in names(spans, left, length, SHOWN)),
        *({"week": 1, **row} for _, row in sums(blocks, left, length, SHOWN)),
    ]
    places = {block: at for at, block in blocks}
    for step in range(FRAMES + 1):
        come = SHOWN * step / FRAMES
        rows = [*names(second[0], left, length, come)]
        seen = new = 0
        for number, row in sums(second[1], left, length, come):
            is_found = number in found
            seen, new = seen + is_found, new + (not is_found)
            rows.append(row | {"what": FOUND if is_found else NEW})
            if is_found:
                other = (places[second[1][number][1]] - left) / length + 0.5
                rows.append({"row": "link", "x1": other, "x2": row["x"]})
        if come % 1:
            rows.append({"row": "coming", "x1": float(int(come)), "x2": come})
        rows.append({"row": "says", "text": f"{seen} found, {new} written"})
        yield [{"frame": step / FRAMES, "week": 2, **row} for row in rows]


def laid(
    files: list[ArchivedFile], start: str, record: int
) -> tuple[list[tuple[str, int, int]], list[tuple[int, bytes]]]:
    """Return the places of files (name, from and to in bytes) and the blocks (from in bytes,
    contents). Without an archive the files follow one another."""
    if start in BOUNDARIES:
        archived = archive(files, BOUNDARIES[start])
        spans = [
            (file.name, at, at + sector + len(file.data))
            for file, at in zip(files, archived.starts, strict=True)
        ]
        return spans, [
            (n * record, block) for n, block in enumerate(records(archived.data, record))
        ]
    spans, blocks, end = [], [], 0
    for file in files:
        spans.append((file.name, end, end + len(file.data)))
        for block in singly([file], record):
            blocks.append((end, block))
            end += len(block)
    return spans, blocks


def names(spans: list[tuple[str, int, int]], left: int, record: int, come: float) -> Iterator[Row]:
    """Yield a row for each file of which something is among the first `come` records from `left` on: from,
    to, and its letter if there is room for it."""
    for name, begin, end in spans:
        x1, x2 = max(0.0, (begin - left) / record), min((end - left) / record, come)
        if x1 < x2:
            own = name == EXTRA
            number = 0 if own else int(name.removeprefix("file "))
            letter = "new" if own and x2 - x1 > 0.4 else "" if own else LETTERS[number % 26]
            yield {
                "row": "file",
                "tint": TINTS if own else number % TINTS,
                "x1": x1,
                "x2": x2,
                "x": (x1 + x2) / 2,
                "text": letter if x2 - x1 > 0.14 else "",
            }


def sums(
    blocks: list[tuple[int, bytes]], left: int, record: int, come: float
) -> Iterator[tuple[int, Row]]:
    """Yield the number and a row for each block that has come whole: from, to, and the first digits of its
    checksum."""
    for number, (at, block) in enumerate(blocks):
        x1, x2 = (at - left) / record, (at - left + len(block)) / record
        if x1 >= 0 and x2 <= come and not is_hole(block):
            digits = sha256(block).hexdigest()[:4]
            yield (
                number,
                {
                    "row": "record",
                    "x1": x1,
                    "x2": x2,
                    "x": (x1 + x2) / 2,
                    "text": digits if x2 - x1 > 0.7 else "",
                },
            )


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    return {
        name: total[name]
        for name in ("ratio", "kept", "asked", "found", "of", "files", "shift", "record")
    }


def describe(rows: Rows) -> str:
    v, total = values(rows), one(rows, "sum")
    where = "in the middle" if total["before"] else "in front"
    same = (
        f"The second archive has an extra file of {size(v['shift'])} {where}. "
        if v["shift"]
        else "The second archive is the same as the first. "
    )
    found = {0: "Not one", v["of"]: "All"}.get(v["found"], f"{v['found']}")
    are = "are" if v["found"] else "is"
    return (
        f"{same}{found} of its {v['of']} records {are} found in the table: a dedup ratio of {v['ratio']:.2f}. The picture "
        f"shows the first {min(SHOWN, int(v['of']))}."
    )


TOP, SUMS = {1: 0.0, 2: 4.3}, {1: 1.1, 2: 3.2}
"""Where the files and the records of each week are drawn."""


PAINT: dict[int, dict[str, Any]] = {
    1: {"fill": "var(--wtg-card)", "stroke": "var(--wtg-mute)"},
    2: {"fill": "what"},
}


def tint(number: int) -> str:
    hue = ("5", "3", "4", "6")[number % TINTS]
    return f"color-mix(in srgb, var(--wtg-{hue}) 32%, var(--wtg-card))"


def strips() -> Iterator[dict[str, Any]]:
    """Yield the marks of files and records of both weeks."""
    for week in (1, 2):
        top, low = TOP[week], SUMS[week]
        for number in range(TINTS + week - 1):  # only the second week has an extra file
            yield mark(
                "rect",
                {"row": "file", "week": week, "tint": number},
                x1="x1",
                x2="x2",
                y1=top,
                y2=top + 1,
                fill="var(--wtg-accent)" if number == TINTS else tint(number),
                insetLeft=0.5,
                insetRight=0.5,
            )
        yield mark(
            "text",
            {"row": "file", "week": week},
            x="x",
            y=top + 0.5,
            text="text",
            fill="currentColor",
            stroke="none",
            fontWeight=600,
            fontSize=13,
        )
        yield mark(
            "rect",
            {"row": "record", "week": week},
            x1="x1",
            x2="x2",
            y1=low,
            y2=low + 0.9,
            inset=1.5,
            **PAINT[week],
        )
        yield mark(
            "text",
            {"row": "record", "week": week},
            x="x",
            y=low + 0.45,
            text="text",
            fill="currentColor",
            stroke="none",
            fontFamily="monospace",
            fontSize=11,
        )


def words(text: str, y: float) -> dict[str, Any]:
    """Return a line of words in the picture."""
    return mark(
        "text",
        data=[{"x": 0, "y": y, "text": text}],
        x="x",
        y="y",
        text="text",
        textAnchor="start",
        fill="currentColor",
        fontSize=12,
    )


FIGURE = Figure(
    id="shifted-archives",
    title="The same files, a little further on",
    caption="The beginning of two archives of the same files. ZFS cuts each at the dashed lines, whatever file lies there, "
    "and looks up the checksum of each record; four digits of it are shown. A line leads from a record that the table "
    "has to its twin.",
    params={
        "shift": Number(
            "The extra file takes",
            0.0,
            0,
            16 * KiB,
            unit="KiB",
            step=512.0,
            help="The size of the extra file, including its header of 512 bytes; at 0 there is no extra file.",
        ),
        "record": Number(
            "Recordsize",
            ZFS["zvol_block"],
            RECORDS[0],
            RECORDS[-1],
            unit="KiB",
            stops=tuple(float(r) for r in RECORDS),
            more=True,
            help="The size of the records into which ZFS divides the archive.",
        ),
        "start": Choice(
            "Files start",
            "tar",
            WAYS,
            "The offsets at which a file may begin. No archive: each file is stored by itself.",
            more=True,
        ),
        "place": Number(
            "Files before it",
            0.0,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of the files that come before the extra one; at 0 % the extra one is the first.",
        ),
        "files": Number(
            "Files",
            32,
            4,
            48,
            whole=True,
            more=True,
            help="The number of files. Most are small; a few hold much of the data.",
        ),
    },
    presets={
        "the same archive": Preset(help="nothing was added since last week"),
        "an extra file of 2 KiB": Preset({"shift": 2 * KiB}, "in front of all others"),
        "an extra file of 8 KiB": Preset({"shift": 8 * KiB}, "header and contents fill one record"),
        "in the middle": Preset(
            {"shift": 2 * KiB, "place": 0.5}, "what comes before it stays in place"
        ),
        "files at multiples of 8 KiB": Preset(
            {"shift": 2 * KiB, "start": "8k"}, "each file begins where ZFS cuts"
        ),
        "the same in records of 128 KiB": Preset(
            {"shift": 2 * KiB, "start": "8k", "record": 128 * KiB}
        ),
        "no archive": Preset({"shift": 2 * KiB, "start": "single"}, "unpacked into files"),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "link",
                    {"row": "link"},
                    x1="x1",
                    x2="x2",
                    y1=SUMS[1] + 0.9,
                    y2=SUMS[2],
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                *strips(),
                mark(
                    "link",
                    data=[
                        {"x": float(k), "y1": y1, "y2": y2}
                        for k in range(SHOWN + 1)
                        for y1, y2 in ((-0.15, 2.1), (3.1, 5.45))
                    ],
                    x="x",
                    y1="y1",
                    y2="y2",
                    stroke="var(--wtg-mute)",
                    strokeDasharray="3,3",
                ),
                mark(
                    "rect",
                    {"row": "coming"},
                    x1="x1",
                    x2="x2",
                    y1=SUMS[2],
                    y2=SUMS[2] + 0.9,
                    inset=1.5,
                    fill="var(--wtg-card)",
                    stroke="var(--wtg-mute)",
                ),
                words("last week", -0.5),
                words("this week", 5.8),
                mark(
                    "text",
                    {"row": "says"},
                    x=SHOWN,
                    y=5.8,
                    text="text",
                    textAnchor="end",
                    fill="currentColor",
                    fontSize=12,
                    fontWeight=600,
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, SHOWN]},
                "y": {"axis": None, "label": None, "domain": [6.1, -0.8]},
                "color": {
                    "domain": [FOUND, NEW],
                    "legend": True,
                    "range": [
                        "color-mix(in srgb, var(--wtg-1) 38%, var(--wtg-card))",
                        "color-mix(in srgb, var(--wtg-accent) 40%, var(--wtg-card))",
                    ],
                },
            },
            height=300,
            frame=frame("frame", "written", "%", 10, (1.0,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010dedup", "streams of bytes such as a tar file"),
)
