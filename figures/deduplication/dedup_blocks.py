"""The effect of small changes to a database on large records of its backups."""

from collections.abc import Iterable, Iterator
from random import Random

from figures.deduplication.experiments.backups import PAGE, expected_ratio
from figures.define.claims import measured
from figures.define.figure import (
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
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import size
from models.catalogue.machines import values as constants
from models.units import KiB, MiB
from models.zfs.dedup.table import DedupTable

ZFS = constants("zfs-2010")
RECORDS = tuple(int(record) for record in powers(4 * KiB, 128 * KiB))
SMALL, LARGE = int(ZFS["zvol_block"]), int(ZFS["recordsize"])
PAGES = 2048
SCALE = 64
"""Bytes of the database for each byte that is simulated. This changes nothing, since a checksum
only tells whether records are equal."""
SHOWN, WINDOW = 8, 2 * MiB  # number of backups, and bytes of the database, that are drawn
KEPT = (7, 30, 90, 365)
SHARES = tuple(n * 0.0025 for n in range(1, 9)) + tuple(n * 0.01 for n in range(3, 21))
FOUND, STORED = "found: a reference", "stored anew"


class BackedUpDatabase:
    """A database of `pages` pages of 8 KiB of random bytes."""

    def __init__(self, pages: int, random: Random) -> None:
        self.pages, self.random = pages, random
        self.data = bytearray(random.randbytes(pages * PAGE // SCALE))

    @property
    def size(self) -> int:
        """Return the bytes of the database."""
        return self.pages * PAGE

    def change(self, share: float, row: int = 1) -> list[int]:
        """Overwrite this share (0-1) of the pages, `row` neighbours at a time, and return their
        numbers in order.

        Each run of neighbours begins anywhere; after the last page it goes on with the first.
        """
        wanted, changed = round(share * self.pages), dict[int, None]()
        while len(changed) < wanted:
            first = int(self.random.random() * self.pages)
            for page in range(first, first + row):
                if len(changed) < wanted:
                    changed[page % self.pages] = None
        step = PAGE // SCALE
        for page in changed:
            self.data[page * step : page * step + step] = self.random.randbytes(step)
        return sorted(changed)


class BackupTarget:
    """A store of backups, which keeps equal records once. Each backup is a file in records of
    `record` bytes."""

    def __init__(self, record: int) -> None:
        self.record = record
        self.store = DedupTable()
        self.backups = self.referenced = 0

    def back_up(
        self, database: BackedUpDatabase, changed: Iterable[int] | None = None
    ) -> list[int]:
        """Write a full backup and return the numbers of the records that had to be stored.

        changed: the pages written since the previous backup; records without any of them are known
        to be stored already and are not hashed. None: hash all records.
        """
        record, store = self.record, self.store
        if changed is None or not self.backups:
            touched = list(range(-(-database.size // record)))
        else:
            per = max(1, PAGE // record)
            first = {page * PAGE // record for page in changed}
            touched = sorted(
                first if per == 1 else [each + part for each in first for part in range(per)]
            )
        step, data = record // SCALE, database.data
        new = [n for n in touched if not store.put(bytes(data[n * step : n * step + step]), record)]
        self.backups += 1
        self.referenced += -(-database.size // record) * record
        return new

    @property
    def ratio(self) -> float:
        """Return the bytes of all backups for each byte that is kept."""
        return self.referenced / self.store.allocated


def run(share: float, backups: int, row: int, record: float, seed: int) -> Iterator[Rows]:
    """Yield rows: ratio (record, ratio, expected, kept), expected (record, ratio for changes that
    lie anywhere), gain (kept, share, gain: expected ratio of small records as a multiple of that of
    large ones), own (share, gain), sum, and for the part that is drawn backup, stored and page
    (lane, x1, x2)."""
    database = BackedUpDatabase(PAGES, Random(seed))
    targets = {length: BackupTarget(length) for length in RECORDS}
    changed, stored_again = None, 0
    for number in range(backups):
        new = {
            length: backup_target.back_up(database, changed)
            for length, backup_target in targets.items()
        }
        stored_again += len(new[LARGE]) if number else 0
        if number < SHOWN:
            yield drawn(f"{number + 1}", new[int(record)], int(record), changed or ())
        changed = database.change(share, min(row, PAGES))
    for length, backup_target in targets.items():
        yield [
            {
                "row": "ratio",
                "record": length,
                "ratio": backup_target.ratio,
                "expected": expected_ratio(backups, share, length),
                "kept": backup_target.store.allocated / database.size,
                "chosen": "yes" if length == record else "no",
            }
        ]
    if row == 1:
        yield [
            {"row": "expected", "record": length, "ratio": expected_ratio(backups, share, length)}
            for length in RECORDS
        ]
    yield [
        {
            "row": "gain",
            "kept": f"{kept} backups",
            "share": changed_share,
            "gain": gain(kept, changed_share),
        }
        for kept in KEPT
        for changed_share in SHARES
    ]
    own = targets[SMALL].ratio / targets[LARGE].ratio
    yield [
        {"row": "own", "share": share, "gain": own},
        {
            "row": "sum",
            "share": share,
            "backups": backups,
            "apart": row,
            "record": record,
            "gain": own,
            "touched": stored_again / ((backups - 1) * PAGES * PAGE / LARGE)
            if backups > 1
            else 0.0,
        },
    ]


def gain(backups: int, share: float) -> float:
    """Return the expected dedup ratio of 8 KiB records as a multiple of that of 128 KiB records,
    for changes that lie anywhere."""
    return expected_ratio(backups, share, SMALL) / expected_ratio(backups, share, LARGE)


def drawn(lane: str, new: list[int], record: int, changed: Iterable[int]) -> Rows:
    """Return the rows of one backup: the whole backup, the records that had to be stored, and the
    pages that changed."""
    stored = [(n * record, (n + 1) * record) for n in new if n * record < WINDOW]
    pages = [(page * PAGE, (page + 1) * PAGE) for page in changed if page * PAGE < WINDOW]
    return [
        {"row": kind, "lane": lane, "x1": x1, "x2": x2, "what": what}
        for kind, what, spans in (
            ("backup", FOUND, [(0, WINDOW)]),
            ("stored", STORED, stored),
            ("page", "", pages),
        )
        for x1, x2 in spans
    ]


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    ratios = {row["record"]: row for row in of(rows, "ratio")}
    curves = {
        kept: [row for row in of(rows, "gain") if row["kept"] == f"{kept} backups"] for kept in KEPT
    }
    best = {kept: max(curve, key=lambda row: row["gain"]) for kept, curve in curves.items()}
    return {
        "small": ratios[SMALL]["ratio"],
        "large": ratios[LARGE]["ratio"],
        "gain": total["gain"],
        "ratio": ratios[total["record"]]["ratio"],
        "half": ratios[4 * KiB]["ratio"],
        "kept_small": ratios[SMALL]["kept"],
        "kept_large": ratios[LARGE]["kept"],
        "touched": total["touched"],
        "share": total["share"],
        "backups": total["backups"],
        "pages": LARGE / PAGE,
        "volume": ZFS["zvol_block"],
        "recordsize": ZFS["recordsize"],
        "bits": 8 * ZFS["ddt_checksum"],
        **{f"best_{kept}": row["gain"] for kept, row in best.items()},
        **{f"share_{kept}": row["share"] for kept, row in best.items()},
    }


def describe(rows: Rows) -> str:
    v, total = values(rows), one(rows, "sum")
    side = f", {total['apart']} side by side," if total["apart"] > 1 else ""
    return (
        f"From each of {v['backups']:.0f} backups to the next, {100 * v['share']:.3g}% of the pages{side} have changed. The "
        f"first eight are drawn, in records of {size(total['record'])}."
    )


LABELS = [f"{kept} backups" for kept in KEPT]
COLOURS = ["var(--wtg-4)", "var(--wtg-3)", "var(--wtg-1)", "var(--wtg-2)"]

FIGURE = Figure(
    id="dedup-blocks",
    title="One changed page, one large record",
    caption="What is stored: 2 MiB of a database of 8 KiB pages in the first eight of its backups, one below the other. "
    "Ticks are pages that changed since the backup before; orange is what must be stored, and the rest is only "
    "counted once more. Dedup ratio: of all backups, against the recordsize (dashed: what arithmetic expects where "
    "each change lies anywhere). 8 KiB against 128: how much better the smaller records are; the ring is this run, "
    "the dashed line the text's 'up to'.",
    params={
        "share": Number(
            "Pages changed",
            ZFS["pages_changed"],
            0.0,
            0.2,
            unit="%",
            step=0.0025,
            help="The share of the database's pages that changes from one backup to the next.",
        ),
        "backups": Number(
            "Backups kept",
            30,
            2,
            100,
            whole=True,
            more=True,
            help="The number of backups on the target; none is deleted.",
        ),
        "row": Number(
            "Changed side by side",
            1,
            1,
            64,
            whole=True,
            stops=powers(1, 64),
            more=True,
            help="The number of neighbouring pages that change together; at 1, each changed page lies anywhere.",
        ),
        "record": Number(
            "Recordsize drawn",
            LARGE,
            RECORDS[0],
            RECORDS[-1],
            unit="KiB",
            more=True,
            stops=tuple(float(r) for r in RECORDS),
            help="In the tab What is stored: the recordsize of the target.",
        ),
    },
    presets={
        "a month of nights": Preset(help="30 backups, 2 % of the pages changed between them"),
        "records of one page": Preset(
            {"record": SMALL}, "the same backups, drawn for records of 8 KiB"
        ),
        "changed side by side": Preset({"row": 16}, "as when tables are loaded or grow at the end"),
        "a quarter of nights": Preset({"backups": ZFS["backups_kept"]}, "90 backups"),
        "a busy database": Preset({"share": 0.2}, "a fifth of the pages changes"),
        "two backups": Preset({"backups": 2}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("barX", {"row": "backup"}, x1="x1", x2="x2", y="lane", fill="what"),
                mark("barX", {"row": "stored"}, x1="x1", x2="x2", y="lane", fill="what", inset=0.5),
                mark(
                    "barX",
                    {"row": "page"},
                    x1="x1",
                    x2="x2",
                    y="lane",
                    fill="currentColor",
                    insetTop=5,
                    insetBottom=5,
                ),
            ],
            {
                "x": {"label": "place in the database", "unit": "KiB"},
                "y": {"label": "backup", "domain": [f"{n + 1}" for n in range(SHOWN)]},
                "color": {
                    "domain": [FOUND, STORED],
                    "legend": True,
                    "range": ["var(--wtg-line)", "var(--wtg-accent)"],
                },
            },
            height=340,
            tab="What is stored",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "expected"},
                    x="record",
                    y="ratio",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "line",
                    {"row": "ratio"},
                    x="record",
                    y="ratio",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "ratio"},
                    x="record",
                    y="ratio",
                    fill="var(--wtg-1)",
                    r=4,
                    tip=True,
                ),
                mark("ruleY", data=[1]),
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
                    "type": "log",
                    "domain": [1, 100],
                    "ticks": [1, 2, 5, 10, 20, 50, 100],
                    "tickFormat": "~g",
                },
            },
            height=360,
            handle=handle("record"),
            tab="Dedup ratio",
        ),
        panel(
            [
                mark("line", {"row": "gain"}, x="share", y="gain", stroke="kept", strokeWidth=2),
                mark(
                    "ruleY",
                    data=[measured("dedup-8k-vs-128k")],
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "dot",
                    {"row": "own"},
                    x="share",
                    y="gain",
                    r=6,
                    stroke="currentColor",
                    strokeWidth=2,
                    fill="var(--wtg-card)",
                    tip=True,
                ),
                mark("ruleY", data=[1]),
            ],
            {
                "x": {"label": "pages changed", "unit": "%", "zero": True},
                "y": {
                    "label": "ratio with 8 KiB over that with 128",
                    "grid": True,
                    "ticks": 5,
                    "domain": [0, 13.5],
                },
                "color": {"domain": LABELS, "legend": True, "range": COLOURS},
            },
            height=380,
            tab="8 KiB against 128",
        ),
    ],
    table=table(
        {"row": "ratio"},
        [
            column("record", "recordsize", "KiB"),
            column("ratio", "dedup ratio", digits=2),
            column("expected", "expected, changes anywhere", digits=2),
            column("kept", "kept, in databases", digits=2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010dedup", "backups of active databases"),
    reproduces=["dedup-blocksize-ratio"],
    targets=[target("dedup-8k-vs-128k", lambda rows: values(rows)["gain"], "a quarter of nights")],
)
