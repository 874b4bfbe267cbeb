"""Two archives of the same files, one with an extra file: which of their records are equal."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    handle,
    mark,
    panel,
    table,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import about, size
from models.catalogue.machines import values as constants
from models.units import KiB, sector
from models.zfs.dedup.table import DedupTable, filled, is_hole, records

ZFS = constants("zfs-2010")
RECORDS = tuple(int(record) for record in powers(4 * KiB, 128 * KiB))
BOUNDARIES = {"tar": sector, "8k": int(ZFS["dedup_boundary"]), "128k": 128 * KiB}
WAYS = {
    "tar": "anywhere (tar)",
    "8k": "at multiples of 8 KiB",
    "128k": "at multiples of 128 KiB",
    "single": "no archive",
}
BOTH, ONE, NOTHING, FILE, EXTRA = (
    "found in the other",
    "not found",
    "only zeros",
    "a file",
    "the extra file",
)
LANES = ("files 1", "records 1", " ", "records 2", "files 2")


class ArchivedFile(NamedTuple):
    """The name and contents of a file."""

    name: str
    data: bytes


class Archive(NamedTuple):
    """A stream of bytes. starts: the offset of each file's header in it."""

    data: bytes
    starts: list[int]


def some_files(
    count: int, random: Random, least: int = 4 * KiB, most: int = 512 * KiB
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
    """Yield rows: way (way, record, ratio, asked, kept; for each way to store both archives and
    each recordsize), sum, and for the stretch that is drawn file and record (lane, x1, x2, what)
    and link (x1, x2, y1, y2: a record that is in both archives)."""
    random = Random(seed)
    originals = some_files(files, random)
    before = int(place * files)
    extra = (
        [ArchivedFile("one more", random.randbytes(max(0, int(shift) - sector)))] if shift else []
    )
    both = [originals, [*originals[:before], *extra, *originals[before:]]]
    archives = {
        way: [archive(each, boundary).data for each in both] for way, boundary in BOUNDARIES.items()
    }
    for way, label in WAYS.items():
        for length in RECORDS:
            store = DedupTable()
            for number, each in enumerate(both):
                blocks = (
                    records(archives[way][number], length)
                    if way in archives
                    else singly(each, length)
                )
                for block in blocks:
                    store.put(block)
            yield [
                {
                    "row": "way",
                    "way": label,
                    "record": length,
                    "ratio": store.ratio,
                    "asked": store.referenced,
                    "kept": store.allocated,
                    "chosen": "yes" if length == record else "no",
                    "own": int(way == start),
                }
            ]
    first, second = (laid(each, start, int(record)) for each in both)
    yield strips(first, second, before, int(record))
    yield [
        {
            "row": "sum",
            "record": record,
            "start": start,
            "shift": shift,
            "before": before,
            "files": files,
            "bytes": sum(len(file.data) for file in originals),
        }
    ]


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


def strips(
    first: tuple[list[tuple[str, int, int]], list[tuple[int, bytes]]],
    second: tuple[list[tuple[str, int, int]], list[tuple[int, bytes]]],
    before: int,
    record: int,
) -> Rows:
    """Return the rows of both strips. They begin a little before the place from which the second
    archive differs."""
    (spans, blocks), width = first, max(16 * record, 128 * KiB)
    end = max(at + len(block) for some in (first, second) for at, block in some[1])
    differ = spans[before][1] if before < len(spans) else spans[-1][2]
    left = min(max(0, differ - width // 4), max(0, end - width)) // record * record
    right = min(end, left + width)
    rows, places = [], {}
    for number, (spans, blocks) in enumerate((first, second), 1):
        for name, x1, x2 in spans:
            if x1 < right and x2 > left:
                rows.append(
                    {
                        "row": "file",
                        "lane": f"files {number}",
                        "x1": max(x1, left) - left,
                        "x2": min(x2, right) - left,
                        "what": EXTRA if name == "one more" else FILE,
                    }
                )
        other = {block for _, block in (second if number == 1 else first)[1]}
        for at, block in blocks:
            x1, x2 = max(at, left) - left, min(at + len(block), right) - left
            if x1 < x2:
                what = NOTHING if is_hole(block) else BOTH if block in other else ONE
                rows.append(
                    {"row": "record", "lane": f"records {number}", "x1": x1, "x2": x2, "what": what}
                )
                if what == BOTH and number == 1:
                    places[block] = (x1 + x2) / 2
                elif what == BOTH and block in places:
                    rows.append(
                        {
                            "row": "link",
                            "x1": places[block],
                            "x2": (x1 + x2) / 2,
                            "y1": LANES[1],
                            "y2": LANES[3],
                        }
                    )
    return rows


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    ways = {(row["way"], row["record"]): row for row in of(rows, "way")}
    chosen = {way: ways[label, total["record"]] for way, label in WAYS.items()}
    own = chosen[total["start"]]
    return {
        "ratio": own["ratio"],
        "kept": own["kept"],
        "asked": own["asked"],
        "bytes": 2 * total["bytes"],
        "files": total["files"],
        "shift": total["shift"],
        "advised": ZFS["dedup_boundary"],
        **{f"{name}_{way}": row[name] for way, row in chosen.items() for name in ("ratio", "kept")},
    }


def describe(rows: Rows) -> str:
    v, total = values(rows), one(rows, "sum")
    where = "in the middle" if total["before"] else "in front"
    same = (
        f"The second archive has an extra file of {size(v['shift'])} {where}. "
        if v["shift"]
        else "The second archive is the same as the first. "
    )
    what = {
        "tar": "as tar writes them",
        "8k": "with files at multiples of 8 KiB",
        "128k": "with files at multiples of 128 KiB",
        "single": "not archived but stored as files",
    }[total["start"]]
    text = (
        f"{same}Of {about(v['asked'])} in records of {size(total['record'])}, {what}, {about(v['kept'])} must be kept: a "
        f"dedup ratio of {v['ratio']:.2f}."
    )
    return (
        text
        if total["start"] == "single"
        else f"{text} As single files they would have {v['ratio_single']:.2f}."
    )


FIGURE = Figure(
    id="shifted-archives",
    title="The same files, a little further on",
    caption="Two archives of the same files; the second holds an extra one. Strips: a stretch of both, the files and "
    "the records into which ZFS cuts the stream of bytes. Blue records are equal to one in the other archive, and a "
    "line leads to it. Curves: the dedup ratio of both archives together, against the recordsize; the vertical line "
    "is the recordsize of the strips.",
    params={
        "start": Choice(
            "Files start",
            "tar",
            WAYS,
            "The offsets at which a file may begin. No archive: each file is stored by itself.",
        ),
        "record": Number(
            "Recordsize",
            ZFS["zvol_block"],
            RECORDS[0],
            RECORDS[-1],
            unit="KiB",
            stops=tuple(float(r) for r in RECORDS),
            help="The size of the records into which ZFS divides the archive.",
        ),
        "shift": Number(
            "The extra file takes",
            2 * KiB,
            0,
            128 * KiB,
            unit="KiB",
            stops=(0.0, *powers(512, 128 * KiB)),
            help="The size of the extra file, including its header of 512 bytes; at 0 there is no extra file.",
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
        "as tar does it": Preset(help="the second archive has an extra file of 2 KiB in front"),
        "an extra file of 8 KiB": Preset({"shift": 8 * KiB}, "header and contents fill one record"),
        "in the middle": Preset({"place": 0.5}, "what comes before it stays in place"),
        "no extra file": Preset({"shift": 0.0}, "the same archive twice"),
        "files at multiples of 8 KiB": Preset({"start": "8k"}, "what the text advises"),
        "the same in records of 128 KiB": Preset({"start": "8k", "record": 128 * KiB}),
        "files at multiples of 128 KiB": Preset(
            {"start": "128k", "record": 128 * KiB}, "each file begins a record"
        ),
        "no archive": Preset({"start": "single"}, "unpacked into files"),
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
                    y1="y1",
                    y2="y2",
                    stroke="var(--wtg-1)",
                    strokeWidth=1.5,
                ),
                mark("barX", {"row": "record"}, x1="x1", x2="x2", y="lane", fill="what", inset=0.6),
                mark("barX", {"row": "file"}, x1="x1", x2="x2", y="lane", fill="what", inset=0.6),
            ],
            {
                "x": {"label": "place", "unit": "KiB"},
                "y": {"label": None, "domain": list(LANES), "tickSize": 0},
                "color": {
                    "domain": [BOTH, ONE, NOTHING, FILE, EXTRA],
                    "legend": True,
                    "range": [
                        "var(--wtg-1)",
                        "var(--wtg-mute)",
                        "var(--wtg-line)",
                        "var(--wtg-5)",
                        "var(--wtg-accent)",
                    ],
                },
            },
            height=190,
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "way", "way": label},
                    x="record",
                    y="ratio",
                    stroke="way",
                    strokeWidth=width,
                    strokeOpacity=opacity,
                )
                for label, width, opacity in zip(
                    reversed(WAYS.values()), (10, 5, 2, 2), (0.4, 1, 1, 1), strict=True
                )
            ]
            + [
                mark(
                    "dot",
                    {"row": "way", "chosen": "yes", "own": 1},
                    x="record",
                    y="ratio",
                    r=6,
                    stroke="currentColor",
                    strokeWidth=2,
                    fill="var(--wtg-card)",
                    tip=True,
                )
            ],
            {
                "x": {
                    "label": "recordsize",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "ticks": list(RECORDS),
                    "tickFormat": "d",
                },
                "y": {
                    "label": "dedup ratio",
                    "grid": True,
                    "domain": [0.9, 2.1],
                    "ticks": [1, 1.5, 2],
                },
                "color": {
                    "domain": list(WAYS.values()),
                    "legend": True,
                    "range": ["var(--wtg-2)", "var(--wtg-1)", "var(--wtg-3)", "var(--wtg-4)"],
                },
            },
            height=192,
            handle=handle("record"),
        ),
    ],
    table=table(
        {"row": "way", "chosen": "yes"},
        [
            column("way", "files start"),
            column("ratio", "dedup ratio", digits=2),
            column("asked", "both archives", "MiB", 2),
            column("kept", "kept on disk", "MiB", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010dedup", "streams of bytes such as a tar file"),
)
