"""Bytes that reach the disks of a mirror for each byte that clients write, if the rest is the intent log."""

from collections.abc import Iterator

from figures.define.claims import measured
from figures.define.figure import Figure, Number, Preset, Rows, Switch, cite, mark, panel
from figures.kit.pipeline import limit
from figures.kit.rows import one
from figures.kit.stops import powers
from figures.streaming.experiments.stages import WrittenBytes, write_stages
from figures.streaming.write_stages import FIGURE as WRITES
from figures.streaming.write_stages import server, writers
from models.units import KiB

TESTED = 32 * KiB
MIRROR, GUESS, FOUND = "a mirror's two copies", "and the log, we think", "measured with 32 KiB"
DATA, COPY, LOG = "data", "copy", "the log"


def run(size: float, logs: bool, seed: int) -> Iterator[Rows]:
    """Yield rows: piece (bar, piece, from, to: bytes on the disks for a byte written), measured (bar, x) and sum
    (per_byte, measured; at_risk, held, period: what a client writes between COMMITs, and the share and bytes of it that are
    logged; blocks: bytes of log blocks for a byte logged)."""
    chosen = WRITES.settings({"size": size, "logs": logs})
    order, load = server("mirror", chosen), writers(chosen)
    rate, written = limit(write_stages(order, load)).rate, WrittenBytes(order, load)
    per_byte, at_risk = written.disk_bytes(rate), written.at_risk(rate)
    for bar, edges in ((MIRROR, (0.0, 1.0, 2.0)), (GUESS, (0.0, 1.0, 2.0, per_byte))):
        yield [
            {"row": "piece", "bar": bar, "piece": piece, "from": low, "to": high}
            for piece, low, high in zip((DATA, COPY, LOG), edges, edges[1:], strict=False)
            if high > low
        ]
    tested = measured("stream-write-mirror-disk") / measured("stream-write-mirror-payload")
    yield [{"row": "measured", "bar": FOUND, "x": tested}]
    yield [
        {
            "row": "sum",
            "per_byte": per_byte,
            "at_risk": at_risk,
            "held": at_risk * load.committed,
            "period": load.committed,
            "blocks": written.log_bytes(rate) / at_risk,
            "measured": tested,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    return {name: value for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"If the rest is the log, {v['per_byte']:.2f} bytes reach the disks for each byte written. With writes of 32 KiB "
        f"{v['measured']:.2f} were measured."
    )


FIGURE = Figure(
    id="disk-bytes",
    title="Who writes the rest?",
    caption="Twenty clients write to mirrored disks. Bars: bytes that reach the disks for each byte that the clients write. "
    "Ring: what was measured.",
    params={
        "size": Number(
            "Write size",
            TESTED,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 128 * KiB),
            help="The size of a write, which is one NFS request.",
        ),
        "logs": Switch("Log devices", False, "On: the log has devices of its own.", more=True),
    },
    presets={
        "32 KiB writes": Preset(help="as measured in January 2009"),
        "64 KiB writes": Preset({"size": 64 * KiB}, "a mount option of the client"),
        "8 KiB writes": Preset({"size": 8 * KiB}),
        "with log devices": Preset({"logs": True}),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "barX", {"row": "piece"}, x1="from", x2="to", y="bar", fill="piece", inset=0.5
                ),
                mark(
                    "dot",
                    {"row": "measured"},
                    x="x",
                    y="bar",
                    r=8,
                    stroke="currentColor",
                    strokeWidth=2,
                    tip=True,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "bytes on the disks for each byte written",
                    "domain": [0, 3],
                    "grid": True,
                },
                "y": {"label": None, "domain": [MIRROR, GUESS, FOUND]},
                "color": {
                    "domain": [DATA, COPY, LOG],
                    "range": ["var(--wtg-1)", "var(--wtg-3)", "var(--wtg-2)"],
                    "legend": True,
                },
            },
            height=200,
        )
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009stream", "streaming write, mirroring", "Gregg 2009"),
)
