"""The same programs on a misaligned LUN, on the disks of 2009 and on flash of today."""

from collections.abc import Iterator
from typing import Any

from figures.define.figure import Figure, Number, Preset, Rows, cite, column, mark, panel, table
from figures.kit.rows import of, one
from figures.kit.words import time
from figures.lun_alignment.experiments.lun_volume import LAID
from figures.lun_alignment.experiments.partitions import STARTS, TOOLS
from figures.lun_alignment.experiments.programs import PROGRAMS, SHORT, STREAM, measured
from models.machine import SERVER_TODAY, SUN_7410
from models.units import KiB

DISKS, FLASH = "disks, 2009", "flash, today"
SERVERS: dict[str, dict[str, Any]] = {
    DISKS: {"server": SUN_7410},
    FLASH: {
        "server": SERVER_TODAY.order(disks={"kind": "ssd"}),
        "left_out": ("cache", "flash"),
    },
}
SECONDS = {DISKS: (0.8, 0.8, STREAM[LAID[0]]), FLASH: (0.005, 0.005, 0.02)}
"""How long to simulate each program (s). A run on flash has more requests than one on disks."""
HUES = {DISKS: "var(--wtg-1)", FLASH: "var(--wtg-accent)"}
BEST = 8 * KiB
"""The block that a page of a database fills."""


def run(start: int, block: float, seed: int) -> Iterator[Rows]:
    """Yield rows: loss (program, server, lane, times: how many times fewer requests than on an
    aligned partition with blocks of a page, and what was measured on this one, as fields of
    `LunResult`, with `good_` before them on the aligned one)."""
    for program in PROGRAMS:
        for server, how in SERVERS.items():
            seconds = SECONDS[server][[*PROGRAMS].index(program)]
            good = measured(program, 0, BEST, seconds, seed, **how)
            own = measured(program, start, block, seconds, seed, **how)
            yield [
                {
                    "row": "loss",
                    "program": program,
                    "server": server,
                    "lane": f"{program}: {server.split(',')[0]}",
                    "times": good.rate / own.rate,
                    **own._asdict(),
                    **{f"good_{name}": value for name, value in good._asdict().items()},
                }
            ]


def values(rows: Rows) -> dict[str, float]:
    """Return the numbers for the prose."""
    return {
        f"{SHORT[row['program']]}_{'disk' if row['server'] == DISKS else 'flash'}_{name}": row[name]
        for row in of(rows, "loss")
        for name in ("times", "rate", "latency", "waited", "dirtied", "good_rate", "good_latency")
    }


def describe(rows: Rows) -> str:
    parts = []
    for program in PROGRAMS:
        disks, flash = (one(rows, "loss", program=program, server=name) for name in SERVERS)
        parts.append(f"{program}: {disks['times']:.2g} and {flash['times']:.2g}")
    waits = one(rows, "loss", program="a backup", server=FLASH)["waited"]
    wait = f" A write of the backup waits {time(waits)} for flash." if waits else ""
    return f"Times fewer requests, on disks and on flash: {'; '.join(parts)}.{wait}"


FIGURE = Figure(
    id="alignment-today",
    title="The same mistake on flash",
    caption="How many times fewer requests three programs make than on an aligned partition with blocks of 8 KiB: on two "
    "mirrored pairs of disks of 2009, and on two of flash drives in a server of today. 1: nothing is lost.",
    params={
        "start": Number(
            "Partition starts at sector",
            TOOLS["fdisk"],
            0,
            max(STARTS),
            whole=True,
            stops=STARTS,
            help="The first sector of the partition; 2048 is what tools of today choose.",
        ),
        "block": Number(
            "Volume block size",
            8 * KiB,
            8 * KiB,
            128 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (8, 16, 32, 64, 128)),
            help="The volblocksize of the LUN. The databases have pages of 8 KiB, the backup writes 64 KiB at a time.",
        ),
    },
    presets={
        "from sector 63": Preset(help="blocks of 8 KiB, old data"),
        "blocks of 16 KiB, aligned": Preset(
            {"start": TOOLS["parted"], "block": 16 * KiB}, "the default of OpenZFS today"
        ),
        "blocks of 64 KiB, aligned": Preset({"start": TOOLS["parted"], "block": 64 * KiB}),
        "from sector 2048": Preset({"start": TOOLS["parted"]}, "as it should be"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("barX", y="lane", x="times", fill="server", inset=1, tip=True),
                mark("ruleX", data=[1]),
            ],
            {
                "x": {"label": "times fewer requests", "domain": [0, 8], "grid": True, "ticks": 5},
                "y": {
                    "label": None,
                    "domain": [
                        f"{program}: {name.split(',')[0]}"
                        for program in PROGRAMS
                        for name in SERVERS
                    ],
                },
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=250,
        )
    ],
    table=table(
        {"row": "loss"},
        [
            column("lane", "program and drives"),
            column("good_rate", "aligned, requests a second"),
            column("rate", "here, requests a second"),
            column("times", "times fewer", digits=2),
            column("waited", "a write waits for drives", "ms", 2),
            column("dirtied", "blocks that a write replaces", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Cases 1 and 2"),
)
