"""How much unique data has a dedup table that fits into memory."""

from collections.abc import Iterator
from math import ceil

from figures.deduplication.experiments.entry_bytes import (
    COPIES,
    KINDS,
    PLACES,
    RUNNING,
    TableBlock,
    sample,
    unique,
)
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    handle,
    mark,
    panel,
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import about, size
from models.catalogue.machines import values as constants
from models.units import GiB, KiB, MiB, TiB

ZFS = constants("zfs-2010")
RECORDS = tuple(int(record) for record in powers(4 * KiB, 1 * MiB))
MEMORIES = powers(1 * GiB, 1024 * GiB)
COUNTED = TableBlock(ZFS["ddt_block"], sample())
PACKED, RUNS = "in a table block", "in a running group"
CELLS, LINES = 32, 8
"""Cells of a line of the picture, which is as long as memory, and lines."""
HELD, BEYOND = "the table, in memory", "the table, beyond memory"


def run(
    record: float,
    data: float,
    memory: float,
    entry: float,
    share: float,
    ratio: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell (x1, x2, y1, y2, what: a part of the table, in lines as long as memory) and says (text), curve (record, chosen, memory, unique: bytes of unique data), name (record,
    chosen, memory, unique), refers (memory, unique: bytes as programs count them), ring (record,
    memory, unique), field (where, field, kind, from, to in bytes), and sum."""
    whole = data / record * entry
    yield [
        *cells(whole / memory),
        {"row": "says", "text": f"the table: {about(whole)}"},
        {"row": "memory", "text": f"memory: {about(memory)}"},
    ]
    taken = sorted({*RECORDS, int(record)})
    rows = [
        {
            "row": "curve",
            "record": size(size_of_record),
            "chosen": "yes" if size_of_record == record else "no",
            "memory": bytes_of_memory,
            "unique": unique(bytes_of_memory, size_of_record, entry, share),
        }
        for size_of_record in taken
        for bytes_of_memory in sorted({*MEMORIES, memory})
    ]
    rows += [{**row, "row": "name"} for row in rows if row["memory"] == MEMORIES[-1]]
    here = unique(memory, record, entry, share)
    if ratio > 1:
        rows += [
            {
                "row": "refers",
                "memory": bytes_of_memory,
                "unique": ratio * unique(bytes_of_memory, record, entry, share),
            }
            for bytes_of_memory in MEMORIES
        ]
    rows.append({"row": "ring", "record": size(record), "memory": memory, "unique": here})
    yield rows
    fields = []
    for where, parts in ((PACKED, COUNTED.parts), (RUNS, RUNNING)):
        at = 0.0
        for part in parts:
            fields.append(
                {
                    "row": "field",
                    "where": where,
                    "field": part.name,
                    "kind": part.kind,
                    "from": at,
                    "to": at + part.bytes,
                }
            )
            at += part.bytes
    full = COUNTED.size / COUNTED.most
    yield [
        *fields,
        {
            "row": "sum",
            "record": record,
            "entry": entry,
            "share": share,
            "ratio": ratio,
            "memory": memory,
            "data": data,
            "table": whole,
            "unique": here,
            "referenced": ratio * here,
            "entries": memory * share / entry,
            "counted_low": full,
            "counted_high": 2 * full,
            "value": COUNTED.entry.value,
            "fits": COUNTED.most,
            "mean_entries": COUNTED.mean,
        },
    ]


def cells(times: float) -> Iterator[Row]:
    """Yield the cells of a table that is `times` as large as memory, as many as are drawn."""
    for n in range(min(ceil(times * CELLS), CELLS * LINES)):
        line, at = divmod(n, CELLS)
        yield {
            "row": "cell",
            "x1": at,
            "x2": min(at + 1.0, times * CELLS - line * CELLS),
            "y1": line,
            "y2": line + 1,
            "what": BEYOND if line else HELD,
        }


def added(rows: Rows, where: str) -> float:
    """Return the bytes of an entry as the sum of its fields."""
    end: float = max(row["to"] for row in of(rows, "field", where=where))
    return end


def at(rows: Rows, record: int) -> float:
    """Return how many bytes of unique data in records of this size have a table that fits into the
    chosen memory."""
    memory = last(rows)["memory"]
    bytes: float = one(rows, "curve", record=size(record), memory=memory)["unique"]
    return bytes


def last(rows: Rows) -> Row:
    return one(rows, "sum")


def values(rows: Rows) -> dict[str, float]:
    v, of_8, of_128 = last(rows), at(rows, 8 * KiB), at(rows, 128 * KiB)
    names = (
        "record",
        "entry",
        "share",
        "ratio",
        "memory",
        "data",
        "table",
        "unique",
        "referenced",
        "entries",
        "counted_low",
        "counted_high",
        "value",
        "fits",
        "mean_entries",
    )
    counted = added(rows, PACKED)
    return {
        **{name: v[name] for name in names},
        "millions": v["data"] / v["record"] / 1e6,
        "times": v["table"] / v["memory"],
        "table_memory": v["memory"] * v["share"],
        "counted": counted,
        "running": added(rows, RUNS),
        "disk": counted * ZFS["ddt_packed"] * ZFS["ddt_copies"],
        "unique_8k": of_8,
        "unique_128k": of_128,
        "whole_8k": of_8 / v["share"],
        "whole_128k": of_128 / v["share"],
        "quarter_8k": of_8 / v["share"] * ZFS["meta_limit"],
        "quarter_128k": of_128 / v["share"] * ZFS["meta_limit"],
        "checksum_bytes": ZFS["ddt_checksum"],
        "checksum_bits": 8 * ZFS["ddt_checksum"],
        "copies": ZFS["ddt_copies"],
        "places": PLACES,
        "addresses": PLACES * COPIES,
        "meta_limit": ZFS["meta_limit"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    part = "all" if v["share"] == 1 else f"{v['share']:.0%}"
    again = f", or {about(v['referenced'])} as programs count them" if v["ratio"] > 1 else ""
    return (
        f"The dedup table of {about(v['data'])} in records of {size(v['record'])} takes {about(v['table'])}. If the table has "
        f"{part} of {about(v['memory'])} of memory, it can list {about(v['unique'])} of different data{again}."
    )


COLOURS = [
    "var(--wtg-1)",
    "var(--wtg-3)",
    "var(--wtg-2)",
    "color-mix(in srgb, var(--wtg-6) 25%, var(--wtg-card))",
]

FIGURE = Figure(
    id="ddt-size",
    title="The table beside memory",
    caption="Beside memory: a line is as long as the server's memory, and the cells are the dedup table. How much fits: data "
    "whose table has room in memory, a line for each record size. Drag the upright line. Bytes of an entry: packed "
    "into a block of the table, and while ZFS works on it.",
    params={
        "memory": Number(
            "Memory",
            32 * GiB,
            1 * GiB,
            1024 * GiB,
            unit="GiB",
            stops=MEMORIES,
            help="The memory of the server.",
        ),
        "record": Number(
            "Record size",
            128 * KiB,
            4 * KiB,
            1 * MiB,
            unit="KiB",
            stops=powers(4 * KiB, 1 * MiB),
            help="The size of a block of data; each unique block has an entry.",
        ),
        "data": Number(
            "Different data",
            10 * TiB,
            1 * TiB,
            100 * TiB,
            unit="TiB",
            step=1 * TiB,
            help="The bytes on the pool, each block counted once.",
        ),
        "share": Number(
            "Share for the table",
            1.0,
            0.1,
            1.0,
            unit="%",
            step=0.05,
            more=True,
            help="The share of memory that the table may take. ZFS of 2010 gave a quarter of memory to all metadata.",
        ),
        "entry": Number(
            "An entry takes",
            ZFS["ddt_entry"],
            100,
            400,
            unit="B",
            step=1,
            more=True,
            help="Bytes of memory for each entry; about 200 were measured in 2010.",
        ),
        "ratio": Number(
            "Dedup ratio",
            1.0,
            1.0,
            20.0,
            step=0.5,
            more=True,
            help="The mean number of references to each unique block.",
        ),
    },
    presets={
        "128 KiB records": Preset(help="10 TiB, and a server with 32 GiB"),
        "8 KiB records": Preset({"record": 8 * KiB}),
        "32 KiB records": Preset({"record": 32 * KiB}),
        "a quarter of the memory": Preset({"share": 0.25}, "what ZFS of 2010 allowed"),
        "as the fields add up": Preset({"entry": round(COUNTED.memory)}),
        "each block ten times": Preset({"ratio": 10.0}),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    data=[{"x1": 0, "x2": CELLS, "y1": 1, "y2": LINES}],
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="none",
                    stroke="var(--wtg-mute)",
                    strokeDasharray="3,4",
                ),
                mark(
                    "text",
                    data=[{"x": CELLS / 2, "y": (LINES + 1) / 2, "text": "beyond memory"}],
                    x="x",
                    y="y",
                    text="text",
                    fill="var(--wtg-mute)",
                    fontSize=13,
                ),
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
                mark(
                    "rect",
                    {"row": "memory"},
                    x1=0,
                    x2=CELLS,
                    y1=0,
                    y2=1,
                    fill="none",
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                *(
                    mark(
                        "text",
                        {"row": row},
                        x=x,
                        y=-0.45,
                        text="text",
                        textAnchor=anchor,
                        fill="currentColor",
                        fontSize=13,
                    )
                    for row, x, anchor in (("memory", 0, "start"), ("says", CELLS, "end"))
                ),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, CELLS]},
                "y": {"axis": None, "label": None, "domain": [LINES, -0.9]},
                "color": {
                    "domain": [HELD, BEYOND],
                    "range": ["var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=250,
            tab="Beside memory",
        ),
        panel(
            [
                mark(
                    "lineY",
                    {"row": "curve", "chosen": "no"},
                    x="memory",
                    y="unique",
                    z="record",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1,
                ),
                mark(
                    "lineY",
                    {"row": "curve", "chosen": "yes"},
                    x="memory",
                    y="unique",
                    stroke="var(--wtg-1)",
                    strokeWidth=2.5,
                ),
                mark(
                    "lineY",
                    {"row": "refers"},
                    x="memory",
                    y="unique",
                    stroke="var(--wtg-1)",
                    strokeWidth=2.5,
                    strokeDasharray="5,4",
                ),
                mark(
                    "text",
                    {"row": "name"},
                    x="memory",
                    y="unique",
                    text="record",
                    textAnchor="start",
                    dx=5,
                    fill="currentColor",
                ),
                mark(
                    "dot",
                    {"row": "ring"},
                    x="memory",
                    y="unique",
                    r=5,
                    stroke="var(--wtg-1)",
                    strokeWidth=2.5,
                    fill="var(--wtg-card)",
                ),
            ],
            {
                "x": {
                    "label": "memory",
                    "unit": "GiB",
                    "type": "log",
                    "base": 2,
                    "domain": [1 * GiB, 6000 * GiB],
                    "ticks": [1 * GiB, 4 * GiB, 16 * GiB, 64 * GiB, 256 * GiB, 1024 * GiB],
                    "tickFormat": "d",
                    "grid": True,
                },
                "y": {
                    "label": "different data",
                    "unit": "TiB",
                    "type": "log",
                    "domain": [4 * GiB, 12_000 * TiB],
                    "ticks": [
                        TiB / 100,
                        TiB / 10,
                        1 * TiB,
                        10 * TiB,
                        100 * TiB,
                        1000 * TiB,
                        10_000 * TiB,
                    ],
                    "tickFormat": ",~g",
                    "grid": True,
                },
            },
            height=380,
            handle=handle("memory"),
            tab="How much fits",
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "field"},
                    x1="from",
                    x2="to",
                    y="where",
                    fill="kind",
                    insetRight=0.5,
                    channels={"what": "field"},
                    tip=True,
                ),
                mark(
                    "ruleX",
                    data=[{"x": ZFS["ddt_entry"]}],
                    x="x",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark(
                    "text",
                    data=[{"x": ZFS["ddt_entry"], "what": "200 measured"}],
                    x="x",
                    text="what",
                    dx=5,
                    frameAnchor="top",
                    textAnchor="start",
                    dy=2,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "bytes of an entry",
                    "unit": "B",
                    "domain": [0, 400],
                    "ticks": 5,
                    "grid": True,
                },
                "y": {"label": None, "domain": [PACKED, RUNS]},
                "color": {"domain": list(KINDS), "range": COLOURS, "legend": True},
            },
            height=280,
            tab="Bytes of an entry",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010dedup", "how large is the dedup table", "Bourbonnais 2010"),
    reproduces=["ddt-size-table"],
    targets=[
        target("ddt-entry", lambda rows: added(rows, PACKED)),
        target("ddt-example-128k", lambda rows: at(rows, 128 * KiB)),
        target("ddt-example-8k", lambda rows: at(rows, 8 * KiB)),
    ],
)
