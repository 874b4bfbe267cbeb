"""Writes a second of one disk, written to in seven ways."""

from collections.abc import Iterator
from typing import Any

from figures.define.claims import claims, measured, source_figures
from figures.define.figure import Figure, Number, Preset, Rows, cite, mark, panel
from figures.kit.rows import of
from figures.kit.words import count
from models.catalogue.machines import values as constants
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.units import KiB, ms, rpm, s

BOX = constants("freebsd-box")
SIZE = 8 * KiB
WARM, SLICE = 0.2 * s, 0.05 * s
ENOUGH, LIMIT, CROWD = 1500, 8.2 * s, 1.0 * s
"""After the warm-up one program runs until it has made ENOUGH writes or reaches the LIMIT; many programs run for CROWD (s)."""
MIDDLE = 0
"""Number of the file with the median rate among the two dozen in the figure ufs-sync: the place of a UFS file determines how
fast it is written."""
WAYS: dict[str, tuple[str, dict[str, Any], int, bool, float | None]] = {
    "raw disk, cached": (
        "at risk",
        dict(filesystem="raw"),
        1,
        True,
        measured("fbsd-raw-wc-on-r1-tps"),
    ),
    "ZFS, never flushed": (
        "at risk",
        dict(write_cache="ignored"),
        1,
        True,
        measured("fbsd-zfs-noflush-r1-tps"),
    ),
    "ZFS, 64 programs": ("safe", {}, 64, True, measured("fbsd-mt-aggregate") / SIZE),
    "UFS, gathered": (
        "at risk",
        dict(filesystem="ufs", write_cache="off"),
        1,
        False,
        measured("fbsd-ufs-async-r1-mbs") / SIZE,
    ),
    "raw disk, no cache": ("safe", dict(filesystem="raw", write_cache="off"), 1, True, None),
    "ZFS, one program": ("safe", {}, 1, True, measured("fbsd-zfs-sync-app") / SIZE),
    "UFS, one program": (
        "safe",
        dict(filesystem="ufs", write_cache="off"),
        1,
        True,
        measured("fbsd-ufs-sync-app") / SIZE,
    ),
}


def run(spindle: float, delay: float, seed: int) -> Iterator[Rows]:
    """Yield rows: way (way, writes: a second, fate: safe or at risk), measured (way, writes,
    where: here, or elsewhere when the settings are not the measured ones)."""
    for way, (fate, settings, threads, sync, published) in WAYS.items():
        own_seed = 1000 * seed + MIDDLE if settings.get("filesystem") == "ufs" else seed
        machine = Machine(FREEBSD_BOX.order(**settings, speed=spindle).bare(), own_seed)
        machine.start(Local(threads, SIZE, sync, delay))
        written, end = 0.0, WARM
        while end < WARM + CROWD - SLICE / 2 if threads > 1 else written < ENOUGH and end < LIMIT:
            end += SLICE
            machine.loop.run(until=end)
            written = sum(w.size for w in machine.done if w.finish >= WARM) / SIZE
        rows = [
            {"row": "way", "way": way, "writes": written / (end - WARM), "fate": fate, "from": 10.0}
        ]
        if published is not None:
            where = "here" if (spindle, delay) == (BOX["pool.disks.speed"], 0.0) else "elsewhere"
            rows.append({"row": "measured", "way": way, "writes": published, "where": where})
        yield rows


def values(rows: Rows) -> dict[str, float]:
    writes = {row["way"]: row["writes"] for row in of(rows, "way")}
    names = (
        "raw_cached",
        "zfs_ignored",
        "zfs_64",
        "ufs_gathered",
        "raw_safe",
        "zfs_one",
        "ufs_one",
    )
    return {
        **dict(zip(names, (writes[way] for way in WAYS), strict=True)),
        "claims": float(len(claims())),
        "sources": float(len(source_figures())),
        **off(rows, writes),
        "cached_rounded": round(writes["raw disk, cached"], -3),
        "times": writes["ZFS, 64 programs"] / writes["ZFS, one program"],
    }


def off(rows: Rows, writes: dict[str, float]) -> dict[str, float]:
    """Return the relative errors (0-1) of the model: near_off and many_off for the three longest
    bars, free_off for the worst of the others."""
    share = {
        row["way"]: abs(writes[row["way"]] / row["writes"] - 1) for row in of(rows, "measured")
    }
    cached, ignored, many = (share.pop(way) for way in list(WAYS)[:3])
    return {"near_off": max(cached, ignored), "many_off": many, "free_off": max(share.values())}


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"The same disk writes 8 KiB {count(v['raw_cached'])} times a second if it may answer early, "
        f"{count(v['zfs_one'])} times if one program waits until each write is safe, {count(v['zfs_64'])} times if "
        f"64 programs wait together."
    )


FATES = ["safe", "at risk"]

FIGURE = Figure(
    id="same-disk",
    title="One disk, seven ways to write to it",
    caption="8 KiB writes a second on one 7,200 rpm disk, on a logarithmic axis. Bars: the model, running in your "
    "browser. Ticks: what two engineers measured in 2010. At risk: a power failure takes what was acknowledged.",
    params={
        "spindle": Number(
            "Spindle",
            BOX["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platter turns.",
        ),
        "delay": Number(
            "Program's own time",
            0.0,
            0.0,
            20 * ms,
            unit="ms",
            step=0.5 * ms,
            help="Time that each program spends between one write and the next.",
        ),
    },
    presets={
        "as measured": Preset(help="7,200 rpm"),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
        "a slow program": Preset({"delay": 4 * ms}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("barX", {"row": "way"}, x1="from", x2="writes", y="way", fill="fate"),
                mark(
                    "tickX",
                    {"row": "measured", "where": "here"},
                    x="writes",
                    y="way",
                    stroke="currentColor",
                    strokeWidth=2,
                ),
            ],
            {
                "x": {
                    "label": "8 KiB writes a second",
                    "type": "log",
                    "domain": [10, 30000],
                    "grid": True,
                },
                "y": {"label": None, "domain": list(WAYS)},
                "color": {
                    "domain": FATES,
                    "range": ["var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=280,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "all listings"),
)
